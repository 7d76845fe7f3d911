/** A preview answers what a server would: the same lists, look-ups and figures over the same records. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { knownRows } from '../../bin/sampled.ts'
import { isEmpty } from '../../src/model/expr/evaluate.ts'
import type { CallModel, FilterModel } from '../../src/model/model.ts'
import { Preview } from '../../src/preview/answers.ts'
import { answerModel } from '../../src/preview/content.ts'
import { World, type Row } from '../../src/samples/world.ts'
import { Catalogue } from '../../src/server/query/table.ts'
import { onOneEngine } from '../server/support/engines.ts'
import { generatedModel, Product, type Person, type Told } from '../server/support/product.ts'
import { NOW } from '../server/support/template.ts'

const model = generatedModel()
const READS = new Set(['query', 'list', 'select', 'stat', 'detail'])

/** Calls that are metadata alone, over records with a table. */
const calls = Object.values(model.calls).filter((call) => {
  const of = model.resources[model.resources[call.resource]?.figures ?? call.rows ?? call.resource]
  return READS.has(call.kind) && !call.handler && !call.access && of && !of.virtual && of.name !== model.app.records.log
})

onOneEngine('a preview over the demo data', (engine) => {
  let product: Product
  let boss: Person
  let preview: Preview
  let world: World

  beforeAll(async () => {
    product = await Product.open(engine)
    boss = await product.person('administrator')
    const rows = await knownRows(product.db, new Catalogue(model), boss.companyId)
    world = new World(model, rows, () => NOW)
    preview = new Preview({ model: answerModel(model), rows, answers: {}, now: NOW }, () => NOW)
  })
  afterAll(() => product.close())

  it.each(calls.map((call) => [call.path, call] as const))('%s', async (path, call) => {
    const [first] = world.rows[rowsOf(call)] ?? []
    for (const more of first ? inputsOf(call, world, first) : [{}]) {
      const input = { ...required(call, first), ...more }
      const told = await product.send(boss.token, path, input)
      const mine = preview.answer(path, input, 'zh') as Told
      expect({ input, told: short(mine) }).toEqual({ input, told: short(told) })
    }
  })
})

const rowsOf = (call: CallModel): string => model.resources[call.resource]?.figures ?? call.rows ?? call.resource

/** What a call must be given, as some record has it. */
const required = (call: CallModel, row: Row | undefined): Record<string, unknown> =>
  Object.fromEntries(
    call.input.flatMap((field) =>
      field.required || (call.kind === 'detail' && field.name === 'id') ? [[field.name, row?.[field.name]]] : [],
    ),
  )

/** Inputs to try: none, and each filter as a record fulfils it. */
function inputsOf(call: CallModel, world: World, row: Row): Record<string, unknown>[] {
  if (call.kind === 'detail') return [{ id: row.id }]
  const of = rowsOf(call)
  const own = model.resources[call.resource]
  const filters = own?.figures === undefined ? model.resources[of]?.filters : own.filters
  const tabs = Object.values(filters ?? {}).filter(({ control }) => control.type === 'enum' || control.type === 'bool')
  const counts = call.kind === 'query' || call.kind === 'list' ? tabs.map(({ name }) => ({ counts: name })) : []
  const title = world.title(of, row, 'zh').slice(0, 2)
  const keyword = call.kind === 'select' && title ? [{ keyword: title }] : []
  return [
    {},
    ...counts,
    ...keyword,
    ...Object.values(filters ?? {}).flatMap((filter) => filled(filter, world, of, row)),
  ]
}

function filled(filter: FilterModel, world: World, of: string, row: Row): Record<string, unknown>[] {
  const { match, wire } = filter
  const [name] = wire
  if (match.kind === 'where' || match.kind === 'opens' || !name) return []
  const path =
    match.kind === 'contains' ? match.paths[0] : match.kind === 'has' ? `${match.rows}.${match.field}` : match.path
  const value: unknown = world.along(of, row, path ?? '').find((one) => !isEmpty(one.value))?.value
  if (isEmpty(value)) return []
  if (match.kind === 'range') return [{ [name]: wire.length === 2 ? value : [value, value] }]
  if (match.kind === 'contains') return [{ [name]: String(value).slice(0, 3) }]
  return [{ [name]: Array.isArray(value) ? [value[0]] : value }]
}

/** What must agree: how many, which ones, in which order, and every figure. */
function short({ status, total, count, data }: Told): unknown {
  const keyOf = (one: unknown): unknown => {
    const row = one as Record<string, unknown>
    return row.value ?? row.id ?? row
  }
  if (status !== 200) return { status }
  return Array.isArray(data) ? { status, total, count, data: data.map(keyOf) } : { status, data: keyOf(data ?? {}) }
}
