/** A view inside a view: a list by default. */
import type { View, ViewKind } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placed } from '../../base/origin.ts'
import type { AuthoredView } from '../../base/authored.ts'
import type { ViewPlace } from './context.ts'

export function normalizeBlock(c: Compilation, at: At, raw: AuthoredView, place: ViewPlace): View | undefined {
  if (raw.sets !== undefined) c.error(below(at, 'sets'), 'SHP005', '"sets" is for what stands in "left"', { key: true })
  const kind = (raw.view ?? 'list') as ViewKind
  const view = place.kinds[kind](c, at, raw, place)
  return view && placed(view, at)
}
