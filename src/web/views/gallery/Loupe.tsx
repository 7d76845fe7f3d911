import { Image } from 'antd'
import { useState, type TouchEvent } from 'react'
import type { TileModel } from '../../../model/model.ts'
import { useCan } from '../../core/permission.ts'
import { call as makeCall } from '../../core/request.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { RowButtons, type Press } from '../../lists/buttons.tsx'
import { useScope } from '../scope.tsx'
import { pictureOf } from './tile.ts'

/** Under the dialogs that its buttons open. */
const LAYER = 900
/** A finger that moved so far turns the page (px). */
const SWIPE = 60

interface LoupeProps {
  rows: readonly WireRow[]
  tile: TileModel
  /** The picture shown; nothing: closed. */
  at: number | undefined
  onMove: (at: number) => void
  onClose: () => void
  buttonsOf: ((row: WireRow) => Press[]) | undefined
  titleOf: (row: WireRow) => string
}

/** One picture as large as the window, with the next one a key or a swipe away. */
export function Loupe({ rows, tile, at, onMove, onClose, buttonsOf, titleOf }: LoupeProps) {
  const t = useT()
  const [original, setOriginal] = useState<{ id: unknown; url: string }>()
  const ask = useOriginal(tile)
  if (at === undefined || !rows[at]) return null
  const items = rows.map((row) => {
    const { large } = pictureOf(row, tile)
    return { src: original && original.id === row.id ? original.url : large, alt: titleOf(row) }
  })
  return (
    <Image.PreviewGroup
      items={items}
      preview={{
        visible: true,
        current: at,
        zIndex: LAYER,
        maxScale: 8,
        rootClassName: 'at-loupe',
        onChange: onMove,
        onVisibleChange: (open) => !open && onClose(),
        countRender: (now, total) => (
          <span>
            {now} / {total} · {titleOf(rows[now - 1] ?? {})}
          </span>
        ),
        imageRender: (node, { transform, current }) => {
          const { turn } = pictureOf(rows[current] ?? {}, tile)
          return (
            <Swiped
              still={transform.scale > 1}
              turn={turn}
              onSwipe={(by) => rows[current + by] && onMove(current + by)}
            >
              {node}
            </Swiped>
          )
        },
        toolbarRender: (_node, { icons, actions, current, transform }) => {
          const row = rows[current]
          return (
            <div className="at-loupe-bar">
              <span role="group">
                {icons.zoomOutIcon}
                <output>{Math.round(transform.scale * 100)}%</output>
                {icons.zoomInIcon}
                {ask && row && (
                  <button
                    type="button"
                    className="at-link"
                    onClick={() =>
                      void ask(row).then((url) => {
                        if (url === undefined) return
                        setOriginal({ id: row.id, url })
                        actions.onReset()
                      })
                    }
                  >
                    {t('original')}
                  </button>
                )}
              </span>
              {row && buttonsOf && <RowButtons buttons={buttonsOf(row)} />}
            </div>
          )
        },
      }}
    />
  )
}

/** Asks for the address of an original; undefined where the person may not have it. */
function useOriginal({ original }: TileModel): ((row: WireRow) => Promise<string | undefined>) | undefined {
  const { part, screen } = useScope()
  const can = useCan()
  const call = original === undefined ? undefined : part.calls[original]
  if (!call || (screen.code && !can(screen.code, 'original'))) return undefined
  return async (row) => {
    const { data } = await makeCall<{ url?: string }>(call.path, { id: row.id }).catch(() => ({
      data: {} as { url?: string },
    }))
    return data.url
  }
}

interface SwipedProps {
  /** It is zoomed in: a finger moves the picture. */
  still: boolean
  turn: number
  onSwipe: (by: 1 | -1) => void
  children: React.ReactNode
}

function Swiped({ still, turn, onSwipe, children }: SwipedProps) {
  const [from, setFrom] = useState<number>()
  const end = (event: TouchEvent): void => {
    const moved = (event.changedTouches[0]?.clientX ?? 0) - (from ?? 0)
    if (from !== undefined && Math.abs(moved) > SWIPE) onSwipe(moved < 0 ? 1 : -1)
    setFrom(undefined)
  }
  return (
    <span
      className={turn % 180 === 0 ? 'at-loupe-picture' : 'at-loupe-picture at-loupe-across'}
      style={turn === 0 ? undefined : { rotate: `${turn}deg` }}
      onTouchStart={(event) => setFrom(still || event.touches.length > 1 ? undefined : event.touches[0]?.clientX)}
      onTouchEnd={end}
    >
      {children}
    </span>
  )
}
