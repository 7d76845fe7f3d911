import { expect, it } from 'vitest'
import { LIMITS, RateLimiter } from '../../../src/server/auth/rate.ts'
import { forwardedFor, networkOf } from '../../../src/server/network.ts'
import { newCode, newToken, tokenHash } from '../../../src/server/auth/tokens.ts'

it('a token has 256 bits, safe in a header, and does not repeat', () => {
  const made = new Set<string>()
  for (let n = 0; n < 100_000; n += 1) made.add(newToken())
  expect(made.size).toBe(100_000)
  for (const one of made) if (!/^[A-Za-z0-9_-]{43}$/.test(one)) expect.fail(one)
})

it('what is stored of a token is its SHA-256', () => {
  expect(tokenHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

it('codes are six digits over the whole range', () => {
  const made = Array.from({ length: 20_000 }, newCode)
  expect(made.every((one) => /^\d{6}$/.test(one))).toBe(true)
  expect(new Set(made.map((one) => one[0])).size).toBe(10)
})

it('a limit holds within its window and ends with it', () => {
  const clock = {
    at: 0,
    now() {
      return this.at
    },
  }
  const limits = new RateLimiter(clock)
  const tries = Array.from({ length: LIMITS.signIn.times + 1 }, () => limits.take('signIn', '10.0.0.1'))
  expect(tries.filter((one) => !one)).toHaveLength(1)
  expect(limits.take('signIn', '10.0.0.2')).toBe(true)
  clock.at = LIMITS.signIn.per
  expect(limits.take('signIn', '10.0.0.1')).toBe(true)
})

it.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
  ['2001:0DB8::1:ffff:0:0:1', '2001:db8:0:1::/64'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, undefined],
])('%s is counted as %s', (ip, network) => expect(networkOf(ip)).toBe(network))

it.each([
  ['198.51.100.7', '198.51.100.7'],
  [' 198.51.100.7 , 10.0.0.1', '198.51.100.7'],
  [['198.51.100.7', '10.0.0.9'], '198.51.100.7'],
  ['', undefined],
  [undefined, undefined],
])('a proxy that says %j asks for %s', (header, ip) => expect(forwardedFor(header)).toBe(ip))
