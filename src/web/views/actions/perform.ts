/** Performs the action of a button. */
import type { ActionModel, CallModel, OpenModel } from '../../../model/model.ts'
import type { Answer } from '../../../model/web.ts'
import { absolute } from '../../core/copy.ts'
import { notice, say } from '../../core/feedback.tsx'
import { preload } from '../../core/lazy.ts'
import { printSheet } from '../../core/print.ts'
import { call as makeCall, CallRefused } from '../../core/request.ts'
import { dropKeys, holdKeys } from '../../core/typeAhead.ts'
import { boundValues, withRoots } from '../../fields/bounds.ts'
import { fieldView } from '../../fields/lookup.ts'
import { t } from '../../fields/sentences.ts'
import { titleKey } from '../../fields/titles.ts'
import type { CellContext, WireRow } from '../../fields/types.ts'
import { fieldsOf, modeOf, type FormTask } from '../../forms/task.ts'
import { exportRows, saveFileOf } from '../../lists/transfer/exportRows.ts'
import type { Scope } from '../scope.tsx'
import { confirmed, type Left } from './confirm.tsx'
import { copyButton } from './copyButton.tsx'
import { filled, type FillContext } from './fills.ts'
import { sortOut } from './guards.ts'
import { loadFormDialog } from './loadFormDialog.ts'
import { loadFor } from './loading.ts'
import { sayDone } from './undo.tsx'
import { doneSentence, type Deed, type Onto, type Wording } from './wording.ts'

/** The context of a view's buttons. */
export interface ActionsPlace {
  actions: ActionModel[]
  /** Resource of the rows. */
  resource?: string
  /** Filters by name, with the titles of chosen records: they fill inputs of the same name, and start new records. */
  params?: WireRow
  /** Inputs of the list: an export sends the same. */
  request?: WireRow
  /** The columns in sight, by path. */
  columns?: readonly string[]
  /** What the row of the button was put on. */
  onto?: Onto
  /** Called when the call of a button without a dialog is refused; the sentence is shown already. */
  onRefused?: (refused: CallRefused, pressed: { action: ActionModel; row: WireRow | undefined }) => void
  /** Called when a row does not allow what its button offered: the rows may be behind, and are loaded again. */
  onBehind?: () => void
  /** Called after the action: the rows must be loaded again. */
  onDone: (rows: readonly WireRow[], call: CallModel) => void
}

/** The dialog of an action. */
export type OpenDialog =
  | (Deed & { kind: 'form'; task: FormTask; left: Left })
  | { kind: 'import'; action: ActionModel; call: CallModel; fixed: WireRow }

/** The context of an action. */
export interface ActionContext {
  place: ActionsPlace
  scope: Scope
  cells: CellContext
  go: (route: string, query: Record<string, string>) => void
  mayOpen: (route: string) => boolean
  openDialog: (dialog: OpenDialog) => void
  /** The action is not wanted any more: another one may begin. */
  letGo?: () => void
}

/** Performs an action with the chosen rows; asks first where needed. Throws the refusal of a call. */
export async function perform(c: ActionContext, action: ActionModel, chosen: readonly WireRow[]): Promise<void> {
  if (action.open?.kind === 'route') return openScreen(c, action.open, { row: chosen[0] })
  const call = c.scope.part.calls[action.call ?? '']
  if (!call) return
  if (call.kind === 'export') return exportRows(call, exportedBy(c, chosen), nameOfRows(c, action, call))
  if (call.kind === 'import')
    return c.openDialog({ kind: 'import', action, call, fixed: filled(action.fills, fillContext(c, [])) })
  const { able, reason } =
    chosen.length > 0 ? sortOut(action, chosen, c.scope.env, c.cells.lang) : { able: [], reason: undefined }
  if (chosen.length > 0 && able.length === 0) return say.warn(reason ?? t('notNow'))
  await performCall(c, { action, call, rows: able }, { able: able.length, all: chosen.length, reason })
}

/** Informs the surrounding view of a refusal that is about the row itself, and no word of it about what was typed. */
export function refusedOn(c: ActionContext, { status, data }: CallRefused, deed: Pick<Deed, 'action' | 'rows'>): void {
  const typed = fieldsOf(deed.action.form).some(({ field }) => field.name === data.field?.split(/\W/)[0])
  if (deed.rows.length > 0 && OUTDATED.includes(status) && !typed) c.place.onBehind?.()
}

/** Statuses that say that a record is not as it was shown: not so, gone, changed. */
const OUTDATED: readonly number[] = [400, 404, 409]

/** What an export is asked for: the list as it is filtered, in the columns in sight, or of it the rows that were chosen. */
const exportedBy = ({ place }: ActionContext, chosen: readonly WireRow[]): WireRow => ({
  ...place.request,
  ...(place.columns ? { columns: place.columns } : {}),
  ...(chosen.length > 0 ? { ids: chosen.map((row) => row.id) } : {}),
})

async function performCall(c: ActionContext, deed: Deed, left: Left): Promise<void> {
  const { action, call } = deed
  const fixed = (typed: WireRow) => fixedInputs(deed, fillContext(c, deed.rows), typed)
  if (action.form.length > 0) return openForm(c, deed, fixed, left)
  if (!(await mayGoOn(c, action, fixed))) return
  // What leaves some of the chosen rows out says so first.
  const asks = action.confirm || call.kind === 'del' || left.able < left.all || c.place.onto?.other !== undefined
  if (asks && !(await confirmed(deed, left, wordingOf(c)))) return
  const input = fixed({})
  const answer = await makeCall(call.path, input, call.once ? { requestNo: crypto.randomUUID() } : {})
  finish(c, deed, answer, input)
}

/** Opens the dialog of an action; what is typed before it stands is kept for it. */
async function openForm(c: ActionContext, deed: Deed, fixed: FormTask['fixed'], left: Left): Promise<void> {
  let isWanted = true
  holdKeys(() => {
    isWanted = false
    c.letGo?.()
  })
  let task: FormTask | undefined
  try {
    if (await mayGoOn(c, deed.action, fixed)) task = await formTask(c, deed, fixed)
  } finally {
    if (!task) dropKeys()
  }
  if (task && isWanted) c.openDialog({ ...deed, kind: 'form', task, left })
}

/** Whether the check before an action passes, if it has one. */
const mayGoOn = async ({ scope }: ActionContext, { check }: ActionModel, fixed: FormTask['fixed']): Promise<boolean> =>
  !check || passes(scope.part.calls[check], fixed({}))

/** Shows the result, informs the surrounding views, and opens the action's destination. */
export function finish(c: ActionContext, deed: Deed, answer: Answer, typed: WireRow): void {
  const { action, call, rows } = deed
  const answered = isRecord(answer.data) ? answer.data : {}
  const news = newsOf(action, call, answered)
  const output = { ...answered, ...news }
  if (call.print) return void printSheet(String(output[call.print]))
  if (call.download) return saveFileOf(Number(output[call.download]), action.label[c.cells.lang])
  const sentence = doneSentence(deed, wordingOf(c), output, typed)
  if (news)
    notice({
      key: action.code,
      done: true,
      title: action.label[c.cells.lang],
      text: sentence,
      action: copyButton(Object.values(news).join('\n')),
    })
  else
    sayDone(sentence, answer.undo, () => {
      c.place.onDone(rows, { ...call, kind: 'set' })
      c.scope.changed()
    })
  c.place.onDone(rows, call)
  c.scope.changed()
  const to = action.done?.open
  if (to?.kind === 'route' && c.mayOpen(to.to)) openScreen(c, to, { output, input: typed, row: rows[0] })
}

/** The context of sentences about the actions of a view. */
export const wordingOf = ({ place, scope: { part }, cells }: ActionContext): Wording => ({
  part,
  resource: part.resources[place.resource ?? ''],
  cells,
  ...(place.onto ? { onto: place.onto } : {}),
})

const isRecord = (data: unknown): data is WireRow => typeof data === 'object' && data !== null && !Array.isArray(data)

function openScreen(
  c: ActionContext,
  to: Extract<OpenModel, { kind: 'route' }>,
  roots: Parameters<typeof withRoots>[1],
): void {
  c.go(to.to, boundValues(to.with, withRoots(c.scope.env, roots)) as Record<string, string>)
}

const nameOfRows = ({ scope: { part }, cells }: ActionContext, action: ActionModel, call: CallModel): string =>
  (part.resources[call.resource]?.label ?? action.label)[cells.lang]

const fillContext = ({ place, scope }: ActionContext, rows: readonly WireRow[]): FillContext => ({
  rows: [...rows],
  params: { ...scope.params, ...place.params },
  env: scope.env,
})

/** Loads the start values of a dialog, together with the code that draws it. */
async function formTask(c: ActionContext, deed: Deed, fixed: FormTask['fixed']): Promise<FormTask> {
  const { action, call, rows } = deed
  const { part, env } = c.scope
  const opening = { call, items: action.form, fixed: fixed({}), row: rows[0], resource: c.place.resource ?? '' }
  const [{ row, loaded, ...more }] = await Promise.all([loadFor(opening, part), loadDialogCode(action)])
  const mode = modeOf(call)
  const start = mode === 'add' ? startOf(call, c.place.params) : undefined
  return {
    part,
    call,
    mode,
    items: action.form,
    fixed,
    env,
    row: start ?? row,
    loaded: start ? { ...start, ...loaded } : loaded,
    ...more,
    resource: mode === 'ask' ? undefined : part.resources[call.resource],
    onRefused: (refused) => refusedOn(c, refused, deed),
  }
}

const loadDialogCode = (action: ActionModel): Promise<unknown> =>
  Promise.all([loadFormDialog(), ...inputsOf(action).map((Input) => Input.preload?.())])

const inputsOf = (action: ActionModel) =>
  fieldsOf(action.form).map(({ field }) => fieldView(field.type).Input as { preload?: () => Promise<unknown> })

/** Loads the code of an action's dialog in advance. */
export function prepare(action: ActionModel): void {
  if (action.form.length === 0) return
  void loadFormDialog()
  inputsOf(action).forEach(preload)
}

/** The inputs that the button fills. On an edit the filters of the list are left out: they select rows, they are no values to write. */
function fixedInputs({ action, call }: Deed, context: FillContext, typed: WireRow): WireRow {
  return filled(action.fills, modeOf(call) === 'edit' ? { ...context, params: {} } : context, typed)
}

/** A new record starts with the filters of the list: with a department chosen at the left, a new colleague belongs to it. */
function startOf(call: CallModel, params: WireRow = {}): WireRow {
  const start: WireRow = {}
  for (const input of call.input) {
    const value = params[input.name]
    if (value === undefined || Array.isArray(value)) continue
    start[input.name] = value
    const title = titleKey(input)
    if (input.type === 'ref' && params[title] !== undefined) start[title] = params[title]
  }
  return start
}

/** Answers that a person has to note down or pass on (a first password, a link): they stay until they are closed. */
function newsOf(action: ActionModel, call: CallModel, output: WireRow): Record<string, string> | undefined {
  const holes = [...(action.done?.say?.zh ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const fields = call.output.filter(
    (field) => holes.includes(field.name) && ['string', 'password', 'serial'].includes(field.type),
  )
  if (fields.length === 0) return undefined
  const said = fields.flatMap(({ name }) => (typeof output[name] === 'string' ? [[name, absolute(output[name])]] : []))
  return Object.fromEntries(said) as Record<string, string>
}

/** Whether the check before the action passes. The call itself shows its refusal. */
async function passes(check: CallModel | undefined, fixed: WireRow): Promise<boolean> {
  if (!check) return true
  const input = Object.fromEntries(
    check.input.flatMap(({ name }) => (fixed[name] === undefined ? [] : [[name, fixed[name]]])),
  )
  return makeCall(check.path, input).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallRefused) return false
      throw error
    },
  )
}
