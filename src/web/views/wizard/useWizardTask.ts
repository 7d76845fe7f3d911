import { useMemo, useRef, useState, type RefObject } from 'react'
import type { CallModel, WizardView } from '../../../model/model.ts'
import type { WireRow } from '../../fields/types.ts'
import { modeOf, type FormTask } from '../../forms/task.ts'
import { filled } from '../actions/fills.ts'
import { useScope } from '../scope.tsx'
import type { DraftContent } from './useDraft.ts'

interface WizardTask {
  task: FormTask
  /** The unfinished work it begins with. */
  content: DraftContent | undefined
  /** Id of the draft in which the work is kept. */
  kept: RefObject<unknown>
}

/** What the form of a wizard does: a step is a section. `begun`: the draft that is gone on with. */
export function useWizardTask(view: WizardView, saver: CallModel, begun: WireRow | undefined): WizardTask {
  const { part, env, params } = useScope()
  const [content] = useState(() => (view.draft && begun?.[view.draft.content]) as DraftContent | undefined)
  const kept = useRef<unknown>(begun?.id)
  const task = useMemo((): FormTask => {
    const key = view.draft?.key
    const fixed = (typed: WireRow) => filled(view.fills, { rows: [], params, env }, typed)
    return {
      part,
      call: saver,
      mode: modeOf(saver),
      items: view.steps.map(({ label, show, items }) => ({ kind: 'section' as const, label, show, items })),
      given: (typed) => ({ ...fixed(typed), ...(key && kept.current ? { [key]: kept.current } : {}) }),
      env,
      loaded: { ...fixed({}), ...content?.values },
      titles: content?.titles,
      resource: part.resources[view.resource],
    }
  }, [part, saver, view, params, env, content])
  return { task, content, kept }
}
