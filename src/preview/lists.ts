/** Lists, look-ups, details and figures over sample records. */
import { isEmpty } from '../model/expr/evaluate.ts'
import { rowsOf } from '../model/calls.ts'
import { isOwn, oneOf, titleKey } from '../model/fields.ts'
import type { CallModel, FilterModel, Lang, MeasureModel, StatModel } from '../model/model.ts'
import { nest } from '../model/nest.ts'
import { GROUP } from '../model/reserved.ts'
import { dayText, midnightOf } from '../model/zone.ts'
import type { UserInfo } from '../model/web.ts'
import type { Row, World } from '../samples/world.ts'
import { testsOf } from './filters.ts'

/** Who asks: in which language, in the name of whom. */
export interface Asking {
  world: World
  call: CallModel
  payload: Record<string, unknown>
  lang: Lang
  /** Calls whose rows some screen shows as a tree. */
  trees: ReadonlySet<string>
  /** Who asks, and where they work. */
  user: Pick<UserInfo['userDO'], 'employeeId' | 'orgId'>
}

/** What an answer holds. */
export interface Answered {
  data: unknown
  total?: number
  count?: number | Record<string, number>
  totals?: Record<string, number | null>
}

const ALL = 'all'
const NOTHING = '—'

/** The resource of the rows of a call, and the filters it offers. */
function foundIn({ world, call }: Asking): { of: string; filters: Record<string, FilterModel> } {
  const own = world.resource(call.resource)
  const of = rowsOf(call, own)
  return { of, filters: own.figures === undefined ? world.resource(of).filters : own.filters }
}

/** The rows asked for, in their order. `without`: a filter that does not count. */
function found(asking: Asking, without?: string): Row[] {
  const { world, call, payload } = asking
  const { of, filters } = foundIn(asking)
  const { [without ?? '']: _left, ...rest } = payload
  const tests = testsOf(world, of, filters, rest)
  const { where } = call
  const rows = (world.rows[of] ?? []).filter(
    (row) => (!where || world.holds(where, row, { input: payload })) && tests.every((test) => test(row)),
  )
  return sorted(world, of, rows, payload)
}

function sorted(world: World, of: string, rows: Row[], payload: Record<string, unknown>): Row[] {
  const { sort, sortField, sortOrder } = payload
  const asked = Array.isArray(sort) ? (sort as string[]) : undefined
  const keys =
    asked ??
    (typeof sortField === 'string' && sortField
      ? [`${String(sortOrder).startsWith('desc') ? '-' : ''}${sortField}`]
      : world.resource(of).sort)
  const down = keys.at(-1)?.startsWith('-') ?? true
  const compare = (a: Row, b: Row): number => {
    for (const key of keys) {
      const path = key.replace(/^-/, '')
      const [left, right] = [a, b].map((row) => world.along(of, row, path)[0]?.value)
      const sign = order(left, right)
      if (sign !== 0) return key.startsWith('-') ? -sign : sign
    }
    return down ? b.id - a.id : a.id - b.id
  }
  return [...rows].sort(compare)
}

/** Empty values come after all others, as in the database. */
function order(a: unknown, b: unknown): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b))
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}

const wire = ({ world, lang }: Asking, of: string, row: Row): Row => world.answer(of, row, lang)

export function list(asking: Asking): Answered {
  const { world, call, payload, trees } = asking
  const { of } = foundIn(asking)
  const rows = found(asking)
  const { tree } = world.resource(of)
  const paged = call.kind !== 'list' || !isEmpty(payload.pageRows) || !isEmpty(payload.pageNO)
  if (tree && (payload.tree === 1 || (trees.has(call.id) && payload.tree !== 0 && isEmpty(payload.pageRows))))
    return {
      data: nest(
        rows.map((row) => wire(asking, of, row)),
        tree.parent,
      ),
      total: rows.length,
    }
  const size = Number(payload.pageRows ?? world.model.app.limits.page)
  const from = (Number(payload.pageNO ?? 1) - 1) * size
  const page = paged ? rows.slice(from, from + size) : rows
  const data = page.map((row) => withChildren(asking, of, wire(asking, of, row), row))
  return { data, total: rows.length, ...counts(asking), ...totals(asking, of, rows) }
}

/** Rows under each tab. */
function counts(asking: Asking): Pick<Answered, 'count'> {
  const { world, payload } = asking
  const { of, filters } = foundIn(asking)
  const filter = typeof payload.counts === 'string' ? filters[payload.counts] : undefined
  const [name] = filter?.wire ?? []
  if (!filter || !name) return {}
  const { control } = filter
  const values =
    control.type === 'bool'
      ? [1, 0]
      : (world.model.dictionaries[control.of ?? '']?.values ?? []).map((one) => one.value)
  const rows = found(asking, name)
  const { match } = filter
  // Each value of a field is counted for itself, also the one that as a filter asks for everything.
  const alone = match.kind === 'is' && !match.path.includes('.') ? { ...filter, all: undefined } : filter
  const under = (value: unknown): number => {
    const tests = testsOf(world, of, { [filter.name]: alone }, { [name]: value })
    return rows.filter((row) => tests.every((test) => test(row))).length
  }
  return { count: Object.fromEntries([...values.map((value) => [String(value), under(value)]), [ALL, rows.length]]) }
}

function totals({ world, payload }: Asking, of: string, rows: readonly Row[]): Pick<Answered, 'totals'> {
  const asked = payload.totals
  if (isEmpty(asked)) return {}
  const entries = Array.isArray(asked) ? asked.map((path) => [String(path), 'sum']) : Object.entries(asked as object)
  return {
    totals: Object.fromEntries(
      entries.map(([path, fn]) => [
        path,
        figure(
          fn as string,
          rows.flatMap((row) => world.along(of, row, path as string).map((one) => one.value)),
        ),
      ]),
    ),
  }
}

function figure(fn: string, values: readonly unknown[]): number {
  const numbers = values.filter((value) => !isEmpty(value)).map(Number)
  if (fn === 'count') return numbers.length
  if (numbers.length === 0) return 0
  const sum = numbers.reduce((all, one) => all + one, 0)
  const made = { sum, avg: sum / numbers.length, max: Math.max(...numbers), min: Math.min(...numbers) }[fn] ?? sum
  return Math.round(made * 1e6) / 1e6
}

/** What a reference may point at. */
export function select(asking: Asking): Answered {
  const { world, call, payload, lang, user } = asking
  const { value, ...rest } = payload
  const { key, tree, scope } = world.resource(call.resource)
  const rows = found({ ...asking, payload: isEmpty(value) ? rest : { ...rest, [key]: value } })
  // People are mostly looked for close by: oneself, then whoever is of the same department.
  if (scope.kind === 'org' && scope.owner === 'id') {
    const near = (row: Row): number =>
      2 * Number(row.id === user.employeeId) + Number(scope.org !== undefined && row[scope.org] === user.orgId)
    rows.sort((a, b) => near(b) - near(a))
  }
  const shown = tree ? rows : rows.slice(0, world.model.app.limits.pageMax)
  const data = shown.map((row) => ({
    ...wire(asking, call.resource, row),
    value: row[key],
    label: world.title(call.resource, row, lang),
  }))
  return { data: tree && isEmpty(payload.keyword) ? nest(data, tree.parent) : data, total: data.length }
}

/** One record with its child rows; nothing where there is none. */
export function detail(asking: Asking): Answered | undefined {
  const { world, call, payload } = asking
  const of = call.rows ?? call.resource
  const names = ['id', ...call.input.map((field) => field.name)]
  const name = names.find((one) => !isEmpty(payload[one]) && world.field(of, one))
  const row = (world.rows[of] ?? []).find((one) => name !== undefined && same(one[name], payload[name]))
  return row && { data: withChildren(asking, of, wire(asking, of, row), row) }
}

const same = (a: unknown, b: unknown): boolean => String(a) === String(b)

function withChildren(asking: Asking, of: string, out: Row, row: Row): Row {
  for (const field of asking.world.fields(of))
    if (isOwn(field)) {
      const children = asking.world.children(of, field.of, row.id).map((child) => wire(asking, field.of, child))
      Object.defineProperty(out, field.name, { value: children, enumerable: true, configurable: true })
    }
  return out
}

/** Groups of rows with their measures. */
export function stat(asking: Asking): Answered {
  const { call, payload } = asking
  const { of } = foundIn(asking)
  const model = call.stat
  const rows = found(asking)
  if (!model) return { data: {} }
  if (model.by.length === 0) return { data: measured(asking, of, rows) }
  const groups = new Map<string, { values: unknown[]; texts: Record<string, string>; rows: Row[]; byDay: boolean }>()
  for (const row of rows)
    for (const parts of groupsOf(asking, of, row)) {
      const key = JSON.stringify(parts.map((one) => one.value))
      const group = groups.get(key) ?? {
        values: parts.map((one) => one.value),
        texts: Object.fromEntries(parts.map((one) => [one.name, one.text])),
        rows: [],
        byDay: parts[0]?.dated === true,
      }
      group.rows.push(row)
      groups.set(key, group)
    }
  const names = model.by.map((path) => path.split('.').at(-1) as string)
  const made = [...groups.values()].map(({ values, texts, rows: inside }) => ({
    values,
    texts,
    figures: measured(asking, of, inside),
    first: Math.min(...inside.map((row) => row.id)),
  }))
  const { byDay } = groups.values().next().value ?? {}
  const data = inOrder(made, model, byDay === true).map(({ values, texts, figures }) => ({
    ...(model.text === undefined
      ? Object.fromEntries(names.flatMap((name, i) => named(name, values[i], texts[name])))
      : { [model.text]: names.map((name) => texts[name] || NOTHING).join(' · '), [GROUP]: values }),
    ...figures,
  }))
  const whole = isEmpty(payload.totals) ? {} : { totals: measured(asking, of, rows) }
  return { data, total: data.length, ...whole }
}

const named = (name: string, value: unknown, text: string | undefined): [string, unknown][] => [
  [name, value],
  ...(/(Id|By)$/.test(name) ? [[titleKey(name), text || null] as [string, unknown]] : []),
]

interface Made {
  values: unknown[]
  texts: Record<string, string>
  figures: Record<string, number | null>
  first: number
}

/** As the call says; else days in their order, and anything else by the first measure, the greatest first. */
function inOrder(groups: Made[], { sort, measures }: StatModel, byDay: boolean): Made[] {
  const [measure] = Object.entries(measures).flatMap(([name, one]) => (one.fn === 'ratio' ? [] : [name]))
  const keys = sort ?? (byDay || measure === undefined ? [] : [`-${measure}`])
  return groups.sort((a, b) => {
    for (const key of keys) {
      const name = key.replace(/^-/, '')
      const sign = order(a.figures[name], b.figures[name])
      if (sign !== 0) return key.startsWith('-') ? -sign : sign
    }
    return sort ? a.first - b.first : order(a.values[0], b.values[0])
  })
}

/** The value of a row by which it is grouped. */
interface Part {
  name: string
  value: unknown
  text: string
  dated: boolean
}

/** The groups of a row: one for each way through its lists. */
function groupsOf({ world, call, lang }: Asking, of: string, row: Row): Part[][] {
  const { timezone } = world.model.app
  let ways: Part[][] = [[]]
  for (const path of call.stat?.by ?? []) {
    const [at] = world.along(of, row, path)
    const name = path.split('.').at(-1) as string
    if (!at) return []
    const field = oneOf(at.field)
    const dated = field.type === 'datetime' || field.type === 'date'
    const values = Array.isArray(at.value) ? at.value : [at.value ?? null]
    const steps = path.split('.').slice(0, -1)
    const holder = steps.reduce<Row | undefined>(
      (one, step, i) => one && world.step(i === 0 ? of : at.of, one, step)[0]?.row,
      row,
    )
    ways = ways.flatMap((way) =>
      values.map((value) => {
        if (field.type === 'datetime' && value !== null) {
          const text = dayText(Number(value), timezone)
          return [...way, { name, value: midnightOf(Number(value), timezone), text, dated }]
        }
        const text =
          field.type === 'ref' && holder
            ? String(world.titleOf(field, holder, lang) ?? '')
            : world.text(field, value, lang)
        return [...way, { name, value, text, dated }]
      }),
    )
  }
  return ways
}

function measured({ world, call }: Asking, of: string, rows: readonly Row[]): Record<string, number | null> {
  const out: Record<string, number | null> = {}
  const measures = Object.entries(call.stat?.measures ?? {})
  for (const [name, one] of measures) if (one.fn !== 'ratio') out[name] = measure(world, of, one, rows)
  for (const [name, one] of measures)
    if (one.fn === 'ratio') {
      const [part, whole] = one.of.map((key) => out[key] ?? 0) as [number, number]
      out[name] = whole === 0 ? null : Math.round((part / whole) * 1e4) / 1e4
    }
  return out
}

function measure(
  world: World,
  of: string,
  one: Exclude<MeasureModel, { fn: 'ratio' }>,
  rows: readonly Row[],
): number | null {
  const counted = rows.filter((row) => !one.where || world.holds(one.where, row))
  if (one.field === undefined) return counted.length
  const values = counted.flatMap((row) => world.along(of, row, one.field as string).map((at) => at.value))
  if (one.fn !== 'count' && one.fn !== 'sum' && values.every(isEmpty)) return null
  return figure(one.fn, values)
}
