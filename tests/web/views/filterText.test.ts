/** What a chip says of a filter that is set. */
import { expect, it } from 'vitest'
import '../../../src/web/fields/index.ts'
import type { CellContext } from '../../../src/web/fields/types.ts'
import { filterText } from '../../../src/web/lists/filterText.ts'
import { field, filter, ZONE } from './models.ts'

const DAY = Date.parse('2026-11-22T00:00:00+08:00')
const cells = { lang: 'zh', zone: ZONE, dictionaries: {} } as unknown as CellContext
const created = filter('createTime', { range: true, control: field('createTime', { type: 'datetime' }) })

it.each([
  [[DAY, DAY], '2026-11-22'],
  [[DAY, DAY + 86_400_000], '2026-11-22 – 2026-11-23'],
  [[DAY, null], '2026-11-22 –'],
])('a range of moments is said by its days', (value, text) => {
  expect(filterText(created, value, {}, cells)).toBe(text)
})
