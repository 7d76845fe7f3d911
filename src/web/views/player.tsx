import { useState, type ReactNode } from 'react'
import type { PlayerView } from '../../model/model.ts'
import { useRecordCells } from '../fields/context.tsx'
import type { WireRow } from '../fields/types.ts'
import { RowButtons } from '../lists/buttons.tsx'
import type { CardsProps } from '../lists/Cards.tsx'
import { cellText, toldText } from '../lists/columns.tsx'
import { addressOf } from './gallery/tile.ts'
import { InnerView } from './InnerView.tsx'
import { ListBody } from './ListBody.tsx'
import { Film } from './player/Film.tsx'
import { Slides } from './player/Slides.tsx'
import { Scoped } from './scope.tsx'
import './views.css'
import './player.css'
import '../lists/lists.css'

const NOTHING = { head: () => null, around: (_list: unknown, children: ReactNode) => children }

/** Films of a list, one of them on the stage. */
export function PlayerScreen({ view }: { view: PlayerView }) {
  const [chosen, choose] = useState<unknown>()
  return (
    <Scoped>
      <ListBody
        view={view.films}
        drawing={{ ...NOTHING, rows: (props) => <Played {...props} {...{ view, chosen }} onChoose={choose} /> }}
      />
    </Scoped>
  )
}

interface PlayedProps extends CardsProps {
  view: PlayerView
  chosen: unknown
  onChoose: (id: unknown) => void
}

function Played({ view, chosen, onChoose, ...props }: PlayedProps) {
  const { list, empty, buttonsOf } = props
  const at = Math.max(
    list.rows.findIndex(({ id }) => id === chosen),
    0,
  )
  const row = list.rows[at]
  if (!row) return <div className="at-cards-empty">{empty}</div>
  const next = list.rows[at + 1]
  return (
    <div className="at-player">
      <div className="at-player-stage">
        <Stage key={String(row.id)} {...{ view, row, list }} onEnded={() => next && onChoose(next.id)} />
        {buttonsOf && <RowButtons buttons={buttonsOf(row)} />}
        {view.films.expand && (
          <InnerView key={String(row.id)} view={view.films.expand} record={{ resource: view.films.resource, row }} />
        )}
      </div>
      <Playlist {...props} {...{ row }} onChoose={onChoose} />
    </div>
  )
}

interface StageProps extends Pick<CardsProps, 'list'> {
  view: PlayerView
  row: WireRow
  onEnded: () => void
}

/** The film of a row, else its pictures one after the other. */
function Stage({ view, row, list, onEnded }: StageProps) {
  const cells = useRecordCells()
  const [column] = list.columns
  const label = column ? cellText(column, row, cells) : ''
  const film = view.source ? addressOf(row[view.source]) : ''
  const cover = view.cover ? addressOf(row[view.cover]) : ''
  if (film) return <Film film={film} label={label} {...(cover ? { cover } : {})} onEnded={onEnded} />
  if (view.slides) return <Slides slides={view.slides} row={row} label={label} />
  return <div className="at-film at-film-none">{label}</div>
}

/** What there is to play: the first column strong, the others beneath. */
function Playlist({ list, row, onChoose }: CardsProps & { row: WireRow; onChoose: (id: unknown) => void }) {
  const cells = useRecordCells()
  return (
    <ul className="at-playlist">
      {list.rows.map((one) => (
        <li key={String(one.id)}>
          <button
            type="button"
            data-row-key={String(one.id)}
            aria-current={one.id === row.id}
            onClick={() => onChoose(one.id)}
          >
            {list.columns.map((column, i) => {
              // In words: what can be pressed in a cell has no place in a button.
              const words = (i === 0 ? cellText : toldText)(column, one, cells)
              if (!words) return null
              const Word = i === 0 ? 'b' : 'span'
              return <Word key={column.path}>{words}</Word>
            })}
          </button>
        </li>
      ))}
    </ul>
  )
}
