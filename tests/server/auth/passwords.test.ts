import { describe, expect, it } from 'vitest'
import type { Refusal } from '../../../src/server/errors.ts'
import { isCommonPassword, WEAK_TAILS } from '../../../src/server/auth/common-passwords.ts'
import { COMMON_WORDS, KEYBOARD_WALKS } from '../../../src/server/auth/common-words.ts'
import {
  hashPassword,
  initialPassword,
  needsRehash,
  PASSWORD_PATTERN,
  passwordProblem,
  verifyNobody,
  verifyPassword,
} from '../../../src/server/auth/passwords.ts'
import { replaceScrypt } from '../support/passwords.ts'

const CHEAP = { N: 1024, r: 8, p: 1 }

/** Candidate → whether it may be a password (rules 6.5, I-41). */
const candidates: [string, boolean][] = [
  ['Star2026', true],
  ['k7mPx2', true],
  ['Tr0ub4dor3x', true],
  ['蓝天白云a7b9c2', true],
  ['x'.repeat(29) + '7', false],
  ['abcdef', false],
  ['123456', false],
  ['a1b2', false],
  [`Kq7${'zV'.repeat(14)}`, false],
  ['Kq7zVxPw'.repeat(3), true],
  ['13800000001a', false],
  ['00000001ab', false],
  ['Passw0rd!', false],
  ['PASSWORD1', false],
  ['qwerty123', false],
  ['1qaz2wsx', false],
  ['woaini1314', false],
  ['abc1abc1', false],
  ['aaa111', false],
  ['a123456', false],
  ['123abc', false],
  ['Dragon2', false],
  ['jordan23', false],
  ['p@ssw0rd', false],
  ['summer2024', false],
  ['xingbao123', false],
  ['9XingBao7', false],
  ['my-x1ngba0-77', false],
  ['星宝摄影a1', false],
]

describe('a password', () => {
  it.each(candidates)('%s → %s', (password, allowed) =>
    expect(passwordProblem(password, '13800000001', ['xingbao', '星宝摄影']) === undefined).toBe(allowed),
  )

  it('is refused for each of the 3,000 and more commonest that pass the rule of the product', () => {
    const words = COMMON_WORDS.flatMap((word) => [`${word}1`, ...WEAK_TAILS.map((tail) => word + tail)])
    const known = [...new Set([...words, ...KEYBOARD_WALKS])].filter((one) => PASSWORD_PATTERN.test(one))
    expect(known.length).toBeGreaterThan(3000)
    expect(known.filter((one) => !isCommonPassword(one))).toEqual([])
  })

  it('handed out at a reset passes the rule and is never the same', () => {
    const made = Array.from({ length: 200 }, initialPassword)
    expect(made.filter((one) => passwordProblem(one, '13800000001'))).toEqual([])
    expect(new Set(made).size).toBe(200)
  })
})

describe('a stored password', () => {
  it('is another text each time and verifies by the parameters it carries', async () => {
    const [one, two] = [await hashPassword('Star2026', CHEAP), await hashPassword('Star2026', CHEAP)]
    expect(one).not.toBe(two)
    expect(one).toMatch(/^scrypt\$1024\$8\$1\$/)
    expect(await verifyPassword('Star2026', one)).toBe(true)
    expect(await verifyPassword('star2026', one)).toBe(false)
    expect(needsRehash(one)).toBe(true)
  })

  it('fits its column, and costs what the password storage cheat sheet asks of scrypt: no less, and no more than a sign-in can wait for', async () => {
    const stored = await hashPassword('Star2026')
    expect(stored.length).toBeLessThanOrEqual(100)
    expect(stored).toMatch(/^scrypt\$32768\$8\$3\$/)
    expect(needsRehash(stored)).toBe(false)
    expect(needsRehash(stored, CHEAP)).toBe(false)
    expect(await verifyPassword('Star2026', stored)).toBe(true)
  })

  it('is not shortened: the last of many characters counts', async () => {
    const stored = await hashPassword(`${'x'.repeat(200)}a`, CHEAP)
    expect(await verifyPassword(`${'x'.repeat(200)}b`, stored)).toBe(false)
  })

  it.each([
    ['', 'nothing'],
    ['scrypt$16777216$64$16$c2FsdA$a2V5', 'more memory than is sane'],
    ['scrypt$1024$8$1$c2FsdA$', 'no key'],
    ['$2b$10$abcdefghijklmnopqrstuv', 'another scheme'],
  ])('is never right when it is %s (%s)', async (stored) =>
    expect(await verifyPassword('Star2026', stored)).toBe(false),
  )

  it('takes the same work for nobody as for somebody', async () => {
    const stored = await hashPassword('Star2026')
    const known = await worked(() => verifyPassword('wrong1', stored))
    expect(known).toEqual([{ password: 'wrong1', salt: 16, key: 32, N: 32_768, r: 8, p: 3 }])
    expect(await worked(() => verifyNobody('wrong1'))).toEqual(known)
  })
})

/** The keys that were worked out meanwhile: of what, and at what cost. */
async function worked(work: () => Promise<boolean>): Promise<unknown[]> {
  const asked: unknown[] = []
  const putBack = replaceScrypt((scrypt) => (password, salt, key, options, done) => {
    const { N, r, p } = options
    asked.push({ password, salt: (salt as Buffer).length, key, N, r, p })
    scrypt(password, salt, key, options, done)
  })
  try {
    expect(await work()).toBe(false)
    return asked
  } finally {
    putBack()
  }
}

it('is worked out in a lane of its own: of very many at once some are turned away, and nothing else waits', async () => {
  const many = Array.from({ length: 200 }, () => hashPassword('Star2026', CHEAP))
  const told = await Promise.allSettled(many)
  const refused = told.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refusal] : []))
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused.map((one) => one.status))).toEqual(new Set([503]))
  expect(told.length - refused.length).toBeGreaterThanOrEqual(30)
  await expect(hashPassword('Star2026', CHEAP)).resolves.toMatch(/^scrypt/)
})
