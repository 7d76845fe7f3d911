import { timesOf } from '../../src/model/times.ts'
import { afterEach, describe, expect, it } from 'vitest'
import {
  formatAge,
  formatDate,
  formatDatetime,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRelative,
  maskPhone,
  percentOf,
  shareOf,
  withUnit,
} from '../../src/model/format.ts'
import {
  isPhoneNumber,
  mayBePhoneNumber,
  notAPhoneNumber,
  notASignInNumber,
  plainNumber,
  setLocal,
  USUAL_LOCAL,
} from '../../src/model/local.ts'
import { dayOf, midnightOf, momentOf, wallOf } from '../../src/model/zone.ts'

const SHANGHAI = 'Asia/Shanghai'
const at = Date.UTC(2026, 2, 16, 1, 30)

describe('numbers and money', () => {
  const cases: [string, string][] = [
    [formatMoney(1234.5), '￥1,234.50'],
    [formatMoney(0), '￥0.00'],
    [formatMoney(-1234567.89), '-￥1,234,567.89'],
    [formatMoney(-0.001), '￥0.00'],
    [formatMoney(999), '￥999.00'],
    [formatNumber(1234567), '1,234,567'],
    [formatNumber(-123456.789), '-123,456.789'],
    [formatNumber(0.0000001), '0.0000001'],
    [formatNumber(1e16), '10,000,000,000,000,000'],
    [formatNumber(2.345, 1), '2.3'],
    [withUnit('61', 's'), '61 s'],
    [withUnit('61', '秒'), '61秒'],
    [withUnit('95', '%'), '95%'],
    [withUnit('7', undefined), '7'],
    [formatPercent(0), '0%'],
    [formatPercent(0.07), '7%'],
    [formatPercent(0.1234), '12.34%'],
    [formatPercent(1), '100%'],
    [formatPercent(2 / 3), '66.6667%'],
  ]
  for (const [got, wanted] of cases) it(wanted, () => expect(got).toBe(wanted))
  it('a share typed as percent is the decimal that was meant', () => {
    for (let n = 0; n <= 10_000; n += 1) {
      expect(shareOf(n / 100)).toBe(Number(`${n}e-4`))
      expect(percentOf(Number(`${n}e-4`))).toBe(n / 100)
    }
  })
})

describe('phones', () => {
  it('keep the first 3 and the last 4 digits', () => expect(maskPhone('13812341234')).toBe('138****1234'))
  it('too short to hide are hidden whole', () => expect(maskPhone('1234567')).toBe('*******'))
  it.each(['21304051', '213040512', '2130405123'])('of another country hide four digits at least: %s', (number) =>
    expect(maskPhone(number)).toBe(`${'*'.repeat(number.length - 4)}${number.slice(-4)}`),
  )
})

describe('days and moments stand in the zone of the product', () => {
  it('date', () => expect(formatDate(Date.UTC(2026, 2, 15, 16), SHANGHAI)).toBe('2026-03-16'))
  it('datetime', () => expect(formatDatetime(at, SHANGHAI)).toBe('2026-03-16 09:30'))
  it('midnight', () => expect(midnightOf(at, SHANGHAI)).toBe(Date.UTC(2026, 2, 15, 16)))
  it('midnight of another day', () => expect(midnightOf(at, SHANGHAI, -16)).toBe(Date.UTC(2026, 1, 27, 16)))
  it('a birthday in the summer time China had in 1987', () => {
    expect(dayOf('1987-07-01', SHANGHAI)).toBe(Date.UTC(1987, 5, 30, 15))
    expect(formatDate(dayOf('1987-07-01', SHANGHAI), SHANGHAI)).toBe('1987-07-01')
  })
  it('a time the clocks skip is the moment after the gap', () => {
    expect(momentOf('America/New_York', 2026, 3, 8, { hour: 2, minute: 30 })).toBe(Date.UTC(2026, 2, 8, 7, 30))
    expect(momentOf('America/New_York', 2026, 3, 8, { hour: 4, minute: 0 })).toBe(Date.UTC(2026, 2, 8, 8, 0))
  })
  it('every midnight of a century comes back as itself', () => {
    for (let day = 0; day < 36_525; day += 1) {
      const ms = momentOf(SHANGHAI, 1925, 1, 1 + day)
      const wall = wallOf(ms, SHANGHAI)
      if (wall.hour !== 0 || wall.minute !== 0) expect(formatDatetime(ms - 1, SHANGHAI)).toMatch(/23:59$/)
    }
  })
})

describe('how long ago', () => {
  const now = at
  const cases: [number, string, string][] = [
    [0, '刚刚', 'just now'],
    [29_999, '刚刚', 'just now'],
    [30_000, '1分钟前', '1 minute ago'],
    [119_000, '1分钟前', '1 minute ago'],
    [3_599_000, '59分钟前', '59 minutes ago'],
    [3_600_000, '1小时前', '1 hour ago'],
    [86_399_000, '23小时前', '23 hours ago'],
    [86_400_000, '1天前', '1 day ago'],
    [172_799_000, '1天前', '1 day ago'],
    [172_800_000, '2026-03-14 09:30', '2026-03-14 09:30'],
    [-1000, '2026-03-16 09:30', '2026-03-16 09:30'],
  ]
  for (const [ago, zh, en] of cases) {
    it(`${ago} ms`, () => {
      expect(formatRelative(now - ago, now, 'zh', SHANGHAI)).toBe(zh)
      expect(formatRelative(now - ago, now, 'en', SHANGHAI)).toBe(en)
    })
  }
})

describe('how old something is', () => {
  const born = momentOf(SHANGHAI, 2026, 8, 26)
  const cases: [number, string, string][] = [
    [momentOf(SHANGHAI, 2026, 8, 25), '', ''],
    [momentOf(SHANGHAI, 2026, 8, 27), '1天', '1 day'],
    [momentOf(SHANGHAI, 2026, 9, 25), '30天', '30 days'],
    [momentOf(SHANGHAI, 2026, 9, 26), '1个月', '1 month'],
    [momentOf(SHANGHAI, 2028, 8, 25), '23个月', '23 months'],
    [momentOf(SHANGHAI, 2028, 8, 26), '2岁', '2 years'],
  ]
  for (const [now, zh, en] of cases) {
    it(`${formatDate(now, SHANGHAI)}: ${en}`, () => {
      expect([formatAge(born, now, SHANGHAI, 'zh'), formatAge(born, now, SHANGHAI, 'en')]).toEqual([zh, en])
    })
  }
})

it('times of a day go from the first to the last of them, both counted', () => {
  expect(timesOf({ from: '09:30', to: '10:15', step: 15 })).toEqual(['09:30', '09:45', '10:00', '10:15'])
  expect(timesOf({ from: '09:30', to: '10:14', step: 15 })).toEqual(['09:30', '09:45', '10:00'])
})

describe('a product of another country', () => {
  it.each([
    ['137 1234 0011', '13712340011'],
    ['137-1234-0011', '13712340011'],
    ['\u202d13712340011\u202c', '13712340011'],
    ['13712340011', '13712340011'],
    ['137 1234 001', '137 1234 001'],
    ['137****0011', '137****0011'],
  ])('a telephone number written as %s is kept as %s', (text, kept) => expect(plainNumber(text)).toBe(kept))

  afterEach(() => setLocal(USUAL_LOCAL))

  it('writes amounts and telephone numbers in its own way', () => {
    const phone = { pattern: '^\\+[0-9]{7,15}$', signIn: '^\\+?[0-9]+$', message: { zh: '号码', en: 'A number' } }
    const signInMessage = { zh: '登陆号码', en: 'A sign-in number' }
    setLocal({ currency: { symbol: 'CHF ' }, phone: { ...phone, signInMessage } })
    expect([formatMoney(1234.5), formatMoney(-2)]).toEqual(['CHF 1,234.50', '-CHF 2.00'])
    expect(['+41446681800', '13900000001'].map(isPhoneNumber)).toEqual([true, false])
    expect([mayBePhoneNumber('13900000001'), notAPhoneNumber()]).toEqual([true, phone.message])
    expect(notASignInNumber()).toEqual(signInMessage)
  })
})
