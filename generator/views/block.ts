/** A view inside a view: a list unless it says otherwise. */
import type { View } from '../../src/model/model.ts'
import { below, type At, type Compilation } from '../context.ts'
import { placed } from '../origin.ts'
import type { Authored } from '../source.ts'
import type { ViewPlace } from './context.ts'
import { normalizers } from './index.ts'

export function normalizeBlock(c: Compilation, at: At, raw: Authored, place: ViewPlace): View | undefined {
  if (raw.sets !== undefined) c.error(below(at, 'sets'), 'SHP005', '"sets" is for what stands in "left"', { key: true })
  const kind = (raw.view ?? 'list') as keyof typeof normalizers
  const view = normalizers[kind](c, at, raw, place)
  return view && placed(view, at)
}
