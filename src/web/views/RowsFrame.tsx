import { useEffect, useState, type ReactNode } from 'react'
import type { DetailView, FilterModel } from '../../model/model.ts'
import { usePhone } from '../core/media.ts'
import { useNewest } from '../core/newest.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Empty } from '../lists/Empty.tsx'
import { FilterBar } from '../lists/FilterBar.tsx'
import type { ListHandle } from '../lists/useList.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { HeadButtons } from './HeadButtons.tsx'
import { RowDrawer } from './RowDrawer.tsx'
import { useScope } from './scope.tsx'
import { Steps } from './Steps.tsx'
import type { RowsWork } from './useRowsWork.ts'

interface FrameProps {
  work: RowsWork
  /** The view has the rest of the page to itself. */
  fills: boolean
  /** Filters in the bar; undefined: there is no bar. */
  offered: readonly FilterModel[] | undefined
  /** What stands first among the buttons. */
  head?: ReactNode
  /** What stands behind them. */
  aside?: ReactNode
  /** Buttons at the end of the bar, at a desk. */
  tools: ReactNode
  /** Drawn among the filters in the sheet of a phone. */
  sheet?: (onClose: () => void) => ReactNode
  /** Drawn above the bar. */
  above?: ReactNode
  /** The view of a row in the drawer. */
  drawer: DetailView | undefined
  /** The rows in the order in which they are drawn. */
  rows: readonly WireRow[]
  /** The drawn rows. */
  children: ReactNode
}

/** The common frame of lists and trees: the bar above, the dialog of a button, the record in a drawer. */
export function RowsFrame({
  work,
  fills,
  offered,
  head,
  aside,
  tools,
  sheet,
  above,
  drawer,
  rows,
  children,
}: FrameProps) {
  const { actions, opened } = work
  return (
    <section className={fills ? 'at-list at-list-root' : 'at-list'}>
      {above}
      {offered ? (
        <RowsBar {...{ work, fills, offered, head, aside, tools, sheet }} />
      ) : (
        <CompactHead buttons={work.buttons} />
      )}
      {children}
      <ActionDialog actions={actions} />
      {drawer && opened[0] !== undefined && <OpenedRow work={work} drawer={drawer} id={opened[0]} rows={rows} />}
    </section>
  )
}

function RowsBar({
  work: { list, filtering, buttons },
  fills,
  offered,
  head,
  aside,
  tools,
  sheet,
}: Pick<FrameProps, 'work' | 'fills' | 'head' | 'aside' | 'tools' | 'sheet'> & { offered: readonly FilterModel[] }) {
  const t = useT()
  const phone = usePhone()
  const { active } = useScope()
  return (
    <FilterBar
      filtering={filtering}
      offered={offered}
      filtered={list.filtered}
      phone={phone}
      active={fills && active}
      sheet={sheet}
    >
      {list.changed > 0 && (
        <button type="button" className="at-pill" onClick={list.reload}>
          {t('changed', { count: list.changed })}
        </button>
      )}
      <span className="at-head-buttons">
        {head}
        <HeadButtons buttons={buttons.ofHead()} beside={phone ? 0 : 2} primary={!head} />
        {aside}
      </span>
      {!phone && <span className="at-tools">{tools}</span>}
    </FilterBar>
  )
}

/** Without a bar, the buttons of the list stand above its rows. */
function CompactHead({ buttons }: Pick<RowsWork, 'buttons'>) {
  const made = buttons.ofHead()
  if (made.length === 0) return null
  return (
    <span className="at-head-buttons at-compact-head">
      <HeadButtons buttons={made} beside={2} primary={false} />
    </span>
  )
}

function OpenedRow({
  work: { list, buttons, opened },
  drawer,
  id,
  rows,
}: Pick<FrameProps, 'work' | 'rows'> & { drawer: DetailView; id: number }) {
  const [, setOpened] = opened
  const at = rows.findIndex((row) => row.id === id)
  const { place, step } = useDrawerSteps(list, rows, at, (row) => setOpened(row.id as number))
  return (
    <RowDrawer
      view={drawer}
      id={id}
      rows={rows}
      buttonsOf={buttons.hasRow ? buttons.ofRow : undefined}
      steps={
        place > 0 && <Steps place={place} total={Math.max(list.total, rows.length)} more={list.more} onStep={step} />
      }
      onClose={() => setOpened(undefined)}
      version={rows.find((row) => row.id === id)?.version}
    />
  )
}

/** From row to row; at the end of a page the list turns it, and the drawer goes on with the row it meets there. `place`: the number of the row in the list, 0 where it is not in it. */
function useDrawerSteps(
  list: ListHandle,
  rows: readonly WireRow[],
  at: number,
  onMove: (row: WireRow) => void,
): { place: number; step: (by: 1 | -1) => void } {
  const [turning, setTurning] = useState<{ from: readonly WireRow[]; by: 1 | -1 }>()
  const { page, rows: size } = list.query
  const newest = useNewest((row: WireRow | undefined) => {
    setTurning(undefined)
    if (row) onMove(row)
  })
  useEffect(() => {
    if (!turning || list.state === 'busy' || (list.state === 'ready' && list.rows === turning.from)) return
    newest.current(list.state === 'ready' ? list.rows.at(turning.by > 0 ? 0 : -1) : undefined)
  }, [turning, list.state, list.rows, newest])
  // A tree is whole; the rows of a list are one page of it.
  const before = rows.length < list.total ? (page - 1) * size : 0
  const met = turning && (turning.by > 0 ? before + 1 : before + size)
  return {
    place: met ?? (at < 0 ? 0 : before + at + 1),
    step: (by) => {
      if (turning) return
      const next = rows[at + by]
      if (next) return onMove(next)
      setTurning({ from: list.rows, by })
      list.setPage(page + by, size)
    },
  }
}

/** The properties of tables, cards and the like. `list`: with the rows as they are drawn. */
export const rowsProps = ({ buttons, filtering }: RowsWork, list: ListHandle, onOpen?: (row: WireRow) => void) => ({
  list,
  env: filtering.env,
  selectable: buttons.hasBatch,
  onOpen,
  buttonsOf: buttons.hasRow ? buttons.ofRow : undefined,
  empty: <Empty list={list} first={buttons.ofHead().find((button) => button.why === undefined)} />,
})
