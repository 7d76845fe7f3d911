import { PlayCircleFilled } from '@ant-design/icons'
import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { preload as fetchAhead } from 'react-dom'
import type { TileModel } from '../../../model/model.ts'
import { useText } from '../../core/i18n.ts'
import { whenIdle } from '../../core/idle.ts'
import { usePhone } from '../../core/media.ts'
import { useCore } from '../../core/model.ts'
import { useNewest } from '../../core/newest.ts'
import { useRecordCells } from '../../fields/context.tsx'
import { fieldView } from '../../fields/lookup.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { More, pressOrSay } from '../../lists/buttons.tsx'
import type { CardsProps } from '../../lists/Cards.tsx'
import { cellText, drawCell, toldText } from '../../lists/columns.tsx'
import type { ListHandle } from '../../lists/useList.ts'
import { useSize } from '../../lists/useSize.ts'
import { CARRIED, judgedOf, usePickingHere } from './picking.ts'
import { heightOf, justify, neighbour, type WallRow } from './justify.ts'
import { pictureOf, USUAL, type Picture } from './tile.ts'
import type { Arranging } from './useArranging.ts'
import type { Stars } from './useStars.ts'

/** Heights of a row, as the person wants them, and of what stands under a picture (px). */
const TARGET = {
  desk: { compact: 120, normal: 180, roomy: 280 },
  phone: { compact: 90, normal: 120, roomy: 240 },
}
const UNDER = 28

interface WallProps extends CardsProps {
  tile: TileModel
  arranging: Arranging | undefined
  stars: Stars | undefined
  /** What letters do with a picture. */
  letters: Record<string, (row: WireRow) => void>
  /** The picture that has the focus. */
  onWalk: (row: WireRow) => void
  /** A picture to go to: the one that was looked at last, once the large view is closed. A new object each time. */
  goTo: { id: unknown } | undefined
}

/** Pictures in rows. Only those in sight, and a little ahead, are there. */
export function Wall(props: WallProps) {
  const { list, tile, empty, selectable, arranging } = props
  const text = useText()
  const phone = usePhone()
  const [box, size] = useSize<HTMLDivElement>()
  const target = TARGET[phone ? 'phone' : 'desk'][list.prefs.density]
  const pictures = useMemo(() => list.rows.map((row) => pictureOf(row, tile)), [list.rows, tile])
  // Pictures whose rows are still to come have the usual shape, so that the wall has its height at once.
  const coming = Math.max(list.total - pictures.length, 0)
  const rows = useMemo(
    () =>
      justify(
        [...pictures.map(({ shape }) => shape), ...Array.from({ length: coming }, () => USUAL)],
        size.width ?? 0,
        target,
        UNDER,
      ),
    [pictures, coming, size.width, target],
  )
  const { seen, isThere, onScroll, onPicture } = useSeen(rows, size.height ?? 0)
  if (!isThere) begin(seen, pictures)
  const keys = useKeys(props, { rows, seen, box })
  const choose = useChoosing(list)
  const drag = useDragging(props)
  return (
    <div
      ref={box}
      className={list.state === 'busy' ? 'at-wall at-busy' : 'at-wall'}
      role="group"
      aria-label={text(list.view.label)}
      aria-busy={list.state === 'busy'}
      onScroll={onScroll}
      onLoadCapture={onPicture}
      onErrorCapture={onPicture}
      onKeyDown={keys.onKeyDown}
      onDragEnd={drag.end}
    >
      {pictures.length === 0 && <div className="at-cards-empty">{empty}</div>}
      {arranging && (
        <output className="unseen" aria-live="polite">
          {arranging.told}
        </output>
      )}
      <div className="at-wall-all" style={{ height: heightOf(rows, UNDER) }}>
        {seen.map((row) => (
          <div key={row.from} className="at-wall-row" style={{ top: row.top }}>
            {row.widths.map((width, i) => {
              const at = row.from + i
              const picture = pictures[at]
              if (!picture) return <span key={at} className="at-shot-none" style={{ width, height: row.height }} />
              return (
                <Tile
                  key={String(picture.row.id)}
                  {...props}
                  {...{ picture, at, width, height: row.height }}
                  selectable={selectable}
                  walked={keys.at === at}
                  onFocus={keys.walk}
                  onChoose={choose}
                  dragging={drag.on}
                  dropped={drag.over?.at === at ? drag.over.side : undefined}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

type Side = 'before' | 'after'

/** What a tile does while pictures are dragged; the same for as long as the wall is there. */
interface Dragging {
  start(event: DragEvent, row: WireRow): void
  over(event: DragEvent, at: number): void
  drop(event: DragEvent, at: number): void
}

/** Pictures are dragged into places, and where they may be put in order to another place of the wall. */
function useDragging({ arranging }: WallProps) {
  const [over, setOver] = useState<{ at: number; side: Side }>()
  const held = useRef<unknown>(undefined)
  const newest = useNewest(arranging)
  const on = useMemo<Dragging>(() => {
    const sideOf = ({ clientX, currentTarget }: DragEvent): Side => {
      const { left, width } = currentTarget.getBoundingClientRect()
      return clientX < left + width / 2 ? 'before' : 'after'
    }
    return {
      start: (event, row) => {
        event.dataTransfer.setData(CARRIED, String(row.id))
        held.current = row.id
      },
      over: (event, at) => {
        if (!newest.current || !event.dataTransfer.types.includes(CARRIED)) return
        event.preventDefault()
        const side = sideOf(event)
        setOver((old) => (old?.at === at && old.side === side ? old : { at, side }))
      },
      drop: (event, at) => {
        setOver(undefined)
        if (!newest.current || !event.dataTransfer.types.includes(CARRIED)) return
        event.preventDefault()
        newest.current.put(newest.current.with(held.current), at, sideOf(event) === 'after')
      },
    }
  }, [newest])
  return { on, over, end: useCallback(() => setOver(undefined), []) }
}

/** The rows in sight, with those that may be fetched ahead once what is in sight is there. */
function useSeen(rows: readonly WallRow[], height: number) {
  const { preload } = useCore().app.limits
  const [top, setTop] = useState(0)
  const [isThere, setThere] = useState(false)
  const step = Math.max(height / 4, 1)
  // The step is within what may be fetched ahead, not beyond it.
  const ahead = isThere ? height * preload - step / 2 : 0
  const from = top - ahead
  const to = top + height + ahead
  const seen = rows.filter((row) => row.top + row.height + UNDER >= from && row.top <= to)
  const onScroll = useCallback(
    (event: { currentTarget: HTMLElement }) => {
      setThere(true)
      // A wall is drawn anew once for a quarter of what is in sight.
      setTop(Math.round(event.currentTarget.scrollTop / step) * step)
    },
    [step],
  )
  const onPicture = useCallback(({ currentTarget }: { currentTarget: HTMLElement }) => {
    // What is in sight is painted before what is not is drawn.
    if ([...currentTarget.querySelectorAll('img')].every(({ complete }) => complete))
      void whenIdle().then(() => setThere(true))
  }, [])
  // Once it is there, a picture that comes while the wall is scrolled costs nothing more.
  return { seen, isThere, onScroll, onPicture: isThere ? undefined : onPicture }
}

/** Pictures come while their tiles are drawn, which takes longer than to ask for them. */
function begin(seen: readonly WallRow[], pictures: readonly Picture[]): void {
  for (const { from, widths } of seen)
    for (const { small } of pictures.slice(from, from + widths.length)) if (small) fetchAhead(small, { as: 'image' })
}

type Chosen = (at: number, event: { shiftKey: boolean }) => void

/** Chooses a picture, or with Shift all from the one chosen before. */
function useChoosing(list: ListHandle): Chosen {
  const last = useRef<number>(undefined)
  const newest = useNewest((at: number, { shiftKey }: { shiftKey: boolean }) => {
    const row = list.rows[at]
    if (!row) return
    const chosen = new Map(list.selected)
    const from = last.current
    if (shiftKey && from !== undefined)
      for (const one of list.rows.slice(Math.min(from, at), Math.max(from, at) + 1)) chosen.set(one.id, one)
    else if (!chosen.delete(row.id)) chosen.set(row.id, row)
    last.current = at
    list.select([...chosen.values()])
  })
  return useCallback((at, event) => newest.current(at, event), [newest])
}

interface Drawn {
  rows: readonly WallRow[]
  /** Those that are there. */
  seen: readonly WallRow[]
  box: RefObject<HTMLDivElement | null>
}

/** Arrows walk, Space chooses, Enter opens, digits press the buttons of the picture. */
function useKeys(props: WallProps, { rows, seen, box }: Drawn) {
  const { list, onOpen, buttonsOf, selectable, arranging, stars, letters } = props
  const [at, setAt] = useState(0)
  // Keys come quicker than a wall is drawn: the next one is for the picture gone on to, not for the one still in focus.
  const goneTo = useRef(0)
  const walked = useNewest((next: number) => list.rows[next] && props.onWalk(list.rows[next]))
  const walk = useCallback(
    (next: number) => {
      goneTo.current = next
      setAt(next)
      walked.current(next)
    },
    [walked],
  )
  const focus = useRef(false)
  const within = (place: number): number => Math.min(place, Math.max(list.rows.length - 1, 0))
  const drawn = within(at)
  useEffect(() => {
    if (!focus.current || !box.current || drawn !== goneTo.current) return
    const picture = box.current.querySelector<HTMLElement>(`[data-at="${drawn}"]`)
    if (!picture) {
      // Far away: it is there once the wall has come to its row.
      const row = rows.findLast(({ from }) => from <= drawn)
      if (row) box.current.scrollTo({ top: row.top })
      return
    }
    focus.current = false
    picture.focus({ preventScroll: true })
    picture.scrollIntoView({ block: 'nearest' })
  }, [drawn, rows, seen, box])
  const go = (next: number | undefined): void => {
    if (next === undefined || !list.rows[next]) return
    focus.current = true
    walk(next)
  }
  const goneBack = useNewest((id: unknown) => go(list.rows.findIndex((row) => row.id === id)))
  const { goTo } = props
  useEffect(() => {
    if (goTo) goneBack.current(goTo.id)
  }, [goTo, goneBack])
  const choose = useChoosing(list)
  const picking = usePickingHere()
  const onKeyDown = (event: KeyboardEvent): void => {
    const now = within(goneTo.current)
    const row = list.rows[now]
    if (!row || !(event.target instanceof HTMLElement) || !event.target.matches('[data-at]')) return
    if (event.ctrlKey || event.metaKey) return
    if (stars?.press?.(event, row)) return event.preventDefault()
    const places =
      event.altKey && arranging
        ? { ArrowLeft: -1, ArrowRight: 1, Home: -now, End: list.rows.length }[event.key]
        : undefined
    if (places !== undefined) {
      event.preventDefault()
      go(arranging?.by(row.id, places))
    }
    if (event.altKey) return
    const moves: Record<string, () => void> = {
      ArrowLeft: () => go(now - 1),
      ArrowRight: () => go(now + 1),
      ArrowUp: () => go(neighbour(rows, now, -1)),
      ArrowDown: () => go(neighbour(rows, now, 1)),
      Home: () => go(0),
      End: () => go(list.rows.length - 1),
      Enter: () => onOpen?.(row),
      ' ': () => (selectable ? choose(now, event) : undefined),
    }
    const button = /^[1-9]$/.test(event.key) ? buttonsOf?.(row)[Number(event.key) - 1] : undefined
    const pressed = (): void => {
      if (button) pressOrSay(button)
      // What was said of a picture is said: on to the next one. What was refused is not.
      if (picking?.may && !event.shiftKey && button?.why === undefined) go(now + 1)
    }
    const letter = event.shiftKey ? undefined : letters[event.key.toLowerCase()]
    const move = button ? pressed : (moves[event.key] ?? (letter && (() => letter(row))))
    if (!move) return
    event.preventDefault()
    move()
  }
  return { at: drawn, walk, onKeyDown }
}

interface TileProps extends WallProps {
  picture: Picture
  at: number
  width: number
  height: number
  walked: boolean
  onFocus: (at: number) => void
  onChoose: Chosen
  dragging: Dragging
  /** Where the dragged picture would come. */
  dropped: Side | undefined
}

/** A wall that is scrolled draws only the tiles that come. */
const Tile = memo(function Tile(props: TileProps) {
  const { picture, at, width, height, walked, list, selectable, buttonsOf, onOpen, onFocus, onChoose } = props
  const { arranging, dragging, dropped, stars } = props
  const t = useT()
  const cells = useRecordCells()
  const { row } = picture
  const chosen = list.selected.has(row.id)
  const buttons = buttonsOf?.(row) ?? []
  const marks = useMarks(props)
  const count = stars?.of(row) ?? 0
  const picking = usePickingHere()
  const judged = picking && judgedOf(picking, row, cells)
  const clicked = (event: MouseEvent): void => {
    if (!(event.target instanceof Element) || event.target.closest('label, button:not([data-at])')) return
    // A menu of the picture is drawn elsewhere.
    if (!event.currentTarget.contains(event.target)) return
    if (selectable && (event.shiftKey || event.ctrlKey || event.metaKey)) onChoose(at, event)
    else onOpen?.(row)
  }
  const classes = [
    'at-shot',
    chosen && 'at-shot-chosen',
    judged && `at-judged-${judged.at}`,
    dropped && `at-${dropped}`,
  ]
  return (
    <figure
      className={classes.filter(Boolean).join(' ')}
      style={{ width }}
      onClick={clicked}
      draggable={picking?.may || arranging !== undefined}
      onDragStart={(event) => dragging.start(event, row)}
      onDragOver={(event) => dragging.over(event, at)}
      onDrop={(event) => dragging.drop(event, at)}
    >
      <button
        type="button"
        className="at-shot-picture"
        style={{ height }}
        data-at={at}
        data-row-key={String(row.id)}
        tabIndex={walked ? 0 : -1}
        aria-label={[titleOf(props), count > 0 && t('starsOf', { count }), ...marks].filter(Boolean).join(', ')}
        onFocus={() => onFocus(at)}
      >
        <Thumb picture={picture} width={width} height={height} />
        {picture.film && <PlayCircleFilled className="at-shot-film" aria-hidden />}
        {judged && <b className="at-judged">{judged.label}</b>}
        {(count > 0 || marks.length > 0) && (
          <span className="at-shot-marks" aria-hidden>
            {count > 0 && <b className="at-shot-stars">{'★'.repeat(count)}</b>}
            {marks.map((mark) => (
              <b key={mark}>{mark}</b>
            ))}
          </span>
        )}
      </button>
      {selectable && (
        // Plain, since a wall that is scrolled makes hundreds a second.
        <label className="at-shot-box">
          <input
            type="checkbox"
            checked={chosen}
            onChange={(event) => onChoose(at, event.nativeEvent as globalThis.MouseEvent)}
            aria-label={t('chooseRow', { at: at + 1 })}
          />
        </label>
      )}
      <figcaption>
        <Caption {...props} />
        {buttons.length > 0 && <More buttons={buttons} />}
      </figcaption>
    </figure>
  )
})

/** What stands on a picture: labels of bools, values of the rest. */
function useMarks({ picture: { row }, tile }: TileProps): string[] {
  const cells = useRecordCells()
  return tile.marks.flatMap((field) => {
    if (field.type === 'bool') return row[field.name] ? [field.label[cells.lang]] : []
    return fieldView(field.type).text(row[field.name], row, field, cells) || []
  })
}

const titleOf = ({ picture: { row }, list }: Pick<TileProps, 'picture' | 'list'>): string => {
  const [first] = list.columns
  return first ? String(row[first.path] ?? '') : String(row.id)
}

/** The columns under a picture, the first one strong; what is empty is left out. */
function Caption({ picture: { row }, list, env }: TileProps) {
  const cells = useRecordCells()
  const texts = list.columns.map((column, i) => (i === 0 ? cellText : toldText)(column, row, cells))
  return (
    <span className="at-shot-words" title={texts.filter(Boolean).join(' · ')}>
      {list.columns.map((column, i) => {
        if (!texts[i]) return null
        const Word = i === 0 ? 'b' : 'span'
        const isDrawn = texts[i] === cellText(column, row, cells)
        return <Word key={column.path}>{isDrawn ? drawCell(column, row, cells, env) : texts[i]}</Word>
      })}
    </span>
  )
}

/** A turned picture is drawn in the box that its shape has before it is turned. */
function Thumb({ picture: { small, turn, film }, width, height }: { picture: Picture; width: number; height: number }) {
  const [failed, setFailed] = useState(false)
  const across = turn % 180 !== 0
  // A film without a still shows its own.
  if (film && (!small || failed)) return <video src={`${film}#t=0.5`} preload="metadata" muted {...{ width, height }} />
  if (!small || failed) return <span className="at-shot-none" aria-hidden />
  return (
    <img
      src={small}
      alt=""
      decoding="async"
      draggable={false}
      width={across ? height : width}
      height={across ? width : height}
      style={turn === 0 ? undefined : { rotate: `${turn}deg` }}
      onError={() => setFailed(true)}
    />
  )
}
