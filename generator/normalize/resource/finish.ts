/** The second pass over a field, which needs all names: expressions and look-ups. */
import { isEnum, isLink, isNested } from '../../../src/model/fields.ts'
import type { FieldModel, NestedField, Text } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { bound, condition, recordType, roots, type Roots } from '../expressions.ts'
import { declarations, isExpression, referField } from '../../link/fields.ts'
import { lookUpCall } from '../../link/index.ts'
import type { FieldWords } from '../../base/parts.ts'
import { applyConditions, checkFill, lookupWith, setLookup } from './forms.ts'

/**
 * Compiles the conditions, defaults and look-ups of a field written at `at`. `beside`: the fields of the same record.
 * `parent`, the record that a child row or an entry stands in, is read by look-ups and by the defaults of entries:
 * the server begins child rows without their form, and asks conditions of the row alone.
 */
export function finishField(
  c: Compilation,
  at: At,
  raw: string | FieldWords | undefined,
  part: Part,
  scope: Roots,
): void {
  for (const declared of declarations(c, at, raw)) finishWords(c, declared.at, declared.words, part, scope)
}

/** A field, and the fields of the same record. */
interface Part {
  field: FieldModel
  beside: FieldModel[]
  /** It is a member of an entry. */
  inEntry?: boolean
}

function finishWords(
  c: Compilation,
  at: At,
  written: FieldWords,
  { field, beside, inEntry }: Part,
  scope: Roots,
): void {
  const { parent: _parent, ...here } = scope
  applyConditions(c, at, written, field, here)
  if (isExpression(written.default)) {
    const made = bound(c, below(at, 'default'), field, written.default, inEntry ? scope : here)
    if (made) field.default = made
  }
  if (written.instead)
    field.instead = written.instead.flatMap((one, i) => {
      const made = condition(c, below(at, 'instead', i, 'if'), one.if, { row: here.row })
      const stands = insteadOf(c, below(at, 'instead', i), one, field, beside)
      return made && stands ? [{ if: made, ...stands }] : []
    })
  if (field.type === 'date')
    for (const key of ['earliest', 'latest'] as const) {
      const made = written[key] === undefined ? undefined : bound(c, below(at, key), field, written[key], here)
      if (made && 'expr' in made) field[key] = made.expr
    }
  finishLookup(c, at, written, field, scope)
  if (written.fill) checkFill(c, below(at, 'fill'), field, written.fill, beside)
  if (isNested(field))
    field.fields.forEach((entry, i) => finishEntry(c, at, { written, entry, i, owner: field }, scope))
}

/** Words in the place of an amount; another enum of the record in the place of an enum. */
function insteadOf(
  c: Compilation,
  at: At,
  { text, field: name }: NonNullable<FieldWords['instead']>[number],
  field: FieldModel,
  beside: FieldModel[],
): { text: Text } | { field: string; of: string } | undefined {
  if (field.type === 'money') {
    if (text && name === undefined) return { text }
    return c.error(at, 'SHP005', 'in the place of an amount stand words: "text"')
  }
  const other = beside.filter(isEnum).find((one) => one.name === name && one.type === 'enum' && one !== field)
  if (!other || name === undefined || text)
    return c.error(at, 'REF015', 'in the place of an enum stands another enum of the record: "field"')
  referField(c, below(at, 'field'), other, name)
  return { field: name, of: other.of }
}

function finishLookup(c: Compilation, at: At, written: FieldWords, field: FieldModel, scope: Roots): void {
  if (!isLink(field) && !field.lookup) return
  if (written.lookup) setLookup(c, below(at, 'lookup'), field, written.lookup)
  else if (isLink(field) && field.of && !field.lookup) {
    const target = c.resources.get(field.of)
    const select = target && lookUpCall(c, `${target.path}/select`, target)
    if (select) field.lookup = select.id
  }
  if (written.with) field.with = lookupWith(c, below(at, 'with'), field, written.with, scope)
}

/** Words in the place of an amount speak of the record that the field is of; an entry that borrows the field is another. */
function withoutWords(raw: string | FieldWords): string | FieldWords {
  if (typeof raw === 'string') return raw
  const { instead: _instead, ...rest } = raw
  return rest
}

/** Entries of nested rows: `row` is the entry. */
function finishEntry(
  c: Compilation,
  at: At,
  { written, entry, i, owner }: { written: FieldWords; entry: FieldModel; i: number; owner: NestedField },
  outer: Roots,
): void {
  const item = written.fields?.[i]
  const scope: Roots = {
    ...outer,
    row: recordType(owner.fields),
    ...(outer.row ? { parent: outer.row } : {}),
  }
  if (item && typeof item === 'object')
    return finishField(c, below(at, 'fields', i), item, { field: entry, beside: owner.fields, inEntry: true }, scope)
  const home = typeof written.of === 'string' ? c.resources.get(written.of) : undefined
  const borrowed = home?.data.fields[entry.name]
  if (home && borrowed !== undefined)
    finishField(
      c,
      { source: home.source, path: ['fields', entry.name] },
      withoutWords(borrowed),
      { field: entry, beside: owner.fields, inEntry: true },
      roots(c, scope),
    )
}
