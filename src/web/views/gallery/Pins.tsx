/** What is said of places on a picture: numbers on it, and the words below. */
import { EnvironmentOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type KeyboardEvent, type MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import type { GalleryView } from '../../../model/model.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { RowButtons } from '../../lists/buttons.tsx'
import type { CardsProps } from '../../lists/Cards.tsx'
import { cellText, drawCell } from '../../lists/columns.tsx'
import type { ListHandle } from '../../lists/useList.ts'
import { useRecordCells } from '../../fields/context.tsx'
import { useActions } from '../actions/useActions.ts'
import { ListBody } from '../ListBody.tsx'
import { PressOnce } from '../PressOnce.tsx'
import { InnerScope } from '../scope.tsx'

type PinsModel = NonNullable<GalleryView['pins']>

/** A place on a picture, in shares of it. */
interface Spot {
  x: number
  y: number
}

interface PinsProps {
  pins: PinsModel
  /** The resource of the picture, and the picture. */
  resource: string
  row: WireRow
  /** What lies over the picture. */
  layer: HTMLElement | null
  /** Something was said, or taken back. */
  onChanged: () => void
}

/** The words about a picture, with their numbers on it. */
export function Pins({ pins, resource, row, layer, onChanged }: PinsProps) {
  const [placing, setPlacing] = useState(false)
  return (
    <InnerScope record={{ resource, row }} changed={onChanged}>
      <ListBody
        view={pins.view}
        drawing={{
          head: () => <PlaceButton pins={pins} placing={placing} onPlacing={setPlacing} />,
          around: (list, children) => (
            <>
              {layer && createPortal(<Layer {...{ pins, list, placing }} onPlaced={() => setPlacing(false)} />, layer)}
              {children}
            </>
          ),
          rows: (props) => <Words {...props} pins={pins} />,
        }}
      />
    </InnerScope>
  )
}

/** The button that says more, where the person holds it. */
function usePut({ view, put }: PinsModel) {
  return useActions({ actions: view.actions, resource: view.resource, onDone: nothing })
    .at('top')
    .find(({ key }) => key === put)
}

const nothing = (): void => undefined

interface PlaceButtonProps {
  pins: PinsModel
  placing: boolean
  onPlacing: (placing: boolean) => void
}

function PlaceButton({ pins, placing, onPlacing }: PlaceButtonProps) {
  const t = useT()
  if (!usePut(pins)) return null
  return (
    <Button icon={<EnvironmentOutlined />} aria-pressed={placing} onClick={() => onPlacing(!placing)}>
      {t('pinHere')}
    </Button>
  )
}

interface LayerProps {
  pins: PinsModel
  list: ListHandle
  placing: boolean
  onPlaced: () => void
}

/** The numbers on a picture; while a place is looked for, a press on the picture says where. */
function Layer({ pins, list, placing, onPlaced }: LayerProps) {
  const put = usePut(pins)
  const [spot, setSpot] = useState<Spot & { times: number }>()
  const place = ({ x, y }: Spot): void => {
    setSpot((old) => ({ x: rounded(x), y: rounded(y), times: (old?.times ?? 0) + 1 }))
    onPlaced()
  }
  return (
    <>
      {list.rows.map((row, i) => (
        <Mark key={String(row.id)} at={i + 1} spot={spotOf(row, pins)} />
      ))}
      {placing && <Aim onPlace={place} onLeave={onPlaced} />}
      {put && spot && (
        <PressOnce
          key={spot.times}
          pressed={{ action: put, params: { [pins.x]: spot.x, [pins.y]: spot.y } }}
          actions={pins.view.actions}
          resource={pins.view.resource}
          onDone={list.reload}
        />
      )}
    </>
  )
}

/** Four digits behind the point: less than a pixel of any picture. */
const rounded = (share: number): number => Math.round(Math.min(Math.max(share, 0), 1) * 10_000) / 10_000

function spotOf(row: WireRow, { x, y }: PinsModel): Spot | undefined {
  const [across, down] = [row[x], row[y]]
  return typeof across === 'number' && typeof down === 'number' ? { x: across, y: down } : undefined
}

const placed = ({ x, y }: Spot) => ({ left: `${x * 100}%`, top: `${y * 100}%` })

function Mark({ at, spot }: { at: number; spot: Spot | undefined }) {
  if (!spot) return null
  return (
    <b className="at-pin" style={placed(spot)} aria-hidden>
      {at}
    </b>
  )
}

/** How far an arrow moves the place. */
const STEP = 0.02

/** Takes the place: by a press, or by arrows and Enter. */
function Aim({ onPlace, onLeave }: { onPlace: (spot: Spot) => void; onLeave: () => void }) {
  const t = useT()
  const [spot, setSpot] = useState<Spot>({ x: 0.5, y: 0.5 })
  const press = (event: MouseEvent<HTMLElement>): void => {
    // A key presses too, and has no place.
    if (event.detail === 0) return onPlace(spot)
    const box = event.currentTarget.getBoundingClientRect()
    onPlace({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return onLeave()
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    setSpot(({ x, y }) => ({ x: rounded(x + STEP * by[0]!), y: rounded(y + STEP * by[1]!) }))
  }
  return (
    <button type="button" className="at-aim" aria-label={t('pinWhere')} autoFocus onClick={press} onKeyDown={onKeyDown}>
      <span className="at-pin" style={placed(spot)} aria-hidden />
    </button>
  )
}

/** The words, numbered as on the picture. */
function Words({ pins, list, env, buttonsOf }: CardsProps & { pins: PinsModel }) {
  const t = useT()
  if (list.rows.length === 0) return <p className="at-quiet">{t('pinsNone')}</p>
  return (
    <ol className="at-pin-words">
      {list.rows.map((row, i) => (
        <li key={String(row.id)} data-row-key={String(row.id)}>
          {spotOf(row, pins) ? <b className="at-pin at-pin-still">{i + 1}</b> : <b className="at-pin-none">·</b>}
          <Word {...{ list, row, env }} />
          {buttonsOf && <RowButtons buttons={buttonsOf(row)} />}
        </li>
      ))}
    </ol>
  )
}

function Word({ list, row, env }: Pick<CardsProps, 'list' | 'env'> & { row: WireRow }) {
  const cells = useRecordCells()
  return (
    <span className="at-pin-word">
      {list.columns.map((column) =>
        cellText(column, row, cells) ? <span key={column.path}>{drawCell(column, row, cells, env)}</span> : null,
      )}
    </span>
  )
}
