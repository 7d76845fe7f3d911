import { useState } from 'react'
import { holds } from '../../../model/expr/evaluate.ts'
import type { WizardStep, WizardView } from '../../../model/model.ts'
import { fieldsOf } from '../../forms/task.ts'
import type { FormHandle } from '../../forms/useForm.ts'

/** The steps of a wizard. Places count among the visible steps. */
interface StepsWork {
  shown: WizardStep[]
  /** The step that was last opened. */
  at: number
  /** The step that is shown. */
  place: number
  /** The furthest step so far. */
  reached: number
  last: boolean
  /** The section of the form that is shown. */
  part: number
  show(to: number): void
  /** Goes to a step; forwards only when all steps before it are valid. */
  go(to: number): Promise<void>
  /** Whether an input, or what stands in it (`items[0].price`), was asked in this step or before. */
  isPast(path: string): boolean
  /** Goes to the first step with an error. */
  showWrong(): void
}

/** The steps of a wizard and their navigation. `start`: the first step shown. */
export function useSteps(view: WizardView, handle: FormHandle, start: number): StepsWork {
  // What is typed changes in place.
  'use no memo'
  const [at, setAt] = useState(start)
  const [reached, setReached] = useState(start)
  const shown = view.steps.filter((step) => !step.show || holds(step.show, handle.live.env))
  const now = shown[Math.min(at, shown.length - 1)] as WizardStep
  const place = shown.indexOf(now)
  const partOf = (step: WizardStep): number => view.steps.indexOf(step)
  const show = (to: number): void => {
    setAt(to)
    setReached((old) => Math.max(old, to))
  }
  return {
    shown,
    at,
    place,
    reached,
    last: place >= shown.length - 1,
    part: partOf(now),
    show,
    go: async (to) => {
      for (let step = place; step < to; step += 1) {
        if (!(await handle.check(partOf(shown[step] as WizardStep)))) return show(step)
      }
      show(to)
    },
    isPast: (path) => {
      const [name] = path.split(/[.[]/)
      return shown.slice(0, place + 1).some(({ items }) => fieldsOf(items).some(({ field }) => field.name === name))
    },
    showWrong: () => {
      const wrong = shown.findIndex((step) => partOf(step) === handle.wrongPart())
      if (wrong >= 0) show(wrong)
    },
  }
}
