/** What follows when records changed hands: whoever has them now works here and has room, the history knows, and they are told. */
import type { CallModel } from '../../../model/model.ts'
import { fillHoles, refusal, refuse } from '../../errors.ts'
import { conditionSql } from '../../query/expression.ts'
import { PARTS } from '../../query/parts.ts'
import { allOf, column, compile, sql } from '../../query/sql.ts'
import type { Table } from '../../query/table.ts'
import type { Row } from '../../types.ts'
import type { Change } from '../assignments.ts'
import { notify } from '../notify.ts'
import { fromDb, fromLiteral } from '../rows.ts'
import type { Unit } from '../unit.ts'
import { insertMany } from './insert.ts'
import { valuesFor } from './values.ts'

type Values = Record<string, unknown>

/** Checks the changes of hands of a unit, keeps them in the history, and tells those concerned. */
export async function assign(unit: Unit): Promise<void> {
  const changes: Change[] = []
  for (const change of unit.assignments.take()) {
    const { when } = change.assignment
    if (!when || (await unit.holds(when, rootsOf(change)))) changes.push(change)
  }
  if (changes.length === 0) return
  await mustWork(unit, changes)
  await record(unit, changes)
  await tell(unit, changes)
}

const rootsOf = ({ before, after }: Change): { row: Row; old: Row | undefined } => ({ row: after, old: before })

/** Who has the record now, if the ref is to a person. */
const personOf = ({ assignment: { field, tell }, after }: Change): number | undefined =>
  tell === undefined && typeof after[field] === 'number' ? after[field] : undefined

const isGiven = (change: Change): boolean =>
  personOf(change) !== undefined && change.before?.[change.assignment.field] !== personOf(change)

/**
 * Refuses a person whom the look-up does not offer or who is given nothing now, and more than one person may have in hand. People are locked in one
 * order, so that two who give at once count one after the other.
 */
async function mustWork(unit: Unit, changes: readonly Change[]): Promise<void> {
  const table = unit.core.catalogue.part('person')
  const given = changes.filter(
    (one) => isGiven(one) && (one.assignment.limit || personOf(one) !== unit.actor.employeeId),
  )
  if (!table || given.length === 0) return
  const ids = [...new Set(given.map(personOf))]
  const found = await unit.tx.query(
    `select * from "${table.name}" where "id" = any($1) and not "isDel" order by "id" for no key update`,
    [ids],
  )
  const people = new Map(found.map((row) => [row.id as number, fromDb(table, row)]))
  for (const change of given) {
    const person = people.get(personOf(change) as number)
    if (!person || !(await isOffered(unit, change, person))) throw unknown(change)
    await unit.must(change.assignment.given, { row: person }, inputOf(change))
  }
  const limited = new Map(
    given
      .filter((one) => one.assignment.limit)
      .map((one) => [`${one.table.name}:${one.assignment.field}:${personOf(one)}`, one]),
  )
  for (const change of limited.values())
    await mustHaveRoom(unit, change, people.get(personOf(change) as number) as Row, table)
}

/** Whether the look-up of the ref offers a person: nobody is given to who left. */
async function isOffered(unit: Unit, { table, assignment }: Change, person: Row): Promise<boolean> {
  const field = table.fields.get(assignment.field)
  const { calls, resources } = unit.core.model
  const where = calls[field?.lookup ?? `${resources[field?.of ?? '']?.path}/select`]?.where
  return !where || (await unit.holds(where, { row: person }))
}

function unknown(change: Change): Error {
  const { table, assignment } = change
  const label = table.fields.get(assignment.field)?.label ?? table.resource.label
  return refusal('noReference', { field: inputOf(change), holes: { label } })
}

async function mustHaveRoom(unit: Unit, change: Change, person: Row, people: Table): Promise<void> {
  const { table, assignment } = change
  const { limit, field } = assignment
  if (!limit) return
  const most = Number(await unit.value(limit.most, {}))
  if (most <= 0) return
  const where = limit.where ? [conditionSql(limit.where, 't', unit.asker.environment)] : []
  const { sql: text, parameters } = compile(sql`select count(*) as "n" from ${sql.table(table.name)} as "t"
    where ${allOf([sql`${column('t', field)} = ${person.id}`, sql`not "t"."isDel"`, ...where])}`)
  const [row] = await unit.tx.query<{ n: number }>(text, parameters)
  if (Number(row?.n) > most)
    refuse('fullHands', {
      field: inputOf(change),
      holes: { name: String(person[people.resource.title]), limit: most },
    })
}

/** The input that names the person, where the call has one. */
function inputOf({ table, assignment, after, asked }: Change): string {
  const { of } = table.fields.get(assignment.field) ?? {}
  const named = (call: CallModel): string | undefined =>
    call.input.find((one) => one.of === of && asked?.input[one.name] === after[assignment.field])?.name
  return (asked && named(asked.call)) ?? assignment.field
}

/** One record of the history for each change. */
async function record(unit: Unit, changes: readonly Change[]): Promise<void> {
  const history = unit.core.catalogue.part('assignment')
  if (!history) return
  const entries: Values[] = []
  for (const change of changes) if (change.assignment.history) entries.push(await entryOf(unit, history, change))
  if (entries.length > 0) await insertMany(unit, history, entries)
}

async function entryOf(unit: Unit, history: Table, change: Change): Promise<Values> {
  const { table, assignment, before, after, said } = change
  const { field, org } = assignment
  const { target, from, to, fromOrg, toOrg, mode, reason } = PARTS.assignment
  const { by = '', kinds = {} } = history.fields.get(target) ?? {}
  const kind = Object.keys(kinds).find((one) => kinds[one] === table.name)
  const kindField = history.fields.get(by)
  return {
    [target]: after.id,
    ...(kindField ? { [by]: fromLiteral(kindField, kind, history.dictionaries) } : {}),
    [from]: before?.[field] ?? null,
    [to]: after[field],
    ...(org === undefined ? {} : { [fromOrg]: before?.[org] ?? null, [toOrg]: after[org] }),
    ...(await valuesFor(unit, history, assignment.history ?? {}, rootsOf(change))),
    ...(said.mode === undefined ? {} : { [mode]: said.mode }),
    ...(said.reason ? { [reason]: said.reason } : {}),
    ...(history.resource.company ? { companyId: after.companyId } : {}),
  }
}

/** One notification for all that one person got at once from somebody else. */
async function tell(unit: Unit, changes: readonly Change[]): Promise<void> {
  const told = new Map<string, { receiver: number; all: Change[] }>()
  for (const change of changes) {
    const receiver = change.assignment.notice && (await receiverOf(unit, change))
    if (!receiver || receiver === unit.actor.employeeId) continue
    const key = `${change.table.name}:${change.assignment.field}:${receiver}`
    const { all } = told.get(key) ?? { all: [] }
    told.set(key, { receiver, all: [...all, change] })
  }
  for (const { receiver, all } of told.values()) await tellOne(unit, receiver, all)
}

async function receiverOf(unit: Unit, change: Change): Promise<number | undefined> {
  const { table, assignment, after, before } = change
  const { field, tell } = assignment
  if (tell === undefined) return isGiven(change) ? personOf(change) : undefined
  const of = table.fields.get(field)?.of
  if (!of || typeof after[field] !== 'number' || after[field] === before?.[field]) return undefined
  const [row] = await unit.tx.query(`select "${tell}" as "id" from "${of}" where "id" = $1 and not "isDel"`, [
    after[field],
  ])
  return typeof row?.id === 'number' ? row.id : undefined
}

async function tellOne(unit: Unit, receiver: number, all: readonly Change[]): Promise<void> {
  const [first] = all
  const notice = first?.assignment.notice
  if (!first || !notice) return
  const words = Object.fromEntries(
    Object.entries(first.after).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  await notify(unit, receiver, {
    title: fillHoles(notice.title, words),
    content: all.length === 1 ? fillHoles(notice.one, words) : fillHoles(notice.many, { count: all.length }),
    sourceType: notice.sources?.of[String(first.after[notice.sources.by])] ?? notice.source,
    source: { id: first.after.id },
  })
}
