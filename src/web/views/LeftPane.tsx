import { Input, Select, Tree } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { ListView, TreeView, View } from '../../model/model.ts'
import { usePhone } from '../core/media.ts'
import { nounInSentence } from '../../model/format.ts'
import { useLang, useText } from '../core/i18n.ts'
import { useNewest } from '../core/newest.ts'
import { boundValues } from '../fields/bounds.ts'
import { useCells } from '../fields/context.tsx'
import { titleKey } from '../fields/titles.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Coming } from '../lists/Empty.tsx'
import { RowButtons } from '../lists/buttons.tsx'
import { useReload, useRows } from '../lists/useRows.ts'
import { titleOfRow } from './actions/wording.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { useActions } from './actions/useActions.ts'
import { HeadButtons } from './HeadButtons.tsx'
import { useScope } from './scope.tsx'
import { nested, rowsOf, type TreeRow } from './treeRows.ts'
import { useButtons } from './useButtons.ts'

/** The chosen row of the left list: the filter it sets on the list, and the start values of a new record. */
export interface LeftChoice {
  id: unknown
  fixed: WireRow
  start: WireRow
}

export interface LeftPaneProps {
  view: View
  sets: string
  choice: LeftChoice | undefined
  onChoose: (choice: LeftChoice | undefined) => void
  /** The first row is chosen to begin with. */
  first: boolean
  /** The rows came, and the first is chosen if it is to be. */
  onReady: () => void
  /** Grows when the list beside it writes: counts in the left list may have changed. */
  written: number
}

/** A tree or a list whose chosen row sets a filter of the list beside it. */
export function LeftPane({ view, ...props }: LeftPaneProps) {
  return view.view === 'tree' || view.view === 'list' ? <Pane view={view} {...props} /> : null
}

const MOST = 200
/** Trees with fewer rows start expanded. */
const SMALL = 60

type PaneProps = LeftPaneProps & { view: ListView | TreeView }

/** The state of the left list: its rows, and the choice of one. */
function useLeftRows({ view, sets, choice, onChoose, first, onReady, written }: PaneProps) {
  const cells = useCells()
  const { part, env, active, refreshKey } = useScope()
  const resource = part.resources[view.resource]
  const call = part.calls[view.call]
  const input = useMemo(() => {
    const whole = call?.kind === 'query' || call?.kind === 'list' ? { tree: 1 } : {}
    return { ...boundValues(view.with, env), ...(view.view === 'tree' ? whole : { pageNO: 1, pageRows: MOST }) }
  }, [view, env, call])
  const list = useRows(call?.path, input, active)
  useReload(list.reload, `${refreshKey} ${written}`)
  const tree = useMemo(() => nested(list.rows, resource?.tree?.parent), [list.rows, resource])
  const all = useMemo(() => rowsOf(tree), [tree])
  const title = (row: WireRow) => titleOfRow(row, resource, cells)
  const choose = (id: unknown) => {
    const row = all.find((one) => one.id === id)
    if (!row || id === choice?.id) return onChoose(undefined)
    const value = row[resource?.key ?? 'id'] ?? row.id
    onChoose({ id, fixed: { [sets]: value }, start: { [sets]: value, [titleKey({ name: sets })]: title(row) } })
  }
  const begin = useNewest(() => {
    if (first && !choice && all[0]) choose(all[0].id)
    onReady()
  })
  const came = list.state !== 'first'
  useEffect(() => {
    if (came) begin.current()
  }, [came, begin])
  return { list, resource, tree, all, title, choose, label: resource?.label ?? view.label }
}

type LeftRows = ReturnType<typeof useLeftRows>

function Pane(props: PaneProps) {
  const phone = usePhone()
  const rows = useLeftRows(props)
  const { choice, onChoose } = props
  return phone ? (
    <PhonePane rows={rows} choice={choice} onClear={() => onChoose(undefined)} />
  ) : (
    <DeskPane {...props} rows={rows} />
  )
}

function PhonePane({
  rows: { all, title, choose, label },
  choice,
  onClear,
}: {
  rows: LeftRows
  choice: LeftChoice | undefined
  onClear: () => void
}) {
  const text = useText()
  return (
    <Select
      className="at-full"
      value={choice?.id ?? undefined}
      onChange={choose}
      onClear={onClear}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={text(label)}
      aria-label={text(label)}
      options={all.map((row) => ({ value: row.id, label: `${'　'.repeat(row.depth)}${title(row)}` }))}
    />
  )
}

function DeskPane({ view, choice, rows }: PaneProps & { rows: LeftRows }) {
  const t = useT()
  const text = useText()
  const lang = useLang()
  const { env } = useScope()
  const { list, label } = rows
  const [search, setSearch] = useState('')
  const actions = useActions({
    actions: view.actions,
    resource: view.resource,
    onDone: list.reload,
    params: choice ? { parentId: choice.id } : undefined,
  })
  const buttons = useButtons(actions, env)
  const chosen = rows.all.find((row) => row.id === choice?.id)
  const seek = t('seekIn', { name: nounInSentence(text(label), lang) })
  return (
    <aside className="at-left" aria-label={text(label)}>
      <div className="at-left-head">
        <Input
          size="small"
          allowClear
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={seek}
          aria-label={seek}
        />
        <HeadButtons buttons={buttons.ofHead()} beside={0} primary={false} />
      </div>
      {list.state === 'first' ? <Coming /> : <LeftTree view={view} rows={rows} choice={choice} search={search} />}
      {chosen && buttons.hasRow && (
        <div className="at-left-foot">
          <RowButtons buttons={buttons.ofRow(chosen)} />
        </div>
      )}
      <ActionDialog actions={actions} />
    </aside>
  )
}

/** The rows as a tree; search results as a flat list. */
function LeftTree({
  view,
  rows: { all, tree, title, choose, resource },
  choice,
  search,
}: {
  view: ListView | TreeView
  rows: LeftRows
  choice: LeftChoice | undefined
  search: string
}) {
  const t = useT()
  const word = search.trim().toLowerCase()
  const shown = word
    ? all.filter((row) => title(row).toLowerCase().includes(word)).map((row) => ({ ...row, children: undefined }))
    : tree
  return (
    <div className={resource?.tree ? 'at-left-rows' : 'at-left-rows at-left-flat'}>
      <Tree
        blockNode
        treeData={branches(shown)}
        selectedKeys={choice ? [choice.id as number] : []}
        defaultExpandAll={all.length < SMALL}
        onSelect={(_keys, { node }) => choose(node.row.id)}
        titleRender={({ row }) => (
          <span className="at-left-row">
            {title(row)}
            <LeftFacts view={view} row={row} />
          </span>
        )}
      />
      {shown.length === 0 && <p className="at-empty">{t('nothingFound')}</p>}
    </div>
  )
}

interface Branch {
  key: number
  row: TreeRow
  children?: Branch[]
}

/** Rows in the form of the kit's tree. */
const branches = (rows: readonly TreeRow[]): Branch[] =>
  rows.map((row) => ({ key: row.id, row, ...(row.children ? { children: branches(row.children) } : {}) }))

/** The second column of a left list, in small type. */
function LeftFacts({ view, row }: { view: ListView | TreeView; row: WireRow }) {
  const second = view.columns.find((column) => column.field.type === 'int')
  const count = second && row[second.path]
  return typeof count === 'number' ? <small>{count}</small> : null
}
