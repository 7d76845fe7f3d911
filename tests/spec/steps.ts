/** Calls as facts write them down: who asks what, and what the answer is to be. */
import { expect } from 'vitest'
import type { Product, Told, Values } from '../server/support/product.ts'

/**
 * A call. `@name` in the expected data keeps the value that stands there, `$name` puts a kept one into an input or an
 * expectation.
 */
export interface Step {
  call: string
  /** A demo account; `null`: nobody is signed in. The administrator unless said. */
  as?: string | null
  /** A kept token instead. */
  token?: string
  input?: Values
  status: number
  msg?: string
  /** The field that is refused. */
  field?: string
  count?: number
  /** How many rows are answered. */
  rows?: number
  /** The data, as far as they are named. */
  data?: unknown
  /** The message in the data. */
  dataMsg?: string
  /** A row that is among them, and one that is not. */
  has?: Values
  hasNot?: Values
  /** Keys of the answer, and of its first row. */
  keys?: string[]
  first?: string[]
}

type Kept = Map<string, unknown>

/** A value with kept ones in the place of their names. */
function filled(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string' && value.startsWith('$')) return kept.get(value.slice(1))
  if (Array.isArray(value)) return value.map((one) => filled(one, kept))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, kept)]))
  return value
}

/** Keeps what stands where the expectation says `@name`; answers the expectation with those values. */
function keeping(wanted: unknown, found: unknown, kept: Kept): unknown {
  if (typeof wanted === 'string' && wanted.startsWith('@')) {
    expect(found, wanted).toBeDefined()
    expect(found, wanted).not.toBeNull()
    kept.set(wanted.slice(1), found)
    return found
  }
  if (Array.isArray(wanted)) return wanted.map((one, i) => keeping(one, (found as unknown[] | undefined)?.[i], kept))
  if (typeof wanted === 'object' && wanted !== null)
    return Object.fromEntries(
      Object.entries(wanted).map(([key, one]) => [key, keeping(one, (found as Values | undefined)?.[key], kept)]),
    )
  return filled(wanted, kept)
}

function told(product: Product, step: Step, kept: Kept): Promise<Told> {
  const input = filled(step.input ?? {}, kept) as Values
  if (step.token !== undefined) return product.send(kept.get(step.token) as string, step.call, input)
  if (step.as === null) return product.send(undefined, step.call, input)
  return product.raw(step.as ?? 'administrator', step.call, input)
}

/** Makes the calls and holds each answer against what is written. */
export async function playSteps(product: Product, steps: readonly Step[]): Promise<void> {
  const kept: Kept = new Map()
  for (const step of steps) {
    const answer = await told(product, step, kept)
    const says = `${step.call} ${JSON.stringify(answer).slice(0, 400)}`
    expect(answer.status, says).toBe(step.status)
    if (step.msg !== undefined) expect(answer.msg, says).toBe(step.msg)
    if (step.field !== undefined) expect(answer.data, says).toMatchObject({ field: step.field })
    if (step.count !== undefined) expect(answer.count, says).toBe(step.count)
    if (step.dataMsg !== undefined) expect(answer.data, says).toMatchObject({ msg: step.dataMsg })
    if (step.rows !== undefined) expect(answer.data, says).toHaveLength(step.rows)
    if (step.keys) expect(Object.keys(answer), says).toEqual(expect.arrayContaining(step.keys))
    if (step.first) expect((answer.data as Values[])[0], says).toMatchObject(anything(step.first))
    if (step.has) expect(answer.data, says).toContainEqual(expect.objectContaining(filled(step.has, kept)))
    if (step.hasNot) expect(answer.data, says).not.toContainEqual(expect.objectContaining(filled(step.hasNot, kept)))
    if (step.data !== undefined) {
      const wanted = keeping(step.data, answer.data, kept)
      if (Array.isArray(wanted))
        expect(
          wanted.map((_, i) => (answer.data as unknown[])[i]),
          says,
        ).toMatchObject(wanted)
      else expect({ ...leftOut(wanted), ...(answer.data as Values) }, says).toMatchObject(wanted as Values)
    }
  }
}

const anything = (keys: readonly string[]): Values => Object.fromEntries(keys.map((key) => [key, expect.anything()]))

/** What is expected to be `null` may as well be left out. */
const leftOut = (wanted: unknown): Values =>
  Object.fromEntries(Object.entries(wanted as Values).filter(([, one]) => one === null))
