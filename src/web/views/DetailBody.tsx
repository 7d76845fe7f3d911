import { Button } from 'antd'
import { useEffect, useMemo, useState, type MouseEvent } from 'react'
import type { Env } from '../../model/expr/evaluate.ts'
import type { DetailView, FieldModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { useText } from '../core/i18n.ts'
import { copyText } from '../core/copy.ts'
import { usePhone } from '../core/media.ts'
import { usePage } from '../core/page.tsx'
import { usePush } from '../core/push.ts'
import { placeOf, setOut, standOf, stepOf } from '../core/trails.ts'
import { askedClicked, copyClicked } from '../fields/cells.tsx'
import { revealNumber } from '../fields/reveal.ts'
import { useRecordCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { withRoots } from '../fields/bounds.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Coming } from '../lists/Empty.tsx'
import { ABOVE } from '../lists/pageSize.ts'
import { cellText, drawCell } from '../lists/columns.tsx'
import type { Press } from '../lists/buttons.tsx'
import { fieldsOf } from '../forms/task.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { useActions } from './actions/useActions.ts'
import { Facts } from './Facts.tsx'
import { HeadButtons } from './HeadButtons.tsx'
import { History } from './History.tsx'
import { InnerView } from './InnerView.tsx'
import { headOf } from './recordHead.ts'
import { useScope } from './scope.tsx'
import { Steps } from './Steps.tsx'
import { TabPanels } from './TabStrip.tsx'
import { useButtons } from './useButtons.ts'
import { useRecord } from './useRecord.ts'
import { useTab } from './useTab.ts'
import { WhyNumber } from './Why.tsx'

interface DetailProps {
  view: DetailView
  id: unknown
  /** The record is loaded again when this changes. */
  stamp?: unknown
  /** The detail is the screen itself, not a drawer over a list. */
  root?: boolean
  /** Buttons of the list below a drawer. */
  buttonsOf?: (row: WireRow) => Press[]
}

/** A record: head with name, state and facts; its fields; tabs of related rows; history last. */
export function DetailBody({ view, id, stamp, root = false, buttonsOf }: DetailProps) {
  const t = useT()
  const scope = useScope()
  const { part } = scope
  const input = useMemo(() => (isEmpty(id) ? undefined : { id }), [id])
  const record = useRecord(part.calls[view.call]?.path, input, [stamp, scope.refreshKey], scope.active)
  const { row, reload } = record
  usePush('/api/push/change', (data) => {
    if (data.resource === view.resource && data.id === id) reload()
  })
  if (row) {
    const busy = record.state === 'busy'
    return <Drawn view={view} row={row} busy={busy} reload={reload} root={root} buttonsOf={buttonsOf} />
  }
  if (record.state === 'first' && input) return <Coming />
  return (
    <div className="at-empty">
      <p>{t(record.state === 'failed' ? 'notLoaded' : 'noRecord')}</p>
      {record.state === 'failed' && (
        <>
          {record.why && <p className="at-quiet">{record.why}</p>}
          <Button size="small" onClick={reload}>
            {t('tryAgain')}
          </Button>
        </>
      )}
    </div>
  )
}

interface DrawnProps {
  view: DetailView
  row: WireRow
  busy: boolean
  reload: () => void
  root: boolean
  buttonsOf?: (row: WireRow) => Press[]
}

function Drawn(props: DrawnProps) {
  const { view, row, busy, reload, root, buttonsOf } = props
  const scope = useScope()
  const text = useText()
  const page = usePage()
  const env = useMemo(() => withRoots(scope.env, { row }), [scope.env, row])
  const actions = useActions({
    actions: view.actions,
    resource: view.resource,
    onDone: (_rows, call) => (call.kind === 'del' && root ? page.close() : reload()),
    onBehind: reload,
  })
  const buttons = useButtons(actions, scope.env)
  const tabs = useTabs(props, env)
  return (
    <article
      className={busy ? 'at-detail at-busy' : 'at-detail'}
      aria-busy={busy}
      onClick={(event) => clicked(event, view.resource, row)}
    >
      <Head
        view={view}
        row={row}
        env={env}
        root={root}
        buttons={[...buttons.ofHead(row), ...(buttonsOf?.(row) ?? [])]}
      />
      <TabPanels {...tabs} label={text(view.label)} />
      <ActionDialog actions={actions} />
    </article>
  )
}

/** The tabs of a record: its fields, its related rows, its history. */
function useTabs({ view, row, reload, root }: DrawnProps, env: Env) {
  const t = useT()
  const text = useText()
  const record = useMemo(() => ({ resource: view.resource, row }), [view.resource, row])
  const keys = [FIELDS, ...view.tabs.map((inner) => inner.key), ...(view.history ? [HISTORY] : [])]
  const [active, onChange] = useTab(keys, { addressed: root })
  const fields = {
    key: FIELDS,
    label: t('details'),
    draw: () => <Facts items={view.items} row={row} env={env} resource={view.resource} />,
  }
  const inner = view.tabs.map((tab) => ({
    key: tab.key,
    label: text(tab.label),
    draw: () => (
      <InnerView view={tab} record={record} changed={reload} active={active === tab.key} above={ABOVE.record} />
    ),
  }))
  const history = {
    key: HISTORY,
    label: t('history'),
    draw: () => (
      <History
        key={String(row.version)}
        resource={view.resource}
        record={row}
        items={view.items}
        fields={namedFields(view)}
      />
    ),
  }
  return { tabs: [fields, ...inner, ...(view.history ? [history] : [])], active, onChange }
}

const FIELDS = 'fields'
const HISTORY = 'history'

const namedFields = (view: DetailView): FieldModel[] => [
  ...fieldsOf(view.items).map((one) => one.field),
  ...view.facts.map((fact) => fact.field),
]

/** A click asks for what is masked here, and copies what copies; lists inside have answered theirs. */
function clicked(event: MouseEvent, resource: string, row: WireRow): void {
  const asked = event.isDefaultPrevented() ? undefined : askedClicked(event.target)
  if (asked !== undefined) return void revealNumber(resource, row.id, asked)
  const copied = copyClicked(event.target)
  if (copied !== undefined) copyText(copied, copied)
}

function Head({
  view,
  row,
  env,
  root,
  buttons,
}: {
  view: DetailView
  row: WireRow
  env: Env
  root: boolean
  buttons: Press[]
}) {
  const cells = useRecordCells({ whole: true })
  const phone = usePhone()
  const { part } = useScope()
  const { title, states, facts } = headOf(view, row, part.resources[view.resource], cells)
  useTitle(root ? title : undefined, facts[0] ? cellText(facts[0], row, cells) : '')
  return (
    <header className="at-head">
      <div className="at-head-name">
        <h2>{title}</h2>
        {states.map((field) => (
          <span key={field.name} title={field.label[cells.lang]}>
            {fieldView(field.type).cell(row[field.name], row, field, cells)}
          </span>
        ))}
        {root && <PageSteps />}
        <span className="at-head-buttons">
          <HeadButtons buttons={buttons} beside={phone ? 0 : 3} primary={root} />
        </span>
      </div>
      <dl className="at-head-facts">
        {facts.map((fact) => (
          <div key={fact.path}>
            <dt>{fact.label[cells.lang]}</dt>
            <dd>
              {drawCell(fact, row, cells, env)}
              {!fact.path.includes('.') && <WhyNumber resource={view.resource} field={fact.field} row={row} />}
            </dd>
          </div>
        ))}
      </dl>
    </header>
  )
}

/** On a page that a list opened: the records beside it in that list. */
function PageSteps() {
  const { screen, params, goOn } = usePage()
  const [busy, setBusy] = useState(false)
  const stand = standOf(
    screen.route,
    screen.params.map(({ name }) => name),
    params,
  )
  if (!stand) return null
  const step = (by: 1 | -1) => {
    if (busy) return
    setBusy(true)
    stepOf(stand, by).then(
      (next) => {
        setBusy(false)
        // The record that is shown next opens on the same of its tabs.
        if (next) goOn({ part: params.part, ...setOut(screen.route, next) })
      },
      () => setBusy(false),
    )
  }
  return <Steps place={placeOf(stand)} total={stand.trail.total} more={stand.trail.more} onStep={step} />
}

/** Sets the title of the tab from the record. */
function useTitle(title: string | undefined, fact: string): void {
  const { setTitle } = usePage()
  useEffect(() => {
    if (title) setTitle(title, fact)
  }, [title, fact, setTitle])
}
