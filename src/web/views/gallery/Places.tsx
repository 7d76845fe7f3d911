import { CloseOutlined } from '@ant-design/icons'
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { PlacesModel } from '../../../model/model.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { CARRIED, OUT_OF } from './picking.ts'
import { placeKey, type Picking } from './usePicking.ts'

/** How far the choosing is (`counter`), and what the pictures go into. */
export function Places({ picking, counter }: { picking: Picking; counter: ReactNode }) {
  const t = useT()
  const { model, places } = picking
  return (
    <aside className="at-places" aria-label={t('placesTitle')}>
      {picking.waiting > 0 && (
        <p className="at-words-wait" role="status">
          {t('wordsWait', { count: picking.waiting })}
        </p>
      )}
      {counter}
      {model.places &&
        places.map((place) => (
          <Place key={placeKey(place, model)} picking={picking} place={place} model={model.places!} />
        ))}
    </aside>
  )
}

interface PlaceProps {
  picking: Picking
  place: WireRow
  model: PlacesModel
}

/** A place: pressed, it is in hand; pictures are dropped on it, or taken out of it. */
function Place({ picking, place, model }: PlaceProps) {
  const t = useT()
  const [over, setOver] = useState(false)
  const used = Number(place[model.used])
  const lacking = Math.max(0, Number(place[model.least ?? ''] ?? 0) - used)
  const inHand = picking.inHand === place
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(CARRIED)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (event.dataTransfer.getData(OUT_OF) === placeKey(place, picking.model)) return
      const id = Number(event.dataTransfer.getData(CARRIED))
      if (id > 0) picking.put(place, id)
    },
  }
  return (
    <section
      className={['at-place', inHand && 'at-place-held', over && 'at-place-over'].filter(Boolean).join(' ')}
      {...(picking.may ? drop : {})}
    >
      <button
        type="button"
        className="at-place-head"
        aria-pressed={inHand}
        disabled={!picking.may}
        onClick={() => picking.take(place)}
      >
        <b>{String(place[model.title] ?? '')}</b>
        <span>
          {used} / {String(place[model.full] ?? '')}
        </span>
        {lacking > 0 && <em>{t('placeShort', { count: lacking })}</em>}
      </button>
      <Placed picking={picking} place={place} model={model} />
    </section>
  )
}

function Placed({ picking, place, model }: PlaceProps) {
  const t = useT()
  const { pictures } = model
  const rows = (place[pictures.in] as WireRow[] | undefined) ?? []
  if (rows.length === 0) return null
  const key = placeKey(place, picking.model)
  const dragged = (row: WireRow) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(CARRIED, String(row[pictures.picture]))
      dataTransfer.setData(OUT_OF, key)
    },
    onDrop: (event: DragEvent) => {
      if (event.dataTransfer.getData(OUT_OF) === key)
        picking.move(place, Number(event.dataTransfer.getData(CARRIED)), row[pictures.at])
    },
  })
  /** Alt and an arrow: with the picture before or behind it. */
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const beside = by === undefined || !event.altKey ? undefined : rows[at + by]
    if (!beside) return
    event.preventDefault()
    picking.move(place, rows[at]?.[pictures.picture], beside[pictures.at])
  }
  return (
    <ol className="at-placed">
      {rows.map((row, at) => (
        <li key={String(row[pictures.picture])} value={Number(row[pictures.at])} {...(picking.may ? dragged(row) : {})}>
          <img src={String(row[pictures.image] ?? '')} alt="" draggable={false} />
          <span>{String(row[pictures.at])}</span>
          {picking.may && (
            <button
              type="button"
              aria-label={t('takeOut', { name: String(row[pictures.at]) })}
              aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
              onKeyDown={(event) => onKeyDown(event, at)}
              onClick={() => picking.takeOut(place, row[pictures.picture])}
            >
              <CloseOutlined />
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}
