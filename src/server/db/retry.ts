/** Transactions that lost a race are run again. */
import { DbError } from './errors.ts'

const ATTEMPTS = 6
const FIRST_PAUSE = 8

/** Runs `attempt` until it does not fail by a serialization failure or deadlock; with growing, scattered pauses. */
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
