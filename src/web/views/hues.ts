/** Colours of the parts of a chart: the same value has the same colour, wherever it stands among the others. */

/** What a part is of: the place of a value in its dictionary, else a name. */
export type Part = number | string

/** A number that depends on a text alone (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0
  return hash
}

const wish = (part: Part, count: number): number => (typeof part === 'number' ? part : numberOf(part)) % count

/** The place of each part's colour among `count` colours; two parts share one only when there are more parts than colours. */
export function huesOf(parts: readonly Part[], count: number): number[] {
  const places = new Map<Part, number>()
  const taken = new Set<number>()
  // In an order of their own, so that it does not matter which is the largest today.
  for (const part of [...new Set(parts)].sort((a, b) => (String(a) < String(b) ? -1 : 1))) {
    let place = wish(part, count)
    if (taken.size < count) while (taken.has(place)) place = (place + 1) % count
    taken.add(place)
    places.set(part, place)
  }
  return parts.map((part) => places.get(part) ?? 0)
}
