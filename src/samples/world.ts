/** Records in wire form with the ways between them: what the database is to the server, for sample data. */
import { baseFields } from '../model/base.ts'
import { evaluate, holds, isEmpty, type Env } from '../model/expr/evaluate.ts'
import type { Expr } from '../model/expr/types.ts'
import { dictionaryOf, isDated, isLink, isOwn, ownerField, titleKey } from '../model/fields.ts'
import type { FieldModel, Lang, Model, ResourceModel } from '../model/model.ts'
import { dayText, timeText } from '../model/zone.ts'

/** A record in wire form: amounts in yuan, moments in ms, 1 and 0, values of dictionaries. */
export type Row = { id: number } & Record<string, unknown>

/** What of a model the rows are read with. */
type WorldModel = Pick<Model, 'app' | 'dictionaries' | 'resources'>

/** A value at the end of a path, with the field that holds it and the resource of that. */
interface Found {
  value: unknown
  field: FieldModel
  of: string
}

/** Titles lead through at most this many records. */
const DEPTH_MAX = 4

export class World {
  readonly model: WorldModel
  readonly rows: Record<string, Row[]>
  private readonly now: () => number
  private readonly byKey = new Map<string, Map<string, Row>>()
  private readonly base: ReadonlyMap<string, FieldModel>

  constructor(model: WorldModel, rows: Record<string, Row[]>, now: () => number = Date.now) {
    this.model = model
    this.rows = rows
    this.now = now
    this.base = new Map(baseFields(model.app.records.person).map((field) => [field.name, field]))
    for (const [name, list] of Object.entries(rows)) for (const row of list) this.adopt(name, row)
  }

  resource(name: string): ResourceModel {
    const found = this.model.resources[name]
    if (!found) throw new Error(`There is no resource "${name}"`)
    return found
  }

  /** A field of a resource, base ones included. */
  field(resource: string, name: string): FieldModel | undefined {
    return this.resource(resource).fields[name] ?? this.base.get(name)
  }

  fields(resource: string): FieldModel[] {
    return [...this.base.values(), ...Object.values(this.resource(resource).fields)]
  }

  /** Takes a record in; its child rows are read through it. */
  add(resource: string, row: Row): void {
    ;(this.rows[resource] ??= []).push(row)
    this.adopt(resource, row)
    this.byKey.delete(resource)
  }

  remove(resource: string, ids: readonly number[]): void {
    this.rows[resource] = (this.rows[resource] ?? []).filter((row) => !ids.includes(row.id))
    this.byKey.delete(resource)
  }

  private adopt(resource: string, row: Row): void {
    for (const field of Object.values(this.resource(resource).fields))
      if (isOwn(field))
        // Not listed among its keys: an answer names child rows where it has them.
        Object.defineProperty(row, field.name, {
          get: () => this.children(resource, field.of, row.id),
          configurable: true,
        })
  }

  /** The child rows of a record. */
  children(owner: string, child: string, id: number): Row[] {
    const by = ownerField(this.model.resources, owner, child)
    return (this.rows[child] ?? []).filter((row) => row[by] === id)
  }

  /** The record that a reference names, by the key of its resource. */
  find(resource: string, key: unknown): Row | undefined {
    let known = this.byKey.get(resource)
    if (!known) {
      const name = this.model.resources[resource]?.key ?? 'id'
      known = new Map((this.rows[resource] ?? []).map((row) => [String(row[name]), row]))
      this.byKey.set(resource, known)
    }
    return isEmpty(key) ? undefined : known.get(String(key))
  }

  /** The environment of an expression over a row. */
  env(row: unknown, more: Partial<Env> = {}): Env {
    return {
      row,
      ...{ now: this.now(), money: 1, zone: this.model.app.timezone },
      find: (resource, key) => this.find(resource, key),
      ...more,
    }
  }

  holds(expr: Expr, row: Row, more: Partial<Env> = {}): boolean {
    return holds(expr, this.env(row, more))
  }

  /** The value of a field: stored, or computed. */
  read(field: FieldModel, row: Row): unknown {
    if (!field.value || (field.stored && row[field.name] !== undefined)) return row[field.name]
    const value = evaluate(field.value.ast, this.env(row))
    return typeof value === 'boolean' ? Number(value) : value
  }

  /** What a reference points at: the resource, by its kind where there are several. */
  target(field: FieldModel, row: Row): string | undefined {
    if (!isLink(field)) return undefined
    return field.by === undefined ? field.of : field.kinds[String(row[field.by])]
  }

  /** All values at the end of a path: several where it leads through lists. */
  along(resource: string, row: Row, path: string): Found[] {
    const dot = path.indexOf('.')
    if (dot < 0) {
      const field = this.field(resource, path)
      return field ? [{ value: this.read(field, row), field, of: resource }] : []
    }
    const rest = path.slice(dot + 1)
    return this.step(resource, row, path.slice(0, dot)).flatMap(({ of, row: next }) => this.along(of, next, rest))
  }

  /** The records that a name leads to from a row. */
  step(resource: string, row: Row, name: string): { of: string; row: Row }[] {
    const own = this.field(resource, name)
    if (own && isOwn(own)) return this.children(resource, own.of, row.id).map((next) => ({ of: own.of, row: next }))
    const field = this.fields(resource).find(
      (one) => (isLink(one) && one.type === 'ref' && one.as === name) || (one.type === 'refs' && one.name === name),
    )
    const of = field && this.target(field, row)
    if (!field || of === undefined) return []
    const next = [this.read(field, row)].flat().map((key) => this.find(of, key))
    return next.flatMap((one) => (one ? [{ of, row: one }] : []))
  }

  /** What people call a record. */
  title(resource: string, row: Row, lang: Lang, depth = 0): string {
    const [found] = this.along(resource, row, this.resource(resource).title)
    if (!found || isEmpty(found.value)) return ''
    const { field, value } = found
    if (field.type === 'ref' && field.of && depth < DEPTH_MAX) {
      const next = this.find(field.of, value)
      return next ? this.title(field.of, next, lang, depth + 1) : ''
    }
    const english =
      lang === 'en' && field.en && !this.resource(resource).title.includes('.') ? row[field.en] : undefined
    return isEmpty(english) ? this.text(field, value, lang) : String(english)
  }

  /** A value as it stands in a title. */
  text(field: FieldModel, value: unknown, lang: Lang): string {
    if (isEmpty(value)) return ''
    const zone = this.model.app.timezone
    if (field.type === 'enum') {
      const entry = dictionaryOf(this.model.dictionaries, field)?.values.find((one) => one.value === value)
      return entry?.label[lang] ?? ''
    }
    if (!isDated(field.type)) return field.type === 'money' ? Number(value).toFixed(2) : String(value)
    const day = dayText(Number(value), zone)
    if (field.type === 'date') return day
    return `${day} ${timeText(Number(value), zone)}`
  }

  /** A row as a list or a detail answers it: computed values, titles of references, and what screens follow. */
  answer(resource: string, row: Row, lang: Lang): Row {
    const out: Row = { ...row }
    for (const field of this.fields(resource)) {
      if (field.value) out[field.name] = this.read(field, row)
      if (!isLink(field) || this.model.resources[resource]?.fields[titleKey(field.name)]) continue
      const title = this.titleOf(field, row, lang)
      if (title !== undefined) out[titleKey(field.name)] = title
    }
    for (const path of this.resource(resource).follow) this.follow(resource, row, path.split('.'), out, lang)
    return out
  }

  /** The title of a reference, or those of several. */
  titleOf(field: FieldModel, row: Row, lang: Lang): string | string[] | undefined {
    const of = this.target(field, row)
    const value = this.read(field, row)
    if (of === undefined || isEmpty(value)) return undefined
    const titles = [value].flat().map((key) => {
      const next = this.find(of, key)
      return next ? this.title(of, next, lang) : ''
    })
    return field.type === 'refs' ? titles : titles[0]
  }

  /** Puts what stands at the end of a path under the names of its steps. */
  private follow(resource: string, row: Row, names: string[], out: Record<string, unknown>, lang: Lang): void {
    const [name, ...rest] = names
    if (name === undefined) return
    if (rest.length === 0) {
      const field = this.field(resource, name)
      if (!field) return
      out[name] = this.read(field, row)
      if (isLink(field)) out[titleKey(name)] = this.titleOf(field, row, lang)
      return
    }
    const [next] = this.step(resource, row, name)
    if (!next) return
    const inner = typeof out[name] === 'object' && out[name] ? out[name] : (out[name] = {})
    this.follow(next.of, next.row, rest, inner as Record<string, unknown>, lang)
  }
}
