import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { CallModel, FormView } from '../../model/model.ts'
import { usePage } from '../core/page.tsx'
import { useCells } from '../fields/context.tsx'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { ConflictDialog } from '../forms/Conflict.tsx'
import { FormBody } from '../forms/FormBody.tsx'
import { modeOf, type FormTask } from '../forms/task.ts'
import { useBegin } from '../forms/useBegin.ts'
import { useForm } from '../forms/useForm.ts'
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

function Sheet({
  view,
  saver,
  row,
  onSaved,
}: {
  view: FormView
  saver: CallModel
  row: WireRow | undefined
  onSaved: () => void
}) {
  const t = useT()
  const cells = useCells()
  const scope = useScope()
  const { part, env, params } = scope
  const task = useMemo((): FormTask => {
    const mode = modeOf(saver)
    const given = (typed: WireRow) => ({
      ...filled(view.fills, { rows: row ? [row] : [], params: mode === 'edit' ? {} : params, env }, typed),
      ...(mode === 'edit' && row ? { id: row.id } : {}),
    })
    return {
      part,
      call: saver,
      mode,
      items: view.items,
      given,
      env,
      row,
      loaded: row ? undefined : given({}),
      resource: mode === 'ask' ? undefined : part.resources[view.resource],
    }
  }, [part, saver, view, row, params, env])
  const handle = useForm(task)
  const actions = useActions({ actions: view.actions, resource: view.resource, onDone: onSaved })
  const buttons = useButtons(actions, env)
  useDirty(handle)
  usePrefilled(handle, row === undefined)
  useBegin(handle, row === undefined)
  const title = row ? titleOfRow(row, part.resources[view.resource], cells) : ''
  const { setTitle } = usePage()
  useEffect(() => {
    if (title) setTitle(title)
  }, [title, setTitle])

  const finish = useSaved({ handle, saver, resource: view.resource, title, done: view.done, onSaved })
  const leave = useLeave(handle)
  const save = async (send = handle.save) => {
    const answer = await send()
    if (answer) finish(answer)
  }
  return (
    <section className="at-sheet">
      {buttons.ofHead(row).length > 0 && (
        <div className="at-sheet-head">
          <HeadButtons buttons={buttons.ofHead(row)} primary={false} />
        </div>
      )}
      <FormBody handle={handle} onSubmit={() => void save()} />
      {handle.stale && <ConflictDialog handle={handle} onKeep={() => void save(handle.keepMine)} />}
      <footer className="at-sheet-foot">
        <Button onClick={() => void leave()}>{t('cancel')}</Button>
        <Button
          type="primary"
          loading={handle.state === 'saving'}
          disabled={handle.state === 'saved'}
          onClick={() => void save()}
        >
          {handle.state === 'saved' ? t('saved') : task.mode === 'ask' ? saver.label[cells.lang] : t('save')}
        </Button>
      </footer>
      <ActionDialog actions={actions} />
    </section>
  )
}
