/** Two scales of one chart whose zeros lie on one line. */

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
