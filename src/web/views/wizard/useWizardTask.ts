import { useMemo, useRef, useState, type RefObject } from 'react'
import type { CallModel, WizardView } from '../../../model/model.ts'
import type { WireRow } from '../../fields/types.ts'
import { modeOf, type FormTask } from '../../forms/task.ts'
import { filled } from '../actions/fills.ts'
import { useScope } from '../scope.tsx'
import type { DraftContent } from './useDraft.ts'

interface WizardTask {
  task: FormTask
  /** The unfinished work it starts with. */
  content: DraftContent | undefined
  /** Id of the draft that stores the work. */
  draftId: RefObject<unknown>
}

/** The task of a wizard's form: a step is a section. `begun`: the draft being continued. */
export function useWizardTask(view: WizardView, saver: CallModel, begun: WireRow | undefined): WizardTask {
  const { part, env, params } = useScope()
  const [content] = useState(() => (view.draft && begun?.[view.draft.content]) as DraftContent | undefined)
  const draftId = useRef<unknown>(begun?.id)
  const task = useMemo((): FormTask => {
    const key = view.draft?.key
    const fixedInputs = (typed: WireRow) => filled(view.fills, { rows: [], params, env }, typed)
    return {
      part,
      call: saver,
      mode: modeOf(saver),
      items: view.steps.map(({ label, show, items }) => ({ kind: 'section' as const, label, show, items })),
      fixed: (typed) => ({ ...fixedInputs(typed), ...(key && draftId.current ? { [key]: draftId.current } : {}) }),
      env,
      loaded: { ...fixedInputs({}), ...content?.values },
      titles: content?.titles,
      resource: part.resources[view.resource],
    }
  }, [part, saver, view, params, env, content])
  return { task, content, draftId }
}
