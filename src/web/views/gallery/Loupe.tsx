import { Image } from 'antd'
import { useEffect, useState } from 'react'
import type { TileModel } from '../../../model/model.ts'
import { useNewest } from '../../core/newest.ts'
import { useCan } from '../../core/permission.ts'
import { call as makeCall } from '../../core/request.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { pressOrSay, RowButtons, type Press } from '../../lists/buttons.tsx'
import { useScope } from '../scope.tsx'
import { Film } from '../player/Film.tsx'
import { usePickingHere } from './picking.ts'
import { StarButtons } from './StarButtons.tsx'
import { Swiped } from './Swiped.tsx'
import { pictureOf } from './tile.ts'
import type { Stars } from './useStars.ts'

/** Under the dialogs that its buttons open. */
const LAYER = 900

interface LoupeProps {
  rows: readonly WireRow[]
  tile: TileModel
  /** The picture shown; nothing: closed. */
  at: number | undefined
  onMove: (at: number) => void
  onClose: () => void
  buttonsOf: ((row: WireRow) => Press[]) | undefined
  /** What a digit does with a picture, as on the wall. */
  pressOf: (row: WireRow, digit: number) => Press | undefined
  titleOf: (row: WireRow) => string
  stars: Stars | undefined
}

/** One picture as large as the window, with the next one a key or a swipe away. */
export function Loupe({ rows, tile, at, onMove, onClose, buttonsOf, pressOf, titleOf, stars }: LoupeProps) {
  const t = useT()
  const [original, setOriginal] = useState<{ id: unknown; url: string }>()
  const ask = useOriginal(tile)
  const picking = usePickingHere()
  useKeys(at === undefined ? undefined : rows[at], (event, row) => {
    if (stars?.press?.(event, row)) return true
    const press = /^[1-9]$/.test(event.key) && !event.altKey ? pressOf(row, Number(event.key)) : undefined
    if (!press) return false
    pressOrSay(press)
    // As on the wall: what was said of a picture is said, and the next one comes.
    if (picking?.may && !event.shiftKey && press.why === undefined && at !== undefined && rows[at + 1]) onMove(at + 1)
    return true
  })
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
            {now} / {total} · {titleOf(rows[now - 1] ?? {})} {'★'.repeat(stars?.of(rows[now - 1] ?? {}) ?? 0)}
          </span>
        ),
        imageRender: (node, { transform, current }) => {
          const { turn, film, small } = pictureOf(rows[current] ?? {}, tile)
          return film ? (
            <Film key={film} {...{ film, cover: small }} label={titleOf(rows[current] ?? {})} />
          ) : (
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
              <span role="group" hidden={tile.film !== undefined}>
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
              {row && stars && <StarButtons stars={stars} row={row} />}
              {row && buttonsOf && <RowButtons buttons={buttonsOf(row)} />}
            </div>
          )
        },
      }}
    />
  )
}

/** Keys for the picture that fills the window. `press`: whether the key does anything. */
function useKeys(row: WireRow | undefined, press: (event: KeyboardEvent, row: WireRow) => boolean): void {
  const newest = useNewest({ press, row })
  const open = row !== undefined
  useEffect(() => {
    if (!open) return undefined
    const onKey = (event: KeyboardEvent): void => {
      const { press, row } = newest.current
      const typing = event.target instanceof Element && event.target.closest('input, textarea')
      if (row && !typing && !event.ctrlKey && !event.metaKey && press(event, row)) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open, newest])
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
