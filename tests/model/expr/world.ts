/** Rows of the small world (shapes.ts): as JavaScript holds them, and as tables. The same seed makes the same rows. */
import fc from 'fast-check'
import { dayOf, dayText } from '../../../src/model/zone.ts'
import type { Env } from '../../../src/model/expr/evaluate.ts'

type Row = Record<string, unknown>
export interface World {
  zone: string
  customers: Row[]
  cities: Row[]
  orders: Row[]
  items: Row[]
}

const TEXTS = ['', 'a', 'b', 'ab', 'Ab', 'a%', 'a_b', '\\', '中', '中文', '😀', '￥', ' ']
const DAYS = ['2025-12-31', '2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-10-25', '2026-10-26']
const MOMENTS = [
  '2026-03-28T16:00:00.000Z',
  '2026-03-28T23:00:00.000Z',
  '2026-03-29T01:00:00.000Z',
  '2026-03-29T12:34:56.789Z',
  '2026-10-25T12:00:00.000Z',
  '2026-03-27T15:59:59.999Z',
].map((at) => Date.parse(at))

/** The moment at which the tests' clock stands: a day on which clocks in Berlin change. */
export const NOW = Date.parse('2026-03-29T12:34:56.789Z')

const text = fc.constantFrom(...TEXTS)
const word = fc.constantFrom(...TEXTS.filter(Boolean))
const cents = fc.constantFrom(0, 1, 5, 50, 99, 100, 1000, 1234, 12345, -100, 20000)
const decimal = fc.constantFrom(0, 0.5, 0.1, 0.2, 0.3, 1, 1.005, 2.5, 3, -1.25, 99.9999)
const count = fc.integer({ min: -2, max: 6 })
const yes = fc.boolean()
const status = fc.constantFrom(1, 2, 5, 9)
const kind = fc.constantFrom('a', 'b', 'c')
const moment = fc.constantFrom(...MOMENTS)
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 2 })
const some = <T>(of: fc.Arbitrary<T>) => fc.option(fc.array(of, { maxLength: 3 }), { freq: 5 })
const customerId = fc.integer({ min: 1, max: 8 })
const cityCode = fc.constantFrom('310100', '110100', '320100')

/** Types of columns, by the arbitrary that fills them. */
const day = (zone: string) => fc.constantFrom(...DAYS).map((d) => dayOf(d, zone))

function entry(zone: string) {
  return fc.record({
    name: maybe(text),
    fee: cents,
    rate: maybe(decimal),
    kind: maybe(kind),
    when: maybe(day(zone)),
    on: fc.constantFrom(true, false, 1, 0),
    customerId: maybe(customerId),
  })
}

const customer = (zone: string) =>
  fc.record({
    realName: maybe(text),
    balance: maybe(cents),
    discount: maybe(decimal),
    level: maybe(fc.constantFrom(10, 50, 90)),
    kind,
    birthday: maybe(day(zone)),
    vip: maybe(yes),
    parentId: maybe(customerId),
    tags: some(status),
    isDel: yes,
  })

const order = (zone: string) =>
  fc.record({
    no: word,
    remark: maybe(text),
    amount: cents,
    due: maybe(cents),
    count,
    rate: maybe(decimal),
    status,
    before: maybe(status),
    kind: maybe(kind),
    day: day(zone),
    endDay: maybe(day(zone)),
    at: moment,
    doneAt: maybe(moment),
    flag: maybe(yes),
    on: yes,
    customerId: maybe(customerId),
    buyerId: customerId,
    createBy: maybe(customerId),
    cityCode: maybe(cityCode),
    tags: some(status),
    marks: some(kind),
    helperIds: some(customerId),
    group: maybe(entry(zone)),
    parts: some(entry(zone)),
    sheet: maybe(fc.constantFrom<unknown>([], 'x', { a: 1 })),
    isDel: yes,
  })

const item = fc.record({
  orderId: fc.integer({ min: 1, max: 30 }),
  name: maybe(text),
  price: cents,
  extra: maybe(cents),
  quantity: count,
  status: maybe(status),
  flag: maybe(yes),
  productId: maybe(customerId),
  isDel: fc.boolean(),
})

const city = fc.record({ cityCode, name: maybe(text) })

function sample<T extends Row>(of: fc.Arbitrary<T>, length: number, seed: number): Row[] {
  return fc.sample(of, { numRuns: length, seed }).map((row, i) => ({ id: i + 1, ...row }))
}

export function makeWorld(zone: string, seed: number): World {
  // The first of each code is live, a later one was deleted.
  const cities = sample(city, 6, seed).map((row, i, all) => ({
    ...row,
    isDel: all.findIndex((one) => one.cityCode === row.cityCode) < i,
  }))
  return {
    zone,
    cities,
    customers: sample(customer(zone), 8, seed),
    orders: sample(order(zone), 30, seed),
    items: sample(item, 80, seed),
  }
}

/** The records with what their refs point at nested, as the server hands them to evaluators. */
export function nested(world: World): Row[] {
  const customers = world.customers.map((row) => ({ ...row }))
  const at = (id: unknown) => (id === null ? null : customers[Number(id) - 1])
  const orders: Row[] = world.orders.map((row) => ({ ...row }))
  for (const one of customers as Row[])
    Object.assign(one, { parent: at(one.parentId), orders: orders.filter((o) => o.customerId === one.id && !o.isDel) })
  const items: Row[] = world.items.map((row) => ({
    ...row,
    product: at(row.productId),
    order: orders[Number(row.orderId) - 1],
  }))
  for (const one of orders) {
    Object.assign(one, {
      customer: at(one.customerId),
      buyer: at(one.buyerId),
      createByRef: at(one.createBy),
      city: world.cities.find((c) => c.cityCode === one.cityCode && !c.isDel) ?? null,
      items: items.filter((i) => i.orderId === one.id && !i.isDel),
    })
  }
  return orders
}

/** The roots besides the row. */
export const VALUES = {
  user: { employeeId: 3, placeId: null, realName: 'ab' },
  settings: { limit: 2.5, strict: true, word: 'a' },
  value: 2,
}

export function envOf(world: World, orders: Row[]): Env {
  const byId = new Map(
    orders
      .flatMap((o) => [o.customer, o.buyer, o.createByRef] as Row[])
      .filter(Boolean)
      .map((c) => [c.id, c]),
  )
  for (const one of world.customers) if (!byId.has(one.id)) byId.set(one.id, one)
  return {
    ...VALUES,
    now: NOW,
    money: 100,
    zone: world.zone,
    find: (resource, key) => (resource === 'customer' ? byId.get(key) : undefined),
  }
}

const COLUMNS: Record<string, Record<string, string>> = {
  customer: {
    realName: 'text',
    balance: 'bigint',
    discount: 'numeric',
    level: 'integer',
    kind: 'text',
    birthday: 'date',
    vip: 'boolean',
    parentId: 'bigint',
    tags: 'integer[]',
  },
  city: { cityCode: 'text', name: 'text' },
  order: {
    no: 'text',
    remark: 'text',
    amount: 'bigint',
    due: 'bigint',
    count: 'bigint',
    rate: 'numeric',
    status: 'integer',
    before: 'integer',
    kind: 'text',
    day: 'date',
    endDay: 'date',
    at: 'timestamptz',
    doneAt: 'timestamptz',
    flag: 'boolean',
    on: 'boolean',
    customerId: 'bigint',
    buyerId: 'bigint',
    createBy: 'bigint',
    cityCode: 'text',
    tags: 'integer[]',
    marks: 'text[]',
    helperIds: 'bigint[]',
    group: 'jsonb',
    parts: 'jsonb',
    sheet: 'jsonb',
  },
  item: {
    orderId: 'bigint',
    name: 'text',
    price: 'bigint',
    extra: 'bigint',
    quantity: 'bigint',
    status: 'integer',
    flag: 'boolean',
    productId: 'bigint',
  },
}

/** The order of a language, not of code points, as a server may well be set to. */
const COLLATION = ' collate "und-x-icu"'

/** The statements that make and fill the tables. */
export function tables(world: World): string[] {
  const rows: Record<string, Row[]> = {
    customer: world.customers,
    city: world.cities,
    order: world.orders,
    item: world.items,
  }
  return Object.entries(COLUMNS).flatMap(([table, columns]) => {
    const all = { id: 'bigint', ...columns, isDel: 'boolean' }
    const list = Object.entries(all)
      .map(([name, type]) => `"${name}" ${type}${type === 'text' ? COLLATION : ''}`)
      .join(', ')
    const values = rows[table]!.map(
      (row) =>
        `(${Object.entries(all)
          .map(([name, type]) => literal(row[name], type, world.zone))
          .join(', ')})`,
    )
    return [`create temp table "${table}" (${list})`, `insert into "${table}" values ${values.join(', ')}`]
  })
}

function literal(value: unknown, type: string, zone: string): string {
  if (value === null || value === undefined) return 'null'
  if (type === 'date') return `'${dayText(value as number, zone)}'`
  if (type === 'timestamptz') return `'${new Date(value as number).toISOString()}'`
  if (type === 'jsonb') return `${quote(JSON.stringify(value))}::jsonb`
  if (type.endsWith('[]'))
    return `array[${(value as unknown[]).map((v) => (typeof v === 'string' ? quote(v) : v)).join(', ')}]::${type}`
  return typeof value === 'string' ? quote(value) : String(value)
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
