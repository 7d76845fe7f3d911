/** A screen of rows by its route, with its buttons by their keys: what a journey through the product needs of it. */
import type { Locator } from 'playwright'
import type { ActionModel, View } from '../../../src/model/model.ts'
import type { App } from './app.ts'
import { Form } from './form.ts'
import { List } from './list.ts'
import { fieldsOf, model, type RowsView } from './model.ts'

/** The views that a record or a list shows one at a time. */
function tabsOf(view: View): View[] {
  if (!('tabs' in view) || !view.tabs) return []
  if (Array.isArray(view.tabs)) return view.tabs
  return view.tabs.kind === 'views' ? view.tabs.views : []
}

export class Screen extends List {
  private readonly actions: readonly ActionModel[]
  private readonly window: App
  private constructor(app: App, view: RowsView, actions: readonly ActionModel[]) {
    super(app, view)
    this.window = app
    this.actions = actions
  }

  /** The list of a route, or of a tab of the list or record there. */
  static of(app: App, route: string, part?: string): Screen {
    const view = model.screens[route]?.view
    if (!view) throw new Error(`There is no screen ${route}`)
    const shown = part === undefined ? view : tabsOf(view).find((tab) => tab.key === part)
    if (!shown) throw new Error(`${route} has no tab ${part}`)
    // The buttons of a tab of a list screen are the screen's, those of a tab of a record its own.
    const own = shown === view ? [] : (shown as RowsView).actions
    return new Screen(app, shown as RowsView, [...own, ...view.actions])
  }

  private action(key: string): ActionModel {
    const found = this.actions.find((one) => one.key === key)
    if (!found) throw new Error(`There is no button ${key}`)
    return found
  }

  label(key: string): string {
    return this.action(key).label[this.window.lang]
  }

  /** Presses a button of the head, of a row, or of whatever it stands in. */
  async does(key: string, around: Locator = this.root.locator('.at-head-buttons')): Promise<void> {
    await this.press(around, this.label(key))
  }

  /** Presses a button that opens a form; resolves to the form. */
  async asks(key: string, around?: Locator): Promise<Form> {
    await this.does(key, around)
    return Form.inDialog(this.window, fieldsOf(this.action(key).form))
  }

  /** Presses a button that asks for agreement, and agrees. */
  async agrees(key: string, around?: Locator): Promise<void> {
    await this.does(key, around)
    await this.window.answer(this.label(key))
  }
}
