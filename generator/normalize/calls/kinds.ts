/** What only some kinds of calls say: uniqueness checks, groups and measures, options, imports. */
import type { CallModel, FieldModel, ResourceModel } from '../../../src/model/model.ts'
import { inputName, below, type CallDraft, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { referField, shapeItems } from '../../link/fields.ts'
import { findPath } from '../../link/index.ts'
import { isLink } from '../../../src/model/fields.ts'
import type { Authored } from '../../base/source.ts'
import { borrowField } from './borrow.ts'
import { idInput } from './standard.ts'

type Models = Record<string, ResourceModel>

/** `check`: a unique field (or several) of this resource, or `resource.field`. */
function checkTargets(c: Compilation, draft: CallDraft): { resource: ResourceDraft; fields: string[] } | undefined {
  const names = [draft.data.check].flat() as string[]
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
  for (const [i, name] of target.fields.entries()) {
    const at = listed ? below(draft.at, 'check', i) : below(draft.at, 'check')
    const written: string = listed ? draft.data.check[i] : draft.data.check
    if (written.includes('.')) c.refer('resource', target.resource.name, at, { offset: 0 })
    referField(c, at, target.resource.fields.get(name), name, { offset: written.length - name.length })
    if (c.lost.has(name) || unique.some((u) => u.field === name || u.key === name)) continue
    const known = unique.map((u) => u.key)
    c.error(
      at,
      'UNQ001',
      `"${name}" is not unique in ${target.resource.name}${known.length > 0 ? ` (unique there: ${known.join(', ')})` : ''}; write it under "unique"`,
    )
  }
  const uniques = unique
    .filter((u) => target.fields.includes(u.field) || target.fields.includes(u.key))
    .map((u) => u.key)
  return { resource: target.resource.name, uniques }
}

/** The fields that a uniqueness takes together, none of them required, and the record itself. */
export function checkInput(c: Compilation, draft: CallDraft): FieldModel[] {
  const target = checkTargets(c, draft)
  if (!target) return []
  const uniques = Object.entries<Authored>(target.resource.data.unique ?? {}).filter(
    ([key, u]) => target.fields.includes(u.field ?? key) || target.fields.includes(key),
  )
  const names = new Set(uniques.flatMap(([key, u]) => [u.field ?? key, ...(u.within ?? [])] as string[]))
  const fields = [...names].flatMap((name) => target.resource.fields.get(name) ?? [])
  return [
    ...fields.map((f) => ({ ...f, required: false, managed: false, nullable: true })),
    idInput(target.resource.name, false),
  ]
}

export function optionsOf(c: Compilation, draft: CallDraft): string {
  const name = draft.data.options
  const at = below(draft.at, 'options')
  c.refer('dictionary', name, at)
  if (!c.dictionaries.has(name)) c.unknown(at, 'REF002', 'dictionary', name, c.dictionaries.keys())
  return name
}

function importFields(c: Compilation, draft: CallDraft, names: (string | Authored)[], key: string): FieldModel[] {
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

/** FRM001: a row of the file must become a record. */
function sayMissing(c: Compilation, draft: CallDraft, columns: FieldModel[]): void {
  const given = new Set([
    ...columns.map((f) => f.name),
    ...((draft.data.import.ask ?? []) as string[]).map((name) => inputName(name).name),
  ])
  const missing = [...draft.resource.fields.values()]
    .filter((f) => f.required && !f.default && !f.managed && !f.value && !given.has(f.name))
    .map((f) => `"${f.name}"`)
  if (missing.length > 0)
    c.error(
      below(draft.at, 'import', 'fields'),
      'FRM001',
      `rows need ${missing.join(', ')}; add a column, or "ask" it once for the file`,
      { key: true },
    )
}

/** What an import asks once for the whole file. */
export const askedOnce = (c: Compilation, draft: CallDraft): FieldModel[] =>
  importFields(c, draft, draft.data.import.ask ?? [], 'ask')

export function importOf(c: Compilation, draft: CallDraft): CallModel['import'] {
  const { match, template } = draft.data.import
  const at = below(draft.at, 'import')
  const fields = importFields(c, draft, draft.data.import.fields, 'fields')
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
  const progress = findPath(c, draft.data.import.progress, below(at, 'progress')) ?? draft.data.import.progress
  if (!draft.data.handler) sayMissing(c, draft, fields)
  const ask = ((draft.data.import.ask ?? []) as string[]).map((name) => inputName(name).name)
  return { fields, match, ask, ...(template ? { template } : {}), progress }
}
