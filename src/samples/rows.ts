/**
 * Sample records made from the schemas alone: values by type, dictionaries and references that exist, records in the states
 * that their machines lead to. They look like the product's own and obey its rules where a second try can make them; a rule
 * that only a function knows, they do not know (docs/AUTHORING.md, "See it without a server").
 */
import { isEmpty } from '../model/expr/evaluate.ts'
import { builtInOf, isLink, isNested, isOwn, isUpload, membersOf, valuesOf } from '../model/fields.ts'
import { withInner } from '../model/views.ts'
import type { FieldModel, MachineModel, Model, ResourceModel, SeatboardView } from '../model/model.ts'
import { renderNumber, renderPeriod } from '../model/serials.ts'
import { DAY, midnightOf, monthStart } from '../model/zone.ts'
import { between, fromTemplate, pick, several, stream } from './chance.ts'
import { HEIGHT, pictureOf, pictureUrl, WIDTH } from './pictures.ts'
import { NUMBER, recordTemplate } from './templates.ts'
import { World, type Row } from './world.ts'

interface Sampling {
  model: Model
  /** How many records of each kind; child rows are twice as many. */
  each: number
  /** The moment that counts as now, ms. */
  now: number
  /** Records that are there already: they are pointed at. No more are made of their kind, but for people and departments. */
  known?: Record<string, Row[]>
}

/** Of ten fields that may be empty so many are filled. */
const FILLED = 8
/** A machine goes on from a state that often, of ten. */
const GOES_ON = 7
/** Tries until rules and uniqueness are satisfied. */
const TRIES = 12
const CHILDREN = 2
const LINKS_MAX = 3
const DAYS_BACK = 90
/** A text called so holds the address of something to look at. */
const ADDRESS = /Url$|^url$/
const LANES = 3
const SEATS = [
  ['09:00', '11:00'],
  ['11:00', '13:00'],
  ['14:00', '16:00'],
  ['16:00', '18:00'],
] as const

/** Sample records of all resources, by name. The same model, number and moment make the same records. */
export function sampleRows(sampling: Sampling): Record<string, Row[]> {
  return new Writer(sampling).write()
}

/** Sample answers of hand-written calls that say what they answer: as many as the call answers. */
export function sampleAnswers(sampling: Sampling): Answers {
  return new Writer(sampling).answers()
}

/** By wire path. */
export type Answers = Record<string, Record<string, unknown>[]>

/** Records of an answer that is a list. */
const ANSWERED = 12
/** So many times what follows from rows is worked out: a value of a sum of values settles in three. */
const SETTLED = 3

type Random = () => number

class Writer {
  private readonly model: Model
  private readonly now: number
  private readonly known: Record<string, Row[]>
  private readonly counts = new Map<string, number>()
  private readonly world: World
  private readonly pictures: Pictures
  private readonly keyed = new Set<string>()

  constructor({ model, each, now, known = {} }: Sampling) {
    this.model = model
    this.now = now
    this.known = known
    this.world = new World(model, {}, () => now)
    this.pictures = picturesOf(model)
    const resources = Object.values(model.resources)
    const extenders = (name: string): number => resources.filter((one) => one.extends?.resource === name).length
    for (const { name, parent } of resources)
      this.counts.set(name, this.isWhole(name) ? 0 : each * Math.max(extenders(name), parent ? CHILDREN : 1))
    for (const [name, rows] of Object.entries(known)) for (const row of rows) this.world.add(name, row)
  }

  write(): Record<string, Row[]> {
    const made = Object.values(this.model.resources).filter(({ name }) => !this.isWhole(name))
    for (const resource of made) this.records(resource)
    for (const resource of made) this.keys(resource)
    for (const resource of made) for (const row of this.rowsOf(resource.name)) this.mend(resource, row)
    for (const resource of made.toSorted((a, b) => this.depth(a) - this.depth(b)))
      for (const row of this.rowsOf(resource.name)) this.agree(resource, row)
    this.settle(made)
    for (const resource of made) this.obey(resource)
    this.settle(made)
    return Object.fromEntries(
      made.map(({ name }) => [name, this.rowsOf(name).filter((row) => !this.known[name]?.includes(row))]),
    )
  }

  /** Counts and works out what follows from the rows: a sum may be of what is worked out, and that of another sum. */
  private settle(made: readonly ResourceModel[]): void {
    for (let round = 0; round < SETTLED; round++) {
      for (const resource of made) this.count(resource)
      for (const resource of made) for (const row of this.rowsOf(resource.name)) this.compute(resource, row)
    }
  }

  /** Whether all records of a kind are there already. */
  private isWhole(name: string): boolean {
    const { person, department } = this.model.app.records
    return this.known[name] !== undefined && name !== person && name !== department
  }

  answers(): Answers {
    const views = Object.values(this.model.screens).flatMap(({ view }) => withInner(view))
    const out: Answers = {}
    for (const call of Object.values(this.model.calls)) {
      if (call.kind !== 'handler' || call.rows !== undefined || call.output.length === 0) continue
      const random = stream(call.path)
      const of: ResourceModel = {
        ...(this.model.resources[call.resource] as ResourceModel),
        ...{ name: call.path, parent: undefined, extends: undefined, tree: undefined, machines: [] },
        fields: Object.fromEntries(call.output.map((field) => [field.name, field])),
      }
      const rows = Array.from({ length: call.several ? ANSWERED : 1 }, (_, i) =>
        this.record(of, i + 1, ANSWERED, random),
      )
      out[call.path] = rows
    }
    for (const view of views) if (view.view === 'seatboard') this.fillBoard(view, out[view.call]?.[0])
    return out
  }

  /** Groups of a board with seats that follow one another in each. */
  private fillBoard({ groups, seats, from, to, day }: SeatboardView, board: Record<string, unknown> | undefined): void {
    if (!board) return
    const random = stream(groups.field)
    const entries = (of: string, count: number): Record<string, unknown>[] => {
      const resource = this.model.resources[of]
      return resource ? Array.from({ length: count }, (_, i) => this.record(resource, i + 1, count, random)) : []
    }
    const lanes = entries(groups.view.resource, LANES)
    const all = entries(seats.view.resource, LANES * SEATS.length).map((seat, i) => {
      const [start, end] = SEATS[Math.floor(i / LANES)] as (typeof SEATS)[number]
      return { ...seat, [seats.group]: (i % LANES) + 1, [from]: start, [to]: end }
    })
    if (seats.within) for (const lane of lanes) lane[seats.field] = all.filter((seat) => seat[seats.group] === lane.id)
    board[groups.field] = lanes
    if (!seats.within) board[seats.field] = all
    if (day !== undefined) board[day] = midnightOf(this.now, this.model.app.timezone)
  }

  private rowsOf(name: string): Row[] {
    return this.world.rows[name] ?? []
  }

  private records(resource: ResourceModel): void {
    const random = stream(resource.name)
    const taken = new Map<string, Set<string>>()
    const count = this.counts.get(resource.name) ?? 0
    const before = Math.max(0, ...(this.known[resource.name] ?? []).map((row) => row.id))
    for (let id = before + 1; id <= before + count; id++) {
      const row = this.record(resource, id, count, random)
      for (let turn = 0; turn < TRIES && this.isTaken(resource, row, taken, false); turn++)
        Object.assign(row, this.record(resource, id, count, random))
      // A record that would be twice is left out; nothing points at it, since references are drawn among those that are there.
      if (!this.isTaken(resource, row, taken, true)) this.world.add(resource.name, row)
    }
  }

  /** Whether another record has a value that may not occur twice; `keep`: its values count from now on. */
  private isTaken({ unique }: ResourceModel, row: Row, taken: Map<string, Set<string>>, keep: boolean): boolean {
    const keys = unique.flatMap(({ key, field, within }) =>
      isEmpty(row[field]) ? [] : [{ key, value: JSON.stringify([field, ...within].map((name) => row[name] ?? null)) }],
    )
    if (keys.some(({ key, value }) => taken.get(key)?.has(value))) return true
    if (keep) for (const { key, value } of keys) taken.set(key, (taken.get(key) ?? new Set()).add(value))
    return false
  }

  private record(resource: ResourceModel, id: number, count: number, random: Random): Row {
    const createTime = Math.round(this.now - DAYS_BACK * DAY * (1 - id / (count + 1)))
    const row: Row = { id, version: 1, createTime, updateTime: createTime }
    const by = this.draw(this.model.app.records.person ?? '', random)
    Object.assign(row, { createBy: by, updateBy: by })
    const fields = Object.values(resource.fields).filter((field) => !field.value && !field.secret)
    Object.assign(row, this.plain(fields, resource, id, random))
    for (const machine of resource.machines) this.walk(machine, resource, row, random)
    for (const field of fields) if (isLink(field)) row[field.name] = this.link(resource, field, row, random)
    for (const field of fields) if (isNested(field)) row[field.name] = this.nested(field, resource, id, random)
    for (const field of fields)
      if (isUpload(field.type)) row[field.name] = pictureOf(field, `${resource.name} ${id}`, id)
    for (const field of fields)
      if (field.nullable && !isLink(field) && resource.title !== field.name && between(random, 1, 10) > FILLED)
        row[field.name] = null
    for (const field of fields) if (!(field.name in row) && !isOwn(field)) row[field.name] = null
    for (const { width, height, film } of this.pictures.get(resource.name) ?? []) {
      if (width) row[width] = WIDTH
      if (height) row[height] = HEIGHT
      if (film) row[film] = null
    }
    return row
  }

  /** Plain values from the template of the record, as the wire has them. */
  private plain(
    fields: readonly FieldModel[],
    resource: ResourceModel,
    id: number,
    random: Random,
  ): Record<string, unknown> {
    const drawn = fromTemplate<Record<string, unknown>>(random, recordTemplate(fields, { model: this.model, resource }))
    const out: Record<string, unknown> = {}
    for (const field of fields) {
      if (field.type === 'serial') out[field.name] = this.serial(field, id)
      else if (ADDRESS.test(field.name) && field.type === 'string')
        out[field.name] = pictureUrl(`${resource.label.en} ${id}`, id)
      else if (field.name in drawn) out[field.name] = this.wire(field, drawn[field.name], id)
    }
    return out
  }

  private wire(field: FieldModel, value: unknown, id: number): unknown {
    const { timezone } = this.model.app
    if (field.type === 'date') {
      const day = midnightOf(this.now, timezone, -Number(value))
      return field.months ? monthStart(day, timezone) : day
    }
    if (field.type === 'datetime') return Math.round(this.now - Number(value) * DAY)
    if (typeof value !== 'string') return value
    return value.replace(NUMBER, String(id)).slice(0, field.max).trim()
  }

  /** A number as its pattern says: `D{yyMMdd}{0000}`. */
  private serial({ pattern = '{0000}' }: FieldModel, id: number): string {
    return renderNumber(renderPeriod(pattern, this.now, this.model.app.timezone), id)
  }

  /** How a record may have come to a state: from the start along moves that lead on. What moves set is set by those made alone. */
  private walk({ field, start, moves }: MachineModel, resource: ResourceModel, row: Row, random: Random): void {
    const sets = new Set(moves.flatMap((move) => Object.keys(move.set)))
    for (const name of sets) if (resource.fields[name]?.nullable && name !== field) row[name] = null
    if (start === undefined) return
    let state = start
    const seen = new Set([state])
    let at = Number(row.createTime)
    while (between(random, 1, 10) <= GOES_ON) {
      const next = moves.filter((move) => move.from.includes(state) && !seen.has(move.to))
      if (next.length === 0) break
      const move = pick(random, next)
      state = move.to
      seen.add(state)
      at = Math.min(this.now, at + Math.round(random() * 5 * DAY))
      for (const [name, bound] of Object.entries(move.set)) {
        if (!('expr' in bound)) row[name] = bound.value
        else if (bound.expr.src === 'now') row[name] = at
      }
    }
    row[field] = state
  }

  private link(resource: ResourceModel, field: FieldModel, row: Row, random: Random): unknown {
    const { parent, extends: base } = resource
    const { name } = field
    if (parent?.field === name) return Math.ceil(row.id / CHILDREN)
    if (base?.field === name) return this.ownBase(resource, row.id)
    if (resource.tree?.parent === name) return row.id > 4 ? between(random, 1, Math.floor(row.id / 2)) : null
    if (field.by !== undefined) return this.ofKind(field, row, resource.fields[field.by], random)
    if (field.type === 'refs') {
      const size = this.size(field.of ?? '')
      const ids = Array.from({ length: Math.min(size, LINKS_MAX) }, () => this.draw(field.of ?? '', random, field.key))
      return several(random, [...new Set(ids)], between(random, field.required ? 1 : 0, LINKS_MAX))
    }
    // A record that points at one of its own kind is an exception: merged into it, made anew after it.
    const filled = field.of === resource.name ? 10 - FILLED - 1 : FILLED
    return field.nullable && between(random, 1, 10) > filled ? null : this.draw(field.of ?? '', random)
  }

  /** A reference to one of several kinds, and the kind beside it. */
  private ofKind(
    { kinds }: FieldModel,
    row: Record<string, unknown>,
    kind: FieldModel | undefined,
    random: Random,
  ): unknown {
    const there = Object.entries(kinds ?? {}).filter(([, of]) => this.size(of) > 0)
    if (!kind || there.length === 0) return null
    const [value, of] = pick(random, there)
    const entry = valuesOf(this.model.dictionaries, kind).find((one) => String(one.value) === value)
    row[kind.name] = entry?.value ?? null
    return this.draw(of, random)
  }

  /** Records that extend another each have one of their own: those of the second kind begin where the first ends. */
  private ownBase({ name, extends: base }: ResourceModel, id: number): number {
    const kinds = Object.values(this.model.resources).filter((one) => one.extends?.resource === base?.resource)
    const before = kinds.slice(
      0,
      kinds.findIndex((one) => one.name === name),
    )
    return id + before.reduce((sum, one) => sum + (this.counts.get(one.name) ?? 0), 0)
  }

  private size(of: string): number {
    return (this.known[of]?.length ?? 0) + (this.counts.get(of) ?? 0)
  }

  /** The key of some record of a kind. */
  private draw(of: string, random: Random, key = 'id'): unknown {
    const known = this.known[of]
    if (known && this.isWhole(of)) return known.length > 0 ? pick(random, known)[key] : null
    // Of records still to be made the number stands for the key, until `keys` puts it in.
    const size = this.size(of)
    return size > 0 ? between(random, 1, size) : null
  }

  private nested(field: FieldModel, resource: ResourceModel, id: number, random: Random): unknown {
    const members = membersOf(field)
    const entry = (n: number): Record<string, unknown> => {
      const out = this.plain(members, { ...resource, fields: {} }, n, random)
      for (const one of members.filter(isLink)) {
        const kind = members.find(({ name }) => name === one.by)
        out[one.name] = one.of ? this.draw(one.of, random, one.key) : this.ofKind(one, out, kind, random)
      }
      return out
    }
    if (builtInOf(field.type) === 'group') return entry(id)
    return Array.from({ length: between(random, 1, LINKS_MAX) }, (_, i) => entry(i + 1))
  }

  /** References by another key than the id, in entries too: the key of the record whose number was drawn. */
  private keys({ name, fields }: ResourceModel): void {
    if (this.keyed.has(name)) return
    this.keyed.add(name)
    for (const field of Object.values(fields)) {
      const rows = this.rowsOf(name)
      if (isNested(field)) {
        const entries = rows.flatMap((row) => [row[field.name] ?? []].flat() as Record<string, unknown>[])
        for (const member of membersOf(field)) this.putKeys(member, entries)
      } else this.putKeys(field, rows)
    }
  }

  private putKeys(field: FieldModel, rows: readonly Record<string, unknown>[]): void {
    if (!isLink(field) || field.key === 'id' || field.of === undefined || this.isWhole(field.of)) return
    this.keys(this.model.resources[field.of] as ResourceModel)
    const targets = this.rowsOf(field.of)
    const keyOf = (n: unknown): unknown => targets[(Number(n) - 1) % Math.max(targets.length, 1)]?.[field.key] ?? null
    for (const row of rows) {
      const drawn = row[field.name]
      if (!isEmpty(drawn)) row[field.name] = Array.isArray(drawn) ? drawn.map(keyOf) : keyOf(drawn)
    }
  }

  /** A reference to a record that was left out, since another has its values, gets one that is there. */
  private mend(resource: ResourceModel, row: Row): void {
    for (const field of Object.values(resource.fields)) {
      const of = this.world.target(field, row)
      if (of === undefined || field.type !== 'ref' || isEmpty(row[field.name])) continue
      if (this.world.find(of, row[field.name])) continue
      const rows = this.rowsOf(of)
      row[field.name] = rows[row.id % Math.max(rows.length, 1)]?.[this.model.resources[of]?.key ?? 'id'] ?? null
    }
  }

  /** What two records both name is the same: the customer of an item is the customer of its order. The parent says it last. */
  private agree(resource: ResourceModel, row: Row): void {
    const { parent, fields } = resource
    const links = Object.values(fields).filter((field) => isLink(field) && field.type === 'ref')
    for (const field of links.sort((a, b) => Number(a.name === parent?.field) - Number(b.name === parent?.field))) {
      const of = this.world.target(field, row)
      const next = of === undefined ? undefined : this.world.find(of, row[field.name])
      if (of === undefined || !next) continue
      for (const other of Object.values(this.model.resources[of]?.fields ?? {})) {
        const mine = fields[other.name]
        if (!mine || mine === field || mine.type !== 'ref' || other.type !== 'ref' || other.of !== mine.of) continue
        if (mine.of !== this.model.app.records.person && !isEmpty(next[other.name])) row[other.name] = next[other.name]
      }
      for (const [here, there] of Object.entries(field.fill)) {
        const [found] = this.world.along(of, next, there)
        if (found && fields[here] && !isLink(fields[here]) && !isEmpty(found.value)) row[here] = found.value
      }
    }
  }

  /** How many records stand above one of this kind. */
  private depth({ parent }: ResourceModel): number {
    const above = parent && this.model.resources[parent.resource]
    return above ? this.depth(above) + 1 : 0
  }

  /** Counted fields, as the rows are. */
  private count({ name, tallies, key }: ResourceModel): void {
    for (const [field, parts] of Object.entries(tallies))
      for (const row of this.rowsOf(name))
        row[field] = parts.reduce((sum, part) => {
          const rows = this.rowsOf(part.resource).filter(
            (one) => [one[part.ref]].flat().includes(row[key]) && (!part.where || this.world.holds(part.where, one)),
          )
          if (part.each !== undefined) return sum + new Set(rows.map((one) => one[part.each as string])).size
          const { value } = part
          if (!value) return sum + rows.length
          const path = value.src.replace(/^row\./, '')
          return sum + rows.reduce((all, one) => all + Number(one[path] ?? 0), 0)
        }, 0)
  }

  private compute(resource: ResourceModel, row: Row): void {
    for (const field of Object.values(resource.fields))
      if (field.value && field.stored) {
        row[field.name] = undefined
        row[field.name] = this.world.read(field, row) ?? null
      }
  }

  /** Rules over several fields: values that break one are drawn again, those of one field at a time. */
  private obey(resource: ResourceModel): void {
    const random = stream(`${resource.name} rules`)
    for (const rule of resource.rules)
      for (const row of this.rowsOf(resource.name)) {
        const names = rule.expr.reads.map((path) => path.split('.')[1] ?? '')
        const fields = names.flatMap((name) => resource.fields[name] ?? []).filter((field) => !field.value)
        for (let turn = 0; turn < TRIES && fields.length > 0 && !this.world.holds(rule.expr, row); turn++) {
          const field = fields[turn % fields.length]!
          Object.assign(row, this.plain([field], resource, row.id, random))
          this.compute(resource, row)
        }
      }
  }
}

/** Fields that say something of a picture, by the resource of their rows. `film`: nobody drew one, so it stays empty. */
type Pictures = Map<string, { width?: string; height?: string; film?: string }[]>

function picturesOf(model: Model): Pictures {
  const found: Pictures = new Map()
  for (const { view } of Object.values(model.screens))
    for (const one of withInner(view)) {
      const about =
        one.view === 'gallery'
          ? { of: one.pictures.resource, ...one.tile }
          : one.view === 'player'
            ? { of: one.films.resource, film: one.source }
            : undefined
      if (about) found.set(about.of, [...(found.get(about.of) ?? []), about])
    }
  return found
}
