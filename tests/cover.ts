/**
 * What is the same on every screen is tried where it stands, not everywhere: enough places are chosen that every trait
 * is met. They follow from the metadata, so a control that is new is tried from its first screen on.
 */

/** How often a trait is met where it takes rows: a place may have none on the day. */
export const TIMES = 2
/** How often it is met where it takes none. */
export const ONCE = 1

/** So few of the places that each trait of any of them is met. */
export function covering<T>(
  places: readonly T[],
  traitsOf: (place: T) => readonly string[],
  times: number = TIMES,
): Set<T> {
  const traits = new Map(places.map((place) => [place, [...new Set(traitsOf(place))]]))
  const left = new Map<string, number>()
  for (const trait of [...traits.values()].flat()) left.set(trait, Math.min(times, (left.get(trait) ?? 0) + 1))
  const chosen = new Set<T>()
  const isLeft = (trait: string): boolean => (left.get(trait) ?? 0) > 0
  const gain = (place: T): number => (chosen.has(place) ? 0 : (traits.get(place) ?? []).filter(isLeft).length)
  while ([...left.keys()].some(isLeft)) {
    const best = places.reduce((a, b) => (gain(b) > gain(a) ? b : a))
    for (const trait of traits.get(best) ?? []) left.set(trait, (left.get(trait) ?? 0) - 1)
    chosen.add(best)
  }
  return chosen
}
