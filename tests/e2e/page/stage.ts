/** The product that `setup.ts` started, and the browser that it found. */
import { inject } from 'vitest'

const stage = inject('stage')

/** Whether there is a browser; without one every test is skipped. */
export const staged = stage !== null

/** Where the product answers. */
export function origin(): string {
  if (!stage) throw new Error('There is no server: the browser tests are skipped')
  return stage.origin
}

/** The path of the browser. */
export function browserPath(): string {
  if (!stage) throw new Error('There is no browser: the browser tests are skipped')
  return stage.browser
}
