/** Hand-written look-ups answer as the engine's do: what was typed narrows them, and a value is answered with its record. */

/** What a look-up is asked for besides its own inputs. */
interface Sought {
  keyword?: string | null
  value?: number | null
}

/** One thing to choose. */
interface Offer {
  value: number
  /** What it is found by. */
  words: readonly string[]
}

/** Those of the rows that were asked for. */
export function soughtOf<T>(rows: readonly T[], { keyword, value }: Sought, offerOf: (row: T) => Offer): T[] {
  const typed = keyword?.trim().toLowerCase() ?? ''
  return rows.filter((row) => {
    const offer = offerOf(row)
    const named = offer.words.some((word) => word.toLowerCase().includes(typed))
    return named && (value === undefined || value === null || offer.value === value)
  })
}
