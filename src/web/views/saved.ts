/** What a page does once its record is saved, and the question before it is left. */
import { useEffect } from 'react'
import type { CallModel, DoneModel } from '../../model/model.ts'
import type { Answer } from '../../model/web.ts'
import { ask, say } from '../core/feedback.tsx'
import { useCore } from '../core/model.ts'
import { addressOf } from '../core/open.ts'
import { usePage } from '../core/page.tsx'
import { useMayOpen } from '../core/permission.ts'
import { boundValues, withRoots } from '../fields/bounds.ts'
import { useCells } from '../fields/context.tsx'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import type { FormHandle } from '../forms/useForm.ts'
import { sentenceOf, titleOfRow } from './actions/wording.ts'
import { useScope } from './scope.tsx'

interface Saving {
  handle: FormHandle
  saver: CallModel
  resource: string
  title: string
  done: DoneModel | undefined
  onSaved: () => void
}

/** Shows the result and opens the destination of the screen; without one, calls `onSaved`. A person who may not see the destination returns to the page before. */
export function useSaved({ handle, saver, resource, title, done, onSaved }: Saving): (answer: Answer) => void {
  const t = useT()
  const cells = useCells()
  const page = usePage()
  const mayOpen = useMayOpen()
  const { part, env } = useScope()
  const { dialogClose } = useCore().app.limits
  return (answer) => {
    page.setDirty(false)
    const output = (typeof answer.data === 'object' && answer.data !== null ? answer.data : {}) as WireRow
    const typed = { ...(handle.form.values as WireRow) }
    const about = title || titleOfRow(typed, part.resources[resource], cells)
    say.done(
      done?.say
        ? sentenceOf(done.say, saver, [output, typed], part, cells)
        : t('savedRecord', { about: about ? t('quoted', { title: about }) : '' }),
    )
    const to = done?.open
    // The button shows the result; a moment later the page changes.
    setTimeout(() => {
      if (to?.kind !== 'route') return onSaved()
      const values = boundValues(to.with, withRoots(env, { output, input: typed })) as Record<string, string>
      page.close(mayOpen(to.to) ? addressOf(to.to, values) : undefined)
    }, dialogClose)
  }
}

/** Leaves the page; asks first when there is unsaved input. */
export function useLeave({ changed }: Pick<FormHandle, 'changed'>): () => Promise<void> {
  const t = useT()
  const page = usePage()
  return async () => {
    if (changed() && !(await ask({ title: t('leaveTitle'), text: t('leaveAsk') }))) return
    page.setDirty(false)
    page.close()
  }
}

/** Reports unsaved input to the tab, so that closing it asks. */
export function useDirty({ form, changed }: FormHandle): void {
  const { setDirty } = usePage()
  useEffect(() => {
    const id = form.subscribe(({ type }) => {
      if (type === 'onFieldInputValueChange') setDirty(changed())
    })
    return () => form.unsubscribe(id)
    // `changed` always reads the form of this handle.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [form, setDirty])
  useEffect(() => () => setDirty(false), [setDirty])
}
