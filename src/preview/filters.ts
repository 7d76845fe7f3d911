/** Filters of a list over sample records, found as the server finds rows (docs/LANGUAGE.md § 6). */
import { isEmpty } from '../model/expr/evaluate.ts'
import { isWords, isWritten } from '../model/fields.ts'
import type { FilterModel } from '../model/model.ts'
import { PAGE_KEYS } from '../model/reserved.ts'
import { midnightOf } from '../model/zone.ts'
import type { Row, World } from '../samples/world.ts'

type Payload = Record<string, unknown>
type Test = (row: Row) => boolean

const same = (a: unknown, b: unknown): boolean => !isEmpty(a) && String(a) === String(b)

const includes = (text: unknown, part: string): boolean =>
  !isEmpty(text) && String(text).toLowerCase().includes(part.toLowerCase())

/** One test for each filter that was sent. `offered`: the filters of the call's resource. */
export function testsOf(
  world: World,
  resource: string,
  offered: Readonly<Record<string, FilterModel>>,
  payload: Payload,
): Test[] {
  const taken = new Set(Object.values(offered).flatMap((filter) => filter.wire))
  const tests = Object.values(offered).flatMap((filter) => testOf(world, resource, filter, payload) ?? [])
  for (const [name, value] of Object.entries(payload)) {
    // Further inputs of a call that name a field.
    const field = taken.has(name) || isPageKey(name) ? undefined : world.field(resource, name)
    if (field && !isEmpty(value)) tests.push((row) => isAmong(world.read(field, row), value))
  }
  const { keyword } = payload
  const paths = typeof keyword === 'string' && keyword !== '' && !offered.keyword ? keywordOf(world, resource) : []
  if (paths.length > 0) tests.push((row) => paths.some((path) => at(world, resource, row, path, String(keyword))))
  return tests
}

const isPageKey = (name: string): boolean => (PAGE_KEYS as readonly string[]).includes(name)

/** What a keyword looks into: searched fields, else the title where it is text; whatever a record is named after, too. */
function keywordOf(world: World, resource: string): string[] {
  const { fields, title } = world.resource(resource)
  const searched = Object.values(fields).filter((field) => field.search && isWords(field.type) && !field.secret)
  const named = fields[title]
  return [
    ...searched.map((field) => field.name),
    ...(!named || isWords(named.type) || named.type === 'ref' ? [title] : []),
  ]
}

function at(world: World, resource: string, row: Row, path: string, text: string): boolean {
  return world
    .along(resource, row, path)
    .some(({ field, value }) => includes(field.type === 'ref' ? world.titleOf(field, row, 'zh') : value, text))
}

function isAmong(value: unknown, asked: unknown): boolean {
  return [asked].flat().some((one) => [value].flat().some((held) => same(held, one)))
}

function testOf(world: World, resource: string, filter: FilterModel, payload: Payload): Test | undefined {
  const { match, wire, all } = filter
  const value = wire[0] === null ? undefined : payload[wire[0]]
  if (all !== undefined && [value].flat().includes(all)) return undefined
  switch (match.kind) {
    case 'range':
      return rangeTest(world, resource, { ...filter, match }, payload)
    case 'contains':
      if (typeof value !== 'string' || value === '') return undefined
      return (row) =>
        match.paths.some((path) => world.along(resource, row, path).some((one) => includes(one.value, value)))
    case 'is':
      if (isEmpty(value)) return undefined
      return (row) => world.along(resource, row, match.path).some((one) => isAmong(one.value, value))
    case 'has':
      if (isEmpty(value)) return undefined
      return (row) =>
        world.along(resource, row, `${match.rows}.${match.field}`).some((one) => isAmong(one.value, value))
    case 'opens':
      return undefined
    case 'where': {
      if (isEmpty(value)) return undefined
      const typed = typeof value === 'string' && !isWritten(filter.control.type) ? numberOr(value) : value
      return (row) => world.holds(match.expr, row, { value: typed })
    }
  }
}

const numberOr = (text: string): unknown => (Number.isNaN(Number(text)) ? text : Number(text))

function rangeTest(
  world: World,
  resource: string,
  { match, wire }: FilterModel & { match: { kind: 'range'; path: string } },
  payload: Payload,
): Test | undefined {
  const [from, to] =
    wire.length === 2
      ? wire.map((name) => (name === null ? undefined : payload[name]))
      : ([payload[wire[0]]].flat() as unknown[])
  if (isEmpty(from) && isEmpty(to)) return undefined
  const zone = world.model.app.timezone
  return (row) =>
    world.along(resource, row, match.path).some(({ value, field }) => {
      if (isEmpty(value)) return false
      const number = Number(value)
      // A bound that is a day means the whole of it.
      const whole = field.type === 'datetime' && !isEmpty(to) && midnightOf(Number(to), zone) === Number(to)
      const end = whole ? midnightOf(Number(to), zone, 1) - 1 : Number(to)
      return (isEmpty(from) || number >= Number(from)) && (isEmpty(to) || number <= end)
    })
}
