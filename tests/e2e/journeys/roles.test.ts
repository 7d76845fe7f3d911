/** A role is cloned and granted, somebody gets it and sees just that; somebody leaves, and their work changes hands. */
import type { RoleModel } from '../../../src/model/model.ts'
import { PASSWORD } from '../../../mock/organisation.ts'
import { ACCOUNT, ask, call, freshToken, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { Form } from '../page/form.ts'
import { Login } from '../page/login.ts'
import { fieldsOf, model, valueOf } from '../page/model.ts'
import { freshOrder } from '../page/orders.ts'
import { asAdministrator, freshColleague, roleIdOf } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextMobile, nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'
import { journeyIn } from '../page/words.ts'

const consultant = model.roles.consultant as RoleModel
const home = model.screens['/dashboard']?.view

suite('a role that is cloned', () => {
  test('has the same grants, takes others, and is what its holder sees', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/system/roles')
    const roles = Screen.of(app, '/system/roles')
    const sourceId = await roleIdOf('consultant')
    const row = await roles.find(sourceId, consultant.label.zh)

    const again = await roles.asks('clone', row)
    await again.put({ name: consultant.label.zh })
    await again.save()
    await expect(again.fault('name')).toHaveText('This role name exists already')
    const name = nextName('Clone')
    await again.put({ name, nameEn: name })
    const { answer } = await app.calling<{ id: number }>('role/clone_role', () => again.save())
    await app.hears(`Cloned as ${name}`)
    await again.dismiss()
    const grantsOf = (roleId: number) => asAdministrator('menu/roleMenu', { roleId })
    expect(await grantsOf(answer.data.id)).toEqual(await grantsOf(sourceId))

    const clone = await roles.find(answer.data.id, name)
    const grants = await roles.asks('grant', clone)
    const staff = model.screens['/system/staff']?.label.en ?? ''
    await grants.root.getByPlaceholder(app.say.view('seekScreen')).fill(staff)
    await grants.root.getByRole('checkbox', { name: staff, exact: true }).check()
    await grants.save()
    await app.hears('Grants saved')

    const { mobile } = await freshColleague(answer.data.id)
    const other = await open({ lang: 'en' })
    await (await new Login(other).open()).byPassword(mobile, PASSWORD)
    const titles = await other.shell.menuTitles()
    expect(titles).toContain(`${model.groups['/system']?.label.en} / ${staff}`)
    const mine = await open({ as: ACCOUNT.consultant })
    await mine.goto('/dashboard')
    expect(titles.filter((title) => !title.endsWith(staff))).toEqual(await mine.shell.menuTitles())
    await other.shell.choose(staff, model.groups['/system']?.label.en)
    await expect(other.body.locator('[data-row-key]').first()).toBeVisible()
  })
})

suite('grants that two people have open', () => {
  test('the later one is told what the other gave, and keeps both or takes the other', async ({ open }) => {
    const name = nextName('Relay')
    const roleId = (await asAdministrator('role/clone_role', { id: await roleIdOf('consultant'), name, nameEn: name }))
      .id
    const app = await open({ as: ACCOUNT.administrator, lang: 'en' })
    await app.goto('/system/roles')
    const roles = Screen.of(app, '/system/roles')
    const grants = await roles.asks('grant', await roles.find(roleId, name))
    const tick = async (route: string) => {
      const title = model.screens[route]?.label.en ?? ''
      await grants.root.getByPlaceholder(app.say.view('seekScreen')).fill(title)
      return grants.root.getByRole('checkbox', { name: title, exact: true })
    }
    type Granted = { menuId: number; menuCode: string; btns: { btnId: number; status: number }[] }
    const granted = async () => (await asAdministrator('role/role_menu_btns', { roleId })) as unknown as Granted[]
    type Node = { id: number; code: string; children?: Node[] }
    const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
    const tree = flat((await asAdministrator('menu/roleMenu', { roleId })) as unknown as Node[])
    const before = await granted()
    const menus = before.map(({ menuId, btns }) => ({
      menuId,
      btnIds: btns.filter(({ status }) => status === 1).map(({ btnId }) => btnId),
    }))
    const theirs = tree.find(({ code }) => code === model.screens['/system/system-log']?.code)?.id ?? 0
    await (await tick('/system/staff')).check()
    await asAdministrator('role/role_menu_btns', { roleId, menus: [...menus, { menuId: theirs, btnIds: [] }] })
    await grants.save()
    const conflict = app.page.locator('.at-compare')
    await expect(conflict).toContainText(`+ ${model.screens['/system/system-log']?.label.en}`)
    await expect(conflict).toContainText(`+ ${model.screens['/system/staff']?.label.en}`)
    await app.page.getByRole('button', { name: app.say.view('keepMine') }).click()
    await app.hears('Grants saved')
    await grants.dismiss()
    const both = (await granted()).map(({ menuCode }) => menuCode)
    for (const route of ['/system/system-log', '/system/staff']) expect(both).toContain(model.screens[route]?.code)

    await roles.asks('grant', await roles.find(roleId, name))
    await asAdministrator('role/role_menu_btns', { roleId, menus: [] })
    await (await tick('/system/users')).check()
    await grants.save()
    await app.page.getByRole('button', { name: app.say.view('takeTheirs') }).click()
    await expect(await tick('/system/staff')).not.toBeChecked()
    await (await tick('/system/roles')).check()
    await grants.save()
    await app.hears('Grants saved')
    const left = (await asAdministrator('role/role_menu_btns', { roleId })) as unknown as { menuCode: string }[]
    const codes = left.map(({ menuCode }) => menuCode)
    expect(codes).toContain(model.screens['/system/roles']?.code)
    expect(codes).not.toContain(model.screens['/system/staff']?.code)
  })
})

suite('a right that is taken back', () => {
  test('while its dialog is open costs nothing that was typed', async ({ open }) => {
    const name = nextName('Taken')
    const roleId = (await asAdministrator('role/clone_role', { id: await roleIdOf('consultant'), name, nameEn: name }))
      .id
    const { mobile } = await freshColleague(roleId)
    const app = await open({ token: await freshToken(mobile), lang: 'en' })
    await app.goto('/customer/list')
    const form = await Screen.of(app, '/customer/list').asks('add')
    const realName = nextName('Typed')
    await form.put({ realName, mobile: nextMobile() })
    await asAdministrator('role/role_menu_btns', { roleId, menus: [] })
    app.faults.allow(/403/)
    await form.save()
    await expect(app.page.locator('.status-text')).toContainText(app.say.shell('forbiddenKept'))
    await app.page.goBack()
    await expect(form.item('realName').locator('input')).toHaveValue(realName)
  })
})

suite('the home page', () => {
  /** The blocks of each role, by what it may do. */
  /** What there is to do comes first, then what was reached. */
  const BLOCKS: Record<string, string[]> = {
    telemarketer: [
      ...['followUps', 'newLeads', 'pool', 'leadsToday', 'leadsMine'],
      ...['messages', 'bulletins', 'customers', 'newCustomers', 'byStatus'],
    ],
    consultant: [
      ...['referrals', 'followUps', 'pool', 'ordersDue', 'ordersMine'],
      ...['messages', 'bulletins', 'customers', 'newCustomers', 'byStatus'],
    ],
    cashier: [
      ...['bills', 'refundsToPay', 'ordersDue', 'takings'],
      ...['messages', 'bulletins', 'customers', 'newCustomers', 'byStatus'],
    ],
    scheduler: ['toConfirm', 'toBook', 'tasks', 'bookingsToday', 'tasksDone', 'messages', 'bulletins'],
    finance: [
      ...['refunds', 'statements', 'bills', 'refundsToPay', 'takings'],
      ...['messages', 'bulletins', 'customers', 'newCustomers', 'byStatus'],
    ],
    designer: ['tasks', 'tasksDone', 'messages', 'bulletins'],
    production: ['toMake', 'expected', 'toInspect', 'messages', 'bulletins'],
    classAssistant: ['classes', 'messages', 'bulletins'],
    // Who leads people sees what all of them reached, not the own share of it.
    manager: [
      ...['refunds', 'statements', 'referrals', 'followUps', 'newLeads', 'pool', 'bills', 'ordersDue'],
      ...['takings', 'leadsToday', 'bookingsToday', 'tasksDoneOurs', 'ordersOurs', 'leadsOurs'],
      ...['messages', 'bulletins', 'targets', 'customers', 'newCustomers', 'byStatus'],
    ],
  }
  const blocks = home?.view === 'stat' ? home.blocks : []
  const labels = (role: string): string[] =>
    (BLOCKS[role] ?? []).map((key) => blocks.find((block) => block.key === key)?.label?.en ?? `no block ${key}`)

  for (const role of Object.keys(BLOCKS))
    test(`of a ${role} has what the role may do, and no more`, async ({ open }) => {
      const { mobile, employeeId } = await freshColleague(role)
      // Money is paid out by those who are cashiers alone.
      if (BLOCKS[role]?.includes('refundsToPay')) await asAdministrator('cashier/add', { employeeId })
      const app = await open({ as: mobile })
      await app.goto('/dashboard')
      // A drawn chart has the button to its table in the heading.
      const headings = () =>
        app.body.locator('.at-block h2').evaluateAll((all) => all.map((one) => one.firstChild?.textContent))
      const [first] = labels(role)
      await expect.poll(async () => (await headings()).sort()).toEqual(labels(role).sort())
      expect((await headings())[0]).toBe(first)
    })

  test('lets a manager approve a refund on the spot', async ({ open }) => {
    const app = await open({ as: ACCOUNT.manager })
    await app.goto('/dashboard')
    const box = app.body.locator('.at-block', { hasText: 'Refunds to approve' })
    await expect(box).toBeVisible()
    await expect(
      box.getByRole('button', { name: 'Approve' }).or(box.getByText('No refund waits')).first(),
    ).toBeVisible()
  })
})

suite.each(journeyIn('en'))('a target, in %s', (lang) => {
  test('is set by the manager, and stands beside what its person reached, whose rows it leads to', async ({ open }) => {
    const seller = await freshColleague('consultant')
    const order = await freshOrder({ salesId: seller.employeeId })
    const app = await open({ as: ACCOUNT.manager, lang })
    await app.goto('/dashboard')
    const blocks = (home?.view === 'stat' ? home.blocks : []).flatMap(({ key, label }) =>
      label ? [[key, label[lang]]] : [],
    )
    const titles = Object.fromEntries(blocks) as Record<string, string>
    const targets = (home?.view === 'stat' ? home.blocks : []).find(({ key }) => key === 'targets')
    const table = targets?.kind === 'table' ? targets.view : undefined
    const add = table?.actions.find(({ key }) => key === 'add')
    const box = (of: App, key: string) => of.body.locator('.at-block', { hasText: titles[key] ?? key })
    await box(app, 'targets').getByRole('button').first().click()
    const form = await Form.inDialog(app, fieldsOf(add?.form ?? []))
    await form.put({ employeeId: seller.name, measure: valueOf('target_measure', 'orderCount'), amount: 4 })
    await form.save()
    await form.closed()

    const theirs = await open({ token: await freshToken(seller.mobile), lang })
    await theirs.goto('/dashboard')
    const mine = box(theirs, 'ordersMine')
    await expect(mine).toContainText(theirs.say.view('figureGoal', { value: 4, share: '25%' }))
    await mine.getByRole('button').first().click()
    await expect(theirs.page.getByRole('dialog')).toContainText(order.orderNo)
    await app.goto('/dashboard')
    await box(app, 'ordersOurs').getByRole('button').first().click()
    await expect(app.page.getByRole('dialog')).toContainText(order.orderNo)
  })
})

suite('somebody who leaves', () => {
  test('hands the work to the successor, is signed out and does not come in again', async ({ open }) => {
    const leaver = await freshColleague('consultant')
    const heir = await freshColleague('consultant')
    const customer = await freshRecord('customer', { salesId: leaver.employeeId })
    const app = await open({ as: ACCOUNT.administrator })
    const theirs = await open({ token: await freshToken(leaver.mobile) })
    await theirs.goto('/customer/list')
    await expect(theirs.body.locator(`[data-row-key="${customer.id}"]`)).toBeVisible()

    await app.goto('/system/staff')
    const staff = Screen.of(app, '/system/staff')
    const form = await staff.asks('leave', await staff.find(leaver.employeeId, leaver.name))
    await form.put({ successorId: heir.name })
    await form.save()
    await app.hears('handed over: customers 1')

    await theirs.hears(theirs.say.shell('sessionLost'))
    await expect(theirs.page).toHaveURL(/\/login/)
    await new Login(theirs).tryPassword(leaver.mobile, PASSWORD)
    await theirs.hears('This account is disabled')
    const { salesId } = await call('customer/detail', { id: customer.id }, await tokenOf(ACCOUNT.administrator))
    expect(salesId).toBe(heir.employeeId)
    expect((await ask('customer/detail', { id: customer.id }, await freshToken(heir.mobile))).status).toBe(200)
  })
})
