import { Button, Drawer, Modal } from 'antd'
import { Suspense, useContext, useEffect, useRef, type ReactNode } from 'react'
import type { Answer } from '../../model/web.ts'
import { ask, say } from '../core/feedback.tsx'
import { useCore } from '../core/model.ts'
import { PageContext } from '../core/page.tsx'
import { usePhone } from '../core/media.ts'
import { useT } from '../fields/sentences.ts'
import { fieldView } from '../fields/lookup.ts'
import type { WireRow } from '../fields/types.ts'
import { ConflictDialog } from './Conflict.tsx'
import { FormBody } from './FormBody.tsx'
import { fieldsOf, type FormTask } from './task.ts'
import { useBegin } from './useBegin.ts'
import { useForm, type FormHandle } from './useForm.ts'

interface FormDialogProps {
  task: FormTask
  title: string
  /** The label of the save button. */
  ok: string
  danger?: boolean
  /** The text above the fields. */
  note?: ReactNode
  /** Drawn beside the fields; on a phone below them. */
  beside?: ReactNode
  /** The call succeeded. The dialog closes by itself a moment later. */
  onDone: (answer: Answer, typed: WireRow) => void
  onClose: () => void
}

/** Up to this many fields use one column; more fields, or wide ones, use two. */
const FEW = 6
const NARROW = 520
const WIDE = 820
const BESIDE = 340

/** A form in a dialog; on a phone a sheet from below. Closing asks first when something was typed (rules 6.5). */
export function FormDialog(props: FormDialogProps) {
  const { task, title, note, beside, onDone, onClose } = props
  const t = useT()
  const phone = usePhone()
  const handle = useForm(task)
  const close = useCloser(handle, onClose)
  useTyped(handle)
  const save = async (send: () => Promise<Answer | undefined> = handle.save) => {
    const answer = await send()
    if (!answer) return
    onDone(answer, { ...(handle.form.values as WireRow) })
    close.later()
  }
  // Where earlier words stand beside the form, it is one more of them. A phone has no Shift+Enter.
  const isNote = beside !== undefined && !phone
  const narrow =
    phone ||
    (fieldsOf(task.items).every(({ field }) => !fieldView(field.type).wide || field.type === 'text') &&
      fieldsOf(task.items).length <= FEW)
  const frame = {
    open: true,
    title,
    'aria-busy': handle.state === 'saving',
    keyboard: true,
    maskClosable: false,
    destroyOnHidden: true,
    footer: (
      <Footer {...props} handle={handle} onSave={() => void save()} onCancel={() => void close.afterQuestion()} />
    ),
    // A desk has its focus since the fields are drawn, unless the opening took it away.
    afterOpenChange: (open: boolean) => {
      if (open) handle.begin()
    },
  }
  const form = (
    <>
      <Begin handle={handle} />
      {note}
      <FormBody handle={handle} onSubmit={() => void save()} narrow={narrow} note={isNote} />
      {isNote && <p className="at-keys-hint">{t('noteKeys')}</p>}
      {handle.stale && <ConflictDialog handle={handle} onKeep={() => void save(handle.keepMine)} />}
      <span className="unseen" role="status">
        {handle.state === 'saved' ? t('saved') : ''}
      </span>
    </>
  )
  const body = beside ? (
    <div className="at-with-beside">
      <div>{form}</div>
      <Suspense fallback={<aside className="at-beside" />}>{beside}</Suspense>
    </div>
  ) : (
    form
  )
  return phone ? (
    <Drawer {...frame} placement="bottom" height="92%" onClose={() => void close.afterQuestion()} className="at-dialog">
      {body}
    </Drawer>
  ) : (
    <Modal
      {...frame}
      width={(narrow ? NARROW : WIDE) + (beside ? BESIDE : 0)}
      onCancel={() => void close.afterQuestion()}
      className="at-dialog"
    >
      {body}
    </Modal>
  )
}

/** Inside the dialog, so that the fields are drawn when it is. */
function Begin({ handle }: { handle: FormHandle }) {
  useBegin(handle, true)
  return null
}

function Footer({
  ok,
  danger,
  handle,
  onSave,
  onCancel,
}: Pick<FormDialogProps, 'ok' | 'danger'> & {
  handle: FormHandle
  onSave: () => void
  onCancel: () => void
}) {
  const t = useT()
  return (
    <div className="at-dialog-foot">
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <Button
        type="primary"
        danger={danger}
        loading={handle.state === 'saving'}
        disabled={handle.state === 'saved'}
        onClick={onSave}
      >
        {handle.state === 'saved' ? t('saved') : ok}
      </Button>
    </div>
  )
}

/** What was typed here is unsaved input of the page below. */
function useTyped({ form, changed, state }: FormHandle): void {
  const setDirty = useContext(PageContext)?.setDirty
  useEffect(() => {
    if (!setDirty || state === 'saved') return
    const id = form.subscribe(({ type }) => {
      if (type === 'onFieldInputValueChange') setDirty(changed(), 'dialog')
    })
    return () => form.unsubscribe(id)
    // `changed` always reads the form of this handle.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [form, setDirty, state])
  const isOver = state === 'saved'
  useEffect(() => {
    if (isOver) setDirty?.(false, 'dialog')
    return () => setDirty?.(false, 'dialog')
  }, [setDirty, isOver])
}

/** How the dialog closes: at once, a moment after saving, or after a question. */
function useCloser(handle: FormHandle, onClose: () => void) {
  const { dialogClose } = useCore().app.limits
  const t = useT()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    later: () => {
      timer.current = setTimeout(onClose, dialogClose)
    },
    afterQuestion: async () => {
      if (handle.state === 'saving') return
      if (
        handle.state === 'typing' &&
        handle.changed() &&
        !(await ask({ title: t('closeDialog'), text: t('closeDialogAsk') }))
      ) {
        say.info(t('closeCancelled'))
        return
      }
      onClose()
    },
  }
}
