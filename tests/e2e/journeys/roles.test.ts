/** A role is cloned and granted, somebody gets it and sees just that; somebody leaves, and their work changes hands. */
import type { RoleModel } from '../../../src/model/model.ts'
import { PASSWORD } from '../../../mock/organisation.ts'
import { ACCOUNT, ask, call, freshToken, tokenOf } from '../page/api.ts'
import { Login } from '../page/login.ts'
import { model } from '../page/model.ts'
import { asAdministrator, freshColleague, roleIdOf } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'

const consultant = model.roles.consultant as RoleModel

suite('a role that is cloned', () => {
  test('has the same grants, takes others, and is what its holder sees', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator, still: true })
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

suite('the home page', () => {
  /** The blocks of each role, by what it may do. */
  const BLOCKS: Record<string, string[]> = {
    telemarketer: [
      'leadsToday',
      'followUps',
      'newLeads',
      'pool',
      'messages',
      'bulletins',
      'customers',
      'newCustomers',
      'byStatus',
    ],
    consultant: [
      'followUps',
      'pool',
      'referrals',
      'ordersDue',
      'messages',
      'bulletins',
      'customers',
      'newCustomers',
      'byStatus',
    ],
    finance: ['takings', 'refunds', 'bills', 'messages', 'bulletins', 'customers', 'newCustomers', 'byStatus'],
    designer: ['tasksInHand', 'messages', 'bulletins'],
  }
  const home = model.screens['/dashboard']?.view
  const labels = (role: string): string[] =>
    (home?.view === 'stat' ? home.blocks : []).flatMap(({ key, label }) =>
      BLOCKS[role]?.includes(key) && label ? [label.en] : [],
    )

  for (const role of Object.keys(BLOCKS))
    test(`of a ${role} has what the role may do, and no more`, async ({ open }) => {
      const { mobile } = await freshColleague(role)
      const app = await open({ as: mobile })
      await app.goto('/dashboard')
      // A drawn chart has the button to its table in the heading.
      const headings = () =>
        app.body.locator('.at-block h2').evaluateAll((all) => all.map((one) => one.firstChild?.textContent))
      await expect.poll(headings).toEqual(labels(role))
    })

  test('lets a manager approve a refund on the spot', async ({ open }) => {
    const app = await open({ as: ACCOUNT.manager, still: true })
    await app.goto('/dashboard')
    const box = app.body.locator('.at-block', { hasText: 'Refunds to approve' })
    await expect(box).toBeVisible()
    await expect(
      box.getByRole('button', { name: 'Approve' }).or(box.getByText('No refund waits')).first(),
    ).toBeVisible()
  })
})

suite('somebody who leaves', () => {
  test('hands the work to the successor, is signed out and does not come in again', async ({ open }) => {
    const leaver = await freshColleague('consultant')
    const heir = await freshColleague('consultant')
    const customer = await freshRecord('customer', { salesId: leaver.employeeId })
    const app = await open({ as: ACCOUNT.administrator, still: true })
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
    const { salesId } = await call<{ salesId: number }>(
      'customer/detail',
      { id: customer.id },
      await tokenOf(ACCOUNT.administrator),
    )
    expect(salesId).toBe(heir.employeeId)
    expect((await ask('customer/detail', { id: customer.id }, await freshToken(heir.mobile))).status).toBe(200)
  })
})
