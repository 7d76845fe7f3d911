/**
 * Values that may not occur twice among live rows (rules 6.5). Checked before the write, so that the message names its
 * field; the unique index of the database decides when two write at once (I-40, I-50).
 */
import { holds } from '../../../model/expr/index.ts'
import type { UniqueModel } from '../../../model/model.ts'
import { isEmpty } from '../../../model/validate/index.ts'
import { DbError } from '../../db/index.ts'
import { Refusal } from '../../errors.ts'
import { codecOf } from '../../fields/index.ts'
import { conditionSql } from '../../query/expression.ts'
import { allOf, column, compile, sql, type Sql } from '../../query/sql.ts'
import type { Table } from '../../query/table.ts'
import type { Unit } from '../unit.ts'
import { lockRow } from './owner.ts'
import { askAll, type Question } from './questions.ts'

type Values = Record<string, unknown>

/** Whether a row takes part in a uniqueness: its field is filled, and its condition holds. */
async function takesPart(unit: Unit, unique: UniqueModel, values: Values): Promise<boolean> {
  if (isEmpty(values[unique.field]) || (unique.until && isEmpty(values[unique.until]))) return false
  return !unique.where || holds(unique.where, await unit.prepare(unique.where, { row: values }))
}

/** Finds other live rows with the same values. */
function twin(unit: Unit, table: Table, unique: UniqueModel, values: Values, id: unknown): Sql {
  const stored = (name: string): unknown => {
    const field = table.fields.get(name)
    return field ? codecOf(field).toDb(values[name], field, table.dictionaries) : null
  }
  const { until } = unique
  const conditions = [unique.field, ...unique.within].map((name) => {
    const value = stored(name)
    if (name === unique.field && until)
      return sql`${column('t', name)} < ${stored(until)} and ${column('t', until)} > ${value}`
    // For a list, one common value is a conflict.
    if (name === unique.field && Array.isArray(value)) return sql`${column('t', name)} && ${value}`
    // Roots of a tree are siblings too: an empty parent equals an empty parent.
    return value === null ? sql`${column('t', name)} is null` : sql`${column('t', name)} = ${value}`
  })
  if (table.resource.company && !unique.everywhere)
    conditions.push(sql`"t"."companyId" = ${values.companyId ?? unit.actor.companyId ?? null}`)
  if (!isEmpty(id)) conditions.push(sql`"t"."id" <> ${id}`)
  if (unique.where) conditions.push(conditionSql(unique.where, 't', unit.asker.environment))
  return sql`(select "t"."id" from ${sql.table(table.name)} as "t" where not "t"."isDel" and ${allOf(conditions)} limit 1)`
}

/** The uniquenesses that apply to a record, each with the query for the id of a duplicate. */
async function twins(
  unit: Unit,
  table: Table,
  uniques: readonly UniqueModel[],
  values: Values,
): Promise<{ unique: UniqueModel; query: Sql }[]> {
  const found: { unique: UniqueModel; query: Sql }[] = []
  for (const unique of uniques)
    if (await takesPart(unit, unique, values))
      found.push({ unique, query: twin(unit, table, unique, values, values.id) })
  return found
}

/** The uniquenesses that a record would violate. */
export async function findTwins(
  unit: Unit,
  table: Table,
  uniques: readonly UniqueModel[],
  values: Values,
): Promise<UniqueModel[]> {
  const questions = await twins(unit, table, uniques, values)
  if (questions.length === 0) return []
  const { sql: text, parameters } = compile(
    sql`select ${sql.join(questions.map((one, i) => sql`${one.query} as ${sql.id(`u${i}`)}`))}`,
  )
  const [row] = await unit.tx.query<Record<string, number | null>>(text, parameters)
  return questions.flatMap(({ unique }, i) => (typeof row?.[`u${i}`] === 'number' ? [unique] : []))
}

/** A record to be written, and its path for messages. */
interface Candidate {
  values: Values
  at: string
}

/** Refuses records that duplicate others, with the field. `changed`: only uniquenesses with one of these fields. */
export async function mustBeUnique(
  unit: Unit,
  table: Table,
  candidates: readonly Candidate[],
  changed?: ReadonlySet<string>,
): Promise<void> {
  const uniques = table.resource.unique.filter((one) => !changed || concerns(one, changed))
  for (const { until, within } of uniques) if (until) await lockShared(unit, table, within, candidates)
  await askAll(unit, await uniqueQuestions(unit, table, uniques, candidates))
}

/** For each record and each uniqueness that applies to it: whether another has the same. */
export async function uniqueQuestions(
  unit: Unit,
  table: Table,
  uniques: readonly UniqueModel[],
  candidates: readonly Candidate[],
): Promise<Question[]> {
  const questions: Question[] = []
  for (const { values, at } of candidates)
    for (const { unique, query } of await twins(unit, table, uniques, values))
      questions.push({
        query,
        refusal: (id) => {
          if (typeof id !== 'number') return undefined
          tells(unit, table, unique, values)
          return duplicate(unique, at, unique.everywhere ? undefined : id)
        },
      })
  return questions
}

/** What records of one table may not have in common with others, as text: the field of each uniqueness that applies, and its key. */
export async function marksOf(
  unit: Unit,
  table: Table,
  uniques: readonly UniqueModel[],
  values: Values,
): Promise<{ field: string; key: string }[]> {
  const marks: { field: string; key: string }[] = []
  for (const unique of uniques)
    if (!unique.until && !Array.isArray(values[unique.field]) && (await takesPart(unit, unique, values)))
      marks.push({
        field: unique.field,
        key: JSON.stringify([unique.key, ...[unique.field, ...unique.within].map((name) => values[name] ?? null)]),
      })
  return marks
}

/** That a masked value is taken tells whoever may not see it that it is there: as much as finding it does. */
function tells({ asker }: Unit, table: Table, { field }: UniqueModel, values: Values): void {
  const sight = asker.sight(table.name)
  if (!sight.full && table.fields.get(field)?.masked) sight.compares(String(values[field]))
}

/** Two spans that overlap have no value in common that an index could refuse: whoever adds one waits for the record they share. */
async function lockShared(
  unit: Unit,
  table: Table,
  within: readonly string[],
  candidates: readonly Candidate[],
): Promise<void> {
  for (const name of within) {
    const of = table.fields.get(name)?.of
    if (!of || table.fields.get(name)?.type !== 'ref') continue
    const ids = new Set(candidates.map(({ values }) => values[name]))
    for (const id of [...ids].filter((one) => typeof one === 'number').sort((a, b) => a - b))
      await lockRow(unit, unit.table(of), id)
  }
}

/** Whether some of these records may be duplicates of one another. */
export async function haveTwins(unit: Unit, table: Table, candidates: readonly Candidate[]): Promise<boolean> {
  for (const unique of table.resource.unique) {
    const alike = new Map<string, Values[]>()
    for (const { values } of candidates) {
      if (!(await takesPart(unit, unique, values))) continue
      const names = unique.until ? unique.within : [unique.field, ...unique.within]
      const key = JSON.stringify(names.map((name) => values[name]))
      const others = alike.get(key)
      if (others) others.push(values)
      else alike.set(key, [values])
    }
    for (const group of alike.values()) if (mayClash(unique, group)) return true
  }
  return false
}

/** Of records alike in all that a uniqueness compares but a span: whether two spans may have a moment in common. */
function mayClash({ field, until }: UniqueModel, group: readonly Values[]): boolean {
  // Lists conflict by one common value: the database checks that, record by record.
  if (group.some((values) => Array.isArray(values[field]))) return true
  if (!until) return group.length > 1
  const spans = group.map((values) => ({ from: values[field] as Moment, to: values[until] as Moment }))
  spans.sort((a, b) => (a.from < b.from ? -1 : 1))
  return spans.some(({ from, to }, i) => to <= from || from < (spans[i - 1]?.to ?? from))
}

/** A time of day as `09:00`, a day or a moment as a number: these compare as they do in the database. */
type Moment = string | number

/** Whether a change may make a duplicate: it sets a field of the uniqueness. */
function concerns({ field, until, within, where }: UniqueModel, changed: ReadonlySet<string>): boolean {
  const read = where?.reads.map((path) => /^row\.(\w+)$/.exec(path)?.[1]) ?? []
  return read.includes(undefined) || [field, until, ...within, ...read].some((name) => changed.has(name as string))
}

const duplicate = (unique: UniqueModel, at: string, id?: number): Refusal =>
  new Refusal(400, unique.message, { field: `${at}${unique.field}`, ...(id === undefined ? {} : { data: { id } }) })

/** Turns a violated unique index into the message of its uniqueness. Any other error is returned unchanged. */
export function asDuplicate(error: unknown, tables: Iterable<Table>): unknown {
  if (!(error instanceof DbError) || error.kind !== 'unique') return error
  for (const table of tables) {
    if (error.table !== table.name) continue
    const unique =
      table.resource.unique.find((one) => namesIndex(error.constraint ?? '', table, one)) ?? table.resource.unique[0]
    if (unique) return duplicate(unique, '')
  }
  return error
}

/** Index names contain the columns, which identify the violated uniqueness. */
function namesIndex(constraint: string, table: Table, unique: UniqueModel): boolean {
  const columns = [...unique.within, unique.field]
  const others = table.resource.unique.filter((one) => one !== unique)
  const named = columns.every((name) => constraint.includes(name))
  return (
    named &&
    !others.some(
      (one) =>
        one.within.length > unique.within.length &&
        [...one.within, one.field].every((name) => constraint.includes(name)),
    )
  )
}
