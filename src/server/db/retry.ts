/** Runs transactions again that lost a race. */
import { DbError } from './errors.ts'

const ATTEMPTS = 6
const FIRST_PAUSE = 8

/** Runs `attempt` until it no longer fails by a serialization failure or deadlock, with growing random pauses. */
export async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DbError) || error.kind !== 'serialization' || tried >= ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE * 2 ** tried * (0.5 + Math.random())))
    }
  }
}
