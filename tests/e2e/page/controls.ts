/** The kit's controls as a person uses them: selects, trees of choices, days. */
import type { Locator } from 'playwright'
import { expect, PATIENCE, type App } from './app.ts'
import { whole } from './words.ts'

/** Popups that are open. */
const popup = (app: App, of: string): Locator =>
  app.page.locator(`.ant-${of}-dropdown:not(.ant-${of}-dropdown-hidden):not(.ant-slide-up-leave)`).last()

/** What a select offers. A tree offers its nodes. */
const OPTIONS =
  '.ant-select-item-option:not(.ant-select-item-option-disabled), .ant-select-tree-treenode:not([aria-hidden]):not(.ant-select-tree-treenode-disabled) .ant-select-tree-node-content-wrapper'

/** Whatever stands in a list of choices. */
const ENTRIES =
  '.ant-select-item-option, .ant-select-tree-treenode:not([aria-hidden]) .ant-select-tree-node-content-wrapper'

/** Opens a select. Resolves to what it offers, or to nothing when there is nothing to choose. */
async function opened(app: App, select: Locator): Promise<Locator | undefined> {
  await select.click()
  const list = popup(app, 'select')
  // Nothing is there, or it is not known yet of which kind it is.
  const nothing = list
    .getByText(app.say.view('nothingFound'), { exact: true })
    .or(list.getByText(app.say.view('chooseKind'), { exact: true }))
  await expect(list.locator(OPTIONS).first().or(nothing)).toBeVisible()
  if (!(await nothing.isVisible())) return list
  await close(app, select, list)
  return undefined
}

/** Going on to the next control closes a list; Escape would ask a dialog around it to close as well. */
async function close(app: App, select: Locator, list: Locator): Promise<void> {
  // The kit takes the focus back a moment after a click in the list; no hand is as quick as a test.
  await app.page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve)
      }),
  )
  // On a busy machine the list may open again after the key was pressed, and only leaving its control closes it.
  await expect(async () => {
    if (await list.isVisible()) {
      await select.locator('input').first().focus()
      await app.page.keyboard.press('Tab')
    }
    await expect(list).toBeHidden({ timeout: 1000 })
  }).toPass({ timeout: PATIENCE })
}

/** Whether a select offers anything. */
export async function offers(app: App, select: Locator): Promise<boolean> {
  const list = await opened(app, select)
  if (list) await close(app, select, list)
  return list !== undefined
}

/** What a test beside this one made may be deleted the next moment. */
const MADE_BY_A_TEST = /\d{8}/

/** Chooses an option by its label, or the first that no test made. Resolves to whether there was anything to choose. */
export async function choose(app: App, select: Locator, label?: string): Promise<boolean> {
  const list = await opened(app, select)
  if (!list) return false
  const options = list.locator(OPTIONS)
  const fit = options.filter(label === undefined ? { hasNotText: MADE_BY_A_TEST } : { hasText: whole(label) })
  await (label === undefined && (await fit.count()) === 0 ? options : fit).first().click()
  // A list of several stays open for the next.
  if (await list.isVisible()) await close(app, select, list)
  return true
}

/** What is found under a text, whether it can be chosen or not. */
export const sought = (app: App, select: Locator, text: string): Promise<Locator> => typed(app, select, text, ENTRIES)

/** Searches by a text, by typing alone: that opens the list. */
async function typed(app: App, select: Locator, text: string, entries: string): Promise<Locator> {
  const found = popup(app, 'select').locator(entries).filter({ hasText: text }).first()
  // A list forgets what was typed when a dialog that opens takes the focus.
  await expect(async () => {
    const input = select.locator('input[role=combobox]')
    // The input of several records can be written only once it is focused.
    await input.focus()
    await input.fill(text)
    await expect(found).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: PATIENCE })
  return found
}

/** Searches a record by a text and chooses the one whose name has it. A list of several is closed after it. */
export async function seek(app: App, select: Locator, text: string): Promise<void> {
  await (await typed(app, select, text, OPTIONS)).click()
  const list = popup(app, 'select')
  if (await list.isVisible()) await close(app, select, list)
}

/** Types a day (or a moment) into a picker. */
export async function typeDay(picker: Locator, text: string): Promise<void> {
  const input = picker.locator('input').first()
  await input.click()
  await input.fill(text)
  await input.press('Enter')
}

/** Takes one of the usual periods of a range. */
export async function choosePeriod(app: App, picker: Locator, name: string): Promise<void> {
  await picker.locator('input').first().click()
  await popup(app, 'picker').getByText(name, { exact: true }).click()
}
