/** The numbers and charts of a page: which calls bring them, and what each of those measures. */
import type { CallModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { among, callsOf, listOf, oneOf, part, type Part } from './parts.ts'

const isStat = ({ stat }: CallModel): boolean => stat !== undefined
const isRows = ({ kind }: CallModel): boolean => kind === 'query' || kind === 'list'
const NUMBERS = ['int', 'decimal', 'money']

/** A function that answers figures of its own accord: numbers, and nothing has to be said to it. */
const isFigures = ({ kind, input, output }: CallModel): boolean =>
  kind === 'handler' && input.every(({ required }) => !required) && output.some(({ type }) => NUMBERS.includes(type))

type NameOf = (call: CallModel) => string

/** Beside the call of a block: the calls that a chart and numbers take, and the names of what each brings. */
export function ofFigures(model: Model): Part {
  const calls = [...Object.values(model.calls), ...Object.values(model.presets)]
  const rows = Object.values(model.resources).flatMap((r) => ofRows(r, callsOf(model, r), ({ id }) => id))
  return { allOf: [...offers(calls, ({ id }) => id), ...rows] }
}

/** The blocks of a page about one resource: its calls by their short names. Without a call, numbers are of its rows. */
export function blocksPart(model: Model, r: ResourceModel): Part {
  const calls = callsOf(model, r)
  const nameOf: NameOf = ({ name }) => name
  const usual: Part = {
    if: { required: ['numbers'], not: { required: ['call'] } },
    then: { properties: { numbers: listOf(part(`${r.name}:fields`)) } },
  }
  return { additionalProperties: { allOf: [...offers(calls, nameOf), ...ofRows(r, calls, nameOf), usual] } }
}

/** The calls that a chart and numbers take, and what those that count or answer figures measure. */
function offers(calls: readonly CallModel[], nameOf: NameOf): Part[] {
  const named = (some: readonly CallModel[]): Part => ({ properties: { call: { examples: some.map(nameOf) } } })
  const shown = calls.filter((call) => isStat(call) || isRows(call) || isFigures(call))
  return [
    { if: { required: ['chart'] }, then: named(calls.filter(isStat)) },
    { if: { required: ['numbers'] }, then: named(shown) },
    ...calls
      .filter((call) => isStat(call) || (call.kind === 'handler' && call.output.length > 0))
      .map((call) => {
        const measures = Object.keys(call.stat?.measures ?? {})
        const numbers = among([...measures, ...call.output.map(({ name }) => name)])
        return whereCall([nameOf(call)], {
          numbers: listOf(numbers),
          ...(call.stat ? { measures: listOf(among(measures)) } : {}),
        })
      }),
  ]
}

/** Lists of a resource bring the fields of its rows. */
function ofRows(r: ResourceModel, calls: readonly CallModel[], nameOf: NameOf): Part[] {
  const lists = calls.filter((call) => isRows(call) && call.output.length === 0)
  return lists.length === 0 ? [] : [whereCall(lists.map(nameOf), { numbers: listOf(part(`${r.name}:fields`)) })]
}

const whereCall = (names: readonly string[], properties: Record<string, Part>): Part => ({
  if: { properties: { call: { type: 'string', pattern: oneOf(names) } }, required: ['call'] },
  then: { properties },
})
