import type { Form } from '@formily/core'
import type { Schema } from '@formily/json-schema'
import { useRef, useState } from 'react'
import type { FieldModel } from '../../model/model.ts'
import type { Answer } from '../../model/web.ts'
import { useLang } from '../core/i18n.ts'
import { t } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { fieldOf } from './fieldOf.ts'
import { beginWith, isWrong, loadAgain, takeInput, takeOver, useFormWork } from './formWork.ts'
import type { Live } from './live.ts'
import { forgetRefusals, putAtField, type Stale } from './refused.ts'
import { changes } from './sent.ts'
import type { FormField, FormTask } from './task.ts'
import { useChecking, type Checking } from './useChecking.ts'
import { useFocus } from './useFocus.ts'
import { useSending, type FormState, type Sending } from './useSending.ts'

/** Fields that say which record, day or kind a form is about. */
const isChosen = ({ type }: FieldModel): boolean => type === 'ref' || type === 'date' || type === 'enum'

/** The state and functions of a form, without its drawing. */
export interface FormHandle {
  task: FormTask
  form: Form
  schema: Schema
  live: Live
  fields: ReadonlyMap<string, FormField>
  /** The loaded values, where a field holds more than what is sent. */
  source: WireRow
  /** A value differs from its initial value. */
  changed(): boolean
  /** The names of the fields whose values differ from their initial ones. */
  touched(): string[]
  /** A person typed or chose. */
  type(field: FieldModel, value: unknown, picked?: WireRow | WireRow[]): void
  /** As `type`, of a value that the form starts with: it is no change. */
  prefill(field: FieldModel, value: unknown, picked?: WireRow): void
  /** Values that are still being filled in: saving and going on wait for them. */
  waitFor(filling: Promise<void>): void
  /** What a field has still to do before its value is there: done when the form is checked. */
  pending(field: FieldModel, work: (() => Promise<void>) | undefined): void
  /** Checks one part of the form (its place among the items) and focuses the first error. Resolves to whether there is none. */
  check(at: number): Promise<boolean>
  /** Shows why the server would refuse what stands in a field. Whether there is such a field. */
  refuse(path: string, why: string): boolean
  /** The first part of the form with an error. */
  wrongPart(): number
  /** Checks and calls. Resolves to the answer, or to undefined when there is an error. */
  save(): Promise<Answer | undefined>
  state: FormState
  /** The error of the form as a whole. */
  problem: string | undefined
  /** What was done to the form, where that is worth a look. */
  news: string | undefined
  stale: Stale | undefined
  /** What it was refused for stands no more: the error of the form as a whole goes. */
  forgive(): void
  /** After a conflict: keeps the typed values for the newer version, or takes over the newer values. */
  keepMine(): Promise<Answer | undefined>
  takeTheirs(): void
  /** Sets the element of the form, for finding the field to focus. */
  attach(element: HTMLElement | null): void
  /** Focuses the first error, else the first input. */
  begin(): void
}

/** The form of a task. */
export function useForm(start: FormTask): FormHandle {
  const work = useFormWork(start)
  const { task, form, schema, live, fields, initial } = work
  const focus = useFocus()
  const checking = useChecking(work, focus)
  const sending = useSending(work, focus, checking.refused)
  const filled = useRef<Promise<void>>(Promise.resolve())
  const pending = useRef(new Map<string, () => Promise<void>>())
  const allFilled = async (): Promise<void> => {
    await filled.current.catch(() => undefined)
    for (const work of pending.current.values()) await work()
  }
  const save = useSave(task, checking, sending)
  const { state, problem, stale } = sending
  const lang = useLang()
  const [news, setNews] = useState<string>()
  const touched = (): string[] => Object.keys(changes({ ...task, mode: 'add' }, form, initial, live.env))
  return {
    task,
    form,
    schema,
    live,
    fields,
    source: { ...task.row, ...task.loaded },
    attach: focus.attach,
    begin: focus.begin,
    state,
    problem,
    news,
    stale,
    forgive: () => sending.setProblem(undefined),
    waitFor: (filling) => {
      filled.current = filling
    },
    pending: ({ name }, work) => {
      if (work) pending.current.set(name, work)
      else pending.current.delete(name)
    },
    check: async (at) => {
      await allFilled()
      return checking.checkPart(at)
    },
    refuse: (path, why) => {
      const put = putAtField(path, why, work, lang)
      if (put) checking.refused()
      return put
    },
    wrongPart: () => task.items.findIndex((item) => isWrong(work, item)),
    save: () => save(allFilled),
    changed: () => touched().length > 0,
    touched,
    type: (field, value, picked) => {
      checking.typed()
      // Of another record, day or kind the server may say something else, at whatever field.
      if (isChosen(field)) forgetRefusals(form)
      takeInput(work, field, value, picked)
      if (task.again?.by.includes(field.name)) filled.current = loadAgain(work, task.again)
    },
    prefill: (field, value, picked) => beginWith(work, field, value, picked),
    keepMine: async () => {
      if (!stale) return undefined
      const mine = touched()
      takeOver(work, stale.current, new Set(mine))
      sending.setStale(undefined)
      // What the other one saved may leave no place for it: that is seen before anything is saved.
      const lost = mine.filter((name) => fieldOf(form, name)?.display !== 'visible')
      if (lost.length > 0) {
        const names = lost.map((name) => fields.get(name)?.field.label[lang] ?? name)
        sending.setProblem(t('noPlaceForMine', { names: names.join(lang === 'zh' ? '、' : ', ') }))
        return undefined
      }
      return sending.send(stale.current.version)
    },
    takeTheirs: () => {
      if (!stale) return
      takeOver(work, stale.current)
      sending.setStale(undefined)
      sending.setProblem(undefined)
      setNews(t('tookTheirs'))
    },
  }
}

/** Checks and sends, one at a time. `ready`: the work to wait for. */
function useSave(task: FormTask, checking: Checking, sending: Sending) {
  const lang = useLang()
  const busy = useRef(false)
  const checkAndSend = async (): Promise<Answer | undefined> => {
    const { right, why } = await checking.checkAll()
    sending.setProblem(why?.[lang])
    return right ? sending.send(task.mode === 'edit' ? task.row?.version : task.version) : undefined
  }
  return async (ready: () => Promise<void>): Promise<Answer | undefined> => {
    if (sending.state === 'saving' || busy.current) return undefined
    busy.current = true
    try {
      await ready()
      return await checkAndSend()
    } finally {
      busy.current = false
    }
  }
}
