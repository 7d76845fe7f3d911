/** How far a page was scrolled, kept when the page is unmounted: opened again, it stands where it was left. */
import { useEffect, type RefObject } from 'react'
import { onTabsClosed } from './tabStore.ts'

interface Place {
  top: number
  left: number
}

/** By the key of the page, then by what is scrolled in it. */
const places = new Map<string, Map<string, Place>>()
onTabsClosed((keys) => keys.forEach((key) => places.delete(key)))

/** Longest the rows of a page may take to come, ms. */
const PATIENCE = 8_000

/** The name of a scrolled element within its page: its class, and which of those it is. */
function nameOf(page: Element, element: Element): string {
  const [name = ''] = element.classList
  return `${name} ${[...page.getElementsByClassName(name)].indexOf(element)}`
}

function elementOf(page: Element, at: string): Element | undefined {
  const [name = '', index] = at.split(' ')
  return page.getElementsByClassName(name)[Number(index)]
}

/** Watches the page of a key, and puts it back to where it was left. */
export function useScrolled(key: string, page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const section = page.current
    if (!section) return undefined
    const stop = putBack(section, places.get(key))
    const keep = ({ target }: Event) => {
      if (!(target instanceof Element) || target.classList.length === 0 || !section.checkVisibility()) return
      const known = places.get(key) ?? new Map<string, Place>()
      places.set(key, known.set(nameOf(section, target), { top: target.scrollTop, left: target.scrollLeft }))
    }
    section.addEventListener('scroll', keep, { capture: true, passive: true })
    return () => {
      stop()
      section.removeEventListener('scroll', keep, { capture: true })
    }
  }, [key, page])
}

/** Scrolls as soon as there is something to scroll; whoever scrolls by hand meanwhile is left alone. */
function putBack(section: HTMLElement, known: ReadonlyMap<string, Place> | undefined): () => void {
  const left = new Map(known)
  const end = performance.now() + PATIENCE
  const stop = () => left.clear()
  const step = () => {
    for (const [at, place] of left) {
      const element = elementOf(section, at)
      if (!element || element.scrollHeight - element.clientHeight < place.top) continue
      element.scrollTo(place)
      left.delete(at)
    }
    if (left.size > 0 && performance.now() < end) requestAnimationFrame(step)
  }
  for (const event of ['wheel', 'touchmove', 'keydown']) section.addEventListener(event, stop, { passive: true })
  step()
  return stop
}
