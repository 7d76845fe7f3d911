/** Passwords at the least cost, for files that sign in a hundred times. */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

type Done = (error: Error | null, key: Buffer) => void

/**
 * Lets the keys of a file's passwords be worked out at the least cost. Those stored before do not fit any more. What one
 * costs, and that nobody costs as much as somebody, is held by auth/passwords.test.ts.
 */
export function lightPasswords(): void {
  const { scrypt } = crypto
  const put = (one: unknown): void => {
    Object.assign(crypto, { scrypt: one })
    syncBuiltinESMExports()
  }
  beforeAll(() =>
    put((password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions, done: Done) =>
      scrypt(password, salt, length, { ...options, N: 2, p: 1 }, done),
    ),
  )
  afterAll(() => put(scrypt))
}
