/**
 * Scenarios as data: who makes which call with what, the status and sentence of the answer, and what changed. A
 * scenario may keep a value of its answer under a name; `'$name'` stands for it from then on. What is sent, answered and
 * found in the database is typed by the call and the table.
 */
import { expect, it } from 'vitest'
import type { Columns } from '../../../src/generated/records.ts'
import type { Requests, Told } from '../../../src/generated/wire.ts'
import type { Stored } from '../domain/studio.ts'
import type { MOBILES, Product, Values } from './product.ts'

type Nothing = string | number | boolean | null | undefined
/** What stands for a value that was kept. */
type Name = `$${string}`

/** A value, or the names of kept ones in it. */
type Naming<T> =
  | Name
  | (T extends Nothing
      ? T
      : T extends readonly (infer E)[]
        ? readonly Naming<E>[]
        : T extends object
          ? { [K in keyof T]: Naming<T[K]> }
          : T)

/** Some of a value: what an answer or a row holds among other things. */
type Some<T> =
  | Name
  | (T extends Nothing
      ? T
      : T extends readonly (infer E)[]
        ? readonly Some<E>[]
        : T extends object
          ? { [K in keyof T]?: Some<T[K]> | null }
          : T)

/** A table, what its live rows are found by, and what they hold, or how many there are. */
type Rows = {
  [R in keyof Columns]: [table: R, where: Some<InTable<R>>, holds: Some<InTable<R>> | number]
}[keyof Columns]
type InTable<R extends keyof Columns> = Stored<R> & { isDel: boolean }

interface ScenarioOf<P extends keyof Requests> {
  /** What is shown, as a sentence. */
  it: string
  /** A demo account, a person made for the suite, `stranger`, or a kept token (`$token`). */
  as: keyof typeof MOBILES | 'stranger' | Name
  call: P
  send?: Naming<Requests[P]>
  /** In place of `send`: what no type allows, wrong on purpose. */
  raw?: Values
  /** Of the answer; 200 unless said otherwise. */
  status?: number
  msg?: string
  /** The field a refusal names. */
  field?: string
  /** What the answer's data holds, among other things. */
  data?: Some<Told[P]> | readonly Some<Told[P]>[]
  /** The same of a refusal. */
  refusal?: Values
  total?: number
  count?: number
  /** Name → path in the answer's data, kept for later scenarios; a name alone keeps the id. */
  keep?: string | Record<string, string>
  /** Rows of the database afterwards. */
  rows?: Rows[]
  /** Entries the call adds to the log. A refusal adds none. */
  logs?: number
  /** Time that passes before the call (ms). */
  later?: number
}

export type Scenario<P extends keyof Requests = keyof Requests> = { [Q in P]: ScenarioOf<Q> }[P]

type Kept = Record<string, unknown>

/** Values with their `$names` replaced. */
export function filled(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string' && /^\$\w+$/.test(value)) {
    if (!(value.slice(1) in kept)) throw new Error(`nothing is kept as ${value}`)
    return kept[value.slice(1)]
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, kept))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, kept)]))
}

const at = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Values | undefined)?.[name], data)

/** One test a scenario, in order. `kept`: what they may name from the beginning. */
export function runScenarios(product: () => Product, kept: Kept, scenarios: readonly Scenario[]): void {
  for (const scenario of scenarios) it(`${scenario.it}`, () => run(product(), kept, scenario))
}

async function run(product: Product, kept: Kept, scenario: Scenario): Promise<void> {
  product.clock.at += scenario.later ?? 0
  const before = await newestLog(product)
  const told = await ask(product, kept, scenario)
  const { status = 200, msg, field, data, refusal, total, count } = scenario
  expect({ status: told.status, msg: told.msg, data: told.data }, JSON.stringify(told)).toMatchObject({
    status,
    ...(msg === undefined ? {} : { msg: filled(msg, kept) }),
    ...(field === undefined ? {} : { data: { field } }),
    ...(data === undefined ? {} : { data: filled(data, kept) }),
    ...(refusal === undefined ? {} : { data: filled(refusal, kept) }),
  })
  if (total !== undefined) expect(told.total).toBe(total)
  if (count !== undefined) expect(told.count).toBe(count)
  keep(told.data, kept, scenario.keep)
  for (const [table, where, holds] of scenario.rows ?? [])
    await checkRows(product, table, filled(where, kept) as Values, filled(holds, kept) as Values | number)
  const logs = status === 200 ? scenario.logs : 0
  if (logs !== undefined) expect(await logsSince(product, before), 'entries in the log').toBe(logs)
}

async function ask(
  product: Product,
  kept: Kept,
  { as, call, send, raw }: Scenario,
): Promise<Awaited<ReturnType<Product['send']>>> {
  const input = filled(raw ?? send ?? {}, kept) as Values
  if (as === 'stranger') return await product.send(undefined, call, input)
  if (as.startsWith('$')) return await product.send(String(filled(as, kept)), call, input)
  return await product.raw(as, call, input)
}

function keep(data: unknown, kept: Kept, names: Scenario['keep']): void {
  for (const [name, path] of Object.entries(typeof names === 'string' ? { [names]: 'id' } : (names ?? {})))
    kept[name] = at(data, path)
}

const newestLog = async (product: Product): Promise<number> =>
  (await product.row<{ id: number }>('select coalesce(max("id"), 0) as id from "operateLog"')).id
const logsSince = async (product: Product, id: number): Promise<number> =>
  (await product.row<{ n: number }>('select count(*) as n from "operateLog" where "id" > $1', [id])).n

async function checkRows(product: Product, table: string, where: Values, holds: Values | number): Promise<void> {
  const names = Object.keys(where)
  const conditions = names.map((name, i) => `"${name}" is not distinct from $${i + 1}`)
  const rows = await product.rows(
    `select * from "${table}" where ${['not "isDel"', ...conditions].join(' and ')} order by "id"`,
    names.map((name) => where[name]),
  )
  if (typeof holds === 'number') expect(rows.length, `rows of ${table} with ${JSON.stringify(where)}`).toBe(holds)
  else expect(rows, `rows of ${table} with ${JSON.stringify(where)}`).toMatchObject([holds])
}
