import { createStore } from './store.ts'

/** The number of running calls that cover the page (rules 6.8: 努力加载中....). */
export const loadingCount = createStore(0)

/** Covers the page until the returned function is called. */
export function beginLoading(): () => void {
  let ended = false
  loadingCount.set((count) => count + 1)
  return () => {
    if (ended) return
    ended = true
    loadingCount.set((count) => count - 1)
  }
}
