import { createForm, type Form } from '@formily/core'
import type { Schema } from '@formily/json-schema'
import { batch, observable } from '@formily/reactive'
import { useCallback, useEffect, useRef, useState } from 'react'
import { holds } from '../../model/expr/evaluate.ts'
import type { FieldModel, FormItemModel } from '../../model/model.ts'
import type { Answer } from '../../model/web.ts'
import { isEmpty } from '../../model/validate.ts'
import { call, CallRefused } from '../core/request.ts'
import { cellsNow, useCells } from '../fields/context.tsx'
import { valueAt } from '../fields/entry.ts'
import { t } from '../fields/sentences.ts'
import { titleKey } from '../fields/titles.ts'
import type { CellContext, WireRow } from '../fields/types.ts'
import { fieldOf } from './fieldOf.ts'
import { liveOf, type Live } from './live.ts'
import { forgetRefusals, placeRefusal, type Stale } from './refused.ts'
import { formSchema } from './schema.ts'
import { changes, inputOf } from './sent.ts'
import { fieldsOf, initialValues, type AskedField, type FormTask } from './task.ts'

export type FormState = 'typing' | 'saving' | 'saved'

/** A form at work: everything but how it is drawn. */
export interface FormHandle {
  task: FormTask
  form: Form
  schema: Schema
  live: Live
  fields: ReadonlyMap<string, AskedField>
  /** The values as they were loaded, where a field says more than what is sent. */
  source: WireRow
  /** Something differs from the beginning. */
  changed(): boolean
  /** A person typed or chose. */
  type(field: FieldModel, value: unknown, picked?: WireRow | WireRow[]): void
  /** Something that is still being filled in: who goes on or saves meanwhile waits for it. */
  waitFor(filling: Promise<void>): void
  /** Checks one part of the form (its place among the items) and focuses what is wrong there. Resolves to whether all is right. */
  check(at: number): Promise<boolean>
  /** The first part of the form in which something is wrong. */
  wrongPart(): number
  /** Checks and calls. Resolves to the answer, or to nothing when something has to be put right first. */
  save(): Promise<Answer | undefined>
  state: FormState
  /** What concerns the form as a whole. */
  problem: string | undefined
  stale: Stale | undefined
  /** After a conflict: mine stand, upon the newer version; or theirs are taken over. */
  keepMine(): Promise<Answer | undefined>
  takeTheirs(): void
  /** Tells the form where it is drawn, so that it can find the field to focus. */
  attach(element: HTMLElement | null): void
  /** Focuses the first thing to type in, or what is wrong. */
  begin(): void
}

interface Made {
  form: Form
  schema: Schema
  live: Live
  fields: Map<string, AskedField>
  initial: WireRow
  filling: { on: boolean }
}

/** `before`: the form that this one replaces, whose typed values are kept. */
function make(task: FormTask, before?: Made): Made {
  const initial = initialValues(task)
  const cells = (): CellContext => cellsNow(task.part)
  // Shallow: rows of a long list are plain objects, not thousands of observables.
  const form = createForm({ values: observable.shallow({ ...initial, ...typedIn(before) }), validateFirst: true })
  const live = liveOf(task, form, before?.live.titles)
  const filling = { on: false }
  const fields = new Map(fieldsOf(task.items).map((one) => [one.field.name, one]))
  const schema = formSchema({ task, live, cells, filling: () => filling.on })
  return { form, schema, live, fields, initial, filling }
}

/** What was typed into a form and differs from its beginning. */
function typedIn(made: Made | undefined): WireRow {
  const names = [...(made?.fields.keys() ?? [])].filter(
    (name) => JSON.stringify(made?.form.values[name]) !== JSON.stringify(made?.initial[name]),
  )
  return Object.fromEntries(names.map((name) => [name, made?.form.values[name] as unknown]))
}

/** The form of a task. When the model is replaced under it (development), what was typed goes into the new form. */
function useMade(task: FormTask): Made {
  const [work, setWork] = useState(() => ({ task, made: make(task) }))
  if (work.task === task) return work.made
  const next = { task, made: make(task, work.made) }
  setWork(next)
  return next.made
}

/** A form at work for a task. */
export function useForm(task: FormTask): FormHandle {
  const cells = useCells()
  const made = useMade(task)
  const root = useRef<HTMLElement>(null)
  const attach = useCallback((element: HTMLElement | null) => {
    root.current = element
  }, [])
  // One number for all tries of this form: a repeat after a lost answer is answered, not done twice.
  const requestNo = useRef<string>(undefined)
  const [state, setState] = useState<FormState>('typing')
  const filled = useRef<Promise<void>>(Promise.resolve())
  const busy = useRef(false)
  const refused = useRef(false)
  // What was refused may be right by something typed elsewhere since.
  const typedSince = useRef(false)
  // Inputs are locked while a call is under way; only after that can one be focused.
  useEffect(() => {
    if (state !== 'typing' || !refused.current) return
    refused.current = false
    focusFirst(root.current)
  }, [state])
  const [problem, setProblem] = useState<string>()
  const [stale, setStale] = useState<Stale>()

  const send = async (version: unknown): Promise<Answer | undefined> => {
    setState('saving')
    setProblem(undefined)
    requestNo.current ??= crypto.randomUUID()
    const input = inputOf(task, made.form, made.initial, made.live.env)
    if (version !== undefined) input.version = version
    try {
      const answer = await call(task.call.path, input, {
        silent: true,
        loading: false,
        ...(task.call.once ? { requestNo: requestNo.current } : {}),
      })
      requestNo.current = undefined
      setState('saved')
      return answer
    } catch (error) {
      setState('typing')
      if (!(error instanceof CallRefused)) throw error
      const left = placeRefusal(error, task, made.form, cells.lang)
      setProblem(left.problem)
      setStale(left.stale)
      refused.current = true
      typedSince.current = false
      return undefined
    }
  }

  // What is said to be wrong follows the reader's language; the server's own words stay as they came.
  const said = useRef(cells.lang)
  useEffect(() => {
    if (said.current === cells.lang) return
    said.current = cells.lang
    for (const name of made.fields.keys()) {
      const field = fieldOf(made.form, name)
      if (field && field.selfErrors.length > 0) void field.validate('onBlur').catch(() => undefined)
    }
  }, [cells.lang, made])

  const whole = (): Promise<void> => filled.current.catch(() => undefined)

  const save = async (): Promise<Answer | undefined> => {
    if (state === 'saving' || busy.current) return undefined
    busy.current = true
    try {
      await whole()
      return await checkAndSend()
    } finally {
      busy.current = false
    }
  }

  const checkAndSend = async (): Promise<Answer | undefined> => {
    forgetRefusals(made.form)
    const valid = await made.form.validate().then(
      () => true,
      () => false,
    )
    const broken =
      task.mode === 'ask'
        ? undefined
        : task.resource?.rules.find((rule) => !rule.field && !holds(rule.expr, made.live.env))
    setProblem(broken?.why[cells.lang])
    if (valid && !broken) return send(task.mode === 'edit' ? task.row?.version : undefined)
    focusFirst(root.current)
    return undefined
  }

  const check = async (at: number): Promise<boolean> => {
    await whole()
    if (typedSince.current) forgetRefusals(made.form)
    await made.form.validate(`section${at}.*`).catch(() => undefined)
    const right = !isWrong(made, task.items[at])
    if (!right) focusFirst(root.current)
    return right
  }

  return {
    waitFor: (filling) => {
      filled.current = filling
    },
    check,
    wrongPart: () => task.items.findIndex((item) => isWrong(made, item)),
    task,
    form: made.form,
    schema: made.schema,
    live: made.live,
    fields: made.fields,
    source: { ...task.row, ...task.loaded },
    attach,
    begin: () => focusStart(root.current),
    state,
    problem,
    stale,
    save,
    changed: () => Object.keys(changes({ ...task, mode: 'add' }, made.form, made.initial, made.live.env)).length > 0,
    type: (field, value, picked) => {
      typedSince.current = true
      type(made, field, value, picked)
    },
    keepMine: async () => {
      setStale(undefined)
      return send(stale?.current.version)
    },
    takeTheirs: () => {
      if (!stale) return
      takeOver(made, stale.current)
      Object.assign(task.row ?? {}, stale.current)
      setStale(undefined)
      setProblem(t('tookTheirs'))
    },
  }
}

/** Whether a field of this part shows an error. */
function isWrong({ form }: Made, item: FormItemModel | undefined): boolean {
  return (
    item !== undefined &&
    fieldsOf([item]).some(({ field: { name } }) => {
      const field = fieldOf(form, name)
      return field !== undefined && field.display === 'visible' && field.selfErrors.length > 0
    })
  )
}

/** What a person chose, and what is copied from it, at once. */
function type(
  { form, live, fields, filling }: Made,
  model: FieldModel,
  value: unknown,
  picked: WireRow | WireRow[] | undefined,
): void {
  const field = fieldOf(form, model.name)
  if (!field) return
  filling.on = true
  batch(() => {
    field.setFeedback({ type: 'error', messages: [] })
    if (model.type === 'ref' || model.type === 'refs') live.choose(model, picked)
    const record = Array.isArray(picked) ? undefined : picked
    if (record)
      for (const [name, path] of Object.entries(model.fill))
        fillField(form, live, fields.get(name)?.field, name, record, path)
    void field.onInput(value)
  })
  filling.on = false
}

function fillField(
  form: Form,
  live: Live,
  model: FieldModel | undefined,
  name: string,
  record: WireRow,
  path: string,
): void {
  const value = valueAt(record, path)
  if (model?.type === 'ref') live.choose(model, { [model.key ?? 'id']: value, label: record[titleKey(model)] })
  form.setValuesIn(name, value)
  // What was said of the field before was said of another value.
  const field = fieldOf(form, name)
  if (field && !isEmpty(value)) field.setFeedback({ type: 'error', messages: [] })
}

/** Their values in place of mine, as the new beginning. */
function takeOver({ form, initial, fields }: Made, current: WireRow): void {
  batch(() => {
    for (const name of fields.keys()) {
      if (current[name] === undefined) continue
      initial[name] = current[name]
      form.setValuesIn(name, current[name])
    }
  })
}

/** The first thing in sight that is wrong, else the first to type in. */
function focusStart(root: HTMLElement | null): void {
  const inputs = root?.querySelectorAll<HTMLElement>(
    'input:not([type=hidden]):not([type=file]):not(:disabled), textarea:not(:disabled)',
  )
  const seen = [...(inputs ?? [])].filter((input) => input.checkVisibility())
  const start = seen.find((input) => input.closest('[data-wrong]')) ?? seen[0]
  start?.focus()
}

/** The first field with an error, once it is drawn. */
function focusFirst(root: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = root?.querySelector<HTMLElement>('[data-wrong]')
    const input = wrong?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')
    wrong?.scrollIntoView({ block: 'nearest' })
    input?.focus({ preventScroll: true })
  })
}
