/**
 * Every list and tree that can be added to: it says what is missing, adds, refuses the same again, edits and
 * deletes, through its own dialogs as the administrator. Made from the metadata.
 */
import type { ActionModel, FieldModel, FormView, SettingsView, UniqueModel } from '../../src/model/model.ts'
import { beforeAll } from 'vitest'
import { missingText } from '../../src/model/validate.ts'
import { ACCOUNT } from './page/api.ts'
import type { App, Called } from './page/app.ts'
import { chromeFaults } from './page/chrome.ts'
import { Form } from './page/form.ts'
import { List } from './page/list.ts'
import { buttonOf, callBehind, fieldsOf, isRows, model, surfaces, type RowsView, type Surface } from './page/model.ts'
import { freshRecord } from './page/records.ts'
import { nextNumber } from './page/samples.ts'
import { staged } from './page/stage.ts'
import { expect, suite, test, visiting } from './page/test.ts'

type Row = Record<string, unknown>

/** A list with the button that adds to it. */
interface Addable { surface: Surface<RowsView>; add: ActionModel }

const addable = surfaces.filter(isRows).flatMap((surface): Addable[] => {
  const add = buttonOf(surface.view, 'add', 'top')
  return add ? [{ surface, add }] : []
})

suite.each(addable.map((one) => [one.surface.name, one] as const))('%s', (_name, { surface, add }) => {
  const { view } = surface
  const window = visiting({ as: ACCOUNT.administrator, lang: 'en' }, surface.address)
  const list = () => new List(window(), view)
  beforeAll(async () => {
    const left = staged && leftOf(surface, add)
    if (!left) return
    const { name } = await freshRecord(left.resource)
    await window().goto(await surface.address())
    await list().chooseLeft(name)
  })
  const edit = buttonOf(view, 'edit', 'row')
  const del = buttonOf(view, 'del', 'row')
  const n = nextNumber()
  let id: unknown
  let typed: Row = {}

  test('says which fields are missing', () => saysMissing(window(), list(), add))

  test('adds a record', async () => {
    const made = await adds(window(), list(), add, n)
    id = made.id
    typed = made.typed
    await list().find(id, nameOf(view, typed))
  })

  for (const unique of model.resources[view.resource]?.unique ?? []) {
    const field = fieldsOf(add.form).find((one) => one.name === unique.field)
    // A reference takes whatever is offered first: the record that the one before points at cannot be asked for again.
    if (field && field.type !== 'ref') test(`refuses the same ${unique.field} again`, () => refusesAgain(window(), list(), add, n, unique))
  }

  if (edit) test('edits the record', () => edits(window(), list(), edit, id, nameOf(view, typed)))
  if (del) test('deletes the record', () => deletes(window(), list(), del, id, nameOf(view, typed)))
})

/** Forms on pages of their own say what is missing; nothing is sent. */
const forms = surfaces.filter((surface): surface is Surface<FormView> => surface.view.view === 'form')

suite.each(forms.map((surface) => [surface.name, surface] as const))('%s', (_name, { view, address }) => {
  const window = visiting({ as: ACCOUNT.administrator, lang: 'en' }, address)
  test('says which fields are missing', async () => {
    const form = new Form(window(), window().body, fieldsOf(view.items))
    await saysWhatIsMissing(form)
  })
})

/** Parameters of the business are changed together, and stay. */
const parameters = surfaces.filter((surface) => surface.view.view === 'settings' && surface.view.parameters)

suite.each(parameters.map((surface) => [surface.name, surface] as const))('%s', (_name, { view, address }) => {
  const window = visiting({ as: ACCOUNT.administrator, lang: 'en' }, address)
  test('keeps a parameter that was changed', async () => {
    const { page, body, say } = window()
    const save = () => body.locator('.at-sheet-foot').getByRole('button', { name: say.view('save') })
    const number = () => body.locator('input[role=spinbutton]').first()
    const before = await number().inputValue()
    for (const value of [String(Number(before) + 1), before]) {
      await number().fill(value)
      await expect(body.getByText(say.view('changedFields', { count: 1 }))).toBeVisible()
      await window().calling((view as SettingsView).parameters?.save ?? '', () => save().click())
      await expect(save()).toBeDisabled()
      await page.reload()
      await window().settled()
      await expect(number()).toHaveValue(value)
    }
  })
})

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
  const missing: FieldModel[] = []
  for (const field of await form.open()) if (await form.isRequired(field.name) && await form.isEmpty(field.name)) missing.push(field)
  expect(missing.map((field) => field.name)).not.toEqual([])
  await form.save()
  for (const field of missing) await expect(form.fault(field.name)).toHaveText(missingText(field).en)
}

async function adds(app: App, list: List, add: ActionModel, n: number): Promise<{ id: unknown; typed: Row }> {
  const form = await opens(app, list, add)
  const typed = await form.fillAll(n, await freshTargets(add))
  const { answer, input } = await saves(app, form, add)
  expect({ status: answer.status, msg: answer.msg, input: answer.status === 200 ? undefined : input }).toMatchObject({ status: 200 })
  await app.hears(app.say.view('addedSay', { about: '' }).trim())
  await form.closed()
  return { id: (answer.data as { id: number }).id, typed }
}

const saves = (app: App, form: Form, action: ActionModel): Promise<Called> => app.calling(callBehind(action)?.path ?? '', () => form.save())

/** A record that has only the one value in common with the one before, and what it is unique within. */
async function refusesAgain(app: App, list: List, add: ActionModel, n: number, unique: UniqueModel): Promise<void> {
  const form = await opens(app, list, add)
  await form.fillAll(nextNumber(), await freshTargets(add))
  const same = fieldsOf(add.form).filter((field) => field.name === unique.field || unique.within.includes(field.name))
  for (const field of same) await form.fill(field, form.sample(field, n))
  await form.save()
  await expect(form.fault(unique.field)).toHaveText(unique.message.en)
  await form.leave()
}

/** Records made for the references that may point at each record only once: field → what the record is called. */
async function freshTargets(add: ActionModel): Promise<Record<string, string>> {
  const unique = model.resources[callBehind(add)?.resource ?? '']?.unique ?? []
  const fields = fieldsOf(add.form).filter((field) => field.type === 'ref' && unique.some((one) => one.field === field.name))
  return Object.fromEntries(await Promise.all(fields.map(async (field) => [field.name, (await freshRecord(field.of ?? '')).name])))
}

async function edits(app: App, list: List, edit: ActionModel, id: unknown, name: string): Promise<void> {
  const row = await list.find(id, name)
  await list.press(row, edit.label.en)
  const form = await Form.inDialog(app, fieldsOf(edit.form))
  const n = nextNumber()
  const field = (await form.open()).find((one) => ['string', 'text'].includes(one.type) && form.sample(one, n) && !one.in && !isUnique(edit, one))
  if (!field) return form.leave()
  await form.fill(field, form.sample(field, n))
  const { input, answer } = await saves(app, form, edit)
  expect({ status: answer.status, msg: answer.msg }).toMatchObject({ status: 200 })
  // Nothing is sent but what changed, and what says which record is meant.
  const fixed = Object.entries(edit.fills).filter(([, fill]) => fill.by === 'with').map(([name]) => name)
  expect(Object.keys(input).filter((name) => !fixed.includes(name)).sort()).toEqual(['id', 'version', field.name].sort())
  await form.closed()
}

const isUnique = (action: ActionModel, field: FieldModel): boolean =>
  model.resources[callBehind(action)?.resource ?? '']?.unique.some((one) => one.field === field.name) ?? false

async function deletes(app: App, list: List, del: ActionModel, id: unknown, name: string): Promise<void> {
  const row = await list.find(id, name)
  await list.press(row, del.label.en)
  await expect(app.page.locator('.ant-modal-confirm:visible')).toContainText(app.say.view('deleteAsk'))
  const { answer } = await app.calling(callBehind(del)?.path ?? '', () => app.answer(del.label.en))
  expect({ status: answer.status, msg: answer.msg }).toMatchObject({ status: 200 })
  await app.hears(app.say.view('deletedSay', { about: '' }).trim())
  await expect(list.row(id)).toHaveCount(0)
}
