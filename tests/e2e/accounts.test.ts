/** The accounts of the demo: each signs in, sees the screens of its role and no others, and opens every one of them. */
import { ACCOUNTS, PASSWORD, type AccountPlan } from '../../mock/organisation.ts'
import type { Lang, RoleModel, ScreenModel } from '../../src/model/model.ts'
import { ACCOUNT, ask, freshToken, tokenOf } from './page/api.ts'
import { chromeFaults } from './page/chrome.ts'
import { CODE, Login } from './page/login.ts'
import { model } from './page/model.ts'
import { freshRecord } from './page/records.ts'
import { nextMobile } from './page/samples.ts'
import { expect, suite, test } from './page/test.ts'

const roleOf = (account: AccountPlan): RoleModel => {
  const role = model.roles[account.role]
  if (!role) throw new Error(`${account.mobile} has an unknown role`)
  return role
}

/** The screens that a role has in its menu, as `group / screen`, in order. */
function menuOf(role: RoleModel, lang: Lang): string[] {
  const shown = Object.values(model.screens).filter((screen) => screen.menu && screen.code !== undefined && screen.code in role.menus && !screen.params.some((param) => param.required))
  const groups = Object.values(model.groups).map((group) => ({ order: group.order, lines: titlesIn(shown.filter((screen) => screen.group === group.path), lang, group.label[lang]) }))
  const single = shown.filter((screen) => !screen.group).map((screen) => ({ order: screen.order, lines: [screen.label[lang]] }))
  return [...groups, ...single].sort((a, b) => a.order - b.order).flatMap((one) => one.lines)
}

const titlesIn = (screens: ScreenModel[], lang: Lang, group: string): string[] =>
  [...screens].sort((a, b) => a.order - b.order).map((screen) => `${group} / ${screen.label[lang]}`)

const active = ACCOUNTS.filter((account) => account.active !== false)

suite.each(active.map((account, i) => [`${account.mobile} (${account.role})`, account, i] as const))('%s', (_name, account, i) => {
  // Half of them in each language, so that the menu is read in both.
  const lang: Lang = i % 2 === 0 ? 'en' : 'zh'
  test('signs in, sees the screens of its role and opens each of them', async ({ open }) => {
    const app = await open({ lang, still: true })
    const login = await new Login(app).open()
    await login.byPassword(account.mobile, PASSWORD)
    const titles = await app.shell.menuTitles()
    expect(titles).toEqual(menuOf(roleOf(account), lang))
    for (const title of titles) {
      const [screen = '', group] = title.split(' / ').reverse()
      await app.shell.choose(screen, group)
      expect(await chromeFaults(app)).toEqual([])
    }
  })
})

suite('signing in', () => {
  test('by a code that is sent', async ({ open }) => {
    const app = await open()
    await (await new Login(app).open()).byCode(ACCOUNT.consultant)
    await expect(app.page).toHaveURL(/\/dashboard$/)
  })

  test('a wrong password is refused with a message, and the form stays', async ({ open }) => {
    const app = await open({ lang: 'zh' })
    const login = await new Login(app).open()
    await login.tryPassword(nextMobile(), 'Wrong2026')
    await app.hears(/./)
    await expect(login.field('password')).toBeVisible()
    await expect(app.page).toHaveURL(/\/login/)
  })

  test('what is missing or wrong stands at its field', async ({ open }) => {
    const app = await open()
    const login = await new Login(app).open()
    await login.submit()
    await expect(login.fault('mobile')).toHaveText(app.say.shell('mobileRequired'))
    await expect(login.fault('password')).toHaveText(app.say.shell('passwordRequired'))
    await login.field('mobile').fill('123')
    await login.submit()
    await expect(login.fault('mobile')).toHaveText(app.say.shell('mobileWrong'))
  })

  test('blanks around the number do not count', async ({ open }) => {
    const app = await open()
    await (await new Login(app).open()).byPassword(` ${ACCOUNT.limited} `, PASSWORD)
  })
})
void [ask, freshToken, tokenOf, CODE, freshRecord]
