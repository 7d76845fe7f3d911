/** Who has a record in hand: the refs whose change is a change of hands (docs/LANGUAGE.md § 5). */
import { isLink, isRef, isWritten } from '../../../src/model/fields.ts'
import type { AssignmentModel, Bounds, Condition, FieldModel, Text } from '../../../src/model/model.ts'
import type { AuthoredResource } from '../../base/authored.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { suggestion } from '../../base/problems.ts'
import { enumValue, referField } from '../../link/fields.ts'
import { leadsTo, ownField } from '../../link/index.ts'
import { bounds, condition, conditions, expression, roots, rowOf, type Roots } from '../expressions.ts'

type Raw = NonNullable<AuthoredResource['assignment']>
type RawRef = Exclude<Raw['to'][string], true>

/** The refs of a resource whose change is a change of hands. Mistakes are reported at their places. */
export function assignmentsOf(c: Compilation, r: ResourceDraft): AssignmentModel[] {
  const raw = r.data.assignment
  if (r.data.given && r.name !== c.record('person'))
    c.error({ source: r.source, path: ['given'] }, 'REF015', `"given" is said of ${c.record('person') ?? 'people'}`)
  if (!raw) return []
  const at: At = { source: r.source, path: ['assignment'] }
  if (r.data.virtual) return c.error(at, 'REF015', `${r.name} has no table; nobody has it in hand`) ?? []
  const scope = roots(c, { row: rowOf(r.name), old: { t: 'row', of: r.name, empty: true } })
  const notice = raw.notice && noticeOf(c, r, below(at, 'notice'), raw.notice)
  const history = raw.history && historyOf(c, r, below(at, 'history'), raw.history, scope)
  return Object.entries(raw.to).flatMap(([name, written]) => {
    const place = below(at, 'to', name)
    const more = written === true ? {} : written
    if (!isGiven(c, r, place, name, more)) return []
    const own = more.history && historyOf(c, r, below(place, 'history'), more.history, scope)
    const kept = own || history ? { history: { ...history, ...own } } : {}
    const given = more.tell === undefined ? givenOf(c) : []
    return { field: name, given, ...refOf(c, r, place, more, scope), ...kept, ...(notice ? { notice } : {}) }
  })
}

const NOT_NOW: Text = { zh: '该员工现在不能接手', en: 'This person can be given nothing now' }

/** What must hold of whoever is given a record: said once, with the resource of people. */
function givenOf(c: Compilation): Condition[] {
  const people = c.resources.get(c.record('person') ?? '')
  if (!people?.data.given) return []
  const at: At = { source: people.source, path: ['given'] }
  return conditions(c, at, people.data.given, roots(c, { row: rowOf(people.name) }), NOT_NOW)
}

/** A stored ref to a person, or to a record that leads to the person who is told. */
function isGiven(c: Compilation, r: ResourceDraft, at: At, name: string, raw: RawRef): boolean {
  const field = ownField(c, r, name, at, { key: true })
  if (!field) return false
  const person = c.record('person')
  const target = isRef(field) && !field.by && field.column ? c.resources.get(field.of) : undefined
  if (raw.tell === undefined || !target) {
    if (target && target.name === person) return true
    c.error(at, 'REF015', `"${name}" is no ref to ${person ?? 'a person'}; who is told?`, { key: true })
    return false
  }
  const told = ownField(c, target, raw.tell, below(at, 'tell'))
  if (told && (!isRef(told) || told.of !== person))
    c.error(below(at, 'tell'), 'REF015', `"${raw.tell}" of ${target.name} is no ref to ${person ?? 'a person'}`)
  for (const key of ['org', 'limit'] as const)
    if (raw[key] !== undefined) c.error(below(at, key), 'SHP005', `"${key}" goes with a ref to a person`, { key: true })
  return true
}

function refOf(c: Compilation, r: ResourceDraft, at: At, raw: RawRef, scope: Roots): Partial<AssignmentModel> {
  const { org, at: since, when, limit, tell } = raw
  const moment = since === undefined ? undefined : ownField(c, r, since, below(at, 'at'))
  if (moment && (moment.type !== 'datetime' || !moment.managed))
    c.error(below(at, 'at'), 'REF015', `"${since}" must be a managed datetime: the engine keeps it`)
  const department = org === undefined ? undefined : ownField(c, r, org, below(at, 'org'))
  if (department && !leadsTo(c, r, department, c.record('department') ?? ''))
    c.error(below(at, 'org'), 'REF015', `"${org}" is no ref to a department`)
  const holds = when === undefined ? undefined : condition(c, below(at, 'when'), when, scope)
  const most =
    limit && expression(c, below(at, 'limit', 'most'), limit.most, roots(c), { expect: { t: 'number', empty: false } })
  const where =
    limit?.where === undefined
      ? undefined
      : condition(c, below(at, 'limit', 'where'), limit.where, roots(c, { row: rowOf(r.name) }), { sql: true })
  return {
    ...(department ? { org: department.name } : {}),
    ...(moment ? { at: moment.name } : {}),
    ...(holds ? { when: holds } : {}),
    ...(most ? { limit: { most, ...(where ? { where } : {}) } } : {}),
    ...(tell === undefined ? {} : { tell }),
  }
}

/** Fields of the history, one of whose refs says which kind of record each entry is about. */
function historyOf(
  c: Compilation,
  r: ResourceDraft,
  at: At,
  raw: NonNullable<Raw['history']>,
  scope: Roots,
): Bounds | undefined {
  const history = c.resources.get(c.record('assignment') ?? '')
  if (!history) return c.error(at, 'REF015', 'app.json names no history: "assignment" of "records"', { key: true })
  const fields = [...history.fields.values()]
  if (!fields.some((field) => isLink(field) && field.by !== undefined && Object.values(field.kinds).includes(r.name)))
    return c.error(at, 'REF015', `no ref of ${history.name} names ${r.name} as one of its kinds`, { key: true })
  return bounds(c, at, raw, { fields, scope, what: `field of ${history.name}` })
}

function noticeOf(
  c: Compilation,
  r: ResourceDraft,
  at: At,
  raw: NonNullable<Raw['notice']>,
): AssignmentModel['notice'] {
  if (!c.record('message'))
    c.error(at, 'REF015', 'app.json names no notifications: "message" of "records"', { key: true })
  const sources = c.dictionaries.get(c.record('messageSources') ?? '')
  if (sources) enumValue(c, below(at, 'source'), sources, raw.source)
  const plain = [...r.fields.values()].filter((field) => isWritten(field.type) && !field.masked && !field.secret)
  for (const key of ['title', 'one'] as const) checkHoles(c, below(at, key), raw[key], plain, r.name)
  checkHoles(c, below(at, 'many'), raw.many, [], 'several records')
  const { source, sources: others, title, one, many } = raw
  const by = others && r.fields.get(others.by)
  if (others && by?.type !== 'enum')
    c.unknown(below(at, 'sources', 'by'), 'REF004', `enum field of ${r.name}`, others.by, enumsOf(r))
  for (const [value, name] of Object.entries(others?.of ?? {})) {
    const values = by?.type === 'enum' ? c.dictionaries.get(by.of) : undefined
    if (values) enumValue(c, below(at, 'sources', 'of', value), values, value)
    if (sources) enumValue(c, below(at, 'sources', 'of', value), sources, name)
  }
  return { source, ...(others ? { sources: others } : {}), title, one, many }
}

const enumsOf = (r: ResourceDraft): string[] =>
  [...r.fields.values()].flatMap(({ type, name }) => (type === 'enum' ? [name] : []))

/** REF004: `{name}` is text of the record that anybody may read; of several records there is only `{count}`. */
function checkHoles(c: Compilation, at: At, text: Text, fields: FieldModel[], of: string): void {
  for (const lang of ['zh', 'en'] as const) {
    c.allow(below(at, lang), { kind: 'sentence', fields })
    for (const hole of text[lang].matchAll(/\{(\w+)\}/g)) {
      const name = hole[1] ?? ''
      const place = { offset: hole.index + 1, length: name.length }
      const field = fields.find((one) => one.name === name)
      referField(c, below(at, lang), field, name, place)
      if (field || (fields.length === 0 && name === 'count')) continue
      const known = fields.length === 0 ? ['count'] : fields.map((one) => one.name)
      c.error(below(at, lang), 'REF004', `"${name}" is no open text of ${of}${suggestion(name, known)}`, place)
    }
  }
}
