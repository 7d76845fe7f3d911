import { lazy, Suspense, useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import type { ActionModel, CallModel } from '../../../model/model.ts'
import type { Answer } from '../../../model/web.ts'
import { ask, notice, say } from '../../core/feedback.tsx'
import { useNewest } from '../../core/newest.ts'
import { useOpen } from '../../core/open.ts'
import { useCan, useMayOpen } from '../../core/permission.ts'
import { call as makeCall, CallRefused } from '../../core/request.ts'
import { boundValues, withRoots } from '../../fields/bounds.ts'
import { useCells } from '../../fields/context.tsx'
import { fieldView } from '../../fields/lookup.ts'
import { t } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { preload } from '../../core/lazy.ts'
import { fieldsOf, modeOf, type FormTask } from '../../forms/task.ts'
import { exportRows } from '../../lists/transfer/exportRows.ts'
import { useScope } from '../scope.tsx'
import { filled, type Standing } from './fills.ts'
import { sortOut } from './guards.ts'
import { loadFor } from './loading.ts'
import { aboutWhat, doneSentence, questionOf, titleOfDialog } from './said.ts'

const loadFormDialog = () => import('../../forms/FormDialog.tsx')
const FormDialog = lazy(async () => ({ default: (await loadFormDialog()).FormDialog }))
const ImportDialog = lazy(async () => ({
  default: (await import('../../lists/transfer/ImportDialog.tsx')).ImportDialog,
}))

/** What a view's buttons need to know of it. */
export interface ActionsPlace {
  actions: ActionModel[]
  /** Resource of the rows. */
  resource?: string
  /** Filters by name, with the titles of chosen records: they fill inputs of the same name, and start new records. */
  params?: WireRow
  /** Inputs of the list: an export asks for the same rows. */
  asked?: WireRow
  /** Something was done with rows: fetch anew. */
  onDone: (rows: readonly WireRow[], call: CallModel) => void
}

export interface Actions {
  /** The buttons a person has at a place, in order. */
  at(place: ActionModel['at'][number]): ActionModel[]
  run(action: ActionModel, rows?: readonly WireRow[]): void
  /** Fetches the code of a dialog that is likely to open. */
  prepare(action: ActionModel): void
  /** The dialog that is open. */
  dialog: ReactNode
}

type Open =
  | { kind: 'form'; action: ActionModel; call: CallModel; task: FormTask; rows: WireRow[]; note: ReactNode }
  | { kind: 'import'; action: ActionModel; call: CallModel; given: WireRow }

/** The buttons of a view: which there are, and what happens when one is pressed. */
export function useActions(place: ActionsPlace): Actions {
  const scope = useScope()
  const cells = useCells()
  const can = useCan()
  const mayOpen = useMayOpen()
  const go = useOpen()
  const [open, setOpen] = useState<Open>()
  const running = useRef(false)
  const { part, screen, env } = scope
  const resource = part.resources[place.resource ?? '']

  const allowed = useMemo(
    () => place.actions.filter((action) => mayPress(action, part.calls, screen.code, can, mayOpen)),
    [place.actions, part, screen.code, can, mayOpen],
  )

  const standing = (rows: readonly WireRow[]): Standing => ({
    rows: [...rows],
    params: { ...scope.params, ...place.params },
    env,
  })

  const done = (action: ActionModel, call: CallModel, rows: readonly WireRow[], answer: Answer, typed: WireRow) => {
    const output =
      typeof answer.data === 'object' && answer.data !== null && !Array.isArray(answer.data)
        ? (answer.data as WireRow)
        : {}
    const about =
      rows.length > 0 ? aboutWhat(rows, resource, cells) : aboutWhat([typed], part.resources[call.resource], cells)
    const sentence = doneSentence(action, call, about, [output, typed, rows[0] ?? {}], part, cells)
    if (tellsNews(action, call)) notice({ key: action.code, title: action.label[cells.lang], text: sentence })
    else say.done(sentence)
    place.onDone(rows, call)
    scope.changed()
    const to = action.done?.open
    if (to?.kind === 'route' && mayOpen(to.to))
      go(to.to, boundValues(to.with, withRoots(env, { output, input: typed, row: rows[0] })) as Record<string, string>)
  }

  const make = async (action: ActionModel, call: CallModel, rows: WireRow[], input: WireRow) => {
    const answer = await makeCall(call.path, input, call.once ? { requestNo: crypto.randomUUID() } : {})
    done(action, call, rows, answer, input)
  }

  const openForm = async (action: ActionModel, call: CallModel, rows: WireRow[], note: ReactNode) => {
    const given = (typed: WireRow) => givenOf(action, call, standing(rows), typed)
    const fields = fieldsOf(action.form)
    const code = Promise.all([
      loadFormDialog(),
      ...fields.map(({ field }) => (fieldView(field.type).Input as { preload?: () => Promise<unknown> }).preload?.()),
    ])
    const [{ row, loaded }] = await Promise.all([
      loadFor(call, action.form, given({}), rows[0], part, place.resource ?? ''),
      code,
    ])
    const task: FormTask = {
      part,
      call,
      mode: modeOf(call),
      items: action.form,
      given,
      env,
      row: modeOf(call) === 'add' ? startOf(call, place.params) : row,
      loaded: modeOf(call) === 'add' ? { ...startOf(call, place.params), ...loaded } : loaded,
      resource: modeOf(call) === 'ask' ? undefined : part.resources[call.resource],
    }
    setOpen({ kind: 'form', action, call, task, rows, note })
  }

  const perform = async (action: ActionModel, chosen: readonly WireRow[]): Promise<void> => {
    if (action.open?.kind === 'route') {
      go(action.open.to, boundValues(action.open.with, withRoots(env, { row: chosen[0] })) as Record<string, string>)
      return
    }
    const call = part.calls[action.call ?? '']
    if (!call) return
    if (call.kind === 'export')
      return exportRows(
        call,
        place.asked ?? {},
        part.resources[call.resource]?.label[cells.lang] ?? action.label[cells.lang],
      )
    if (call.kind === 'import')
      return setOpen({ kind: 'import', action, call, given: filled(action.fills, standing([])) })
    const { able, reason } =
      chosen.length > 0 ? sortOut(action, chosen, env, cells.lang) : { able: [], reason: undefined }
    if (chosen.length > 0 && able.length === 0) return say.warn(reason ?? t('notNow'))
    const note =
      able.length < chosen.length ? (
        <p className="at-quiet">
          {t('someAble', { able: able.length, all: chosen.length })}
          {reason && ` ${reason}`}
        </p>
      ) : null
    if (action.check && !(await passes(part.calls[action.check], givenOf(action, call, standing(able), {})))) return
    if (action.form.length > 0) return openForm(action, call, able, note)
    if (action.confirm || call.kind === 'del') {
      const question = questionOf(action, call, able, resource, part, cells)
      if (
        !(await ask({
          title: question.title,
          text: (
            <>
              {question.text}
              {note}
            </>
          ),
          ok: action.label[cells.lang],
          danger: call.kind === 'del',
        }))
      )
        return
    }
    await make(action, call, able, givenOf(action, call, standing(able), {}))
  }

  const run = (action: ActionModel, rows: readonly WireRow[] = []) => {
    if (running.current) return
    running.current = true
    perform(action, rows)
      .catch((error: unknown) => {
        // What the server refused was said already.
        if (!(error instanceof CallRefused)) throw error
      })
      .finally(() => {
        running.current = false
      })
  }

  const close = useCallback(() => setOpen(undefined), [])
  const newest = useNewest(run)
  return {
    at: useCallback((at) => allowed.filter((action) => action.at.includes(at)), [allowed]),
    run: useCallback((action, rows) => newest.current(action, rows), [newest]),
    prepare,
    dialog: open && (
      <Suspense fallback={null}>
        {open.kind === 'form' ? (
          <FormDialog
            key={open.action.key}
            task={open.task}
            ok={asks(open.task) ? open.action.label[cells.lang] : t('save')}
            note={open.note}
            onClose={close}
            title={titleOfDialog(open.action, open.call, open.rows, part, resource, cells)}
            onDone={(answer, typed) => done(open.action, open.call, open.rows, answer, typed)}
          />
        ) : (
          <ImportDialog
            call={open.call}
            given={open.given}
            title={open.action.label[cells.lang]}
            onClose={close}
            onDone={() => place.onDone([], open.call)}
          />
        )}
      </Suspense>
    ),
  }
}

/** A dialog that begins with what is there is saved; one that asks does what its button says. */
const asks = ({ mode, loaded }: FormTask): boolean => mode === 'ask' && loaded === undefined

function prepare(action: ActionModel): void {
  if (action.form.length === 0) return
  void loadFormDialog()
  for (const { field } of fieldsOf(action.form)) preload(fieldView(field.type).Input)
}

/** A button of a call wants its own grant; one that opens a screen is governed by that screen. */
function mayPress(
  action: ActionModel,
  calls: Record<string, CallModel>,
  menuCode: string | undefined,
  can: (menu: string, button?: string) => boolean,
  mayOpen: (route: string) => boolean,
): boolean {
  if (action.open?.kind === 'route') return mayOpen(action.open.to)
  if (!action.call || !calls[action.call]) return false
  return !menuCode || can(menuCode, action.code)
}

/** What the button gives. On an edit the filters of the list stay out of it: they say what is listed, not what to write. */
function givenOf(action: ActionModel, call: CallModel, standing: Standing, typed: WireRow): WireRow {
  return filled(action.fills, modeOf(call) === 'edit' ? { ...standing, params: {} } : standing, typed)
}

/** A new record begins with what the list is narrowed to: in the department chosen at the left, a new colleague is of it. */
function startOf(call: CallModel, params: WireRow | undefined): WireRow {
  const names = new Set(call.input.map((input) => input.name))
  return Object.fromEntries(
    Object.entries(params ?? {}).filter(
      ([name, value]) => value !== undefined && (names.has(name) ? !Array.isArray(value) : name.endsWith('Name')),
    ),
  )
}

/** Answers that a person has to note down (a first password, a number) stay until they are closed. */
function tellsNews(action: ActionModel, call: CallModel): boolean {
  const holes = [...(action.done?.say?.zh ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  return call.output.some(
    (field) => holes.includes(field.name) && ['string', 'password', 'serial'].includes(field.type),
  )
}

/** Whether a call asked before the dialog opens lets it open; what it refuses was said. */
async function passes(check: CallModel | undefined, given: WireRow): Promise<boolean> {
  if (!check) return true
  const input = Object.fromEntries(
    check.input.flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]])),
  )
  return makeCall(check.path, input).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallRefused) return false
      throw error
    },
  )
}
