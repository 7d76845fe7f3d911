/** The common parts of every call that writes: its unit of work, its rows, references, guards. */
import type { Condition, FieldModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { refuse } from '../errors.ts'
import { WITHIN } from '../query/beside.ts'
import { Memo, allOf, prepare, slot, sql, type Prepared } from '../query/sql.ts'
import type { Table } from '../query/table.ts'
import { titleField, titleSql } from '../query/titles.ts'
import type { Row } from '../types.ts'
import type { Core } from './core.ts'
import { labelOf } from './grant.ts'
import type { Inside, InputPlan } from './input.ts'
import { claimOnce, keepAnswer, onceKey } from './once.ts'
import { fromDb } from './rows.ts'
import type { Answered, Run } from './run.ts'
import { reachKey } from '../query/scope.ts'
import { keepUndo } from './undo.ts'
import { Unit } from './unit.ts'
import { askAll, type Question } from './write/questions.ts'
import { settle } from './write/settle.ts'
import { referenceQuestions, type Offered } from './write/references.ts'
import { asDuplicate } from './write/unique.ts'

/** What records are called by others that are locked with them; undefined where the database must be asked. */
function titlesInHand(unit: Unit, table: Table, ids: readonly number[]): Map<number, unknown> | undefined {
  const ref = table.fields.get(table.resource.title)
  if (ref?.type !== 'ref' || !ref.of || ref.by || (ref.key ?? 'id') !== 'id') return undefined
  const target = unit.table(ref.of)
  const title = target.fields.get(target.resource.title)
  if (title?.type !== 'string' || !title.column || title.secret || title.en) return undefined
  const titles = new Map<number, unknown>()
  for (const id of ids) {
    const record = unit.locked.find(target, unit.locked.find(table, id)?.[ref.name])
    if (!record) return undefined
    titles.set(id, record[title.name])
  }
  return titles
}

/** Parts whose rows decide the rights of people. */
const GRANTING = ['role', 'menu', 'button', 'grant', 'dataRule'] as const

/**
 * What is known where references are checked. `row`: the record of the call; `table`: that of the written record;
 * `known`: inputs whose records are locked within what the person sees.
 */
interface Referring {
  row?: Row | undefined
  table?: Table
  known?: ReadonlySet<string> | undefined
}

/** Makes the condition under which a look-up offers a record to the person of a run. */
type OfferedFor = (run: Run) => Offered

export class Writing {
  private readonly core: Core
  private readonly locks = new Memo<Prepared>(1000)
  private readonly offeredFor: OfferedFor

  constructor(core: Core, offeredFor: OfferedFor) {
    this.core = core
    this.offeredFor = offeredFor
  }

  /**
   * Runs the work of a call in a transaction of its own, or in the one it joins. Audit and push are written with it;
   * work that must wait for the commit runs after it.
   */
  async inUnit(
    run: Run,
    work: (unit: Unit) => Promise<Answered>,
    numbers?: ReadonlyMap<string, number>,
  ): Promise<Answered> {
    if (run.options.unit) return await work(run.options.unit)
    const key = onceKey(run)
    let unit: Unit | undefined
    const answered = await this.core.deps.db
      .transaction(async (tx) => {
        // A transaction that lost a race is run again, from the beginning.
        unit = new Unit(run.asker, tx, new Map(numbers))
        const first = key === undefined ? undefined : await claimOnce(tx, key, run.payload)
        return first ?? (await this.work(run, unit, work, key))
      })
      .catch((error: unknown) => {
        throw asDuplicate(error, this.core.catalogue.tables.values())
      })
    if (unit) await this.finish(run, unit)
    return answered
  }

  private async work(
    run: Run,
    unit: Unit,
    work: (unit: Unit) => Promise<Answered>,
    key: string | undefined,
  ): Promise<Answered> {
    const done = await work(unit)
    await settle(unit)
    const { catalogue, model } = this.core
    const { call } = run
    if (!unit.journal.empty) {
      const entry = {
        call: call.name,
        label: labelOf(run),
        resource: call.resource,
        module: model.resources[call.resource]?.label ?? { zh: call.resource, en: call.resource },
        zone: model.app.timezone,
      }
      await this.nameEntries(run, unit)
      const by = { to: unit, actor: run.actor, now: unit.now }
      unit.journal.flush(by, entry, { log: catalogue.part('log'), push: run.options.quiet !== true })
    }
    if (this.touches(run, unit, GRANTING)) await this.core.rights.changed(unit.tx)
    if (this.touches(run, unit, ['setting'])) await this.core.settings.changed(unit.tx)
    const undo = keepUndo(run, unit)
    const answered = undo === undefined ? done : { ...done, undo }
    if (key !== undefined) keepAnswer(unit, key, answered)
    return answered
  }

  /** The log calls each record by its title, also where that is one of another record; what is masked it does not say. */
  private async nameEntries(run: Run, unit: Unit): Promise<void> {
    const { catalogue } = this.core
    for (const [table, ids] of unit.journal.unnamed) {
      if (titleField(catalogue, table).masked) continue
      const inHand = titlesInHand(unit, table, ids)
      if (inHand) {
        unit.journal.name(table, inHand)
        continue
      }
      const title = titleSql(catalogue, table, 't', run.asker.environment)
      const { sql: text, parameters } = prepare(
        sql`select "t"."id", ${title} as "title" from ${sql.table(table.name)} as "t" where "t"."id" = any(${ids})`,
      ).bind({ ...run.binding(), values: {} })
      const rows = await unit.tx.query<{ id: number; title: string | null }>(text, parameters)
      unit.journal.name(table, new Map(rows.map((row) => [row.id, row.title])))
    }
  }

  /** Whether a unit may have changed rows of these parts. For a handler of such a resource the answer is always yes. */
  private touches(run: Run, unit: Unit, parts: readonly string[]): boolean {
    const { records } = this.core.model.app
    const names = parts.map((part) => records[part])
    return names.includes(run.call.resource) || [...unit.journal.resources].some((name) => names.includes(name))
  }

  private async finish(run: Run, unit: Unit): Promise<void> {
    this.core.counts.changed()
    if (unit.journal.hasMessages && !run.options.quiet) this.core.hint.soon()
    if (this.touches(run, unit, GRANTING)) this.core.rights.forget()
    if (this.touches(run, unit, ['setting'])) this.core.settings.forget()
    for (const work of unit.afterCommit) await work()
  }

  /**
   * The rows of a call, locked until the end except against new references: 404 for rows that do not exist here, 403
   * outside the data rule. `besides`: others of the table that it names are locked with them, all in the order of their
   * ids; whether they are there is another matter.
   */
  async rows(
    run: Run,
    unit: Unit,
    table: Table,
    ids: readonly number[],
    besides: readonly number[] = [],
  ): Promise<Row[]> {
    const reach = run.reach(table, false)
    const key = reachKey(reach)
    const all = [...ids, ...besides]
    // Of a list PostgreSQL makes a new plan each time, since it may be long.
    const [one, ...more] = all
    const named = more.length === 0 ? sql`"t"."id" = ${slot('id')}` : sql`"t"."id" = any(${slot('ids')})`
    const made = (): Prepared =>
      prepare(sql`
      select "t".*, ${this.core.scope.changing(table, 't', reach)} as ${sql.id(WITHIN)} from ${sql.table(table.name)} as "t"
      where ${allOf([named, sql`not "t"."isDel"`, this.core.scope.company(table, 't', reach)])}
      order by "t"."id" for no key update of "t"`)
    const prepared =
      key === undefined ? made() : this.locks.get(`${table.name}|${more.length === 0 ? 'one' : 'all'}|${key}`, made)
    const { sql: text, parameters } = prepared.bind({ ...run.binding(), values: { id: one, ids: all } })
    const found = await unit.tx.query(text, parameters)
    const byId = new Map(found.map((row) => [row.id, row]))
    return ids.map((id) => {
      const found = byId.get(id)
      if (!found) return refuse('notFound')
      if (found[WITHIN] !== true) return refuse('outOfScope')
      delete found[WITHIN]
      const row = fromDb(table, found)
      unit.locked.keep(table, row)
      return row
    })
  }

  /** Checks the references of the input: the records exist and are among the choices. */
  async references(
    run: Run,
    unit: Unit,
    plan: InputPlan,
    inside: Inside,
    { row, table, known }: Referring,
  ): Promise<void> {
    const questions = await this.asked(run, unit, plan, inside, {
      ...(row ? { row } : {}),
      ...(table ? { table } : {}),
      known,
    })
    if (mayWait(run)) unit.putOff.push(...questions)
    else await askAll(unit, questions)
  }

  /** What the database is asked of the references of the input. */
  async asked(
    run: Run,
    unit: Unit,
    plan: InputPlan,
    inside: Inside,
    { row, table, known }: Referring,
  ): Promise<Question[]> {
    const offered = this.offeredFor(run)
    const record = table ? { ...row, ...inside } : (row ?? inside)
    const children =
      table && row ? await this.childrenOf(unit, table, row, inside) : new Map<string, Map<unknown, Row>>()
    const referring = [...plan.referring(inside, table ? row : undefined, children)].map((one) => ({
      ...one,
      fields: known && one.plan === plan ? one.fields.filter(({ name }) => !known.has(name)) : one.fields,
      input: inside,
      row: one.at === '' ? record : one.values,
      parent: one.at === '' ? undefined : record,
      table: one.plan === plan ? table : undefined,
    }))
    return await referenceQuestions(unit, offered, referring)
  }

  /** The child rows that a change sends back, with their current values: existing references stay, whoever may see them. */
  private async childrenOf(
    unit: Unit,
    table: Table,
    row: Row,
    inside: Inside,
  ): Promise<Map<string, Map<unknown, Row>>> {
    const found = new Map<string, Map<unknown, Row>>()
    for (const own of table.own) {
      const entries = inside[own.field.name]
      if (!Array.isArray(entries) || !entries.some((entry: Inside) => typeof entry.id === 'number')) continue
      const child = unit.table(own.child)
      const rows = await unit.tx.query(`select * from "${child.name}" where "${own.parent}" = $1 and not "isDel"`, [
        row.id,
      ])
      found.set(own.field.name, new Map(rows.map((one) => [one.id, fromDb(child, one)])))
    }
    return found
  }

  /** The guards of a call, and of the preset it was granted by. */
  async guard(run: Run, unit: Unit, rows: readonly Row[], input: Inside): Promise<void> {
    const subjects = rows.length > 0 ? rows : [undefined]
    for (const row of subjects) {
      const roots = { row: row ?? input, old: row, input }
      await unit.must(applicable(run.call.when, row !== undefined), roots)
      if (!run.granted.free) await this.presetGuard(run, unit, roots, row !== undefined)
    }
  }

  /** One of the granted presets must pass; else the last one gives the reason. */
  private async presetGuard(run: Run, unit: Unit, roots: Parameters<Unit['must']>[1], hasRow: boolean): Promise<void> {
    if (run.granted.free) return
    let refused: unknown
    for (const { preset } of run.granted.presets) {
      try {
        return await unit.must(applicable(preset?.when ?? [], hasRow), roots)
      } catch (error) {
        refused = error
      }
    }
    if (refused) throw refused
  }
}

/** Whether nothing reads the referenced records before the write asks its own questions: no guard, no hand-written function. */
const mayWait = (run: Run): boolean =>
  !run.call.handler && run.call.when.length === 0 && run.granted.free && run.call.kind === 'add'

/** A condition on the record is checked only where there is a record. */
const applicable = (conditions: readonly Condition[], hasRow: boolean): readonly Condition[] =>
  hasRow ? conditions : filtered(conditions)

const withoutRow = new WeakMap<readonly Condition[], Condition[]>()

function filtered(conditions: readonly Condition[]): Condition[] {
  let cached = withoutRow.get(conditions)
  if (!cached)
    withoutRow.set(
      conditions,
      (cached = conditions.filter((one) => !one.expr.reads.some((path) => /^(row|old)\b/.test(path)))),
    )
  return cached
}

/** The ids a request names: `ids`, `id`, or the one reference that replaces them; empty when it names none. */
export function idsOf(payload: Record<string, unknown>, fields: readonly FieldModel[]): number[] {
  const name = ['ids', 'id', fields.length === 1 ? fields[0]?.name : undefined].find(
    (one) => one !== undefined && !isEmpty(payload[one]),
  )
  if (name === undefined) return []
  const value = payload[name]
  const list = Array.isArray(value) && name !== 'id' ? value : name === 'ids' ? [] : [value]
  const valid = list.length > 0 && list.length <= IDS_MAX && list.every(isId)
  return valid ? [...new Set(list as number[])] : refuse('malformed', { field: name })
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** The ids in references of a request that is not checked yet. */
export function namedIn(payload: Record<string, unknown>, fields: readonly FieldModel[]): number[] {
  return fields.flatMap(({ name }) => [payload[name]].flat().filter(isId)).slice(0, IDS_MAX)
}

/** Most rows of one batch. */
const IDS_MAX = 500

/** Refuses a change based on an older version of the record, with the current record (409). */
export function mustBeCurrent(
  row: Row,
  version: unknown,
  current: () => Promise<Record<string, unknown>>,
): Promise<void> | undefined {
  if (isEmpty(version)) return undefined
  if (typeof version !== 'number') return refuse('malformed', { field: 'version' })
  if (version === row.version) return undefined
  return current().then((now) => refuse('stale', { data: { current: now, version: row.version } }))
}
