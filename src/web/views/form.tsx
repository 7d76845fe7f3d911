import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { CallModel, FormView } from '../../model/model.ts'
import { useText } from '../core/i18n.ts'
import { usePage } from '../core/page.tsx'
import { useCells } from '../fields/context.tsx'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { ConflictDialog } from '../forms/Conflict.tsx'
import { FormBody } from '../forms/FormBody.tsx'
import { modeOf, type FormTask } from '../forms/task.ts'
import { useBegin } from '../forms/useBegin.ts'
import { useForm, type FormHandle } from '../forms/useForm.ts'
import { Coming } from '../lists/Empty.tsx'
import { titleOfRow } from './actions/wording.ts'
import { filled } from './actions/fills.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { useActions } from './actions/useActions.ts'
import { HeadButtons } from './HeadButtons.tsx'
import { useDirty, useLeave, useSaved } from './saved.ts'
import { Scoped, useScope } from './scope.tsx'
import { useButtons } from './useButtons.ts'
import { usePrefilled } from './usePrefilled.ts'
import { useRecord } from './useRecord.ts'
import './views.css'
import '../lists/lists.css'

/** One record filled in on a page: edited with an id in the address, else added. */
export function FormScreen({ view }: { view: FormView }) {
  return (
    <Scoped>
      <Body view={view} />
    </Scoped>
  )
}

function Body({ view }: { view: FormView }) {
  const t = useT()
  const { part, params, active } = useScope()
  const id = params.id
  const editing = id !== undefined && view.edit !== undefined
  const saver = part.calls[(editing ? view.edit : (view.add ?? view.edit)) ?? '']
  const input = useMemo(() => ({ id: /^\d+$/.test(id ?? '') ? Number(id) : id }), [id])
  const [round, setRound] = useState(0)
  const loaded = useRecord(editing ? part.calls[view.load ?? '']?.path : undefined, input, round, active)
  if (!saver) return <p className="at-empty">{t('noRecord')}</p>
  if (editing && !loaded.row)
    return loaded.state === 'missing' ? <p className="at-empty">{t('noRecord')}</p> : <Coming />
  return (
    <Sheet
      key={`${id ?? ''}/${String(loaded.row?.version ?? round)}`}
      view={view}
      saver={saver}
      row={loaded.row}
      onSaved={() => setRound((old) => old + 1)}
    />
  )
}

interface SheetProps {
  view: FormView
  saver: CallModel
  /** The record that is edited. */
  row: WireRow | undefined
  onSaved: () => void
}

/** The task of the page's form. */
function useSheetTask({ view, saver, row }: SheetProps): FormTask {
  const { part, env, params } = useScope()
  return useMemo(() => {
    const mode = modeOf(saver)
    const fixed = (typed: WireRow) => ({
      ...filled(view.fills, { rows: row ? [row] : [], params: mode === 'edit' ? {} : params, env }, typed),
      ...(mode === 'edit' && row ? { id: row.id } : {}),
    })
    return {
      part,
      call: saver,
      mode,
      items: view.items,
      fixed,
      env,
      row,
      loaded: row ? undefined : fixed({}),
      resource: mode === 'ask' ? undefined : part.resources[view.resource],
    }
  }, [part, saver, view, row, params, env])
}

function Sheet(props: SheetProps) {
  const { view, saver, row, onSaved } = props
  const handle = useForm(useSheetTask(props))
  const { env } = useScope()
  const actions = useActions({ actions: view.actions, resource: view.resource, onDone: onSaved })
  const head = useButtons(actions, env).ofHead(row)
  const title = useRecordTitle(view, row)
  useDirty(handle)
  usePrefilled(handle, row === undefined)
  useBegin(handle, row === undefined)
  const finish = useSaved({ handle, saver, resource: view.resource, title, done: view.done, onSaved })
  const save = async (send = handle.save) => {
    const answer = await send()
    if (answer) finish(answer)
  }
  return (
    <section className="at-sheet">
      {head.length > 0 && (
        <div className="at-sheet-head">
          <HeadButtons buttons={head} primary={false} />
        </div>
      )}
      <FormBody handle={handle} onSubmit={() => void save()} />
      {handle.stale && <ConflictDialog handle={handle} onKeep={() => void save(handle.keepMine)} />}
      <Foot handle={handle} saver={saver} onSave={() => void save()} />
      <ActionDialog actions={actions} />
    </section>
  )
}

function Foot({ handle, saver, onSave }: { handle: FormHandle; saver: CallModel; onSave: () => void }) {
  const t = useT()
  const text = useText()
  const leave = useLeave(handle)
  const save = handle.task.mode === 'ask' ? text(saver.label) : t('save')
  return (
    <footer className="at-sheet-foot">
      <Button onClick={() => void leave()}>{t('cancel')}</Button>
      <Button type="primary" loading={handle.state === 'saving'} disabled={handle.state === 'saved'} onClick={onSave}>
        {handle.state === 'saved' ? t('saved') : save}
      </Button>
    </footer>
  )
}

/** The title of the edited record, which is also the title of the tab. */
function useRecordTitle(view: FormView, row: WireRow | undefined): string {
  const cells = useCells()
  const { part } = useScope()
  const { setTitle } = usePage()
  const title = row ? titleOfRow(row, part.resources[view.resource], cells) : ''
  useEffect(() => {
    if (title) setTitle(title)
  }, [title, setTitle])
  return title
}
