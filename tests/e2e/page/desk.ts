/** A desk where money is taken or handed out. */
import type { Locator } from 'playwright'
import { PAY_METHODS } from '../../../mock/master.ts'
import type { CashdeskView, Lang } from '../../../src/model/model.ts'
import { callOf } from '../../../src/model/model.ts'
import { expect, type App, type Called } from './app.ts'
import { Form } from './form.ts'
import { fieldsOf, model } from './model.ts'

/** An amount as screens write it. */
export const yuan = (amount: number): string => amount.toLocaleString('en-US', { minimumFractionDigits: 2 })

type WayCode = (typeof PAY_METHODS)[number][0]

/** A way of paying of the demo, how much of it, and the reference where the way asks for one. */
export interface Way {
  way: WayCode
  amount: number
  reference?: string
}

/** What a way of paying is called. */
export function wayName(code: WayCode, lang: Lang): string {
  const [, zh, en] = PAY_METHODS.find((one) => one[0] === code) ?? []
  return (lang === 'zh' ? zh : en) ?? code
}

export class Desk {
  private readonly app: App
  private readonly view: CashdeskView
  constructor(app: App, route: string) {
    const view = model.screens[route]?.view
    if (view?.view !== 'cashdesk') throw new Error(`${route} is no desk`)
    this.app = app
    this.view = view
  }

  /** The box in which a phone, a name or a number is looked for. */
  get box(): Locator {
    return this.app.body.locator('.at-find input')
  }

  get till(): Locator {
    return this.app.body.locator('.at-till')
  }

  /** Finds something to settle by what is typed into the box, which chooses the only one found. */
  async takes(text: string): Promise<void> {
    await this.seeks(text)
    await expect(this.till).toBeVisible()
  }

  /** Types into the box what is looked for. */
  async seeks(text: string): Promise<void> {
    await this.box.fill(text)
    await this.box.press('Enter')
  }

  /** Chooses what is to be settled by the texts of its row, where the box found more than one. */
  async chooses(...texts: (string | RegExp)[]): Promise<void> {
    const rows = this.app.body.locator('[data-row-key]')
    await texts
      .reduce((found, hasText) => found.filter({ hasText }), rows)
      .locator('.ant-checkbox-input')
      .check()
    await expect(this.till).toBeVisible()
  }

  /** Presses a button of the only row in the list; resolves to the form that it opens. */
  async asks(key: string): Promise<Form> {
    const action = this.view.rows.actions.find((one) => one.key === key)
    if (!action) throw new Error(`There is no button ${key}`)
    await this.app.body
      .locator('[data-row-key]')
      .getByRole('button', { name: action.label[this.app.lang], exact: true })
      .click()
    return Form.inDialog(this.app, fieldsOf(action.form))
  }

  /** The button of a way of paying; of one that is limited it says how much there is. */
  way(code: WayCode): Locator {
    const name = new RegExp(`^${wayName(code, this.app.lang)}(\\s*￥[\\d,.]+)?$`)
    return this.app.body.locator('.at-ways').getByRole('button', { name })
  }

  /** Takes a way of paying by hand: its amount waits for the keys. Resolves to the field of it. */
  async takesBy(code: WayCode): Promise<Locator> {
    await this.way(code).click()
    const amount = this.lines
      .filter({ hasText: wayName(code, this.app.lang) })
      .locator('input')
      .first()
    await expect(amount).toBeFocused()
    return amount
  }

  /** What was handed over, way by way. */
  get lines(): Locator {
    return this.app.body.locator('.at-split-line')
  }

  /** Types an amount for each way. */
  async splits(ways: readonly Way[]): Promise<void> {
    for (const { way: code, amount, reference } of ways) {
      const way = wayName(code, this.app.lang)
      await this.way(code).click()
      const line = this.lines.filter({ hasText: way })
      await line.locator('input').first().fill(String(amount))
      if (reference) await line.locator('.at-split-more input').fill(reference)
      await line.locator('input').first().press('Tab')
    }
  }

  /** The panel of a code that the customer scans. */
  get code(): Locator {
    return this.app.body.locator('.at-code')
  }

  private labelOf(part: 'call' | 'paid'): string {
    return callOf(model, this.view.pay.code?.[part] ?? '')?.label[this.app.lang] ?? ''
  }

  /** Opens a code over what the other ways leave. */
  async opensCode(): Promise<void> {
    await this.till.getByRole('button', { name: this.labelOf('call') }).click()
    await expect(this.code).toBeVisible()
  }

  /** Says by hand that the code was paid. */
  async saysPaid(way: WayCode, tradeNo: string): Promise<void> {
    const label = this.labelOf('paid')
    await this.code.getByRole('button', { name: label }).click()
    const form = await Form.inDialog(this.app, fieldsOf(callOf(model, this.view.pay.code?.paid ?? '')?.form ?? []))
    await form.put({ payMethodId: wayName(way, this.app.lang), tradeNo })
    await form.save()
  }

  /** Presses the button that settles. */
  async settles<T = unknown>(): Promise<Called<T>> {
    const path = callOf(model, this.view.pay.call)?.path ?? this.view.pay.call
    return this.app.calling<T>(path, () => this.till.locator('> .ant-btn-primary').click())
  }

  /** Pays in these ways; resolves once the desk says what was settled. */
  async pays(...ways: Way[]): Promise<void> {
    await this.splits(ways)
    const { answer } = await this.settles()
    expect(answer).toMatchObject({ status: 200 })
    await expect(this.app.body.locator('.at-settled')).toContainText(
      yuan(ways.reduce((sum, { amount }) => sum + amount, 0)),
    )
  }

  /** Goes on to the next customer. */
  async next(): Promise<void> {
    await this.app.body.getByRole('button', { name: this.app.say.view('nextInLine'), exact: true }).click()
    await expect(this.box).toBeFocused()
  }
}
