/** What a chart is drawn as, and how its scales and the names below it stand. */

/** The ends of a scale. */
interface Ends {
  min: number
  max: number
}

/**
 * The ends of several scales, in each of which nothing takes the same share of the height. Nothing where no value is
 * below it: then all of them begin there by themselves.
 */
export function sharedZero(scales: readonly (readonly number[])[]): Ends[] | undefined {
  const ends = scales.map((values) => ({ min: Math.min(0, ...values), max: Math.max(0, ...values) }))
  const shareOf = (of: (one: Ends) => number): number =>
    Math.max(...ends.map((one) => (one.max > one.min ? of(one) / (one.max - one.min) : 0)))
  const [below, above] = [shareOf(({ min }) => -min), shareOf(({ max }) => max)]
  if (below === 0) return undefined
  return ends.map(({ min, max }) => {
    const size = Math.max(-min / below, above > 0 ? max / above : 0)
    return { min: -below * size, max: above * size }
  })
}

export type ChartKind = 'line' | 'bar' | 'pie'

/** A part below nothing is no part of a whole: such figures stand as bars. */
export const drawnAs = (kind: ChartKind, values: readonly number[]): ChartKind =>
  kind === 'pie' && values.some((value) => value < 0) ? 'bar' : kind

/** Room that a name needs to stand flat, and that one line of a slanted name needs, in pixels of text of 12. */
const WIDE = 12
const NARROW = 7
const GAP = 8
const LINE = 16

const widthOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter > '\u2e7f' ? WIDE : NARROW), GAP)

/** Most bars that lie one below another: more of them would be a page of their own. */
const LYING_MAX = 40

/**
 * How names stand at bars: flat below them where each fits, else slanted so that none is left out, else beside them, when
 * the bars lie; of very many as many stand as there is room for.
 */
export function namesAt(names: readonly string[], width: number): 'flat' | 'slanted' | 'beside' | 'some' {
  const room = width / Math.max(names.length, 1)
  if (names.every((name) => widthOf(name) <= room)) return 'flat'
  if (room >= LINE) return 'slanted'
  return names.length <= LYING_MAX ? 'beside' : 'some'
}
