/** A small world of resources that has one of everything an expression can meet. */
import type { ExprPlace, RowShape, TypeSource } from '../../../src/model/expr/check/index.ts'
import type { ExprType, FieldUnit, RootName } from '../../../src/model/expr/types.ts'

const number = (empty = false): ExprType => ({ t: 'number', empty })
const text = (empty = false): ExprType => ({ t: 'text', empty })
const bool = (empty = false): ExprType => ({ t: 'bool', empty })
const day = (empty = false): ExprType => ({ t: 'date', day: true, empty })
const moment = (empty = false): ExprType => ({ t: 'date', day: false, empty })
const value = (of: string, empty = false): ExprType => ({ t: 'enum', of, empty })
const ref = (of: string, empty = false): ExprType => ({ t: 'ref', of, empty })
const list = (of: ExprType): ExprType => ({ t: 'list', of })
const record = (fields: Record<string, ExprType>, units: Record<string, FieldUnit> = {}, empty = false): ExprType => ({
  t: 'record',
  fields,
  units,
  empty,
})

type Fields = Record<string, ExprType | [ExprType, FieldUnit]>

function shape(fields: Fields, more: Partial<RowShape> = {}): RowShape {
  const entries = Object.entries({ id: number(), ...fields }).map(([name, field]) => {
    const [type, unit] = Array.isArray(field)
      ? field
      : [field, field.t === 'bool' ? ('bool' as const) : ('plain' as const)]
    return [name, { type, unit }] as const
  })
  return { fields: Object.fromEntries(entries), refs: {}, rows: {}, ...more }
}

const entry = record(
  {
    name: text(true),
    fee: number(),
    rate: number(true),
    kind: value('kind', true),
    when: day(true),
    on: bool(),
    customerId: ref('customer', true),
  },
  { fee: 'money', on: 'bool' },
)

const SHAPES: Record<string, RowShape> = {
  order: shape(
    {
      no: text(),
      remark: text(true),
      amount: [number(), 'money'],
      due: [number(true), 'money'],
      count: number(),
      rate: number(true),
      status: value('status'),
      before: value('status', true),
      kind: value('kind', true),
      day: day(),
      endDay: day(true),
      at: moment(),
      doneAt: moment(true),
      flag: bool(true),
      on: bool(),
      customerId: ref('customer', true),
      buyerId: ref('customer'),
      createBy: ref('customer', true),
      cityCode: ref('city', true),
      tags: list(value('status')),
      marks: list(value('kind')),
      helperIds: list(ref('customer')),
      group: { ...entry, empty: true } as ExprType,
      parts: list(entry),
      sheet: { t: 'any', empty: true },
    },
    {
      refs: {
        customer: { field: 'customerId', resource: 'customer', key: 'id', empty: true },
        buyer: { field: 'buyerId', resource: 'customer', key: 'id', empty: false },
        client: { field: 'clientId', resource: 'customer', key: 'id', empty: false },
        createByRef: { field: 'createBy', resource: 'customer', key: 'id', empty: true },
        city: { field: 'cityCode', resource: 'city', key: 'cityCode', empty: true },
      },
      rows: { items: { resource: 'item', parent: 'orderId' } },
    },
  ),
  item: shape(
    {
      orderId: ref('order'),
      name: text(true),
      price: [number(), 'money'],
      extra: [number(true), 'money'],
      quantity: number(),
      status: value('status', true),
      flag: bool(true),
      productId: ref('customer', true),
    },
    {
      refs: {
        order: { field: 'orderId', resource: 'order', key: 'id', empty: false },
        product: { field: 'productId', resource: 'customer', key: 'id', empty: true },
      },
    },
  ),
  customer: shape(
    {
      realName: text(true),
      balance: [number(true), 'money'],
      discount: number(true),
      level: value('level', true),
      kind: value('kind'),
      birthday: day(true),
      vip: bool(true),
      parentId: ref('customer', true),
      tags: list(value('status')),
    },
    {
      refs: { parent: { field: 'parentId', resource: 'customer', key: 'id', empty: true } },
      rows: { orders: { resource: 'order', parent: 'customerId' } },
    },
  ),
  city: shape({ cityCode: text(), name: text(true) }, { key: 'cityCode' }),
  cloud: shape({ name: text() }, { virtual: true }),
}

const DICTIONARIES = {
  status: { ordered: false, values: { open: 1, paid: 2, done: 5, lost: 9 } },
  level: { ordered: true, values: { low: 10, mid: 50, high: 90 } },
  kind: { ordered: false, values: { a: 'a', bee: 'b', sea: 'c' } },
} as Record<string, { ordered: boolean; values: Record<string, string | number> }>

export const TYPES: TypeSource = {
  row: (resource) => (Object.hasOwn(SHAPES, resource) ? SHAPES[resource] : undefined),
  dictionary: (name) => (Object.hasOwn(DICTIONARIES, name) ? DICTIONARIES[name] : undefined),
}

export const ROW: ExprType = { t: 'row', of: 'order', empty: false }
export const ROOTS: Partial<Record<RootName, ExprType>> = {
  row: ROW,
  value: value('status'),
  now: moment(),
  user: record({ employeeId: ref('customer'), placeId: ref('customer', true), realName: text() }),
  settings: record({ limit: number(), strict: bool(), word: text() }),
}

/** Adds fields that are computed on read; their expressions are over the same world. */
export function compute(
  resource: string,
  name: string,
  type: ExprType,
  unit: FieldUnit,
  body: NonNullable<RowShape['fields'][string]['computed']>,
): void {
  SHAPES[resource]!.fields[name] = { type, unit, computed: body }
}

export const place = (more: Partial<ExprPlace> = {}): ExprPlace => ({ roots: ROOTS, types: TYPES, ...more })
