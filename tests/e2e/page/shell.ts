/** What stands around every page: sidebar, top bar, tabs. */
import type { Locator } from 'playwright'
import type { Lang } from '../../../src/model/model.ts'
import { expect, type App } from './app.ts'
import { whole } from './words.ts'

/** What each language calls itself. */
const LANGUAGES: Record<Lang, string> = { zh: '中文', en: 'English' }

export class Shell {
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }

  /** Titles of the open tabs, from left to right. */
  get tabs(): Locator {
    return this.app.page.locator('.tabs-strip .tab-name')
  }

  /** A tab by its title. */
  tab(title: string): Locator {
    return this.app.page
      .locator('.tabs-strip .tab')
      .filter({ has: this.app.page.locator('.tab-name').filter({ hasText: whole(title) }) })
  }

  /** The sidebar; on a phone it comes out of the left edge. */
  get menu(): Locator {
    return this.app.page.locator('.side-menu:visible')
  }

  /** A line of the menu by its name; icons have names of their own, so the text is what counts. */
  private line(name: string, within = this.menu): Locator {
    return within
      .getByRole('menuitem')
      .filter({ hasText: whole(name) })
      .first()
  }

  /** Opens a group of the menu if it is closed; resolves to the lines in it. */
  async openGroup(name: string): Promise<Locator> {
    // A screen elsewhere in the menu may be called as the group is.
    const head = this.menu
      .locator('.ant-menu-submenu-title')
      .filter({ hasText: whole(name) })
      .first()
    if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click()
    const lines = head.locator('xpath=..').locator('ul[role=menu]')
    await expect(lines).toBeVisible()
    return lines
  }

  /** Every screen of the menu as `group / screen`, in order. */
  async menuTitles(): Promise<string[]> {
    const titles: string[] = []
    for (const line of await this.menu.locator('> ul > li').all()) {
      const name = (await line.locator('.ant-menu-title-content').first().innerText()).trim()
      if (!(await line.getAttribute('class'))?.includes('ant-menu-submenu')) titles.push(name)
      else
        for (const child of await (await this.openGroup(name)).locator('.ant-menu-title-content').allInnerTexts())
          titles.push(`${name} / ${child.trim()}`)
    }
    return titles
  }

  /** Goes to a screen of the menu. */
  async choose(title: string, group?: string): Promise<void> {
    const line = this.line(title, group ? await this.openGroup(group) : this.menu)
    await line.click()
    // Who goes on before the page came has not been there. On a phone the menu goes away instead.
    const isThere = async (): Promise<boolean> =>
      (await line.count()) === 0 || /-selected\b/.test((await line.getAttribute('class')) ?? '')
    await expect.poll(isThere).toBe(true)
    await this.app.settled()
  }

  /** Opens the person's menu and takes an entry of it. */
  async person(entry: string): Promise<void> {
    await this.app.page.locator('header.top').getByTitle(this.app.say.shell('account')).click()
    await this.app.page
      .getByRole('menuitem')
      .filter({ hasText: whole(entry) })
      .click()
  }

  /** The button that opens the notifications; its name says how many are unread. */
  get bell(): Locator {
    return this.app.page.locator('header.top .bell')
  }

  /** How many notifications the badge says are unread. */
  async unread(): Promise<number> {
    const [badge = '0'] = await this.bell.locator('.bell-count').allInnerTexts()
    return Number(badge)
  }

  /** Takes an entry of the menu of the tab in sight. */
  async tabAction(entry: string): Promise<void> {
    await this.app.page.getByRole('button', { name: this.app.say.shell('tabMenu') }).click()
    await this.app.page.getByRole('menuitem', { name: entry, exact: true }).click()
  }

  /** Changes the language by the switch in the top bar. */
  async language(lang: Lang): Promise<void> {
    await this.app.page.getByRole('button', { name: this.app.say.shell('language'), exact: true }).click()
    await this.app.page.getByRole('menuitem', { name: LANGUAGES[lang], exact: true }).click()
    this.app.lang = lang
    await expect(this.app.page.locator(`html[lang|=${lang}]`)).toBeAttached()
  }
}
