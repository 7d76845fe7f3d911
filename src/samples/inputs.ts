/** Inputs that a call takes, found by trying: what shows that its form can be filled in (docs/PROOFS.md § 2). */
import { evaluate, holds, isEmpty, type Env } from '../model/expr/evaluate.ts'
import type { Expr } from '../model/expr/types.ts'
import { builtInOf, isLink, isUpload, keyOf, membersOf, valuesOf } from '../model/fields.ts'
import type { CallModel, FieldModel, Model, ResourceModel } from '../model/model.ts'
import { checkRecord, type Problem } from '../model/validate/index.ts'
import { DAY, midnightOf, monthStart } from '../model/zone.ts'
import { between, fromTemplate, pick, stream } from './chance.ts'
import { NUMBER, recordTemplate } from './templates.ts'
import type { Row, World } from './world.ts'

type Values = Record<string, unknown>

/** Tries until a form counts as one that cannot be filled in, and how often it is begun anew meanwhile. */
const TRIES = 240
const ANEW = 24
/** Records a call is tried on. */
const ROWS = 40
/** Days before and after today that are tried. */
const DAYS = { before: 400, after: 400 }

/** Inputs that are taken, and the record they are taken for; or what stood against the last try. */
export type Witness = { input: Values; row?: Row } | { against: Problem | undefined }

interface Form {
  fields: readonly FieldModel[]
  resource: ResourceModel
  /** The record in hand. */
  row: Row | undefined
  /** The entry around, of entries. */
  parent?: Values
  rules: readonly ResourceModel['rules'][number][]
}

export class Inputs {
  private readonly model: Model
  private readonly world: World
  private readonly now: number
  private random = stream('inputs')

  constructor(model: Model, world: World, now: number) {
    this.model = model
    this.world = world
    this.now = now
  }

  /** What the call takes, on a record where it wants one; the same for the same records. */
  of(call: CallModel): Witness {
    this.random = stream(call.id)
    const resource = this.world.resource(call.resource)
    const asked = call.input.filter(({ name }) => !HANDED.has(name) && !(name in call.with))
    // As the form does: a preset asks some inputs, and its target works out the rest.
    const rules = !call.preset && (call.kind === 'add' || call.kind === 'edit') ? resource.rules : []
    let last: Witness = { against: undefined }
    for (const row of this.rowsFor(call, resource)) {
      last = this.fill({ fields: asked, resource, row, rules }, this.fixed(call, row))
      if ('input' in last) return row ? { ...last, row } : last
    }
    return last
  }

  /** Records that the conditions of a call fit; none at all where it asks for none. */
  private rowsFor(call: CallModel, { name, virtual }: ResourceModel): (Row | undefined)[] {
    const wanted = call.input.some((field) => field.name === 'id' || field.name === 'ids')
    if (!wanted || virtual) return [undefined]
    const rows = this.world.rows[name] ?? []
    const fit = rows.filter((row) => call.when.every(({ expr }) => isOfInput(expr) || this.holds(expr, { row })))
    return [...fit, ...rows].slice(0, ROWS)
  }

  private fixed({ with: bounds }: CallModel, row: Row | undefined): Values {
    const env = this.env({ row })
    return Object.fromEntries(
      Object.entries(bounds).map(([name, bound]) => [
        name,
        'expr' in bound ? wired(evaluate(bound.expr.ast, env)) : bound.value,
      ]),
    )
  }

  private fill(form: Form, fixed: Values): { input: Values } | { against: Problem | undefined } {
    let against: Problem | undefined
    let values = this.begin(form, fixed)
    for (let n = 1; n <= TRIES; n += 1) {
      const [problem] = this.problems(form, values)
      if (!problem) return { input: this.shown(form, values) }
      against = problem
      if (n % ANEW === 0) values = this.begin(form, fixed, true)
      const name = /^\w+/.exec(problem.field)?.[0]
      const field = form.fields.find((one) => one.name === name)
      const others = form.fields.filter((one) => !(one.name in fixed))
      const redrawn = [field, others.length > 0 ? pick(this.random, others) : undefined]
      for (const one of n % 2 === 0 || !field ? redrawn : [field])
        if (one && !(one.name in fixed)) values[one.name] = this.draw(one, values, form)
    }
    return { against }
  }

  /** What the form begins with; `filled`: with something in most fields. */
  private begin({ fields, row, parent, resource }: Form, fixed: Values, filled = false): Values {
    const values: Values = { ...fixed }
    for (const field of fields) {
      if (field.name in values) continue
      const before = row?.[field.name]
      const env = this.env({ row: row ?? values, input: values, parent })
      const bound = field.default
      if (!isEmpty(before) && resource.fields[field.name]) values[field.name] = before
      else if (bound) values[field.name] = 'expr' in bound ? wired(evaluate(bound.expr.ast, env)) : bound.value
      if (filled && isEmpty(values[field.name]) && between(this.random, 0, 1) === 1)
        values[field.name] = this.draw(field, values, { fields, row, parent, resource, rules: [] })
    }
    return values
  }

  private problems({ fields, row, parent, rules }: Form, values: Values): Problem[] {
    // Child rows that nobody typed are none, not unknown.
    const none = Object.fromEntries(fields.filter(({ type }) => type === 'own').map(({ name }) => [name, []]))
    const envOf = (entry: Values): Env =>
      this.env({
        row: { ...none, ...row, ...entry },
        old: row,
        input: values,
        parent: entry === values ? parent : values,
      })
    return checkRecord([...fields], values, this.model.dictionaries, {
      holds: (expr, entry) => holds(expr, envOf(entry)),
      value: (expr, entry) => evaluate(expr.ast, envOf(entry)),
      rules: [...rules],
      zone: this.model.app.timezone,
      ...(row ? { old: row } : {}),
    })
  }

  /** Without what is not shown: it would be refused. */
  private shown({ fields, row, parent }: Form, values: Values): Values {
    const env = this.env({ row: { ...row, ...values }, old: row, input: values, parent })
    const hidden = new Set(fields.filter(({ show }) => show && !holds(show, env)).map(({ name }) => name))
    return Object.fromEntries(Object.entries(values).filter(([name, value]) => !hidden.has(name) && !isEmpty(value)))
  }

  private draw(field: FieldModel, values: Values, form: Form): unknown {
    const { random } = this
    if (field.in) return pick(random, field.in)
    const type = builtInOf(field.type)
    const special = SPECIAL[field.type]
    if (special) return special(this.world)
    if (isUpload(field.type)) return this.upload(field)
    if (isLink(field)) return this.link(field, values)
    if (type === 'rows' || type === 'own' || type === 'group') return this.entries(field, values, form)
    if (type === 'date' || type === 'datetime') return this.moment(field)
    if (type === 'password') return 'Garden2026'
    if (type === 'json') return {}
    if (type === 'enum' || type === 'enums') {
      const offered = valuesOf(this.model.dictionaries, field).filter((one) => !one.retired)
      const value = offered.length > 0 ? pick(random, offered).value : undefined
      return type === 'enums' ? [value] : value
    }
    const { min, max } = field
    const numbers = [min, max, 0, 1].filter((one): one is number => one !== undefined)
    if (['int', 'decimal', 'money'].includes(type) && between(random, 0, 1) === 0) return pick(random, numbers)
    const about = { model: this.model, resource: { ...form.resource, fields: {} } }
    const value = fromTemplate<Values>(random, recordTemplate([field], about))[field.name]
    return typeof value === 'string'
      ? value
          .replace(NUMBER, '1')
          .slice(0, max)
          .padEnd(min ?? 0, '0')
      : value
  }

  private upload({ type }: FieldModel): unknown {
    const file = { id: 1, url: '/files/sample.webp', origName: 'sample.webp' }
    return type === 'images' ? [file] : file
  }

  /** The key of a record that may be chosen. */
  private link(field: FieldModel, values: Values): unknown {
    const of = this.world.target(field, values as Row)
    const rows = of === undefined ? [] : (this.world.rows[of] ?? [])
    if (rows.length === 0) return null
    const key = pick(this.random, rows)[keyOf(field)]
    return field.type === 'refs' ? [key] : key
  }

  private entries(field: FieldModel, values: Values, form: Form): unknown {
    const child = field.type === 'own' ? this.model.resources[field.of ?? ''] : undefined
    const fields = child
      ? Object.values(child.fields).filter((one) => !one.value && !one.managed && one.name !== child.parent?.field)
      : membersOf(field)
    const found = this.fill(
      { fields, resource: child ?? form.resource, row: undefined, parent: values, rules: child?.rules ?? [] },
      {},
    )
    const entry = 'input' in found ? found.input : {}
    return builtInOf(field.type) === 'group' ? entry : [entry]
  }

  private moment({ type, months }: FieldModel): number {
    const days = between(this.random, 0, 2) === 0 ? 0 : between(this.random, -DAYS.before, DAYS.after)
    if (type === 'datetime') return this.now + days * DAY
    const day = midnightOf(this.now, this.model.app.timezone, days)
    return months ? monthStart(day, this.model.app.timezone) : day
  }

  private holds(expr: Expr, more: Partial<Env>): boolean {
    return holds(expr, this.env(more))
  }

  /** Whoever asks may do everything, and the settings are as they come. */
  private env(more: Partial<Env>): Env {
    const settings = Object.fromEntries(this.model.app.settings.map((one) => [one.name, one.default]))
    const user = { id: 1, employeeId: 1, orgId: 1, companyId: 1, customerId: 1 }
    return this.world.env(more.row, { user, settings, can: () => true, ...more })
  }
}

/** Inputs that no person types: which records are meant, and what the browser adds. */
const HANDED = new Set(['id', 'ids', 'version', 'fileId', 'preview', 'jobId'])

/** Samples of types that only their own input makes. */
const SPECIAL: Partial<Record<FieldModel['type'], (world: World) => unknown>> = {
  crew: ({ rows, model }) => {
    const [person] = rows[model.app.records.person ?? ''] ?? []
    return person ? [{ workerRole: 1, employeeId: person.id, isMain: 1 }] : []
  },
  grants: () => [{ menuId: 1, btnIds: [] }],
  changes: () => ({}),
}

const isOfInput = ({ reads }: Expr): boolean => reads.some((path) => path.startsWith('input'))
const wired = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value)
