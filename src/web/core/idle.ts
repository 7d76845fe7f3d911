/** Work that gives way to what a person waits for. */

/** Longest wait (ms): a busy page does it in the end. */
const LONGEST = 1000

/** Resolves when the browser has nothing else to do. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: LONGEST })
    else setTimeout(resolve)
  })
