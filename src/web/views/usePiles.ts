/** Which pile each block of a page stands in: always on the shortest, by the heights the blocks have. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** Piles stand so far from one another, and blocks in them (px). */
export const GAP = 16

/** Where a block stands. `height`: with the gap below it (px); 0 until it is measured. */
interface Place {
  pile: number
  height: number
}

interface PilesWork {
  placeOf: (key: string) => Place
  /** For the element of a block. */
  measured: (key: string) => (element: HTMLElement | null) => void
  /** From now on every block stays in its pile, whatever its height becomes. */
  keep: () => void
}

/** Puts blocks into so many piles. They find their places while they load, and stand still once somebody uses the page. */
export function usePiles(keys: readonly string[], count: number): PilesWork {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map())
  const [kept, setKept] = useState<{ piles: ReadonlyMap<string, number>; count: number }>()
  const elements = useRef(new Map<Element, string>())
  const observer = useRef<ResizeObserver>(undefined)
  const observe = useCallback((): ResizeObserver => {
    observer.current ??= new ResizeObserver((entries) =>
      setHeights((old) => {
        const now = new Map(old)
        for (const { target } of entries) {
          const key = elements.current.get(target)
          if (key !== undefined) now.set(key, Math.ceil(target.getBoundingClientRect().height) + GAP)
        }
        return [...now].some(([key, height]) => old.get(key) !== height) ? now : old
      }),
    )
    return observer.current
  }, [])
  useEffect(() => () => observer.current?.disconnect(), [])
  const found = useMemo(() => pilesOf(keys, count, heights), [keys, count, heights])
  const piles = kept?.count === count ? kept.piles : found
  return {
    placeOf: (key) => ({ pile: piles.get(key) ?? found.get(key) ?? 0, height: heights.get(key) ?? 0 }),
    measured: (key) => (element) => {
      // An element that is watched anew is told of at once, which would draw the page again without end.
      if (!element || elements.current.get(element) === key) return
      elements.current.set(element, key)
      observe().observe(element)
    },
    keep: () => setKept((old) => (old?.count === count ? old : { piles: found, count })),
  }
}

/** The pile of each block, in order: the shortest of those before it, the first of equal ones. */
export function pilesOf(
  keys: readonly string[],
  count: number,
  heights: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const sums = Array.from({ length: count }, () => 0)
  return new Map(
    keys.map((key) => {
      const pile = sums.indexOf(Math.min(...sums))
      // What is not measured yet counts as something, so that blocks begin beside each other.
      sums[pile] = (sums[pile] ?? 0) + (heights.get(key) ?? 1)
      return [key, pile]
    }),
  )
}
