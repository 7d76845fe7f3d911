import type { ReactNode } from 'react'
import type { DetailView, FilterModel } from '../../model/model.ts'
import { usePhone } from '../core/media.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Empty } from '../lists/Empty.tsx'
import { FilterBar } from '../lists/FilterBar.tsx'
import type { ListHandle } from '../lists/useList.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { HeadButtons } from './HeadButtons.tsx'
import { RowDrawer } from './RowDrawer.tsx'
import { useScope } from './scope.tsx'
import type { RowsWork } from './useRowsWork.ts'

interface FrameProps {
  work: RowsWork
  /** The view has the rest of the page to itself. */
  fills: boolean
  /** Filters in the bar; undefined: there is no bar. */
  offered: readonly FilterModel[] | undefined
  /** Buttons at the end of the bar, at a desk. */
  tools: ReactNode
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
export function RowsFrame({ work, fills, offered, tools, above, drawer, rows, children }: FrameProps) {
  const { actions, opened } = work
  return (
    <section className={fills ? 'at-list at-list-root' : 'at-list'}>
      {above}
      {offered && <RowsBar work={work} fills={fills} offered={offered} tools={tools} />}
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
  tools,
}: Pick<FrameProps, 'work' | 'fills' | 'tools'> & { offered: readonly FilterModel[] }) {
  const t = useT()
  const phone = usePhone()
  const { active } = useScope()
  return (
    <FilterBar filtering={filtering} offered={offered} filtered={list.filtered} phone={phone} active={fills && active}>
      {list.changed > 0 && (
        <button type="button" className="at-pill" onClick={list.reload}>
          {t('changed', { count: list.changed })}
        </button>
      )}
      <span className="at-head-buttons">
        <HeadButtons buttons={buttons.ofHead()} beside={phone ? 0 : 2} />
      </span>
      {!phone && <span className="at-tools">{tools}</span>}
    </FilterBar>
  )
}

function OpenedRow({
  work: { buttons, opened },
  drawer,
  id,
  rows,
}: Pick<FrameProps, 'work' | 'rows'> & { drawer: DetailView; id: number }) {
  const [, setOpened] = opened
  return (
    <RowDrawer
      view={drawer}
      id={id}
      rows={rows}
      buttonsOf={buttons.hasRow ? buttons.ofRow : undefined}
      onMove={setOpened}
      onClose={() => setOpened(undefined)}
      version={rows.find((row) => row.id === id)?.version}
    />
  )
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
