/** What a page notes of itself while it is measured: when something was first seen painted, and what was fetched for it. */
import type { Page } from 'playwright'

/** Runs in the page before everything else. `atelierSeen.wait(selector, not)` resolves to the moment (ms since navigation) after the frame in which the first such element, with another row key than `not`, was painted. */
const NOTE = `window.atelierSeen = {
  submitted: 0,
  wait(selector, not) {
    return new Promise((resolve) => {
      const found = () => { const one = document.querySelector(selector); return one && one.getAttribute('data-row-key') !== not }
      const done = () => requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => resolve(performance.now()); port2.postMessage(0) })
      if (found()) return done()
      const observer = new MutationObserver(() => { if (found()) { observer.disconnect(); done() } })
      observer.observe(document, { childList: true, subtree: true, attributeFilter: ['data-row-key'] })
    })
  },
}
addEventListener('click', () => { window.atelierSeen.submitted = performance.now() }, true)
window.atelierSeen.form = window.atelierSeen.wait('input[type=password]')
window.atelierSeen.rows = window.atelierSeen.wait('.ant-table-row')
`

declare global {
  interface Window {
    atelierSeen: {
      submitted: number
      form: Promise<number>
      rows: Promise<number>
      wait(selector: string, not?: string): Promise<number>
    }
  }
}

export const prepare = (page: Page): Promise<unknown> => page.addInitScript(NOTE)

/** When the password field, or the first row of a table, was painted (ms since navigation). */
export const painted = (page: Page, what: 'form' | 'rows'): Promise<number> =>
  page.evaluate((name) => window.atelierSeen[name], what)

/** Addresses fetched until a moment, calls left out. */
export function fetchedUntil(page: Page, moment: number): Promise<string[]> {
  return page.evaluate((until) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const before = entries
      .filter((entry) => entry.responseEnd > 0 && entry.responseEnd <= until)
      .map((entry) => entry.name)
    return [...new Set([location.href, ...before])].filter(
      (name) => name.startsWith(location.origin) && !new URL(name).pathname.startsWith('/api/'),
    )
  }, moment)
}

/** When the last answer of a call had arrived (ms since navigation). */
export function answered(page: Page, path: string): Promise<number> {
  return page.evaluate((part) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return entries.filter((entry) => entry.name.includes(part)).at(-1)?.responseEnd ?? NaN
  }, path)
}

/** How long something may take to be seen (ms). */
const PATIENCE = 20_000

/**
 * Begins to look for a moment: the end of the frame in which this expression first held, and in which every picture that
 * had come by then was decoded. The answer waits for it (ms since navigation).
 */
export async function seenAfter(page: Page, holds: string): Promise<() => Promise<number>> {
  await page.evaluate(`window.atelierAwaited = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('not seen: ' + ${JSON.stringify(holds)})), ${PATIENCE})
    const ok = () => { try { return ${holds} } catch { return false } }
    const decoded = () => Promise.all([...document.images].filter((one) => one.complete && one.naturalWidth > 0).map((one) => one.decode().catch(() => {})))
    const done = async () => {
      await decoded()
      requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => resolve(performance.now()); port2.postMessage(0) })
    }
    if (ok()) return done()
    const look = () => {
      if (!ok()) return
      observer.disconnect()
      removeEventListener('load', look, true)
      done()
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
    // A picture that has come changes nothing in the document.
    addEventListener('load', look, true)
  }), 0`)
  return () => page.evaluate<number>('window.atelierAwaited')
}
