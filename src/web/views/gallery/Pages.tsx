import { AppstoreOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { GalleryView } from '../../../model/model.ts'
import { call as makeCall } from '../../core/request.ts'
import { useRecordCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { pressOrSay } from '../../lists/buttons.tsx'
import type { CardsProps } from '../../lists/Cards.tsx'
import { cellText, drawCell, toldText } from '../../lists/columns.tsx'
import { useScope } from '../scope.tsx'
import { Pins } from './Pins.tsx'
import { Swiped } from './Swiped.tsx'
import { pictureOf } from './tile.ts'

interface PagesProps extends CardsProps {
  view: GalleryView
  titleOf: (row: WireRow) => string
  onZoom: (row: WireRow) => void
  /** The picture to begin with, where it was chosen on a wall, and the way back there. */
  first?: unknown
  onBack?: () => void
}

/** One picture at a time, as large as the page lets it be; the next one is a swipe, a key or a press away. */
export function Pages({ view, list, empty, env, buttonsOf, titleOf, onZoom, first, onBack }: PagesProps) {
  const t = useT()
  const cells = useRecordCells()
  const { params } = useScope()
  const [id, setId] = useState<unknown>(() => first ?? (Number(params.id) || undefined))
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const found = list.rows.findIndex((row) => row.id === id)
  const at = Math.max(found, 0)
  const row = list.rows[at]
  useLook(view, row)
  if (!row) return <div className="at-cards-empty">{empty}</div>
  const go = (by: number): void => {
    const next = list.rows[at + by]
    if (next) setId(next.id)
  }
  const picture = pictureOf(row, view.tile)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest('.at-pin-words, .ant-modal, input, textarea')) return
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    go(by)
  }
  return (
    <section
      className={onBack ? 'at-pages at-pages-within' : 'at-pages'}
      onKeyDown={onKeyDown}
      aria-roledescription="carousel"
    >
      {onBack && (
        <Button className="at-page-back" icon={<AppstoreOutlined />} onClick={onBack}>
          {t('backToWall')}
        </Button>
      )}
      {/* Above: pictures are not of one height, and whoever goes on and on presses at one place. */}
      <Bar at={at} count={list.rows.length} onGo={go} />
      <Swiped still={false} turn={picture.turn} onSwipe={go}>
        <div className="at-page-picture" style={{ aspectRatio: picture.shape }}>
          <span className="at-page-sheet">
            <button
              type="button"
              className="at-page-zoom"
              aria-label={`${titleOf(row)} ${t('zoomIn')}`}
              onClick={() => onZoom(row)}
            >
              <img
                key={picture.large}
                src={picture.large}
                alt=""
                style={picture.turn ? { rotate: `${picture.turn}deg` } : undefined}
              />
            </button>
            {view.pins && <span ref={setLayer} className="at-pin-layer" />}
          </span>
        </div>
      </Swiped>
      <p className="at-page-words">
        {list.columns.map((column) => {
          const words = toldText(column, row, cells)
          if (!words) return null
          const isDrawn = words === cellText(column, row, cells)
          return <span key={column.path}>{isDrawn ? drawCell(column, row, cells, env) : words}</span>
        })}
      </p>
      <div className="at-page-buttons">
        {(buttonsOf?.(row) ?? []).map((button) => (
          <Button
            key={button.key}
            aria-disabled={button.why !== undefined || undefined}
            title={button.why}
            onClick={() => pressOrSay(button)}
          >
            {button.label}
          </Button>
        ))}
      </div>
      {view.pins && (
        <Pins
          key={String(row.id)}
          pins={view.pins}
          resource={view.pictures.resource}
          {...{ row, layer }}
          onChanged={list.reload}
        />
      )}
      <Strip {...{ view, list, at, titleOf }} onGo={(one) => setId(one.id)} />
    </section>
  )
}

/** Says once of each picture that it was looked at. */
function useLook({ tile }: GalleryView, row: WireRow | undefined): void {
  const { part } = useScope()
  const path = part.calls[tile.look ?? '']?.path
  const said = useRef(new Set<unknown>())
  const id = row?.id
  useEffect(() => {
    if (path === undefined || id === undefined || said.current.has(id)) return
    said.current.add(id)
    // What was not heard is said again the next time.
    makeCall(path, { id }, { silent: true, loading: false }).catch(() => said.current.delete(id))
  }, [path, id])
}

/** Which one it is, and the way to the one before and after. */
function Bar({ at, count, onGo }: { at: number; count: number; onGo: (by: number) => void }) {
  const t = useT()
  return (
    <div className="at-page-bar">
      <Button
        type="text"
        icon={<LeftOutlined aria-hidden />}
        disabled={at === 0}
        aria-label={t('pageBefore')}
        onClick={() => onGo(-1)}
      />
      <output aria-live="polite">
        {at + 1} / {count}
      </output>
      <Button
        type="text"
        icon={<RightOutlined aria-hidden />}
        disabled={at >= count - 1}
        aria-label={t('pageAfter')}
        onClick={() => onGo(1)}
      />
    </div>
  )
}

interface StripProps extends Pick<PagesProps, 'view' | 'list' | 'titleOf'> {
  at: number
  onGo: (row: WireRow) => void
}

/** All of them, small. */
function Strip({ view, list, titleOf, at, onGo }: StripProps) {
  return (
    <ol className="at-page-strip">
      {list.rows.map((one, i) => (
        <li key={String(one.id)}>
          <button
            type="button"
            aria-current={i === at ? 'true' : undefined}
            aria-label={titleOf(one) || String(i + 1)}
            onClick={() => onGo(one)}
          >
            <img src={pictureOf(one, view.tile).small} alt="" loading="lazy" />
          </button>
        </li>
      ))}
    </ol>
  )
}
