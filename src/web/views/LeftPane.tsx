import { Input, Select, Tree } from 'antd'
import { useMemo, useState } from 'react'
import type { ListView, TreeView, View } from '../../model/model.ts'
import { usePhone } from '../core/media.ts'
import { inside } from '../../model/format.ts'
import { useText } from '../core/i18n.ts'
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

/** The row chosen at the left: what it narrows the list to, and what a new record begins with. */
export interface LeftChoice {
  id: unknown
  given: WireRow
  start: WireRow
}

export interface LeftPaneProps {
  view: View
  sets: string
  choice: LeftChoice | undefined
  onChoose: (choice: LeftChoice | undefined) => void
  /** Grows when something is written beside it: what it counts may have changed. */
  written: number
}

/** A tree or a list whose chosen row sets a filter of the list beside it. */
export function LeftPane({ view, ...props }: LeftPaneProps) {
  return view.view === 'tree' || view.view === 'list' ? <Pane view={view} {...props} /> : null
}

const MOST = 200

function Pane({ view, sets, choice, onChoose, written }: LeftPaneProps & { view: ListView | TreeView }) {
  const t = useT()
  const text = useText()
  const phone = usePhone()
  const cells = useCells()
  const scope = useScope()
  const { part, env } = scope
  const resource = part.resources[view.resource]
  const [sought, setSought] = useState('')
  const call = part.calls[view.call]
  const input = useMemo(() => {
    const whole = call?.kind === 'query' || call?.kind === 'list' ? { tree: 1 } : {}
    return { ...boundValues(view.with, env), ...(view.view === 'tree' ? whole : { pageNO: 1, pageRows: MOST }) }
  }, [view, env, call])
  const list = useRows(call?.path, input, scope.active)
  useReload(list.reload, `${scope.refreshKey} ${written}`)
  const actions = useActions({
    actions: view.actions,
    resource: view.resource,
    onDone: list.reload,
    params: choice ? { parentId: choice.id } : undefined,
  })
  const buttons = useButtons(actions, env)
  const title = (row: WireRow) => titleOfRow(row, resource, cells)
  const tree = useMemo(() => nested(list.rows, resource?.tree?.parent), [list.rows, resource])
  const all = useMemo(() => rowsOf(tree), [tree])
  const choose = (id: unknown) => {
    const row = all.find((one) => one.id === id)
    if (!row || id === choice?.id) return onChoose(undefined)
    const value = row[resource?.key ?? 'id'] ?? row.id
    onChoose({ id, given: { [sets]: value }, start: { [sets]: value, [titleKey({ name: sets })]: title(row) } })
  }
  const word = sought.trim().toLowerCase()
  const shown = word
    ? all.filter((row) => title(row).toLowerCase().includes(word)).map((row) => ({ ...row, children: undefined }))
    : tree
  if (phone) {
    return (
      <Select
        className="at-full"
        value={choice?.id ?? undefined}
        onChange={(id: unknown) => choose(id)}
        onClear={() => onChoose(undefined)}
        allowClear
        showSearch
        optionFilterProp="label"
        placeholder={text(resource?.label ?? view.label)}
        aria-label={text(resource?.label ?? view.label)}
        options={all.map((row) => ({ value: row.id, label: `${'　'.repeat(row.depth)}${title(row)}` }))}
      />
    )
  }
  const chosen = all.find((row) => row.id === choice?.id)
  const seek = t('seekIn', { name: inside(text(resource?.label ?? view.label), cells.lang) })
  return (
    <aside className="at-left" aria-label={text(resource?.label ?? view.label)}>
      <div className="at-left-head">
        <Input
          size="small"
          allowClear
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          placeholder={seek}
          aria-label={seek}
        />
        <HeadButtons buttons={buttons.ofHead()} beside={0} primary={false} />
      </div>
      {list.state === 'first' ? (
        <Coming />
      ) : (
        <div className={resource?.tree ? 'at-left-rows' : 'at-left-rows at-left-flat'}>
          <Tree
            blockNode
            treeData={branches(shown)}
            selectedKeys={choice ? [choice.id as number] : []}
            defaultExpandAll={all.length < 60}
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
      )}
      {chosen && buttons.hasRow && (
        <div className="at-left-foot">
          <RowButtons buttons={buttons.ofRow(chosen)} />
        </div>
      )}
      <ActionDialog actions={actions} />
    </aside>
  )
}

interface Branch {
  key: number
  row: TreeRow
  children?: Branch[]
}

/** Rows as the kit's tree wants them. */
const branches = (rows: readonly TreeRow[]): Branch[] =>
  rows.map((row) => ({ key: row.id, row, ...(row.children ? { children: branches(row.children) } : {}) }))

/** The second column of a left list, small. */
function LeftFacts({ view, row }: { view: ListView | TreeView; row: WireRow }) {
  const second = view.columns.find((column) => column.field.type === 'int')
  const count = second && row[second.path]
  return typeof count === 'number' ? <small>{count}</small> : null
}
