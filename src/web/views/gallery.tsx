import { useState, type ReactNode } from 'react'
import type { GalleryView } from '../../model/model.ts'
import { useSession } from '../core/session.ts'
import { useRecordCells } from '../fields/context.tsx'
import type { WireRow } from '../fields/types.ts'
import type { CardsProps } from '../lists/Cards.tsx'
import { cellText } from '../lists/columns.tsx'
import type { ListHandle } from '../lists/useList.ts'
import { useLacking } from './gallery/lacking.ts'
import { Loupe } from './gallery/Loupe.tsx'
import { PickingProvider, usePickingHere } from './gallery/picking.ts'
import { Pages } from './gallery/Pages.tsx'
import { Places } from './gallery/Places.tsx'
import { DropPlace, LackingLine, TakeButton, TakingLine } from './gallery/Taking.tsx'
import { UploadQueue } from './gallery/queue.ts'
import { useArranging } from './gallery/useArranging.ts'
import { usePicking } from './gallery/usePicking.ts'
import { useStars } from './gallery/useStars.ts'
import { useQueueWork, useTaking } from './gallery/useTaking.ts'
import { Wall } from './gallery/Wall.tsx'
import { ListBody } from './ListBody.tsx'
import { Scoped } from './scope.tsx'
import './views.css'
import './gallery.css'
import '../lists/lists.css'

/** A wall of pictures. */
export function GalleryScreen({ view }: { view: GalleryView }) {
  const [opened, setOpened] = useState<unknown>()
  const [queue] = useState(() => new UploadQueue())
  return (
    <Scoped>
      <ListBody
        view={view.pictures}
        drawing={{
          head: (list) => <Take {...{ view, queue, list }} />,
          around: (list, children) => <Around {...{ view, queue, list }}>{children}</Around>,
          rows: (props) => <Pictures view={view} {...props} opened={opened} onOpened={setOpened} />,
        }}
      />
    </Scoped>
  )
}

interface TakeProps {
  view: GalleryView
  queue: UploadQueue
  list: ListHandle
}

function Take({ view, queue, list }: TakeProps) {
  const taking = useTaking(view, queue, list.query.filters)
  return taking ? <TakeButton taking={taking} /> : null
}

/** What takes pictures in, and what they are put into, around the wall. */
function Around({ view, queue, list, children }: TakeProps & { children: ReactNode }) {
  const picking = usePicking(view, list.reload)
  const taking = useTaking(view, queue, list.query.filters)
  const { state, what } = useQueueWork(view, queue, list.query.filters, list.reload)
  const { user } = useSession()
  const lacking = useLacking(queue, `${user?.employeeId ?? ''} ${what}`)
  return (
    <PickingProvider value={picking}>
      <DropPlace taking={taking}>
        {picking ? (
          <div className="at-picking">
            <div className="at-gallery">{children}</div>
            <Places picking={picking} />
          </div>
        ) : (
          children
        )}
        <LackingLine taking={taking} lacking={lacking} />
        <TakingLine state={state} queue={queue} />
      </DropPlace>
    </PickingProvider>
  )
}

interface PicturesProps extends CardsProps {
  view: GalleryView
  opened: unknown
  onOpened: (id: unknown) => void
}

function Pictures({ view, opened, onOpened, ...props }: PicturesProps) {
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
  const at = opened === undefined ? -1 : list.rows.findIndex((row) => row.id === opened)
  return (
    <>
      {view.mode === 'pages' ? (
        <Pages {...props} {...{ view, buttonsOf, titleOf }} onZoom={(row) => onOpened(row.id)} />
      ) : (
        <Wall
          {...props}
          {...{ buttonsOf, arranging, stars }}
          tile={view.tile}
          onOpen={props.onOpen ?? ((row) => onOpened(row.id))}
        />
      )}
      <Loupe
        rows={list.rows}
        tile={view.tile}
        at={at < 0 ? undefined : at}
        onMove={(next) => onOpened(list.rows[next]?.id)}
        onClose={() => onOpened(undefined)}
        buttonsOf={buttonsOf}
        titleOf={titleOf}
        stars={stars}
      />
    </>
  )
}
