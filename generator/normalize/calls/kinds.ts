/** Keys of some kinds of calls only: uniqueness checks, groups and measures, options, imports. */
import type { CallModel, FieldModel, ResourceModel } from '../../../src/model/model.ts'
import { verdictOf } from '../decide.ts'
import { condition, roots, rowOf } from '../expressions.ts'
import { inputName, below, type At, type CallDraft, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { referField, shapeItems } from '../../link/fields.ts'
import { findPath } from '../../link/index.ts'
import { isLink } from '../../../src/model/fields.ts'
import type { AuthoredCall, AuthoredShapeItem } from '../../base/authored.ts'
import { borrowField } from './borrow.ts'
import { idInput } from './standard.ts'

type Models = Record<string, ResourceModel>

/** `check`: a unique field (or several) of this resource, or `resource.field`. */
function checkTargets(c: Compilation, draft: CallDraft): { resource: ResourceDraft; fields: string[] } | undefined {
  const names = [draft.data.check ?? []].flat()
  const first = names[0]!.split('.')
  const resource = first.length > 1 ? c.resources.get(first[0]!) : draft.resource
  if (!resource) return c.unknown(below(draft.at, 'check'), 'REF001', 'resource', first[0]!, c.resources.keys())
  return { resource, fields: names.map((n) => n.split('.').at(-1)!) }
}

export function checkOf(c: Compilation, draft: CallDraft, resources: Models): CallModel['check'] {
  const target = checkTargets(c, draft)
  if (!target) return undefined
  const { unique } = resources[target.resource.name]!
  const listed = Array.isArray(draft.data.check)
  for (const [i, written] of [draft.data.check ?? []].flat().entries()) {
    const name = target.fields[i]!
    const at = listed ? below(draft.at, 'check', i) : below(draft.at, 'check')
    if (written.includes('.')) c.refer('resource', target.resource.name, at, { offset: 0 })
    referField(c, at, target.resource.fields.get(name), name, { offset: written.length - name.length })
    if (c.lost.has(name) || unique.some((u) => u.field === name || u.key === name)) continue
    const keys = unique.map((u) => u.key)
    c.error(
      at,
      'UNQ001',
      `"${name}" is not unique in ${target.resource.name}${keys.length > 0 ? ` (unique there: ${keys.join(', ')})` : ''}; write it under "unique"`,
    )
  }
  const uniques = unique
    .filter((u) => target.fields.includes(u.field) || target.fields.includes(u.key))
    .map((u) => u.key)
  return { resource: target.resource.name, uniques }
}

/** The fields of a uniqueness, all optional, and the id of the record itself. */
export function checkInput(c: Compilation, draft: CallDraft): FieldModel[] {
  const target = checkTargets(c, draft)
  if (!target) return []
  const uniques = Object.entries(target.resource.data.unique ?? {}).filter(
    ([key, u]) => target.fields.includes(u.field ?? key) || target.fields.includes(key),
  )
  const names = new Set(
    uniques.flatMap(([key, u]) => [u.field ?? key, ...(u.until ? [u.until] : []), ...(u.within ?? [])]),
  )
  const fields = [...names].flatMap((name) => target.resource.fields.get(name) ?? [])
  return [
    ...fields.map((f) => ({ ...f, required: false, managed: false, nullable: true })),
    idInput(target.resource.name, false),
  ]
}

export function optionsOf(c: Compilation, draft: CallDraft, name: string): string {
  const at = below(draft.at, 'options')
  c.refer('dictionary', name, at)
  if (!c.dictionaries.has(name)) c.unknown(at, 'REF002', 'dictionary', name, c.dictionaries.keys())
  return name
}

function importFields(c: Compilation, draft: CallDraft, names: AuthoredShapeItem[], key: string): FieldModel[] {
  const r = draft.resource
  const made = shapeItems(
    c,
    below(draft.at, 'import', key),
    names,
    (name) => borrowField(r, name),
    Object.keys(r.data.fields),
  )
  return made.map((f) => withLookup(f, r.fields.get(f.name)?.lookup))
}

const withLookup = (f: FieldModel, lookup: string | undefined): FieldModel =>
  lookup && isLink(f) ? { ...f, lookup } : f

/** FRM001: a row of the file must have the required values of a record. */
function reportMissingColumns(c: Compilation, draft: CallDraft, columns: FieldModel[], asked: string[]): void {
  const names = new Set([...columns.map((f) => f.name), ...asked])
  const missing = [...draft.resource.fields.values()]
    .filter((f) => f.required && !f.default && !f.managed && !f.value && !names.has(f.name))
    .map((f) => `"${f.name}"`)
  if (missing.length > 0)
    c.error(
      below(draft.at, 'import', 'fields'),
      'FRM001',
      `rows need ${missing.join(', ')}; add a column, or "ask" it once for the file`,
      { key: true },
    )
  for (const f of draft.resource.fields.values())
    if (mayBeMissed(c, f, names))
      c.note(
        below(draft.at, 'import', 'fields'),
        'FRM001',
        `some rows need "${f.name}", by what stands in their other columns; add a column for it`,
      )
}

/** Required by what columns say, and no column itself. */
function mayBeMissed(c: Compilation, f: FieldModel, names: ReadonlySet<string>): boolean {
  if (!f.requiredIf || f.required || f.default || f.managed || f.value || names.has(f.name)) return false
  const reads = f.requiredIf.reads.map((path) => path.replace(/^row\./, ''))
  return reads.length > 0 && reads.every((name) => names.has(name)) && verdictOf(c, f.requiredIf.ast) !== 'never'
}

/** The inputs an import asks once for the whole file. */
export const onceInputs = (c: Compilation, draft: CallDraft): FieldModel[] =>
  importFields(c, draft, draft.data.import?.ask ?? [], 'ask')

type ImportWords = NonNullable<AuthoredCall['import']>

export function importOf(c: Compilation, draft: CallDraft, written: ImportWords): CallModel['import'] {
  const { match, template } = written
  const at = below(draft.at, 'import')
  // Whether a row must fill a column may follow from others, and from what is asked once: as in the record it becomes.
  const fields = importFields(c, draft, written.fields, 'fields').map((f) => {
    const requiredIf = draft.resource.fields.get(f.name)?.requiredIf
    return requiredIf && !f.required ? { ...f, requiredIf } : f
  })
  const key = fields.find((f) => f.name === match)
  if (key) referField(c, below(at, 'match'), key, match)
  else
    c.unknown(
      below(at, 'match'),
      'REF004',
      'column of the file',
      match,
      fields.map((f) => f.name),
    )
  const progress = findPath(c, written.progress, below(at, 'progress')) ?? written.progress
  const ask = (written.ask ?? []).map((name) => inputName(name).name)
  if (!draft.data.handler) reportMissingColumns(c, draft, fields, ask)
  const known = (written.known ?? []).flatMap((one, i) => knownOf(c, below(at, 'known', i), one))
  return { fields, match, ask, ...(template ? { template } : {}), progress, ...(known.length > 0 ? { known } : {}) }
}

type Known = NonNullable<NonNullable<CallModel['import']>['known']>

/** Records that a row of the file may be about. */
function knownOf(c: Compilation, at: At, written: NonNullable<ImportWords['known']>[number]): Known {
  const { of, by, text } = written
  const r = c.resources.get(of)
  if (!r) {
    c.unknown(below(at, 'of'), 'REF001', 'resource', of, c.resources.keys())
    return []
  }
  c.refer('resource', of, below(at, 'of'))
  const field = r.fields.get(by)
  if (field) referField(c, below(at, 'by'), field, by)
  else c.unknown(below(at, 'by'), 'REF004', `field of ${of}`, by, r.fields.keys())
  for (const lang of Object.keys(text))
    c.allow(below(at, 'text', lang), { kind: 'sentence', fields: [...r.fields.values()] })
  const named = Object.values(text).flatMap((words) => [...words.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!))
  for (const name of new Set(named))
    if (!r.fields.has(name)) c.unknown(below(at, 'text'), 'REF004', `field of ${of}`, name, r.fields.keys())
  const where =
    written.where === undefined
      ? undefined
      : condition(c, below(at, 'where'), written.where, roots(c, { row: rowOf(of) }), { sql: true })
  return [{ of, by, text, ...(where ? { where } : {}) }]
}
