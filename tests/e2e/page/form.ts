/** A form, in a dialog or on a page, filled in by hand. */
import type { Locator } from 'playwright'
import { formatDate, formatDatetime, formatMonth, percentOf } from '../../../src/model/format.ts'
import { type FieldType, dictionaryOf, isLink, membersOf } from '../../../src/model/fields.ts'
import type { FieldModel } from '../../../src/model/model.ts'
import { expect, PATIENCE, type App } from './app.ts'
import { choose, seek, typeDay } from './controls.ts'
import { fieldsOf, model } from './model.ts'
import { sampleOf } from './samples.ts'
import { whole } from './words.ts'

type Fill = (form: Form, item: Locator, field: FieldModel, value: unknown) => Promise<unknown>

const typed: Fill = (_form, item, field, value) =>
  item
    .locator('input, textarea')
    .first()
    .fill(String(field.percent ? percentOf(value as number) : value))
const picked: Fill = (form, item) => choose(form.app, item.locator('.ant-select').first())
const day: Fill = (_form, item, field, value) =>
  typeDay(
    item.locator('.ant-picker'),
    (field.months ? formatMonth : field.type === 'date' ? formatDate : formatDatetime)(
      value as number,
      model.app.timezone,
    ),
  )
const word: Fill = async (form, item, field, value) => {
  const label =
    dictionaryOf(model.dictionaries, field)?.values.find((one) => one.value === [value].flat()[0])?.label[
      form.app.lang
    ] ?? String(value)
  if ((await item.locator('.ant-radio-group').count()) > 0)
    await item
      .locator('.ant-radio-wrapper')
      .filter({ hasText: whole(label) })
      .click()
  else await choose(form.app, item.locator('.ant-select').first(), label)
}

/** How a person fills a field of each type. The others are left as they are: uploads, lists, groups, what only shows. */
const FILLS: Partial<Record<FieldType, Fill>> = {
  string: (form, item, field, value) => (field.in ? word : typed)(form, item, field, value),
  text: typed,
  phone: typed,
  email: typed,
  password: typed,
  int: typed,
  decimal: typed,
  money: typed,
  enum: word,
  enums: word,
  time: word,
  date: day,
  datetime: day,
  ref: picked,
  refs: picked,
  region: picked,
}

/** How a field that can be filled stands. */
interface Standing {
  isRequired: boolean
  /** It holds nothing yet. */
  isEmpty: boolean
  /** What is said to be wrong with it. */
  fault: string
}

/** In the page, for all fields at once: how each stands; nothing for one that nobody can fill now. */
const standingOf = (root: Element, { box, names }: { box: string; names: readonly string[] }): (Standing | null)[] => {
  const boxes = [...root.querySelectorAll(box)].filter((one) => one.getClientRects().length > 0)
  const held = '.ant-select-selection-item, .ant-radio-wrapper-checked, .ant-checkbox-checked'
  return names.map((name) => {
    const item = boxes.find((one) => one.querySelector(`label[for$="-${name}"], input[id$="-${name}"]`))
    const control = item?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    if (!item || !control || control.matches(':disabled') || control.closest('[aria-disabled=true]')) return null
    return {
      isRequired: item.querySelector('.at-required') !== null,
      isEmpty: !item.querySelector(held) && (control.value === '' || item.querySelector('input[type=radio]') !== null),
      fault: item.querySelector('.at-error')?.textContent.trim() ?? '',
    }
  })
}

export class Form {
  readonly app: App
  /** The element around the fields. */
  readonly root: Locator
  private readonly fields: readonly FieldModel[]
  private readonly box: string
  /** `box`: what label, control and error of a field stand in. */
  constructor(app: App, root: Locator, fields: readonly FieldModel[], box = '.at-item') {
    this.app = app
    this.root = root
    this.fields = fields
    this.box = box
  }

  /** The form of a page by its route. */
  static onPage(app: App, route: string): Form {
    const view = model.screens[route]?.view
    if (view?.view !== 'form') throw new Error(`${route} is no form`)
    return new Form(app, app.body, fieldsOf(view.items))
  }

  /** The dialog that is open. */
  static async inDialog(app: App, fields: readonly FieldModel[]): Promise<Form> {
    await expect(app.dialog.locator('.at-form')).toBeVisible()
    return new Form(app, app.dialog, fields)
  }

  /** Label, control and error of a field. */
  item(name: string): Locator {
    return this.root
      .locator(`${this.box}:visible`)
      .filter({ has: this.app.page.locator(`label[for$="-${name}"], input[id$="-${name}"]`) })
      .first()
  }

  /** The sentence at a field that says what is wrong with it. */
  fault(name: string): Locator {
    return this.item(name).locator('.at-error')
  }

  /** The members of a group. */
  group(name: string): Form {
    return new Form(this.app, this.item(name), membersOf(this.field(name)), '.at-entry-item')
  }

  /** Adds an entry to a list of them, and fills it. */
  async addEntry(name: string, values: Record<string, unknown>): Promise<void> {
    const list = this.item(name).locator('.at-rows')
    await list.locator('.at-rows-add > button').first().click()
    await new Form(this.app, list.locator('tr.at-row-editing'), membersOf(this.field(name)), 'td').put(values)
  }

  /** Adds an entry of samples to a list that must have one. */
  private async fillEntry(field: FieldModel, n: number): Promise<void> {
    const list = this.item(field.name).locator('.at-rows')
    await list.locator('.at-rows-add > button').first().click()
    await new Form(this.app, list.locator('tr.at-row-editing'), membersOf(field), 'td').fillAll(n)
  }

  private field(name: string): FieldModel {
    const found = this.fields.find((one) => one.name === name)
    if (!found) throw new Error(`The form has no field ${name}`)
    return found
  }

  /** Fields that a person can fill here now, and how each stands. */
  async open(): Promise<(FieldModel & Standing)[]> {
    const fields = this.fields.filter((field) => FILLS[field.type])
    const standing = await this.root.evaluate(standingOf, { box: this.box, names: fields.map(({ name }) => name) })
    return fields.flatMap((field, i) => {
      const stands = standing[i]
      return stands ? [{ ...field, ...stands }] : []
    })
  }

  /** Waits until each of these fields says at itself what is wrong with it. */
  async says(faults: Readonly<Record<string, string>>): Promise<void> {
    const names = Object.keys(faults)
    const said = async () => {
      const standing = await this.root.evaluate(standingOf, { box: this.box, names })
      return Object.fromEntries(names.map((name, i) => [name, standing[i]?.fault]))
    }
    await expect.poll(said, { timeout: PATIENCE }).toEqual(faults)
  }

  private async isOpen(field: FieldModel): Promise<boolean> {
    const [standing] = await this.root.evaluate(standingOf, { box: this.box, names: [field.name] })
    return standing !== null
  }

  /** Fills a field with a value of the wire; a reference takes the first it offers. */
  async fill(field: FieldModel, value: unknown): Promise<void> {
    await FILLS[field.type]?.(this, this.item(field.name), field, value)
  }

  /** Fills fields by their names; a reference is searched by what the record is called. */
  async put(values: Record<string, unknown>): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      const field = this.field(name)
      if (isReference(field)) await seek(this.app, this.item(name).locator('.ant-select').first(), String(value))
      else await this.fill(field, value)
    }
  }

  /** The sample of a field in this form; the same `n` gives the same. */
  sample(field: FieldModel, n: number): unknown {
    return sampleOf(field, n, this.fields.indexOf(field))
  }

  /** Fills everything that can be filled with samples, but for what is given. Resolves to what was typed. */
  async fillAll(n: number, given: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {}
    // One after another: some come into sight by what others hold.
    for (const field of this.fields) {
      if (field.type === 'rows' && field.required === true) await this.fillEntry(field, n)
      if (!FILLS[field.type] || !(await this.isOpen(field))) continue
      const record = given[field.name]
      values[field.name] = record ?? this.sample(field, n)
      if (record !== undefined) await seek(this.app, this.item(field.name).locator('.ant-select'), record)
      else if (values[field.name] !== undefined || isReference(field)) await this.fill(field, values[field.name])
    }
    return values
  }

  /** Presses the button that saves. */
  async save(): Promise<void> {
    await this.root.locator('.at-dialog-foot, .at-sheet-foot').locator('.ant-btn-primary').click()
  }

  /** Closes the dialog, and says yes when asked whether what was typed may go. */
  async leave(): Promise<void> {
    await this.root
      .locator('.at-dialog-foot')
      .getByRole('button', { name: this.app.say.view('cancel') })
      .click()
    const question = this.app.page.locator('.ant-modal-confirm:visible')
    await expect.poll(async () => (await question.count()) > 0 || (await this.dialogs.count()) === 0).toBe(true)
    if ((await question.count()) > 0) await this.app.answer(this.app.say.shell('ok'))
    await this.closed()
  }

  /** Closes a dialog that has saved; it would by itself, a second later. */
  async dismiss(): Promise<void> {
    await this.app.page
      .locator('.at-dialog-foot button:first-child')
      .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
    await this.closed()
  }

  private get dialogs(): Locator {
    return this.app.page.locator('.at-dialog .at-form:visible')
  }

  /** Waits until the dialog is gone. */
  async closed(): Promise<void> {
    await this.dialogs.first().waitFor({ state: 'hidden' })
  }
}

const isReference = (field: FieldModel): boolean => isLink(field) || field.type === 'region'
