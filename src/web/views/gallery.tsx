import { useCallback, useState, type ReactNode } from 'react'
import type { GalleryView } from '../../model/model.ts'
import { useText } from '../core/i18n.ts'
import { useSession } from '../core/session.ts'
import { useRecordCells } from '../fields/context.tsx'
import type { WireRow } from '../fields/types.ts'
import type { Press } from '../lists/buttons.tsx'
import type { CardsProps } from '../lists/Cards.tsx'
import { cellText } from '../lists/columns.tsx'
import type { ListHandle } from '../lists/useList.ts'
import { BenchBar } from './gallery/BenchBar.tsx'
import { Compare } from './gallery/Compare.tsx'
import { Counter } from './gallery/Counter.tsx'
import { useLacking } from './gallery/lacking.ts'
import { Loupe } from './gallery/Loupe.tsx'
import { PickingProvider, usePickingHere } from './gallery/picking.ts'
import { Pages } from './gallery/Pages.tsx'
import { Places } from './gallery/Places.tsx'
import { Second, useHeld } from './gallery/Second.tsx'
import { Show } from './gallery/Show.tsx'
import { DropPlace, LackingLine, TakeButton, TakingLine } from './gallery/Taking.tsx'
import { UploadQueue } from './gallery/queue.ts'
import { paneOf, type Pane } from './gallery/tile.ts'
import { useArranging } from './gallery/useArranging.ts'
import { useBench, useBenchState, type Bench, type BenchState } from './gallery/useBench.ts'
import { usePicking } from './gallery/usePicking.ts'
import { useStars } from './gallery/useStars.ts'
import { useQueueWork, useTaking } from './gallery/useTaking.ts'
import { Wall } from './gallery/Wall.tsx'
import { ListBody } from './ListBody.tsx'
import { Scoped, WithRoots } from './scope.tsx'
import './views.css'
import './gallery.css'
import '../lists/lists.css'

/** A wall of pictures. */
export function GalleryScreen({ view }: { view: GalleryView }) {
  const [opened, setOpened] = useState<unknown>()
  const [queue] = useState(() => new UploadQueue())
  const bench = useBenchState()
  const [roots, onCounted] = useCountedRoot(view)
  return (
    <Scoped>
      <WithRoots roots={roots}>
        <ListBody
          view={view.pictures}
          drawing={{
            head: (list) => <Take {...{ view, queue, list }} />,
            around: (list, children) => <Around {...{ view, queue, list, onCounted }}>{children}</Around>,
            rows: (props) => <Pictures view={view} {...props} state={bench} opened={opened} onOpened={setOpened} />,
          }}
        />
      </WithRoots>
    </Scoped>
  )
}

const ROOT = 'counted.'

/**
 * What the counter answered, for the conditions of the buttons: only what they read, so that the wall is not drawn anew
 * with each word.
 */
function useCountedRoot(view: GalleryView): [roots: { counted: WireRow }, onCounted: (counted: WireRow) => void] {
  const [roots, setRoots] = useState<{ counted: WireRow }>({ counted: {} })
  const onCounted = useCallback(
    (counted: WireRow) => {
      const read = [...view.actions, ...view.pictures.actions].flatMap(({ show }) => show?.reads ?? [])
      const names = read.flatMap((path) => (path.startsWith(ROOT) ? [path.slice(ROOT.length)] : []))
      const next = Object.fromEntries(names.map((name) => [name, counted[name]]))
      setRoots((old) => (names.every((name) => old.counted[name] === next[name]) ? old : { counted: next }))
    },
    [view],
  )
  return [roots, onCounted]
}

interface TakeProps {
  view: GalleryView
  queue: UploadQueue
  list: ListHandle
}

interface AroundProps extends TakeProps {
  onCounted: (counted: WireRow) => void
  children: ReactNode
}

function Take({ view, queue, list }: TakeProps) {
  const taking = useTaking(view, queue, list.query.filters)
  return taking ? <TakeButton taking={taking} /> : null
}

/** What takes pictures in, and what they are put into, around the wall. */
function Around({ view, queue, list, onCounted, children }: AroundProps) {
  const picking = usePicking(view, list)
  const taking = useTaking(view, queue, list.query.filters)
  const { state, what } = useQueueWork(view, queue, list.query.filters, list.reload)
  const { user } = useSession()
  const lacking = useLacking(queue, `${user?.employeeId ?? ''} ${what}`)
  const counter = view.counter && <Counter model={view.counter} {...{ list, onCounted }} />
  return (
    <PickingProvider value={picking}>
      <DropPlace taking={taking}>
        {picking && (picking.places.length > 0 || view.mode !== 'pages' || picking.may) ? (
          <div className="at-picking">
            <div className="at-gallery">{children}</div>
            <Places picking={picking} counter={counter} />
          </div>
        ) : (
          <>
            {counter && <div className="at-counted">{counter}</div>}
            {children}
          </>
        )}
        <LackingLine taking={taking} lacking={lacking} />
        <TakingLine state={state} queue={queue} />
      </DropPlace>
    </PickingProvider>
  )
}

interface PicturesProps extends CardsProps {
  view: GalleryView
  state: BenchState
  opened: unknown
  onOpened: (id: unknown) => void
}

function Pictures({ view, state, opened, onOpened, ...props }: PicturesProps) {
  const { list } = props
  const picking = usePickingHere()
  const arranging = useArranging(view, list)
  const stars = useStars(view, list)
  const buttonsOf = (row: WireRow) => [
    ...(picking?.may ? picking.pressesOf(row) : []),
    ...(props.buttonsOf?.(row) ?? []),
    ...(arranging?.pressesOf(row) ?? []),
  ]
  const cells = useRecordCells()
  const titleOf = (row: WireRow): string => (list.columns[0] ? cellText(list.columns[0], row, cells) : '')
  const bench = useBench(view, list, state, titleOf)
  const [zoomed, setZoomed] = useState<unknown>()
  const [left, setLeft] = useState<{ id: unknown }>()
  // What is said of places on a picture stands below it: there is room for that on a page.
  const paged = view.mode === 'pages' || (view.pins !== undefined && opened !== undefined)
  const large = paged ? zoomed : opened
  const enlarge = paged ? setZoomed : onOpened
  const at = large === undefined ? -1 : list.rows.findIndex((row) => row.id === large)
  return (
    <>
      {bench && !paged && list.rows.length > 0 && (
        <Beside {...{ view, list, state, bench, opened, buttonsOf, titleOf }} />
      )}
      {paged ? (
        <Pages
          {...props}
          {...{ view, buttonsOf, titleOf, first: opened }}
          {...(view.mode === 'pages' ? {} : { onBack: () => onOpened(undefined) })}
          onZoom={(row) => setZoomed(row.id)}
        />
      ) : (
        <Wall
          {...props}
          {...{ buttonsOf, arranging, stars }}
          tile={view.tile}
          selectable={props.selectable || bench !== undefined}
          letters={lettersOf(bench)}
          goTo={left}
          onWalk={(row) => state.setFocused(row.id)}
          onOpen={props.onOpen ?? ((row) => onOpened(row.id))}
        />
      )}
      <Loupe
        rows={list.rows}
        tile={view.tile}
        at={at < 0 ? undefined : at}
        onMove={(next) => enlarge(list.rows[next]?.id)}
        onClose={() => {
          setLeft({ id: large })
          enlarge(undefined)
        }}
        pressOf={(row, digit) => buttonsOf(row)[digit - 1]}
        // Stars are pressed there by themselves.
        buttonsOf={(row) => buttonsOf(row).filter(({ key }) => !stars?.give || key !== view.stars?.button)}
        titleOf={titleOf}
        stars={stars}
      />
    </>
  )
}

/** The keys of what helps to choose. */
function lettersOf(bench: Bench | undefined): Record<string, (row: WireRow) => void> {
  if (!bench) return {}
  const { compare, before, show, toggleSecond } = bench
  return { c: compare, s: show, ...(before ? { b: before } : {}), ...(toggleSecond ? { o: toggleSecond } : {}) }
}

interface BesideProps {
  view: GalleryView
  list: ListHandle
  state: BenchState
  bench: Bench
  opened: unknown
  buttonsOf: (row: WireRow) => Press[]
  titleOf: (row: WireRow) => string
}

/** What helps to choose: its buttons, and what they open. */
function Beside({ view, list, state, bench, opened, buttonsOf, titleOf }: BesideProps) {
  const text = useText()
  const { compared, slide, second } = state
  const { rows } = list
  const paneAt = (id: unknown): Pane[] => {
    const row = rows.find((one) => one.id === id)
    return row ? [paneOf(row, view.tile, titleOf(row))] : []
  }
  const held = useHeld(compared ? bench.panes : paneAt(slide ?? opened ?? state.focused))
  const [first] = rows
  const numbered = first ? buttonsOf(first).map(({ label }) => label) : []
  const at = slide === undefined ? -1 : rows.findIndex(({ id }) => id === slide)
  return (
    <>
      <BenchBar
        bench={bench}
        chosen={list.selected.size}
        second={second !== undefined}
        {...{ held, numbered }}
        stars={view.stars?.most}
      />
      {compared && bench.panes.length > 1 && (
        <Compare
          panes={bench.panes}
          buttonsOf={buttonsOf}
          onOut={compared.before ? undefined : bench.without}
          onClose={() => state.setCompared(undefined)}
        />
      )}
      {at >= 0 && (
        <Show
          panes={rows.map((row) => paneOf(row, view.tile, titleOf(row)))}
          at={at}
          onMove={(next) => state.setSlide(rows[next]?.id)}
          onClose={() => state.setSlide(undefined)}
        />
      )}
      {second && <Second window={second} title={text(list.view.label)} panes={held.panes} />}
    </>
  )
}
