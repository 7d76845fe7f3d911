/**
 * Kind `edit`: changes what was sent of a record, and of its child rows. A stale version gives 409 with the
 * record as it stands. A state is changed by the value it shall have, where a preset of this call makes the move.
 */
import type { CallModel, MoveModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { refuse } from '../errors.ts'
import { arrivesAt } from '../engine/context.ts'
import { InputPlan } from '../engine/input.ts'
import { sameValue, wireValue } from '../engine/rows.ts'
import { mustNotBeAppendOnly } from '../engine/write/insert.ts'
import { update } from '../engine/write/update.ts'
import { valuesFor } from '../engine/write/values.ts'
import type { Answered, Run } from '../engine/run.ts'
import type { Unit } from '../engine/unit.ts'
import { idsOf, mustBeCurrent } from '../engine/writing.ts'
import type { Table } from '../query/table.ts'
import type { Row } from '../types.ts'
import type { Making, MakePlan } from './plan.ts'
import { Records } from './records.ts'
import { WriteCall, type Doing } from './write.ts'

type Values = Record<string, unknown>

const WITH_EACH_WRITE = ['updateTime', 'updateBy', 'updateName']

export const editCall: MakePlan = (making, call) => new EditCall(making, call)

class EditCall extends WriteCall {
  private readonly table: Table
  private readonly input: InputPlan
  private readonly records: Records
  /** Names not compared when they are sent back: states (each asked for as a move), who wrote last, what lists answer of other records. */
  private readonly changesAnyhow: ReadonlySet<string>

  constructor(making: Making, call: CallModel) {
    super(making, call)
    this.table = making.core.catalogue.table(call.resource)
    const fields = call.input.filter((field) => !['id', 'ids', 'version'].includes(field.name))
    this.input = new InputPlan(making.core.catalogue, fields, this.table, ['id'])
    const { machines } = this.table.resource
    this.changesAnyhow = new Set([
      ...WITH_EACH_WRITE,
      ...machines.filter((one) => one.moves.length > 0).map((one) => one.field),
      ...[...this.table.fields.values()].flatMap((field) => field.as ?? []),
    ])
    this.records = new Records(making.core)
  }

  async run(run: Run): Promise<Answered> {
    mustNotBeAppendOnly(this.table)
    const { writing } = this.making
    const ids = idsOf(run.payload, [])
    if (ids.length !== 1) return refuse('missing', { field: 'id', holes: { label: { zh: '编号', en: 'the id' } } })
    return await writing.inUnit(run, async (unit) => {
      const rows = await writing.rows(run, unit, this.table, ids)
      const row = rows[0] as Row
      await mustBeCurrent(row, run.payload.version, () => this.current(run, unit, row))
      await this.mustStand(run, unit, row)
      const input = await this.input.read(run.payload, { unit, sight: run.sight(this.table), old: row, partial: true })
      await writing.references(run, unit, this.input, input, { row, table: this.table })
      await writing.guard(run, unit, rows, input)
      return await this.act({ run, unit, rows, input })
    })
  }

  /** What is sent back beside the inputs must be what stands: another value would be taken without effect. */
  private async mustStand(run: Run, unit: Unit, row: Row): Promise<void> {
    const names = this.input.sentBack(run.payload).filter((name) => !this.changesAnyhow.has(name))
    if (names.length === 0) return
    const shown = await this.current(run, unit, row)
    for (const name of names) {
      const sent = run.payload[name]
      if (sameValue(sent, shown[name]) || (isEmpty(sent) && isEmpty(shown[name]))) continue
      const label = this.table.fields.get(name)?.label ?? { zh: name, en: name }
      refuse('lockedField', { field: name, holes: { label } })
    }
  }

  private async current(run: Run, unit: Unit, row: Row): Promise<Values> {
    const within = run.nested(run.call, run.payload, unit)
    const found = await this.records.current(run, unit, this.table, row)
    await this.records.addChildren(within, this.table, [found])
    return found
  }

  protected async standard(doing: Doing, more: Values): Promise<Answered> {
    const { run, unit, input } = doing
    const row = await this.fresh(doing, this.table, doing.rows[0] as Row)
    const moves = this.movesAsked(run, row)
    const values: Values = { ...input, ...more }
    for (const move of moves) {
      await unit.must(move.when, { row, old: row, input })
      Object.assign(values, await valuesFor(unit, this.table, move.set, { row, old: row, input }), {
        [move.field]: arrivesAt(this.table, move),
      })
    }
    const after = await update(unit, this.table, row, values, { moving: moves.map((move) => move.field) })
    return { data: { id: after.id, version: after.version }, written: [{ before: row, after }] }
  }

  /** Moves that the request asks for by the state to come to. */
  private movesAsked(run: Run, row: Row): MoveModel[] {
    return this.table.resource.machines.flatMap((machine) => {
      const to = run.payload[machine.field]
      if (isEmpty(to) || to === wireValue(this.table, row, machine.field) || machine.moves.length === 0) return []
      const ways = machine.moves.filter((move) => move.to === to && this.makes(move))
      const way = ways.find((move) => move.from.includes(wireValue(this.table, row, machine.field) as string | number))
      if (!way) return refuse('wrongState', { field: machine.field })
      if (!this.mayMove(run, way)) return refuse('forbidden')
      return [way]
    })
  }

  /** The move is made by this call, or by a preset of it. */
  private makes(move: MoveModel): boolean {
    const { presets } = this.making.core.model
    return move.by.some((id) => id === this.call.id || presets[id]?.path === this.call.path)
  }

  /** A grant of the plain edit is no grant of its presets' moves. */
  private mayMove(run: Run, move: MoveModel): boolean {
    const { actor, rights } = run.asker
    if (actor.kind === 'system' || rights.whole || run.options.granted) return true
    const presets = rights.calls.get(this.call.path)?.presets ?? []
    return presets.some(({ preset }) => preset?.move?.name === move.name && preset.move.field === move.field)
  }
}
