/** What a hand-written function returns, in wire form: rows of a resource with their titles, or the fields the call declares. */
import { isOwn } from '../../model/fields.ts'
import type { CallModel, FieldModel } from '../../model/model.ts'
import type { Core } from '../engine/core.ts'
import type { Run } from '../engine/run.ts'
import type { Unit } from '../engine/unit.ts'
import { codecOf, maskValue } from '../fields/index.ts'
import { isRead, type Sight, type WireRow } from '../query/cells.ts'
import type { Table } from '../query/table.ts'
import { Records } from './records.ts'

type Values = Record<string, unknown>

let tell: (path: string, name: string) => void = () => undefined

/** Says who is told of a key that a function answers and its call does not declare: a developer, or a test. */
export function onUndeclared(told: typeof tell): void {
  tell = told
}

export class AnswerWriter {
  private readonly call: CallModel
  private readonly table: Table | undefined
  private readonly records: Records
  private readonly core: Core
  private readonly declared: ReadonlySet<string>

  constructor(core: Core, call: CallModel) {
    this.call = call
    this.core = core
    this.records = new Records(core)
    this.declared = new Set(call.output.map(({ name }) => name))
    const rows = call.kind === 'select' ? undefined : call.rows
    this.table = rows === undefined ? undefined : core.catalogue.tables.get(rows)
  }

  /** The answer's `data`. A key that the call does not declare is left out: nobody would know whether it may be seen. */
  async write(run: Run, unit: Unit, result: unknown): Promise<unknown> {
    if (this.table) return await this.rows(run, unit, this.table, result)
    if (this.call.output.length === 0 || typeof result !== 'object' || result === null) return result ?? null
    return Array.isArray(result) ? result.map((one) => this.entry(run, one)) : this.entry(run, result)
  }

  private entry(run: Run, value: unknown): unknown {
    if (!isRecord(value)) return value
    const out: Values = { ...value }
    for (const name of Object.keys(out))
      if (!this.declared.has(name)) {
        tell(this.call.path, name)
        delete out[name]
      }
    for (const field of this.call.output)
      if (field.name in out) out[field.name] = this.valueOf(run, field, out[field.name])
    return out
  }

  /** Child rows that are not stored are answered as stored ones are. */
  private valueOf(run: Run, field: FieldModel, value: unknown): unknown {
    const child = isOwn(field) ? this.core.catalogue.tables.get(field.of) : undefined
    if (!child || !Array.isArray(value)) return this.plain(run, field, value)
    return value.map((one) => (isRecord(one) ? fields(child, one, run.sight(child)) : one))
  }

  /** A masked field that a call answers by name is one of the call's own resource. */
  private plain(run: Run, field: FieldModel, value: unknown): unknown {
    const hidden = field.masked && !run.asker.sight(this.call.resource).full
    return codecOf(field).toWire(hidden ? maskValue(field, value) : value, field, this.core.model.dictionaries)
  }

  private async rows(run: Run, unit: Unit, table: Table, result: unknown): Promise<unknown> {
    if (typeof result !== 'object' || result === null) return result ?? null
    const list = (Array.isArray(result) ? result : [result]) as unknown[]
    const within = run.nested(run.call, run.payload, unit)
    const ids = list.map(idOf).filter((id) => id !== undefined)
    const found =
      table.resource.virtual || ids.length === 0
        ? new Map<unknown, WireRow>()
        : await this.records.byIds(within, table, ids)
    const sight = run.sight(table)
    const written: WireRow[] = list.map((one) => ({
      ...found.get(idOf(one)),
      ...(isRecord(one) ? fields(table, one, sight) : {}),
    }))
    // Child rows are answered where the function names their field.
    if (table.own.some(({ field }) => list.some((one) => isRecord(one) && field.name in one)))
      await this.records.addChildren(within, table, written)
    return Array.isArray(result) ? written : written[0]
  }
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A row may be given by its id alone. */
const idOf = (value: unknown): unknown => (isRecord(value) ? value.id : value)

const INTERNAL = new Set(['companyId', 'isDel'])

/** A row's own values, as its fields are answered; anything else the function put beside them as it is. */
function fields(table: Table, row: Values, sight: Sight): WireRow {
  const out: WireRow = {}
  for (const [name, value] of Object.entries(row)) {
    const field = table.fields.get(name)
    if (!field) {
      if (!INTERNAL.has(name)) out[name] = value
    } else if (isAnswered(table, field, sight)) {
      out[name] = codecOf(field).toWire(
        field.masked && !sight.full ? maskValue(field, value) : value,
        field,
        table.dictionaries,
      )
    }
  }
  return out
}

const isAnswered = (table: Table, { name, type, secret, see }: FieldModel, sight: Sight): boolean =>
  !secret && type !== 'own' && (see === undefined || sight.can(see)) && isRead(sight, [[table.name, name]])
