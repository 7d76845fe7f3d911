/** A record filled in over several steps. */
import type { Locator, Request } from 'playwright'
import { callOf, type WizardView } from '../../../src/model/model.ts'
import { expect, type App, type Called } from './app.ts'
import { Form } from './form.ts'
import { fieldsOf, model } from './model.ts'

export class Wizard {
  readonly form: Form
  private readonly app: App
  private readonly view: WizardView
  constructor(app: App, route: string) {
    const view = model.screens[route]?.view
    if (view?.view !== 'wizard') throw new Error(`${route} is no wizard`)
    this.app = app
    this.view = view
    this.form = new Form(app, app.body.locator('.at-sheet'), fieldsOf(view.steps.flatMap((step) => step.items)))
  }

  get summary(): Locator {
    return this.app.body.locator('.at-summary')
  }

  /** Presses the button that goes on; on the last step it saves. A step that is still coming would move it under the press. */
  async next(): Promise<void> {
    await this.app.settled()
    await this.app.body.locator('.at-sheet-foot .ant-btn-primary').click()
  }

  /** Does something, and waits until the draft holds a field by it: what was kept a moment before is not what is kept now. */
  async keeps(field: string, act: () => Promise<unknown>): Promise<void> {
    const { draft } = this.view
    if (!draft) throw new Error('The wizard keeps no draft')
    const paths = [draft.add, draft.edit].map((id) => `/api/${callOf(model, id)?.path ?? id}.json`)
    const holds = (request: Request): boolean => {
      if (!paths.some((path) => request.url().endsWith(path))) return false
      const { data } = request.postDataJSON() as { data: Record<string, { values?: object } | undefined> }
      return field in (data[draft.content]?.values ?? {})
    }
    await Promise.all([this.app.page.waitForResponse((one) => holds(one.request())), act()])
  }

  /** Waits for a step. */
  async at(key: string): Promise<void> {
    const label = this.view.steps.find((step) => step.key === key)?.label[this.app.lang] ?? ''
    await expect(this.app.body.locator('.at-steps [aria-current=step]')).toContainText(label)
  }

  /** Goes on from step to step until what was typed is saved; the step in sight is the first of `rest`. */
  async finish<T>(...rest: string[]): Promise<Called<T>> {
    for (const step of rest) {
      await this.at(step)
      if (step !== rest.at(-1)) await this.next()
    }
    return this.app.calling<T>(this.view.call, () => this.next())
  }
}
