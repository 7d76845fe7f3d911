import { describe, expect, it } from 'vitest'
import { PERIODS, periodOf } from '../../../src/web/fields/periods.ts'
import {
  defaultFilters,
  fromAddress,
  parseSort,
  sortText,
  toAddress,
  wireFilters,
} from '../../../src/web/lists/query.ts'
import { firstTab, plainStart, requestOf } from '../../../src/web/lists/listState.ts'
import type { ListView } from '../../../src/model/model.ts'
import { inOrder } from '../../../src/web/lists/prefs.ts'
import { dayOf, dayText } from '../../../src/model/zone.ts'
import { env, field, filter, ZONE } from './models.ts'

const days = (period: (typeof PERIODS)[number], now: number) =>
  periodOf(period, now, ZONE)
    .map((ms) => dayText(ms, ZONE))
    .join(' ')

describe('filters on the wire', () => {
  it('leaves out what is empty and trims what is typed', () => {
    const filters = [filter('name'), filter('city'), filter('level', { many: true })]
    expect(wireFilters(filters, { name: ' 王 ', city: '', level: [] })).toEqual({ name: '王' })
  })

  it('gives a pair of bounds its two names, an open end none', () => {
    const amount = filter('amount', { range: true, wire: ['minMoney', 'maxMoney'] })
    expect(wireFilters([amount], { amount: [100, null] })).toEqual({ minMoney: 100 })
    expect(wireFilters([amount], { amount: [100, 200] })).toEqual({ minMoney: 100, maxMoney: 200 })
  })

  it('sends a range under one name as from and to', () => {
    const created = filter('createTime', { range: true })
    expect(wireFilters([created], { createTime: [1, null] })).toEqual({ createTime: [1, null] })
  })

  it('begins with defaults, a period word as its days', () => {
    const filters = [
      filter('month', { range: true, default: { value: 'thisMonth' } }),
      filter('kind', { many: true, default: { value: 2 } }),
      filter('plain'),
    ]
    const values = defaultFilters(filters, env())
    expect(Object.keys(values)).toEqual(['month', 'kind'])
    expect((values.month as number[]).map((ms) => dayText(ms, ZONE))).toEqual(['2026-03-01', '2026-03-31'])
    expect(values.kind).toEqual([2])
  })
})

describe('filters in an address', () => {
  it.each([
    ['text that looks like a number stays text', filter('name'), '138'],
    ['a number', filter('count', { control: field('count', { type: 'int' }) }), 5],
    ['several values', filter('level', { many: true, control: field('level', { type: 'enum' }) }), [1, 2]],
    [
      'a range with an open end',
      filter('time', { range: true, control: field('time', { type: 'datetime' }) }),
      [1, null],
    ],
    ['a key that is text', filter('city', { control: field('city', { type: 'ref', key: 'cityCode' }) }), '500100'],
  ])('%s comes back as it went', (_says, of, value) => {
    expect(fromAddress(of, toAddress(value), ZONE)).toEqual(value)
  })

  it('takes one value for a filter of several', () => {
    expect(fromAddress(filter('level', { many: true, control: field('level', { type: 'enum' }) }), '3', ZONE)).toEqual([
      3,
    ])
  })

  it('takes a day as it is written, and no other words for one', () => {
    const day = filter('on', { control: field('on', { type: 'date' }) })
    expect(fromAddress(day, '2026-03-16', ZONE)).toBe(dayOf('2026-03-16', ZONE))
    expect(fromAddress(day, 'tomorrow', ZONE)).toBeUndefined()
    const time = filter('time', { range: true, control: field('time', { type: 'date' }) })
    expect(fromAddress(time, '["2026-03-16",null]', ZONE)).toEqual([dayOf('2026-03-16', ZONE), null])
  })

  it.each(['yesterday', '1', '[1]', '[1,2,3]'])('drops what is no range: %s', (text) => {
    expect(
      fromAddress(filter('time', { range: true, control: field('time', { type: 'date' }) }), text, ZONE),
    ).toBeUndefined()
  })

  it('keeps an order', () => {
    expect(sortText(parseSort('-createTime'))).toBe('-createTime')
    expect(parseSort(undefined)).toBeUndefined()
  })
})

describe('periods', () => {
  const monday = Date.UTC(2026, 2, 16, 4)
  const sunday = Date.UTC(2026, 2, 15, 20)
  it.each([
    ['today', monday, '2026-03-16 2026-03-16'],
    ['thisWeek', monday, '2026-03-16 2026-03-22'],
    ['last7Days', monday, '2026-03-10 2026-03-16'],
    ['thisMonth', monday, '2026-03-01 2026-03-31'],
    ['lastMonth', monday, '2026-02-01 2026-02-28'],
    ['last30Days', monday, '2026-02-15 2026-03-16'],
    ['today', sunday, '2026-03-16 2026-03-16'],
  ] as const)('%s', (period, now, said) => {
    expect(days(period, now)).toBe(said)
  })
})

describe('columns in the order of a person', () => {
  it('puts new columns after those that were ordered', () => {
    const columns = ['new', 'a', 'b', 'newer', 'c'].map((path) => ({ path }))
    expect(inOrder(columns, ['c', 'a', 'b']).map(({ path }) => path)).toEqual(['c', 'a', 'b', 'new', 'newer'])
  })
})

describe('what a list asks for first', () => {
  const view = (more: object) => ({ with: {}, filters: [], sort: [], ...more }) as unknown as ListView
  const place = { call: { kind: 'query' }, env: {}, fixed: {} } as unknown as Parameters<typeof requestOf>[1]
  const query = (more: object) => ({ filters: {}, ...more }) as unknown as Parameters<typeof requestOf>[2]

  it.each([
    ['as the view says', { sort: ['-id'] }, {}, { sort: ['-id'] }],
    [
      'down, where somebody chose so',
      {},
      { sort: { field: 'city', down: true } },
      { sortField: 'city', sortOrder: 'desc' },
    ],
    ['up', {}, { sort: { field: 'city', down: false } }, { sortField: 'city', sortOrder: 'asc' }],
  ])('is in order %s', (_, of, chosen, asked) => expect(requestOf(view(of), place, query(chosen))).toEqual(asked))

  it('opens on the first tab that is still in use', () => {
    const values = [{ value: 1, retired: true }, { value: 2 }, { value: 3 }]
    const tabs = { kind: 'filter', all: false, by: { control: { type: 'enum', of: 'level' } } }
    const dictionaries = { level: { values } } as unknown as Parameters<typeof firstTab>[1]
    expect(firstTab(view({ tabs }), dictionaries)).toBe(2)
    expect(firstTab(view({ tabs: { ...tabs, all: true } }), dictionaries)).toBeUndefined()
  })

  it('leaves out what an old link names and no dictionary has', () => {
    const level = field('level', { type: 'enum', of: 'level' })
    const many = filter('level', { many: true, control: level })
    const tabs = { kind: 'filter', all: true, by: filter('kind', { control: level }) }
    const dictionaries = { level: { values: [{ value: 1 }, { value: 2, retired: true }] } }
    const list = view({ tabs, filters: [many, filter('name')] })
    const begins = (addressed: Record<string, string>) =>
      plainStart(
        list,
        { ...place, env: env(), dictionaries } as unknown as Parameters<typeof plainStart>[1],
        10,
        addressed,
      )
    expect(begins({ tab: '2', level: '[1,2]', name: '9' })).toMatchObject({
      tab: 2,
      filters: { level: [1, 2], name: '9' },
    })
    const old = begins({ tab: 'gone', level: '[1,9]', name: 'gone' })
    expect(old).toMatchObject({ filters: { name: 'gone' } })
    expect([old.tab, old.filters.level]).toEqual([undefined, undefined])
  })
})
