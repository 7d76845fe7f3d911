/** What a scanner types is told from what a person types by its speed: many signs at once, then Enter. */

/** Signs typed without a pause (times in ms). */
export interface Burst {
  text: string
  began: number
  last: number
}

/** A longer wait between two signs ends a burst. */
const PAUSE = 100
/** A scanner types faster than this on the whole; a person who types ten signs a second does not. */
const USUAL = 50
/** What is scanned is a number of this many signs at least. */
const LEAST = 6

/** A burst with one more key; keys that write no sign end it. */
export function withKey(burst: Burst | undefined, key: string, time: number): Burst | undefined {
  if (key.length !== 1) return undefined
  if (!burst || time - burst.last > PAUSE) return { text: key, began: time, last: time }
  return { text: burst.text + key, began: burst.began, last: time }
}

/** What was scanned, where Enter follows a burst at once that no person types. */
export function scanned(burst: Burst | undefined, enter: number): string | undefined {
  if (!burst || burst.text.length < LEAST || enter - burst.last > PAUSE) return undefined
  return (burst.last - burst.began) / (burst.text.length - 1) <= USUAL ? burst.text : undefined
}
