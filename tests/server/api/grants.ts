/**
 * Who may make which call, worked out from the model's table of permissions alone (LANGUAGE § 13, rules 6.6). The
 * engine has its own way to the same answer; a test compares the two.
 */
import type { Bound, CallModel, Model, Reach } from '../../../src/model/model.ts'

type Values = Record<string, unknown>

/** Menu code → codes of the granted buttons. */
export type Menus = Readonly<Record<string, readonly string[]>>

/** One way to a call: the values it must carry, and the inputs it may carry (absent: any). */
interface Way {
  fixed: Record<string, Bound>
  asked: ReadonlySet<string> | undefined
}

/** Names that every call may carry. */
const ENVELOPE = ['version', 'requestNo']

const wayOf = (model: Model, reach: Reach): { path: string; way: Way } => {
  const preset = model.presets[reach.call]
  if (!preset)
    return { path: model.aliases[reach.call] ?? reach.call, way: { fixed: reach.with ?? {}, asked: undefined } }
  const asked = preset.input.map((field) => field.name)
  const onRow = asked.includes('id') || asked.includes('ids')
  return {
    path: preset.path,
    way: {
      fixed: { ...preset.with, ...reach.with },
      asked: new Set([...asked, ...ENVELOPE, ...(onRow ? ['id', 'ids'] : [])]),
    },
  }
}

/** Every way to every call that some menus and buttons open. */
export function waysOf(model: Model, menus: Menus): Map<string, Way[]> {
  const ways = new Map<string, Way[]>()
  for (const [code, buttons] of Object.entries(menus)) {
    const permission = model.permissions[code]
    const granted = permission?.buttons.filter((button) => buttons.includes(button.code)) ?? []
    for (const reach of [...(permission?.see ?? []), ...granted.flatMap((button) => button.reach)]) {
      const { path, way } = wayOf(model, reach)
      ways.set(path, [...(ways.get(path) ?? []), way])
    }
  }
  return ways
}

/** Ways to a call in one word: two grants of it with the same word let the same requests in. */
export const signOf = (ways: readonly Way[] | undefined): string =>
  JSON.stringify((ways ?? []).map(({ fixed, asked }) => JSON.stringify([fixed, asked && [...asked].sort()])).sort())

/** Every menu with every button: an administrator, who also makes calls that no screen reaches. */
export const isWhole = (model: Model, menus: Menus): boolean =>
  Object.values(model.permissions).every(
    ({ code, buttons }) => menus[code] !== undefined && buttons.every((button) => menus[code]?.includes(button.code)),
  )

/** What a bound stands for: a literal, a value of the person, or (of a row that only the browser knows) anything. */
function boundTo(bound: Bound, user: Values): { value: unknown } | undefined {
  if ('value' in bound) return bound
  const name = /^user\.(\w+)$/.exec(bound.expr.src)?.[1]
  return name === undefined ? undefined : { value: user[name] }
}

/** Nothing is nothing, however it is sent. */
const wire = (value: unknown): unknown =>
  typeof value === 'boolean' ? Number(value) : value === '' ? null : (value ?? null)

/** What an input comes to: left out it is its default, a mark not made is no; a change leaves it as it was. */
function comesTo(call: CallModel, payload: Values, name: string): unknown {
  const input = call.input.find((one) => one.name === name)
  if (![undefined, null, ''].includes(payload[name] as null) || call.kind === 'edit' || !input) return payload[name]
  if (input.default && 'value' in input.default) return input.default.value
  return input.type === 'bool' ? false : payload[name]
}

function isKept(call: CallModel, { fixed, asked }: Way, payload: Values, user: Values): boolean {
  const kept = Object.entries(fixed).every(([name, bound]) => {
    const to = boundTo(bound, user)
    return !to || wire(to.value) === wire(comesTo(call, payload, name))
  })
  return kept && (!asked || Object.keys(payload).every((name) => asked.has(name) || name in fixed))
}

/** Whether a member of staff with these grants may make a call with this payload. */
export function mayCall(model: Model, menus: Menus, call: CallModel, payload: Values, user: Values): boolean {
  if (call.access?.anyone !== undefined || call.access?.staff !== undefined || isWhole(model, menus)) return true
  return (waysOf(model, menus).get(call.path) ?? []).some((way) => isKept(call, way, payload, user))
}

/** A payload that keeps to some way, with `more` as far as the way takes it; nothing when there is no way. */
export function payloadFor(
  model: Model,
  menus: Menus,
  call: CallModel,
  more: Values,
  user: Values,
): Values | undefined {
  const [way] = waysOf(model, menus).get(call.path) ?? []
  if (!way) return undefined
  const { fixed, asked } = way
  const kept = Object.fromEntries(Object.entries(more).filter(([name]) => !asked || asked.has(name)))
  return {
    ...kept,
    ...Object.fromEntries(
      Object.entries(fixed).flatMap(([name, bound]) => {
        const to = boundTo(bound, user)
        return to ? [[name, wire(to.value)]] : []
      }),
    ),
  }
}
