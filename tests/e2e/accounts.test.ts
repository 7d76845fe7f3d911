/** The accounts of the demo: they see the screens of their role and no others, and open them; and how people sign in. */
import { ACCOUNTS, PASSWORD, type AccountPlan } from '../../mock/organisation.ts'
import { notASignInNumber } from '../../src/model/local.ts'
import type { Lang, RoleModel, ScreenModel } from '../../src/model/model.ts'
import { ACCOUNT, ask, call, freshToken, person } from './page/api.ts'
import type { App } from './page/app.ts'
import { chromeFaults } from './page/chrome.ts'
import { choose } from './page/controls.ts'
import { CODE, Login } from './page/login.ts'
import { model, surfaces } from './page/model.ts'
import { asAdministrator, freshColleague, roleIdOf } from './page/people.ts'
import { nextMobile, nextName } from './page/samples.ts'
import { Screen } from './page/screen.ts'
import { expect, suite, test } from './page/test.ts'
import { covering, ONCE } from '../cover.ts'

const roleOf = (account: AccountPlan): RoleModel => {
  const role = model.roles[account.role]
  if (!role) throw new Error(`${account.mobile} has an unknown role`)
  return role
}

/** The screens that a role has in its menu. */
const screensOf = (role: RoleModel): ScreenModel[] =>
  Object.values(model.screens).filter(
    (screen) =>
      screen.menu &&
      screen.code !== undefined &&
      screen.code in role.menus &&
      !screen.params.some((param) => param.required),
  )

/** The same, as `group / screen`, in order. */
function menuOf(role: RoleModel, lang: Lang): string[] {
  const shown = screensOf(role)
  const groups = Object.values(model.groups).map((group) => ({
    order: group.order,
    lines: titlesIn(
      shown.filter((screen) => screen.group === group.path),
      lang,
    ),
  }))
  const single = shown
    .filter((screen) => !screen.group)
    .map((screen) => ({ order: screen.order, lines: [titleOf(screen, lang)] }))
  return [...groups, ...single].sort((a, b) => a.order - b.order).flatMap((one) => one.lines)
}

const titlesIn = (screens: ScreenModel[], lang: Lang): string[] =>
  [...screens].sort((a, b) => a.order - b.order).map((screen) => titleOf(screen, lang))

/** As the menu has it: with its group, if it stands in one. */
function titleOf(screen: ScreenModel, lang: Lang): string {
  const group = screen.group && model.groups[screen.group]
  return group ? `${group.label[lang]} / ${screen.label[lang]}` : screen.label[lang]
}

const active = ACCOUNTS.filter((account) => account.active !== false)

const isWhole = ({ role }: AccountPlan): boolean => role === 'administrator'

const buttonsOf = (account: AccountPlan, { code = '' }: ScreenModel): number => roleOf(account).menus[code]?.length ?? 0

/**
 * Who opens a screen: the one who may do least there. The administrator opens each in both languages in the tests of the
 * screens; which calls each role may make, and whose rows it sees, is asked of the calls (tests/server/api/grants.test.ts,
 * tests/server/security/rules.test.ts).
 */
const openedBy = new Map<string, AccountPlan>()
for (const account of active.filter((one) => !isWhole(one)))
  for (const screen of screensOf(roleOf(account))) {
    const least = openedBy.get(screen.route)
    if (!least || buttonsOf(account, screen) < buttonsOf(least, screen)) openedBy.set(screen.route, account)
  }

/** What a role makes of a screen: its kind of view, what is masked there, buttons the role has and those it lacks. */
function traitsOf([route, account]: readonly [string, AccountPlan]): string[] {
  const screen = model.screens[route]
  if (!screen) return []
  const views = surfaces.filter((surface) => surface.screen === screen).map((surface) => surface.view)
  const granted = roleOf(account).menus[screen.code ?? ''] ?? []
  return [
    screen.view.view,
    ...views.flatMap((view) => [
      ...('columns' in view ? view.columns.flatMap(({ field }) => (field.masked ? [`${field.type} masked`] : [])) : []),
      ...view.actions.map(
        ({ at, code }) => `${at.join(' ')} ${code !== undefined && granted.includes(code) ? 'granted' : 'kept away'}`,
      ),
    ]),
  ]
}

const openedHere = covering([...openedBy], traitsOf, ONCE)

/** The screens that an account opens here. */
const openedAs = (account: AccountPlan): ScreenModel[] =>
  [...openedHere].filter(([, one]) => one === account).flatMap(([route]) => model.screens[route] ?? [])

/** What a menu is made of: groups, screens without one. */
const menuTraits = (account: AccountPlan): string[] => {
  const screens = screensOf(roleOf(account))
  const groups = new Set(screens.flatMap(({ group }) => group ?? []))
  return [
    groups.size > 1 ? 'groups' : `${groups.size} groups`,
    screens.some(({ group }) => !group) ? 'alone' : 'grouped',
  ]
}

/**
 * Who is told which menus is asked for every role without a browser (tests/server/api/session.test.ts); here menus of
 * each shape are drawn, the whole one among them, and those of whoever opens a screen.
 */
const drawn = covering(active, menuTraits, ONCE)
const entering = active.filter((one) => isWhole(one) || drawn.has(one) || openedAs(one).length > 0)

suite.each(entering.map((account, i) => [`${account.mobile} (${account.role})`, account, i] as const))(
  '%s',
  (_name, account, i) => {
    // Half of them in each language, so that the menu is read in both.
    const lang: Lang = i % 2 === 0 ? 'en' : 'zh'
    const opens = openedAs(account)
    test('sees the screens of its role, and opens some of those where nobody may do less', async ({ open }) => {
      const app = await open({ as: account.mobile, lang })
      await app.goto('/')
      const titles = await app.shell.menuTitles()
      expect(titles).toEqual(menuOf(roleOf(account), lang))
      for (const title of opens.map((screen) => titleOf(screen, lang))) {
        const [screen = '', group] = title.split(' / ').reverse()
        await app.shell.choose(screen, group)
        expect(await chromeFaults(app)).toEqual([])
      }
    })
  },
)

suite('signing in', () => {
  test('by a code that is sent', async ({ open }) => {
    const app = await open()
    await (await new Login(app).open()).byCode(ACCOUNT.consultant)
    await expect(app.page).toHaveURL(/\/dashboard$/)
  })

  test('leads to the page that was asked for', async ({ open }) => {
    const app = await open()
    // Of a list that hardly anybody changes meanwhile: a change is told, and asked for.
    await app.page.goto('/system/positions?status=1')
    const login = new Login(app)
    await expect(app.page).toHaveURL(/\/login\?redirect=/)
    const asked: string[] = []
    app.page.on('request', (request) => request.url().endsWith('/api/stantion/query.json') && asked.push(request.url()))
    await login.byPassword(ACCOUNT.administrator, PASSWORD)
    await expect(app.page).toHaveURL(/\/system\/positions\?status=1$/)
    // The rows are asked for before their page is drawn, and not once more by the page.
    await expect(Screen.of(app, '/system/positions').rows.first()).toBeVisible()
    expect(asked).toHaveLength(1)
  })

  test('a wrong password is refused with a message, and the form stays', async ({ open }) => {
    const app = await open({ lang: 'zh' })
    const login = await new Login(app).open()
    await login.tryPassword(nextMobile(), 'Wrong2026')
    await app.hears('账号或密码错误')
    await expect(login.field('password')).toBeVisible()
    await expect(app.page).toHaveURL(/\/login/)
  })

  test('five wrong passwords lock the account, the right one does not help then', async ({ open }) => {
    const { mobile } = await freshColleague('limited')
    const app = await open()
    const login = await new Login(app).open()
    for (let i = 0; i < 5; i++) {
      const { answer } = await app.calling('system/checkLogin', () => login.tryPassword(mobile, 'Wrong2026'))
      expect(answer.msg).toBe('The mobile or the password is wrong')
    }
    await login.tryPassword(mobile, PASSWORD)
    await app.hears('Too many wrong passwords; try again in 15 minutes')
    await expect(app.page).toHaveURL(/\/login/)
  })

  test("the first time, a password of one's own is set", async ({ open }) => {
    const app = await open()
    const login = await new Login(app).open()
    await login.tryPassword(ACCOUNT.inactive, PASSWORD)
    await expect(login.field('repeat')).toBeVisible()
    await login.field('password').fill(OWN_PASSWORD)
    await login.submit()
    await expect(login.fault('repeat')).toHaveText(app.say.shell('repeatRequired'))
    await login.field('repeat').fill(PASSWORD)
    await login.submit()
    await expect(login.fault('repeat')).toHaveText(app.say.shell('passwordsDiffer'))
    await expect(login.fault('code')).toHaveText(app.say.shell('codeRequired'))
    await login.field('repeat').fill(OWN_PASSWORD)
    await app.page.getByRole('button', { name: app.say.shell('sendCode') }).click()
    await app.hears(/\d{6}/)
    await login.field('code').fill(CODE)
    await login.submit()
    await login.inside()
    expect((await ask('system/checkLogin', { mobile: ACCOUNT.inactive, password: OWN_PASSWORD })).status).toBe(200)
  })

  test('a forgotten password is replaced by whoever has the phone', async ({ open }) => {
    const { mobile } = await freshColleague('limited')
    const app = await open()
    const login = await new Login(app).open()
    await app.page.getByRole('button', { name: app.say.shell('forgotPassword') }).click()
    await expect(app.page).toHaveURL(/\/change-password$/)
    await login.field('mobile').fill(mobile)
    await login.field('password').fill(OWN_PASSWORD)
    await login.field('repeat').fill(OWN_PASSWORD)
    await app.page.getByRole('button', { name: app.say.shell('sendCode') }).click()
    await app.hears(/\d{6}/)
    await login.field('code').fill(CODE)
    await login.submit()
    await login.inside()
    expect((await ask('system/checkLogin', { mobile, password: OWN_PASSWORD })).status).toBe(200)
  })

  test('the notifications are open to nobody without it, but say so, and lead there and back', async ({ open }) => {
    const app = await open({ lang: 'zh' })
    await app.page.goto('/other/notice?isRead=0')
    await expect(app.page.locator('.status-text')).toContainText('消息通知')
    await app.page.getByRole('button', { name: app.say.shell('goSignIn') }).click()
    await new Login(app).byPassword(ACCOUNT.limited, PASSWORD)
    await expect(app.page).toHaveURL(/\/other\/notice\?isRead=0$/)
  })

  test('what is missing or wrong stands at its field', async ({ open }) => {
    const app = await open()
    const login = await new Login(app).open()
    await login.submit()
    await expect(login.fault('mobile')).toHaveText(app.say.shell('mobileRequired'))
    await expect(login.fault('password')).toHaveText(app.say.shell('passwordRequired'))
    await login.field('mobile').fill('123')
    await login.submit()
    await expect(login.fault('mobile')).toHaveText(notASignInNumber()[app.lang])
  })

  test('blanks around the number do not count', async ({ open }) => {
    const app = await open()
    await (await new Login(app).open()).byPassword(` ${ACCOUNT.limited} `, PASSWORD)
  })
})

suite('a session', () => {
  test('ends with signing out, and the way back leads to the sign-in page', async ({ open }) => {
    const app = await open({ token: await freshToken(ACCOUNT.limited) })
    await app.goto('/dashboard')
    await app.shell.person(app.say.shell('signOut'))
    await expect(app.page).toHaveURL(/\/login$/)
    expect(await app.page.evaluate(() => localStorage.getItem('atelier-token'))).toBeFalsy()
    await app.page.goto('/system/users')
    await expect(app.page).toHaveURL(/\/login/)
  })

  test('that somebody ends is not said to be lost, however late the answer comes', async ({ open }) => {
    const app = await open({ token: await freshToken(ACCOUNT.limited) })
    const told = new Promise((resolve) => {
      app.page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => String(payload).includes('push/logout') && resolve(true)),
      )
    })
    await app.goto('/dashboard')
    // The socket tells every window of the session, this one too, before the answer is here.
    await app.page.route('**/api/system/logout.json', async (route) => {
      const response = await route.fetch()
      await told
      await route.fulfill({ response })
    })
    await app.shell.person(app.say.shell('signOut'))
    await expect(app.page).toHaveURL(/\/login$/)
    expect(await app.said()).not.toContain(app.say.shell('sessionLost'))
  })

  test('that was ended elsewhere says so, and leads to the sign-in page and back again', async ({ open }) => {
    const token = await freshToken(ACCOUNT.manager)
    const app = await open({ token, lang: 'zh' })
    await app.goto('/customer/list')
    await call('system/logout', {}, token)
    await app.hears('保持登录失效，请重新登录')
    await expect(app.page).toHaveURL(/\/login\?redirect=/)
    await new Login(app).byPassword(ACCOUNT.manager, PASSWORD)
    await expect(app.page).toHaveURL(/\/customer\/list/)
  })

  test('that cannot be begun is over at once, each time with its own words', async ({ open }) => {
    const app = await open({ token: await freshToken(ACCOUNT.limited), lang: 'zh' })
    app.faults.allow(/index\/init.*"status":500/)
    const begins = async (path: string, answer: object): Promise<void> => {
      await app.page.unrouteAll()
      await app.page.evaluate(
        (token) => localStorage.setItem('atelier-token', token),
        await freshToken(ACCOUNT.limited),
      )
      await app.page.route(`**/api/${path}.json`, (route) => route.fulfill({ json: answer }))
      await app.page.goto('/system/users?status=1')
    }
    await app.page.goto('/404')
    await begins('index/init', { status: 500, msg: '' })
    await app.hears('请重新登录')
    await expect(app.page).toHaveURL(/\/login\?redirect=%2Fsystem%2Fusers%3Fstatus%3D1$/)
    await begins('index/init_page_btn', { status: 500, msg: '' })
    await app.hears('你没获取到按钮权限!')
    await expect(app.page).toHaveURL(/\/login/)
    await begins('index/init', { status: 200, msg: '', data: { userDO: {}, menus: [], settings: {} } })
    await expect(app.page).toHaveURL(/\/login/)
    expect(await app.said()).toEqual([])
  })

  test('does not show a screen that was not granted, even by its address', async ({ open }) => {
    const app = await open({ as: ACCOUNT.limited })
    await app.goto('/system/users')
    const screen = model.screens['/system/users']?.label.en ?? ''
    await expect(app.page.getByRole('heading', { name: screen })).toContainText('Your role Limited does not include')
    await expect(app.shell.tabs.first()).toBeVisible()
  })

  test('that loses a right while its screen is open is told, and shown the page for it', async ({ open }) => {
    const { id: roleId } = await asAdministrator('role/clone_role', {
      id: await roleIdOf('manager'),
      name: nextName('Role'),
    })
    const { mobile } = await freshColleague(roleId)
    const app = await open({ token: await freshToken(mobile) })
    await app.goto('/system/users')
    await asAdministrator('role/role_menu_btns', { roleId, menus: [] })
    await app.body.getByRole('button', { name: app.say.view('reload') }).click()
    await expect(app.page).toHaveURL(/\/403/)
    await expect(app.page.getByRole('heading', { name: app.say.shell('forbiddenTitle') })).toBeVisible()
  })
})

suite('changing company and role', () => {
  test('to where one is already is refused; elsewhere, one signs in anew and finds the screens of that role', async ({
    open,
  }) => {
    const user = await person(await freshToken(ACCOUNT.director))
    const app = await open({ token: await freshToken(ACCOUNT.director) })
    await app.goto('/dashboard')
    await app.shell.person(app.say.shell('switchOrg'))
    await switchTo(app, user.corpName, 'manager')
    await app.hears(app.say.shell('sameCompany'))
    await expect(app.dialog).toBeVisible()

    await switchTo(app, '星宝摄影（成都）', 'finance')
    await expect(app.page).toHaveURL(/\/login$/)
    await new Login(app).byPassword(ACCOUNT.director, PASSWORD)
    const finance = model.roles.finance
    expect(await app.shell.menuTitles()).toEqual(finance && menuOf(finance, 'en'))
    await app.page.locator('header.top').getByTitle(app.say.shell('account')).click()
    await expect(app.page.locator('.user-card')).toContainText('星宝摄影（成都）')
  })
})

suite('a change of company or role', () => {
  test('says what is not chosen; a switch that fails is only noted', async ({ open }) => {
    const app = await open({ token: await freshToken(ACCOUNT.director), lang: 'zh' })
    app.faults.allow(/switchUserCompanyAndRole.*"status":500/)
    await app.goto('/dashboard')
    await app.shell.person(app.say.shell('switchOrg'))
    await app.dialog.getByRole('button', { name: app.say.shell('ok') }).click()
    await expect(app.dialog.locator('.ant-form-item-explain-error')).toHaveText(['请选择部门', '请选择角色'])

    await app.page.route('**/api/role/switchUserCompanyAndRole.json', (route) =>
      route.fulfill({ json: { status: 500, msg: '服务器错误' } }),
    )
    // Somebody enters where they were last, so the other company is another one.
    const user = await person(await freshToken(ACCOUNT.director))
    const isAway = user.corpName === '星宝摄影（成都）'
    const [company, role] = isAway
      ? (['星宝摄影（重庆）', 'manager'] as const)
      : (['星宝摄影（成都）', 'finance'] as const)
    await app.calling('role/switchUserCompanyAndRole', () => switchTo(app, company, role))
    await expect(app.dialog.getByRole('button', { name: app.say.shell('ok') })).toBeEnabled()
    expect(await app.said()).toEqual([])
    await expect(app.page).toHaveURL(/\/dashboard$/)
  })

  test('has no way to another company without the right to it', async ({ open }) => {
    const app = await open({ as: ACCOUNT.limited })
    await app.goto('/dashboard')
    await app.page.locator('header.top').getByTitle(app.say.shell('account')).click()
    await expect(app.page.getByText(app.say.shell('signOut'))).toBeVisible()
    await expect(app.page.getByText(app.say.shell('switchOrg'))).toHaveCount(0)
  })
})

/** Chooses in the dialog for it, and agrees. `role`: its code. */
async function switchTo(app: App, company: string, role: string): Promise<void> {
  const select = (name: string) => app.dialog.locator('.ant-form-item').filter({ hasText: name }).locator('.ant-select')
  await choose(app, select(app.say.shell('company')), company)
  await choose(app, select(app.say.shell('department')))
  await app.dialog.getByRole('radio', { name: model.roles[role]?.label[app.lang] ?? role }).check()
  await app.dialog.getByRole('button', { name: app.say.shell('ok'), exact: true }).click()
}

/** Not the one that the demo's accounts begin with. */
const OWN_PASSWORD = 'Comet2027'
