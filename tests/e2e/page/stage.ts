/** The product and the browser that `setup.ts` started. */
import { inject } from 'vitest'

const stage = inject('stage')

/** Whether there is a browser; without one every test is skipped. */
export const staged = stage !== null

/** Where the product answers. */
export function origin(): string {
  if (!stage) throw new Error('There is no server: the browser tests are skipped')
  return stage.origin
}

/** Where the browser answers. */
export function browserEndpoint(): string {
  if (!stage) throw new Error('There is no browser: the browser tests are skipped')
  return stage.browser
}
