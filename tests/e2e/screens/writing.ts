/**
 * A list or tree that can be added to: it says what is missing, adds, refuses the same again, edits and deletes,
 * through its own dialogs. Forms on pages and parameters too. Made from the metadata.
 */
import { beforeAll, describe } from 'vitest'
import type { ActionModel, FieldModel, FormView, SettingsView, UniqueModel } from '../../../src/model/model.ts'
import { missingText } from '../../../src/model/validate/index.ts'
import type { App, Called } from '../page/app.ts'
import { chromeFaults } from '../page/chrome.ts'
import { Form } from '../page/form.ts'
import { List } from '../page/list.ts'
import {
  buttonOf,
  callBehind,
  fieldsOf,
  isRows,
  model,
  rowsPath,
  wanted,
  type RowsView,
  type Surface,
} from '../page/model.ts'
import { freshRecord } from '../page/records.ts'
import { nextNumber } from '../page/samples.ts'
import { staged } from '../page/stage.ts'
import { expect, test } from '../page/test.ts'
import { covering, ONCE } from '../../cover.ts'

type Row = Record<string, unknown>

/** Everything by which a surface changes something. */
export function writingTests(surface: Surface, window: () => App): void {
  const { view } = surface
  if (isRows(surface)) rowsTests(surface, window)
  else if (view.view === 'form') formTests(view, window)
  else if (view.view === 'settings' && view.parameters) parameterTests(view, window)
}

/** Lists whose records cannot be added out of nothing or deleted at any time, each with why; other tests write them. */
const WANTS_MORE: Record<string, string> = {
  '/customer/balance-transfer': 'a customer with a balance, and another (journeys/money-back.test.ts)',
  '/vip/vip-rank-management':
    'nobody who pays meanwhile and rises to the new grade (tests/server/domain/points.test.ts)',
  '/product/pricing-list': 'a price for members below the price (journeys/counter.test.ts)',
}

/** What of a form the browser must get right: how each field is asked, and what may happen around it. */
function traitsOf({ view, left }: Surface<RowsView>): string[] {
  const add = buttonOf(view, 'add', 'top')
  if (!add) return []
  const fields = fieldsOf(add.form)
  const unique = model.resources[view.resource]?.unique ?? []
  const happens = {
    left: left !== undefined,
    sections: add.form.some((item) => item.kind === 'section'),
    shown: fields.some((field) => field.show),
    'required sometimes': fields.some((field) => field.requiredIf),
    'filled by a choice': fields.some((field) => Object.keys(field.fill).length > 0),
    'choices that depend': fields.some((field) => Object.keys(field.with).length > 0),
    unique: unique.some((one) => fields.some((field) => field.name === one.field)),
    'unique within': unique.some((one) => one.within.some((name) => fields.some((field) => field.name === name))),
    edits: buttonOf(view, 'edit', 'row') !== undefined,
    deletes: buttonOf(view, 'del', 'row') !== undefined,
  }
  const asked = fields.map((field) => [field.type, field.by && 'by', field.in && 'in'].filter(Boolean).join(' '))
  return [view.view, ...asked, ...Object.entries(happens).flatMap(([trait, does]) => (does ? [trait] : []))]
}

const written = covering(
  wanted.filter(isRows).filter((surface) => !(surface.name in WANTS_MORE)),
  traitsOf,
  ONCE,
)

/** Whether a field must be filled by whoever has the dialog before them. */
const isLeftEmpty = ({ required, default: begins }: FieldModel): boolean => required === true && begins === undefined

/** Fields of the dialog that adds which must be filled. */
const asked = ({ view }: Surface<RowsView>): FieldModel[] => {
  const add = buttonOf(view, 'add', 'top')
  return add ? fieldsOf(add.form).filter(isLeftEmpty) : []
}
/** Every kind of field says that it is missing; that the server wants it is asked of each call (tests/server/api/values.test.ts). */
const asking = covering(
  wanted.filter(isRows).filter((surface) => asked(surface).length > 0),
  (surface) => [surface.view.view, ...asked(surface).map(({ type }) => type)],
  ONCE,
)

/** What may be said only once, of a record that can be written twice: a reference takes whatever is offered first. */
const uniqueOf = ({ view }: Surface<RowsView>): UniqueModel[] => {
  const add = buttonOf(view, 'add', 'top')
  const names = add ? fieldsOf(add.form).flatMap(({ type, name }) => (type === 'ref' ? [] : [name])) : []
  return model.resources[view.resource]?.unique.filter((unique) => names.includes(unique.field)) ?? []
}
/** Each list refuses what is there already by its call (tests/server/api/unique.test.ts); how it is shown is tried here. */
const refusing = covering(
  [...written].filter((surface) => uniqueOf(surface).length > 0),
  (surface) => uniqueOf(surface).map(({ within }) => (within.length > 0 ? 'within' : 'everywhere')),
  ONCE,
)

function rowsTests(surface: Surface<RowsView>, window: () => App): void {
  const { view } = surface
  const add = buttonOf(view, 'add', 'top')
  if (!add) return
  const list = () => new List(window(), view)
  const edit = buttonOf(view, 'edit', 'row')
  const del = buttonOf(view, 'del', 'row')
  const n = nextNumber()
  let id: unknown
  let typed: Row = {}
  /** What the record is called; one that is named after another is called as that one. */
  let called = ''
  const name = (): string => nameOf(view, typed) || called
  const asks = asking.has(surface)
  if (!asks && !written.has(surface)) return
  describe('writing', () => {
    beforeAll(() => choosesLeft(surface, add, window, list))
    if (asks) test('says which fields are missing', () => saysMissing(window(), list(), add))
    if (!written.has(surface)) return
    test('adds a record', async () => {
      const made = await adds(window(), list(), add, n, surface.left)
      id = made.id
      typed = made.typed
      called = made.called
      await list().find(id, name())
    })
    const uniques = uniqueOf(surface)
    if (refusing.has(surface))
      test(`refuses the same ${uniques.map((one) => one.field).join(', ')} again`, () =>
        refusesAgain(window(), list(), add, n, uniques))
    if (edit)
      test('edits the record', async () => {
        typed = { ...typed, ...(await edits(window(), list(), edit, id, name())) }
      })
    if (del) test('deletes the record', () => deletes(window(), list(), del, id, name()))
  })
}

/** A form on a page of its own says what is missing; nothing is sent. */
function formTests(view: FormView, window: () => App): void {
  test('says which fields are missing', () =>
    saysWhatIsMissing(new Form(window(), window().body, fieldsOf(view.items))))
}

/** Parameters of the business are changed together, and stay. */
function parameterTests(view: SettingsView, window: () => App): void {
  test('keeps a parameter that was changed', async () => {
    const { page, body, say } = window()
    const save = () => body.locator('.at-sheet-foot').getByRole('button', { name: say.view('save') })
    const number = () => body.locator('input[role=spinbutton]').first()
    const before = await number().inputValue()
    for (const value of [String(Number(before) + 1), before]) {
      await number().fill(value)
      await expect(body.getByText(say.view('changedFields', { count: 1 }))).toBeVisible()
      await window().calling(view.parameters?.save ?? '', () => save().click())
      await expect(save()).toBeDisabled()
      await page.reload()
      await window().settled()
      await expect(number()).toHaveValue(value)
    }
  })
}

/** A record that hangs on the row chosen at the left gets one of its own there. */
async function choosesLeft(
  surface: Surface<RowsView>,
  add: ActionModel,
  window: () => App,
  list: () => List,
): Promise<void> {
  const left = staged && leftOf(surface, add)
  if (!left) return
  const { name } = await freshRecord(left.resource)
  await window().goto(await surface.address())
  await list().chooseLeft(name)
}

/** The pane at the left, when the new record hangs on the row chosen there. */
function leftOf({ view, left }: Surface<RowsView>, add: ActionModel): RowsView | undefined {
  const sets = view.view === 'list' ? view.left?.sets : undefined
  return Object.values(add.fills).some((fill) => fill.by === 'param' && fill.name === sets) ? left : undefined
}

/** What a person would search the record by. */
const nameOf = (view: RowsView, typed: Row): string => String(typed[model.resources[view.resource]?.title ?? ''] ?? '')

/** Opens the dialog of a button of the head. */
async function opens(app: App, list: List, action: ActionModel): Promise<Form> {
  await list.head(action)
  return Form.inDialog(app, fieldsOf(action.form))
}

async function saysMissing(app: App, list: List, add: ActionModel): Promise<void> {
  const form = await opens(app, list, add)
  expect(await chromeFaults(app)).toEqual([])
  await saysWhatIsMissing(form)
  await form.leave()
}

/** Saving with nothing typed names every field that must be filled, and sends nothing. */
async function saysWhatIsMissing(form: Form): Promise<void> {
  const missing = (await form.open()).filter((field) => field.isRequired && field.isEmpty)
  expect(missing.map((field) => field.name)).not.toEqual([])
  await form.save()
  const said = Object.fromEntries(missing.map((field) => [field.name, missingText(field)[form.app.lang]]))
  await form.says(said)
}

async function adds(
  app: App,
  list: List,
  add: ActionModel,
  n: number,
  left: RowsView | undefined,
): Promise<{ id: unknown; typed: Row; called: string }> {
  const form = await opens(app, list, add)
  const targets = await freshTargets(add, form, n)
  const typed = await form.fillAll(n, targets)
  const besides = left && fetchedAnew(app, left)
  const { answer, input } = await saves(app, form, add)
  expect(answer.status, JSON.stringify({ ...answer, input })).toBe(200)
  if (besides) expect(await besides, 'what the pane at the left counts is fetched anew').toBe(true)
  await app.hears(app.say.view('addedSay', { about: '' }).trim())
  await form.dismiss()
  return { id: (answer.data as { id: number }).id, typed, called: Object.values(targets)[0] ?? '' }
}

const fetchedAnew = (app: App, view: RowsView): Promise<boolean> =>
  app.page
    .waitForResponse((one) => one.url().endsWith(`/api/${rowsPath(view)}.json`))
    .then(
      () => true,
      () => false,
    )

const saves = (app: App, form: Form, action: ActionModel): Promise<Called> =>
  app.calling(callBehind(action)?.path ?? '', () => form.save())

/** A record that has nothing but the one value in common with the one before, and what it is unique within. */
async function refusesAgain(app: App, list: List, add: ActionModel, n: number, uniques: UniqueModel[]): Promise<void> {
  const form = await opens(app, list, add)
  const other = nextNumber()
  await form.fillAll(other, await freshTargets(add, form, other))
  for (const unique of uniques) {
    const same = fieldsOf(add.form).filter((field) => field.name === unique.field || unique.within.includes(field.name))
    for (const field of same) await form.fill(field, form.sample(field, n))
    await form.save()
    await expect(form.fault(unique.field)).toHaveText(unique.message[app.lang])
    for (const field of same) await form.fill(field, form.sample(field, other))
  }
  await form.leave()
}

/** Records made for the references that may point at each record only once: field → what the record is called. */
async function freshTargets(add: ActionModel, form: Form, n: number): Promise<Record<string, string>> {
  const unique = model.resources[callBehind(add)?.resource ?? '']?.unique ?? []
  const fields = fieldsOf(add.form).filter(
    (field) => field.type === 'ref' && unique.some((one) => one.field === field.name),
  )
  const kindOf = (field: FieldModel): string | undefined => {
    const by = fieldsOf(add.form).find((one) => one.name === field.by)
    return by && field.kinds?.[String(form.sample(by, n))]
  }
  return Object.fromEntries(
    await Promise.all(
      fields.map(async (field) => [field.name, (await freshRecord(field.of ?? kindOf(field) ?? '')).name]),
    ),
  )
}

/** Changes one text of a record; resolves to what it says now. */
async function edits(app: App, list: List, edit: ActionModel, id: unknown, name: string): Promise<Row> {
  const row = await list.find(id, name)
  await list.press(row, edit.label[app.lang])
  const form = await Form.inDialog(app, fieldsOf(edit.form))
  const n = nextNumber()
  const field = (await form.open()).find(
    (one) => ['string', 'text'].includes(one.type) && form.sample(one, n) && !one.in && !isUnique(edit, one),
  )
  if (!field) {
    await form.leave()
    return {}
  }
  await form.fill(field, form.sample(field, n))
  const { input, answer } = await saves(app, form, edit)
  expect({ status: answer.status, msg: answer.msg }).toMatchObject({ status: 200 })
  // Nothing is sent but what changed, and what says which record is meant.
  const fixed = Object.entries(edit.fills)
    .filter(([, fill]) => fill.by === 'with')
    .map(([name]) => name)
  expect(
    Object.keys(input)
      .filter((name) => !fixed.includes(name))
      .sort(),
  ).toEqual(['id', 'version', field.name].sort())
  await form.dismiss()
  return { [field.name]: form.sample(field, n) }
}

const isUnique = (action: ActionModel, field: FieldModel): boolean =>
  model.resources[callBehind(action)?.resource ?? '']?.unique.some((one) => one.field === field.name) ?? false

async function deletes(app: App, list: List, del: ActionModel, id: unknown, name: string): Promise<void> {
  const row = await list.find(id, name)
  await list.press(row, del.label[app.lang])
  await expect(app.page.locator('.ant-modal-confirm:visible')).toContainText(app.say.view('deleteAsk'))
  const { answer } = await app.calling(callBehind(del)?.path ?? '', () => app.answer(del.label[app.lang]))
  expect({ status: answer.status, msg: answer.msg }).toMatchObject({ status: 200 })
  await app.hears(app.say.view('deletedSay', { about: '' }).trim())
  await expect(list.row(id)).toHaveCount(0)
}
