/** What helps to choose beside a wall: pictures side by side, one after the other, and in a window for the customer. */
import { useEffect, useState } from 'react'
import type { GalleryView } from '../../../model/model.ts'
import { say } from '../../core/feedback.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import type { ListHandle } from '../../lists/useList.ts'
import { beforeOf, paneOf, type Pane } from './tile.ts'

/** So many pictures stand side by side. */
const SIDE_BY_SIDE = { least: 2, most: 4 }

/** The state of a bench; it is kept above the rows, which come anew. */
export interface BenchState {
  focused: unknown
  setFocused(id: unknown): void
  compared: { ids: readonly unknown[]; before: boolean } | undefined
  setCompared(compared: BenchState['compared']): void
  /** The picture that the slide show is at. */
  slide: unknown
  setSlide(id: unknown): void
  second: Window | undefined
  setSecond(second: Window | undefined): void
}

export function useBenchState(): BenchState {
  const [focused, setFocused] = useState<unknown>()
  const [compared, setCompared] = useState<BenchState['compared']>()
  const [slide, setSlide] = useState<unknown>()
  const [second, setSecond] = useState<Window>()
  useEffect(() => closing(second, () => setSecond(undefined)), [second])
  return { focused, setFocused, compared, setCompared, slide, setSlide, second, setSecond }
}

/** The second window goes with this page, and may be closed before. */
function closing(second: Window | undefined, onClosed: () => void): (() => void) | undefined {
  if (!second) return undefined
  const close = (): void => second.close()
  second.addEventListener('pagehide', onClosed)
  addEventListener('pagehide', close)
  return () => {
    second.removeEventListener('pagehide', onClosed)
    removeEventListener('pagehide', close)
    close()
  }
}

/** What a wall offers besides its pictures. */
export interface Bench {
  compare(row?: WireRow): void
  /** The picture beside the one it was made from; nothing where the wall has none. */
  before: ((row?: WireRow) => void) | undefined
  show(row?: WireRow): void
  /** The window for the customer; nothing where nobody chooses. */
  toggleSecond: (() => void) | undefined
  /** Pictures side by side. */
  panes: Pane[]
  without(pane: Pane): void
}

/** Undefined where pictures are no photos of their own: they are films, or lead to a screen. */
export function useBench(
  view: GalleryView,
  list: ListHandle,
  state: BenchState,
  titleOf: (row: WireRow) => string,
): Bench | undefined {
  const t = useT()
  const { tile } = view
  if (tile.film || view.pictures.open || view.mode === 'pages') return undefined
  const rowOf = (id: unknown): WireRow | undefined => list.rows.find((row) => row.id === id)
  const focused = (): WireRow | undefined => rowOf(state.focused) ?? list.rows[0]
  const compare = (row = focused()): void => {
    const chosen = [...list.selected.keys()].filter(rowOf)
    const next = row && list.rows[list.rows.indexOf(row) + 1]
    const ids = chosen.length > 0 ? chosen : [row, next].flatMap((one) => (one ? [one.id] : []))
    // One that is chosen stands beside the one in sight.
    if (ids.length === 1 && row && !ids.includes(row.id)) ids.push(row.id)
    if (ids.length < SIDE_BY_SIDE.least || ids.length > SIDE_BY_SIDE.most)
      return say.info(t('compareSome', SIDE_BY_SIDE))
    state.setCompared({ ids, before: false })
  }
  const before = (row = focused()): void => {
    if (!row || !beforeOf(row, tile, '')) return say.info(t('beforeNone'))
    state.setCompared({ ids: [row.id], before: true })
  }
  return {
    compare,
    before: tile.before ? before : undefined,
    show: (row = focused()) => row && state.setSlide(row.id),
    toggleSecond: view.pick ? () => openSecond(state, t('secondBlocked')) : undefined,
    panes: panesOf(view, list.rows, state, { titleOf, before: t('beforeTitle') }),
    without: (pane) => {
      const ids = state.compared?.ids.filter((id) => id !== pane.row?.id) ?? []
      state.setCompared(ids.length < SIDE_BY_SIDE.least ? undefined : { ids, before: false })
    },
  }
}

/** A window is opened by the press itself: others are blocked. */
function openSecond({ second, setSecond }: BenchState, blocked: string): void {
  if (second) return setSecond(undefined)
  const opened = window.open('', '_blank', 'popup,width=1280,height=800')
  if (opened) setSecond(opened)
  else say.warn(blocked)
}

interface Words {
  titleOf: (row: WireRow) => string
  before: string
}

function panesOf(
  { tile }: GalleryView,
  rows: readonly WireRow[],
  { compared }: BenchState,
  { titleOf, before }: Words,
): Pane[] {
  if (!compared) return []
  return compared.ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) return []
    const pane = paneOf(row, tile, titleOf(row))
    const made = compared.before ? beforeOf(row, tile, before) : undefined
    return made ? [made, pane] : [pane]
  })
}
