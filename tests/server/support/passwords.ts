/** How the keys of passwords are worked out, put in another way for a while. */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

type Done = (error: Error | null, key: Buffer) => void

/** `crypto.scrypt`, as passwords use it. */
export type Scrypt = (
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: Done,
) => void

/**
 * Puts another `scrypt` in the place of the one that is there; answers what puts that one back. A spy of vitest is no way
 * to do this: after a file it puts back once more what stood there when it began, and other files of the worker get that.
 */
export function replaceScrypt(make: (before: Scrypt) => Scrypt): () => void {
  const before: Scrypt = crypto.scrypt
  const put = (one: Scrypt): void => {
    Object.assign(crypto, { scrypt: one })
    syncBuiltinESMExports()
  }
  put(make(before))
  return () => put(before)
}

/**
 * Lets the keys of a file's passwords be worked out at the least cost, for files that sign in a hundred times. Those
 * stored before do not fit any more. What one costs, and that nobody costs as much as somebody, is held by
 * auth/passwords.test.ts.
 */
export function lightPasswords(): void {
  let putBack: () => void
  beforeAll(() => {
    putBack = replaceScrypt((scrypt) => (password, salt, length, options, done) => {
      scrypt(password, salt, length, { ...options, N: 2, p: 1 }, done)
    })
  })
  afterAll(() => putBack())
}
