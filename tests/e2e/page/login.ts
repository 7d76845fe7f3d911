/** The sign-in page. */
import type { Locator } from 'playwright'
import { expect, type App } from './app.ts'

/** Right for every number while the server shows codes. */
export const CODE = '888888'

export class Login {
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }

  async open(address = '/login'): Promise<this> {
    await this.app.page.goto(address)
    await expect(this.field('mobile')).toBeVisible()
    return this
  }

  field(name: 'mobile' | 'password' | 'repeat' | 'code'): Locator {
    return this.app.page.locator(`input#${name}`)
  }

  /** What is wrong with a field. */
  fault(name: 'mobile' | 'password' | 'repeat' | 'code'): Locator {
    return this.app.page.locator(`#${name}-fault`)
  }

  async submit(): Promise<void> {
    await this.app.page.locator('button[type=submit]').click()
  }

  /** Signs in with a password, and waits for the first page. */
  async byPassword(mobile: string, password: string): Promise<void> {
    await this.tryPassword(mobile, password)
    await this.inside()
  }

  async tryPassword(mobile: string, password: string): Promise<void> {
    await this.field('mobile').fill(mobile)
    await this.field('password').fill(password)
    await this.submit()
  }

  /** Signs in with a code that is asked for first. */
  async byCode(mobile: string): Promise<void> {
    await this.app.page.getByText(this.app.say.shell('byCode'), { exact: true }).click()
    await this.field('mobile').fill(mobile)
    await this.app.page.getByRole('button', { name: this.app.say.shell('sendCode') }).click()
    await this.app.hears(/\d{6}/)
    await this.field('code').fill(CODE)
    await this.submit()
    await this.inside()
  }

  /** Waits until the product is open. */
  async inside(): Promise<void> {
    await expect(this.app.page.locator('.shell header.top')).toBeVisible()
    await this.app.settled()
  }
}
