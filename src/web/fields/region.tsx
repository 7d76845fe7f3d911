import { NONE } from './cells.tsx'
import { lazyFilter, lazyInput } from './lazy.tsx'
import { regionName } from './regions.ts'
import type { FieldView } from './types.ts'

const text: FieldView['text'] = (value, _row, _field, c) =>
  typeof value === 'string' && value ? regionName(value, c.lang) : ''

/** A province or a city, by its six-digit code (GB/T 2260). */
export const region: FieldView = {
  text,
  cell: (value, row, field, c) => text(value, row, field, c) || NONE,
  width: 128,
  Input: lazyInput(async () => (await import('./inputs/region.tsx')).RegionInput),
  Filter: lazyFilter(async () => (await import('./filters/region.tsx')).RegionFilter),
}
