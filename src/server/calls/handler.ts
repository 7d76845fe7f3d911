/**
 * Kind `handler`: a typed function of `src/server/domain` does it, after grant, row, scope, validation and guard.
 * Also any other kind whose function stands in the engine's place but reads only: `query`, `detail`, `select` ….
 */
import { pointingOf, subjectOf } from '../../model/calls.ts'
import type { CallModel, FieldModel } from '../../model/model.ts'
import { Refusal, refuseWith } from '../errors.ts'
import { InputPlan } from '../engine/input.ts'
import { Run, type Answered } from '../engine/run.ts'
import { Unit } from '../engine/unit.ts'
import { idsOf, mustBeCurrent, namedIn } from '../engine/writing.ts'
import type { Table } from '../query/table.ts'
import type { Actor, OwnHandler, Row } from '../types.ts'
import { AnswerWriter } from './answer.ts'
import { mustBeAsLoaded } from './loaded.ts'
import type { CallPlan, Making, MakePlan } from './plan.ts'
import { reader } from './read.ts'
import { Records } from './records.ts'
import { WriteCall, type Doing } from './write.ts'

export const handlerCall: MakePlan = (making, call) => {
  const handler = making.handlerOf(call.path)
  return handler && typeof handler !== 'function' ? new OwnCall(making, call, handler) : new HandlerCall(making, call)
}

/** A call of another kind whose function stands in its place: `standard` is what the kind does. */
export const replaced = (inner: CallPlan, making: Making): CallPlan => new HandlerCall(making, inner.call, inner)

class HandlerCall extends WriteCall {
  private readonly table: Table | undefined
  private readonly input: InputPlan
  /** The input that names the rows it is made on: `id`, `ids`, else the only reference to its own resource. */
  private readonly subject: readonly FieldModel[]
  /** The same, where whoever may be given the row may choose it: once it is locked nothing more is asked of it. */
  private readonly known: ReadonlySet<string>
  /** Inputs that name further rows of its own resource. */
  private readonly besides: readonly FieldModel[]
  private readonly inner: CallPlan | undefined
  private readonly records: Records

  constructor(making: Making, call: CallModel, inner?: CallPlan) {
    super(making, call)
    const { catalogue } = making.core
    const table = catalogue.tables.get(call.resource)
    this.inner = inner
    this.records = new Records(making.core)
    this.table = table?.resource.virtual ? undefined : table
    this.subject = inner ? [] : subjectOf(call)
    this.known = new Set(this.subject.filter((field) => isUnlimited(making, field)).map(({ name }) => name))
    const isEnvelope = this.subject.some(({ name }) => name === 'id' || name === 'ids')
    const pointing = pointingOf(call.input, call.resource)
    this.besides = isEnvelope ? pointing.filter((field) => !this.subject.includes(field)) : []
    const fields = call.input.filter(
      (field) => (field.name !== 'id' && field.name !== 'ids') || !this.table || field.required,
    )
    this.input = new InputPlan(catalogue, fields, undefined, ['id', 'ids', ...READING_KEYS])
  }

  async run(run: Run): Promise<Answered> {
    const { writing } = this.making
    return await writing.inUnit(run, async (unit) => {
      const ids = this.table && this.subject.length > 0 ? idsOf(run.payload, this.subject) : []
      const besides = namedIn(run.payload, this.besides)
      const rows = this.table && ids.length > 0 ? await writing.rows(run, unit, this.table, ids, besides) : []
      await this.mustBeCurrent(run, unit, ids.length === 1 ? rows[0] : undefined)
      const input = this.inner ? run.payload : await this.checked(run, unit, rows)
      await writing.guard(run, unit, rows, input)
      return await this.act({ run, unit, rows, input })
    })
  }

  /**
   * Of one record the version it was read in may be said, as with an edit of the engine's own, and of a list that is
   * replaced whole the one that was loaded; a call that asks for a version compares it itself.
   */
  private async mustBeCurrent(run: Run, unit: Unit, row: Row | undefined): Promise<void> {
    const { load } = this.call
    if (load?.whole) return await mustBeAsLoaded(this.making, run, unit, load)
    if (!row || !this.table || this.call.input.some(({ name }) => name === 'version')) return
    const { table, records } = this
    await mustBeCurrent(row, run.payload.version, () => records.current(run, unit, table, row))
  }

  private async checked(run: Run, unit: Unit, rows: Doing['rows']): Promise<Record<string, unknown>> {
    const input = await this.input.read(run.payload, {
      unit,
      sight: run.sight(this.table),
      old: rows[0],
      partial: false,
      makes: this.call.name === 'add',
    })
    // A request may name its row by "id" and another one by the reference.
    const ids = new Set<unknown>(rows.map(({ id }) => id))
    const known = new Set([...this.known].filter((name) => [input[name]].flat().every((id) => ids.has(id))))
    await this.making.writing.references(run, unit, this.input, input, { row: rows[0], known })
    const besides = Object.fromEntries(
      Object.entries(run.payload).filter(([name]) => !(name in input) && EXTRA.has(name)),
    )
    return { ...besides, ...input }
  }

  protected async standard({ run, unit }: Doing): Promise<Answered> {
    if (!this.inner) throw new Error(`${this.call.path} has no part of the engine's own`)
    return await this.inner.run(run.nested(this.call, run.payload, unit))
  }
}

/** Whether a reference names any row of its resource that the person sees: its look-up leaves none out. */
const isUnlimited = ({ core }: Making, field: FieldModel): boolean =>
  Object.keys(field.with).length === 0 && core.model.calls[field.lookup ?? '']?.where === undefined

/** Paging and order, which hand-written lists take as the engine's do. */
const READING_KEYS = ['pageNO', 'pageRows', 'sort', 'sortField', 'sortOrder', 'keyword'] as const
const EXTRA: ReadonlySet<string> = new Set(['id', 'ids', ...READING_KEYS])

const SYSTEM: Actor = { kind: 'system', lang: 'zh' }

/** A call that opens its own transactions: signing in, changing a password. */
class OwnCall implements CallPlan {
  readonly call: CallModel
  private readonly making: Making
  private readonly handler: OwnHandler
  private readonly input: InputPlan
  private readonly answers: AnswerWriter

  constructor(making: Making, call: CallModel, handler: OwnHandler) {
    this.making = making
    this.call = call
    this.handler = handler
    this.input = new InputPlan(making.core.catalogue, call.input, undefined, READING_KEYS)
    this.answers = new AnswerWriter(making.core, call)
  }

  async run(run: Run): Promise<Answered> {
    if (run.options.unit) throw new Refusal(500, { zh: '不能在事务中调用', en: 'This call opens its own transactions' })
    const unit = new Unit(run.asker, reader(run))
    const input = await this.input.read(run.payload, { unit, sight: run.sight(undefined), partial: false })
    await this.making.writing.guard(run, unit, [], input)
    const { deps, counts } = this.making.core
    const result = await this.handler.own({
      ...deps,
      actor: run.actor,
      now: run.asker.now,
      input,
      refuse: (field, why) => refuseWith(why, field),
      answer: (parts) => {
        Object.assign(run.parts, parts)
      },
      bySystem: (companyId, path, payload) => this.bySystem({ ...SYSTEM, companyId }, path, payload),
    })
    counts.changed()
    return { ...run.parts, data: await this.answers.write(run, unit, result) }
  }

  private async bySystem(actor: Actor, path: string, payload: Record<string, unknown>): Promise<unknown> {
    const plan = this.making.planOf(path)
    if (!plan) throw new Error(`no call ${path}`)
    const asker = await this.making.core.asker(actor)
    return (await plan.run(new Run(asker, plan.call, payload, { free: true }, { granted: true }))).data
  }
}
