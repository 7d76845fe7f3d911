/**
 * The input of a call: unknown keys are ignored or refused by name, masked values that come back are dropped, defaults
 * are filled in, and every value is checked with the same rules as the form (rules 6.5, checks 6, 21).
 */
import { baseFields } from '../../model/base.ts'
import { isLink, isNested, titleKey } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { checkRecord, isEmpty, type Problem } from '../../model/validate/index.ts'
import { Refusal, refuse } from '../errors.ts'
import type { Dictionaries } from '../fields/codec.ts'
import { codecOf, maskValue } from '../fields/index.ts'
import type { Sight } from '../query/cells.ts'
import type { Catalogue, Table } from '../query/table.ts'
import type { Row } from '../types.ts'
import { FieldConditions } from './field-conditions.ts'
import { unmasked } from './masked-entries.ts'
import { fromExpression, fromLiteral, safeInside, sameValue } from './rows.ts'
import type { Roots, Unit } from './unit.ts'

type Values = Record<string, unknown>

/** Names every call may carry beside its inputs. */
const ENVELOPE = ['requestNo', 'version'] as const

interface Reading {
  unit: Unit
  sight: Sight
  /** The current record, for a change. */
  old?: Row
  /** Checks only what was sent. */
  partial: boolean
  /** A record is made of it, also where a hand-written call does. */
  makes?: boolean
}

/** Checked input in inside form. */
export type Inside = Values

/** Types whose values are lists. For other types an empty list means no value; for these an empty text means no value. */
const LISTS: ReadonlySet<FieldModel['type']> = new Set([
  'enums',
  'refs',
  'own',
  'rows',
  'images',
  'json',
  'grants',
  'crew',
  'changes',
] as const)
const isNothing = (value: unknown, list: boolean): boolean =>
  list ? typeof value === 'string' && isEmpty(value) : Array.isArray(value) && isEmpty(value)

/** The inputs of a call, prepared once. */
export class InputPlan {
  readonly fields: readonly FieldModel[]
  private readonly byName: ReadonlyMap<string, FieldModel>
  /** Further keys of an answered row beside its writable fields: they may be sent back as they were answered. */
  private readonly echoes: ReadonlySet<string>
  private readonly besides: ReadonlySet<string>
  private readonly children = new Map<string, InputPlan>()
  private readonly conditions: FieldConditions
  private readonly dictionaries: Dictionaries
  private readonly isRecord: boolean

  /** `table`: the resource whose record the input is, if any. */
  constructor(
    catalogue: Catalogue,
    fields: readonly FieldModel[],
    table: Table | undefined,
    besides: readonly string[] = [],
    parent?: string,
  ) {
    this.dictionaries = catalogue.model.dictionaries
    this.isRecord = table !== undefined
    const machines = new Set(table?.resource.machines.filter((one) => one.moves.length > 0).map((one) => one.field))
    this.fields = fields.filter((field) => field.name !== parent && (table === undefined || !machines.has(field.name)))
    this.byName = new Map(this.fields.map((field) => [field.name, field]))
    this.besides = new Set([...ENVELOPE, ...besides])
    this.echoes = table ? echoesOf(table) : new Set()
    for (const field of this.fields) {
      if (field.type === 'own' && field.of)
        this.children.set(field.name, childPlan(catalogue, catalogue.table(field.of)))
    }
    this.conditions = new FieldConditions(this.fields)
  }

  /** Names in the payload that say what stands in the record and cannot be written by this call. */
  sentBack(payload: Values): string[] {
    return Object.keys(payload).filter(
      (name) => this.echoes.has(name) && !this.byName.has(name) && !this.besides.has(name),
    )
  }

  /** Checks the payload and returns it in inside form. Stops at the first problem, which names its field. */
  async read(payload: Values, reading: Reading): Promise<Inside> {
    const { problems, inside } = await this.tried(payload, reading)
    const [first] = problems
    if (first) throw new Refusal(400, first.text, { field: first.field || undefined })
    return inside
  }

  /** All that is wrong with a payload; where nothing is, its values in inside form. What may not be sent at all is refused. */
  async tried(payload: Values, reading: Reading): Promise<{ problems: Problem[]; inside: Inside }> {
    const wire = this.own(payload, '')
    this.dropEchoes(wire, reading)
    await this.mustNotBeLocked(wire, reading)
    await this.fillDefaults(wire, reading)
    const problems = await this.check(wire, reading, '')
    return { problems, inside: problems.length > 0 ? {} : await this.toInside(wire, reading, payload) }
  }

  /** The writable part of the payload. */
  private own(payload: Values, at: string): Values {
    const wire: Values = {}
    for (const [name, value] of Object.entries(payload)) {
      const field = this.byName.get(name)
      if (field) wire[name] = isNothing(value, LISTS.has(field.type)) ? null : value
      else if (!this.besides.has(name) && !this.echoes.has(name))
        refuse('unknownField', { field: `${at}${name}`, holes: { name } })
    }
    return wire
  }

  /** A masked value that comes back masked is unchanged. A field behind a button code cannot be written by somebody who may not see it. */
  private dropEchoes(wire: Values, { old, sight }: Reading): void {
    for (const field of this.fields) {
      const value = wire[field.name]
      if (value === undefined) continue
      if (field.see !== undefined && !sight.can(field.see)) refuse('hiddenField', { field: field.name })
      if (!field.masked || !old || sight.full) continue
      const before = old[field.name]
      const shown = codecOf(field).toWire(maskValue(field, before), field, this.dictionaries)
      if (sameValue(value, shown)) delete wire[field.name]
      else if (isNested(field))
        wire[field.name] = unmasked(field, value, shown, codecOf(field).toWire(before, field, this.dictionaries))
    }
  }

  /** A locked field of a record keeps its value: another value is refused, the same value is accepted. */
  private async mustNotBeLocked(wire: Values, { old, partial, unit }: Reading): Promise<void> {
    if (!partial || !old) return
    for (const field of this.fields) {
      if (wire[field.name] === undefined || !(field.locked || field.lockedIf)) continue
      const locked =
        field.locked || (field.lockedIf !== undefined && (await unit.holds(field.lockedIf, { row: old, old })))
      if (!locked) continue
      const same =
        sameValue(safeInside([field], wire, this.dictionaries)[field.name], old[field.name]) ||
        (isEmpty(wire[field.name]) && isEmpty(old[field.name]))
      if (!same) refuse('lockedField', { field: field.name, holes: { label: field.label } })
      delete wire[field.name]
    }
  }

  /** Empty fields that may not be empty get their default; in a change only those that were emptied. */
  private async fillDefaults(wire: Values, reading: Reading): Promise<void> {
    for (const field of this.fields) {
      const { default: bound, name } = field
      const sent = wire[name] !== undefined
      if (!bound || !isEmpty(wire[name]) || (reading.partial && (!sent || field.required)) || this.mustBeSent(field))
        continue
      const roots = this.roots(wire, reading)
      const value =
        'expr' in bound
          ? fromExpression(field, await reading.unit.value(bound.expr, roots), this.dictionaries)
          : fromLiteral(field, bound.value, this.dictionaries)
      if (!isEmpty(value)) wire[name] = codecOf(field).toWire(value, field, this.dictionaries)
    }
  }

  /** Beside records a required input is said by who asks: its default is what the dialog begins with, unless it follows from others. */
  private mustBeSent({ required, default: bound }: FieldModel): boolean {
    const follows = bound !== undefined && 'expr' in bound && bound.expr.reads.some((path) => path.startsWith('input.'))
    return required === true && !this.isRecord && !follows
  }

  /** `row` is the record with the typed values over it: as it will be written, or as the form shows it. */
  private roots(wire: Values, { old }: Reading): Roots {
    const inside = safeInside(this.fields, wire, this.dictionaries)
    return { row: { ...old, ...inside }, old, input: inside }
  }

  private async check(wire: Values, reading: Reading, at: string): Promise<Problem[]> {
    const { model } = reading.unit.core
    const { old, partial, unit } = reading
    const told = await this.conditions.over(unit, wire, this.roots(wire, reading))
    const found = checkRecord([...this.fields], wire, model.dictionaries, {
      partial,
      old,
      zone: model.app.timezone,
      at: at || undefined,
      ...told,
    })
    for (const [name, plan] of this.children) {
      const entries = wire[name]
      if (!Array.isArray(entries)) continue
      for (const [i, entry] of entries.entries()) {
        if (found.length > 0 || typeof entry !== 'object' || entry === null) continue
        found.push(...(await plan.checkChild(entry as Values, { ...reading, unit }, `${at}${name}[${i}]`)))
      }
    }
    return found
  }

  /** A child row: existing ones are changed, others added. A record that is only now made has none yet, whatever was sent. */
  private async checkChild(entry: Values, reading: Reading, at: string): Promise<Problem[]> {
    if (!reading.partial && reading.old === undefined) delete entry.id
    const exists = typeof entry.id === 'number'
    const wire = this.own(entry, `${at}.`)
    if (exists) this.dropKept(wire, reading.sight)
    const inner: Reading = { ...reading, old: undefined, partial: exists }
    await this.fillDefaults(wire, inner)
    for (const name of Object.keys(entry))
      if (!(name in wire) && name !== 'id' && name !== 'version') delete entry[name]
    Object.assign(entry, wire)
    return await this.check(wire, inner, at)
  }

  /** Drops the unchanged keys of an existing child row: fields fixed after creation, and text that came back masked. */
  private dropKept(wire: Values, sight: Sight): void {
    for (const field of this.fields) {
      const value = wire[field.name]
      const shown = field.masked && !sight.full && typeof value === 'string' && value.includes('*')
      if (field.once || shown) delete wire[field.name]
    }
  }

  /** Values in inside form. Values of hidden fields are dropped, and refused where they were to change something. */
  private async toInside(wire: Values, reading: Reading, payload: Values): Promise<Inside> {
    const inside: Inside = {}
    const roots = this.conditions.none ? {} : this.roots(wire, reading)
    for (const field of this.fields) {
      const value = wire[field.name]
      if (value === undefined) continue
      const hidden = field.show && !(await reading.unit.holds(field.show, roots))
      if (hidden) {
        this.mustSayNothing(field, payload[field.name], wire, reading)
        continue
      }
      const plan = this.children.get(field.name)
      inside[field.name] =
        plan && Array.isArray(value)
          ? value.map((entry) => plan.childInside(entry as Values))
          : codecOf(field).fromWire(value, field, this.dictionaries)
    }
    return inside
  }

  /**
   * A record that is only now made leaves out what does not apply to it; a hidden field of a record that is changed, or a
   * hidden input of another call, would be taken without effect.
   */
  private mustSayNothing(field: FieldModel, sent: unknown, wire: Values, { old, makes }: Reading): void {
    if (isEmpty(sent) || (old === undefined && (this.isRecord || makes))) return
    if (!sameValue(safeInside([field], wire, this.dictionaries)[field.name], old?.[field.name]))
      refuse('notHere', { field: field.name, holes: { label: field.label } })
  }

  private childInside(entry: Values): Values {
    const inside = safeInside(this.fields, entry, this.dictionaries)
    for (const [name, plan] of this.children) {
      const entries = entry[name]
      if (Array.isArray(entries)) inside[name] = entries.map((one) => plan.childInside(one as Values))
    }
    if (typeof entry.id === 'number') inside.id = entry.id
    if (typeof entry.version === 'number') inside.version = entry.version
    return inside
  }

  /** Fields of the record and of its child rows, for the check of references. `children`: the existing child rows, by field and id. */
  *referring(
    inside: Inside,
    old: Row | undefined,
    children: ReadonlyMap<string, ReadonlyMap<unknown, Values>>,
  ): Generator<{
    fields: readonly FieldModel[]
    values: Values
    old?: Values
    at: string
    table?: Table
    plan: InputPlan
  }> {
    yield {
      fields: this.fields.filter((field) => field.name !== 'id' && field.name !== 'ids'),
      values: inside,
      old,
      at: '',
      plan: this,
    }
    for (const [name, plan] of this.children) {
      const entries = inside[name]
      if (!Array.isArray(entries)) continue
      for (const [i, entry] of entries.entries()) {
        yield {
          fields: plan.fields,
          values: entry as Values,
          old: children.get(name)?.get((entry as Values).id),
          at: `${name}[${i}].`,
          plan,
        }
      }
    }
  }
}

/** The keys of an answered row beside its writable fields. */
function echoesOf(table: Table): Set<string> {
  const names = new Set<string>([
    'companyId',
    ...baseFields(undefined).map((field) => field.name),
    'createName',
    'updateName',
  ])
  for (const field of table.fields.values()) {
    names.add(field.name)
    if (isLink(field)) names.add(titleKey(field.name))
    if (field.as) names.add(field.as)
  }
  return names
}

/** The writable fields of a child row: the ref to its owner follows from its place. */
function childPlan(catalogue: Catalogue, table: Table): InputPlan {
  const fields = Object.values(table.resource.fields).filter((field) => !field.managed && !field.value)
  return new InputPlan(catalogue, fields, table, ['id'], table.resource.parent?.field)
}
