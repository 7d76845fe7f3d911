import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useId, useMemo, type ReactNode } from 'react'
import type { FieldModel, ListView } from '../../model/model.ts'
import { useLang } from '../core/i18n.ts'
import { usePhone } from '../core/media.ts'
import { useCan } from '../core/permission.ts'
import { t, useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Board } from '../lists/Board.tsx'
import { Cards, type CardsProps } from '../lists/Cards.tsx'
import { ColumnSettings } from '../lists/ColumnSettings.tsx'
import { Foot } from '../lists/Foot.tsx'
import { Grid } from '../lists/Grid.tsx'
import { SavedViews, ViewPanel } from '../lists/SavedViews.tsx'
import { Timeline } from '../lists/Timeline.tsx'
import { useInline, type Editable } from '../lists/useInline.tsx'
import type { ListHandle } from '../lists/useList.ts'
import { sayDone } from './actions/undo.tsx'
import { InnerView } from './InnerView.tsx'
import type { LeftChoice } from './LeftPane.tsx'
import { RowsFrame, rowsProps } from './RowsFrame.tsx'
import { ScanField } from './ScanField.tsx'
import { useScope } from './scope.tsx'
import { SheetButton } from './SheetButton.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import { useListWork, type Choosing } from './useListWork.ts'
import type { RowsWork } from './useRowsWork.ts'
import { WhyInTable } from './WhyInTable.tsx'

/** A view around the list that uses the chosen rows, and draws its own search box. */
export interface ChoosingBox extends Choosing {
  /** Drawn above the list, in place of its first filter. */
  box: (list: ListHandle) => ReactNode
}

/** Rows drawn in a way of their own. */
interface Drawing {
  rows: (props: CardsProps) => ReactNode
  /** What stands first among the buttons. */
  head: (list: ListHandle) => ReactNode
  /** What stands around the rows and their foot. */
  around: (list: ListHandle, children: ReactNode) => ReactNode
}

interface ListBodyProps {
  view: ListView
  /** The chosen row of the left list. */
  choice?: LeftChoice
  choosing?: ChoosingBox
  drawing?: Drawing
}

/** One list: filters, rows, foot, and the buttons for its rows. */
export function ListBody({ view, choice, choosing, drawing }: ListBodyProps) {
  const scope = useScope()
  const work = useListWork(view, choice, choosing)
  const { list } = work
  const panel = `rows${useId()}`
  const fills = scope.setQuery !== undefined || scope.fills
  const offered = useOffered(view, choosing !== undefined)
  // Views of lists and columns of one's own are for staff.
  const { client, anyone } = scope.screen.access ?? {}
  const forClients = client !== undefined || anyone !== undefined
  const drawn = (
    <>
      <div id={panel} className="at-fill">
        <Rows {...{ view, work, fills, drawing }} onOpen={work.onOpen} many={choosing?.many === true} />
      </div>
      <ListFoot work={work} compact={scope.compact || forClients} />
    </>
  )
  return (
    <RowsFrame
      work={work}
      fills={fills}
      offered={scope.compact ? undefined : offered}
      head={drawing?.head(list)}
      aside={view.sheet && <SheetButton view={view.sheet} />}
      tools={forClients ? null : <ListTools list={list} />}
      sheet={forClients ? undefined : (onClose) => <ViewPanel list={list} onClose={onClose} />}
      above={
        <>
          {choosing?.box(list)}
          {view.scan && <ScanField view={view} scan={view.scan} buttons={work.buttons} onOpen={work.onOpen} />}
          <StatusTabs list={list} panel={panel} />
        </>
      }
      drawer={view.drawer}
      rows={list.rows}
    >
      {drawing ? drawing.around(list, drawn) : drawn}
    </RowsFrame>
  )
}

/** The filters in the bar, without those that the surroundings set. */
function useOffered(view: ListView, boxed: boolean) {
  return useMemo(
    () => view.filters.filter((filter, at) => filter.name !== view.left?.sets && !(boxed && at === 0)),
    [view, boxed],
  )
}

interface RowsProps {
  view: ListView
  work: RowsWork
  onOpen: ((row: WireRow) => void) | undefined
  fills: boolean
  /** The surrounding view uses several chosen rows. */
  many: boolean
  drawing: Drawing | undefined
}

/** The rows in the layout of the view. */
function Rows({ view, work, onOpen, fills, many, drawing }: RowsProps) {
  const layout = useLayout(view)
  const editing = useEditing(view, work)
  const { reload } = work.list
  const expand = useCallback(
    (row: WireRow) =>
      view.expand && (
        // What is done below may change what the row says, and what is done to the row what stands below.
        <InnerView
          key={String(row.version)}
          view={view.expand}
          record={{ resource: view.resource, row }}
          changed={reload}
        />
      ),
    [view, reload],
  )
  const usual = rowsProps(work, work.list, onOpen)
  const props = { ...usual, selectable: usual.selectable || many }
  if (drawing) return drawing.rows(props)
  if (layout === 'cards') return <Cards {...props} below={view.expand && { label: view.expand.label, draw: expand }} />
  if (layout === 'timeline') return <Timeline {...props} />
  if (layout === 'board') return <Board {...props} />
  return (
    <WhyInTable list={work.list}>
      <Grid
        {...props}
        fills={fills}
        expand={view.expand ? expand : undefined}
        editing={view.inline.length > 0 ? editing : undefined}
      />
    </WhyInTable>
  )
}

/** A table becomes cards on a phone. */
function useLayout(view: ListView): ListView['layout'] {
  const phone = usePhone()
  return view.layout === 'table' && phone ? 'cards' : view.layout
}

/** Pages and buttons for the chosen rows; a compact list has a foot only when it has several pages. */
function ListFoot({ work: { list, buttons }, compact }: { work: RowsWork; compact: boolean }) {
  const phone = usePhone()
  if (compact && list.total <= list.query.rows) return null
  const batch = list.selected.size > 0 ? buttons.ofMany([...list.selected.values()]) : []
  return <Foot list={list} batch={batch} phone={phone} />
}

function ListTools({ list }: { list: ListHandle }) {
  const t = useT()
  return (
    <>
      <SavedViews list={list} />
      <ColumnSettings list={list} />
      <Button
        type="text"
        icon={<ReloadOutlined />}
        onClick={list.reload}
        aria-label={t('reload')}
        title={t('reload')}
      />
    </>
  )
}

/** What is changed in the cells: each field where its button may be pressed, or by the grant for editing. */
function useEditing(view: ListView, { buttons, list }: RowsWork) {
  const { part, screen, env, changed } = useScope()
  const can = useCan()
  const lang = useLang()
  const mayEdit = !screen.code || can(screen.code, 'edit')
  const editable = useMemo(
    () =>
      view.inline.flatMap(({ field, call: id, button }): Editable[] => {
        const call = part.calls[id]
        const input = call?.input.find(({ name }) => name === field)
        if (!call || !input || (button === undefined && !mayEdit)) return []
        return [{ field: input, call, may: (row) => button === undefined || buttons.mayPress(button, row) }]
      }),
    [view.inline, part, mayEdit, buttons],
  )
  const { reload } = list
  const saved = useCallback(
    (field: FieldModel, undo: string | undefined) => {
      const again = (): void => {
        reload()
        changed()
      }
      sayDone(t('savedField', { name: field.label[lang] }), undo, again)
      again()
    },
    [reload, changed, lang],
  )
  return useInline(editable, { env, opens: view.open !== undefined, onSaved: saved, onBehind: reload })
}
