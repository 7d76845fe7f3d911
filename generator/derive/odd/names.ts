/** REF020: names that are hard to tell apart. UNQ002: what hardly anything can be unique by. SHP005: said in two ways. */
import type { CallModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { below, keyAt, type At, type Compilation } from '../../base/context.ts'
import { isObject, valueAt } from '../../base/source.ts'

/** What a name of the database may be long. */
const LONGEST = 63

export function noteNames(c: Compilation, model: Model): void {
  noteAlike(
    c,
    [...c.loaded.resources].map(([name, { source }]) => [name, { source, path: [] }]),
  )
  for (const [name, { source }] of c.loaded.resources) {
    const at: At = { source, path: [] }
    const r = model.resources[name]
    const fields = Object.keys(source.data.fields)
    noteAlike(
      c,
      fields.map((field) => [field, keyAt(below(at, 'fields', field))]),
    )
    for (const field of fields)
      if (Buffer.byteLength(field) > LONGEST)
        c.error(
          below(at, 'fields', field),
          'REF020',
          `"${field}" is longer than ${LONGEST} letters; the database cuts it`,
          { key: true },
        )
    if (r) noteUnique(c, at, r)
    for (const field of fields)
      for (const key of ['samples', 'in', 'ahead'])
        noteTwice(c, below(at, 'fields', field, key), valueAt(source.data, ['fields', field, key]))
    for (const key of ['columns', 'form', 'facts', 'sort', 'detail'] as const)
      noteTwice(c, below(at, key), source.data[key])
    for (const [filter, words] of Object.entries(source.data.filters ?? {}))
      if (isObject(words)) noteTwice(c, below(at, 'filters', filter, 'contains'), words.contains)
    if (source.data.facts?.includes(source.data.title))
      c.note(
        below(at, 'facts', source.data.facts.indexOf(source.data.title)),
        'REF020',
        `"${source.data.title}" is the title already; it stands there twice`,
      )
  }
  for (const draft of c.calls.values())
    for (const key of ['by', 'sort'] as const) noteTwice(c, below(draft.at, 'stat', key), draft.data.stat?.[key])
  for (const call of Object.values(model.calls)) {
    const draft = c.calls.get(call.id)
    if (draft && call.import) noteImport(c, below(draft.at, 'import', 'ask'), call.import)
  }
  for (const source of c.loaded.screens.values())
    for (const key of ['columns', 'filters'] as const)
      noteTwice(c, { source, path: [key] }, valueAt(source.data, [key]))
  for (const source of c.loaded.roles.values())
    for (const [code, buttons] of Object.entries(source.data.grants))
      noteTwice(c, { source, path: ['grants', code] }, buttons)
}

/** Names that differ only in capitals. */
function noteAlike(c: Compilation, names: (readonly [string, At])[]): void {
  const met = new Map<string, string>()
  for (const [name, at] of names) {
    const other = met.get(name.toLowerCase())
    if (other !== undefined)
      c.note(at, 'REF020', `"${name}" and "${other}" differ only in capitals; call one of them otherwise`)
    met.set(name.toLowerCase(), name)
  }
}

/** Entries of a list that stand there twice; `-name` is `name` in an order. */
function noteTwice(c: Compilation, at: At, list: unknown): void {
  if (isObject(list)) return noteTwice(c, below(at, 'add'), list.add)
  if (!Array.isArray(list)) return
  const met = new Set<string>()
  for (const [i, one] of list.entries()) {
    const name =
      typeof one === 'string' || typeof one === 'number'
        ? String(one).replace(/^-/, '')
        : isObject(one) && typeof one.field === 'string'
          ? one.field
          : undefined
    if (name !== undefined && met.has(name))
      c.note(below(at, i), 'REF020', `"${name}" stands here twice; leave one out`)
    if (name !== undefined) met.add(name)
  }
}

/** SHP005: what each row of a file says is not asked once for all of them. */
function noteImport(c: Compilation, at: At, { fields, ask }: NonNullable<CallModel['import']>): void {
  for (const [i, name] of ask.entries())
    if (fields.some((field) => field.name === name))
      c.note(
        below(at, i),
        'SHP005',
        `"${name}" is a column of the file, and asked once for all its rows; leave one of both out`,
      )
}

function noteUnique(c: Compilation, at: At, r: ResourceModel): void {
  for (const { key, field, within, where } of r.unique) {
    const { type } = r.fields[field] ?? {}
    if (within.length > 0 || where) {
      if (within.includes('id'))
        c.note(below(at, 'unique', key), 'UNQ002', 'together with "id" everything is unique; leave it out')
      continue
    }
    if (type === 'bool' || type === 'enum')
      c.note(
        below(at, 'unique', key),
        'UNQ002',
        `only a few records can be unique by "${field}", which has few values; say "within" or "where"`,
      )
  }
}
