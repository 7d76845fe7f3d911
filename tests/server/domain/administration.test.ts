import { DICT } from '../../../src/generated/dictionaries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buttonsOf, menusOf } from '../../../src/server/platform/home/shell.ts'
import { DAY } from '../../../src/model/zone.ts'
import type { Actor } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { Studio, TODAY, type Asking, type Staff } from './studio.ts'

interface Node {
  id: number
  code: string
  checked: number
  btns: { btnId: number; code: string; status: 0 | 1 }[]
  children?: Node[]
}
interface Grant {
  menuId: number
  btnIds: number[]
}

const nodes = (tree: Node[]): Node[] => tree.flatMap((node) => [node, ...nodes(node.children ?? [])])
const ticked = (tree: Node[]): Grant[] =>
  nodes(tree)
    .filter((node) => node.checked)
    .map(({ id, btns }) => ({ menuId: id, btnIds: btns.filter((one) => one.status).map((one) => one.btnId) }))

describe.each(rulesEngines)('administration on $name', (engine) => {
  let studio: Studio
  let admin: Staff
  let must: Asking['must']
  let list: Asking['list']
  let lin: Staff
  beforeAll(async () => {
    studio = await Studio.open(engine)
    admin = await studio.actor('admin')
    ;({ must, list } = studio.as(admin))
    lin = await studio.actor('lin')
  })
  afterAll(() => studio.close())
  /** What a role is granted; the tree itself is no declared field. */
  const ticks = async (roleId?: number) => (await list('menu/roleMenu', { roleId })) as object[] as Node[]
  const lastLog = () =>
    studio.row<{ call: string; message: string; before: unknown; after: unknown }>(
      'select * from "operateLog" order by "id" desc limit 1',
    )

  describe('the shell', () => {
    it('is told the person, the menus of the role and the settings', async () => {
      const { userDO, menus: told, settings } = await must('index/init', {}, lin)
      const menus = told as { code: string }[]
      expect(userDO).toMatchObject({
        id: lin.userId,
        employeeId: lin.employeeId,
        realName: '林静',
        orgName: '电销部',
        corpId: 1,
        roleId: lin.roleId,
      })
      const granted = await studio.db.query<{ code: string }>(
        'select m."code" from "roleMenu" g join "menu" m on m."id" = g."menuId" where g."roleId" = $1 and not g."isDel"',
        [lin.roleId],
      )
      expect(menus.map((menu) => menu.code).sort()).toEqual(granted.map((row) => row.code).sort())
      expect(menus.map((menu) => menu.code)).not.toContain('system-005')
      expect(settings).toMatchObject({ deposit_min_rate: 0.2, schedule_need_deposit: true, extra_photo_price: 30 })
    })

    it('shows a hidden screen as hidden, and a group only with something in it', async () => {
      const menus = await menusOf(studio.db, admin.roleId ?? 0)
      expect(menus.find((menu) => menu.code === 'customer-003')).toMatchObject({
        isVisible: 0,
        path: '/customer/detail',
      })
      const parents = new Set(menus.map((menu) => menu.parentId))
      expect(
        menus
          .filter((menu) => !menu.code.includes('-') && menu.path?.split('/').length === 2)
          .every((menu) => parents.has(menu.id) || menus.some((one) => one.code === menu.code)),
      ).toBe(true)
    })

    it('is told every button of a granted screen, granted or not', async () => {
      const buttons = await list('index/init_page_btn', {}, lin)
      const own = buttons.filter((button) => button.menuCode === 'customer-001')
      expect(own.find((button) => button.code === 'add')?.status).toBe(1)
      expect(own.find((button) => button.code === 'merge')?.status).toBe(0)
    })

    it('keeps what an administrator changed of a menu', async () => {
      const { id } = await studio.row<{ id: number }>('select "id" from "menu" where "code" = $1', ['customer-001'])
      await must('menu/edit', { id, name: '我的客户', sortNum: 1 })
      const menus = await menusOf(studio.db, lin.roleId ?? 0)
      expect(menus.find((menu) => menu.code === 'customer-001')).toMatchObject({ name: '我的客户', sortNum: 1 })
    })

    it("has a home page of the person's own", async () => {
      expect(await must('index/pages', { period: 'thisMonth' }, lin)).toMatchObject({
        cards: expect.any(Array),
        todos: [],
        bulletins: [],
        charts: expect.any(Array),
      })
    })
  })

  describe('roles', () => {
    it('are granted screens and buttons, at once', async () => {
      const { id } = await must('role/add', { name: '前台', code: 'desk' })
      const tree = await ticks(id)
      expect(ticked(tree)).toEqual([])
      const customers = nodes(tree).find((node) => node.code === 'customer-001') as Node
      const add = customers.btns.find((button) => button.code === 'add')?.btnId as number
      expect(
        await must('role/role_menu_btns', { roleId: id, menus: [{ menuId: customers.id, btnIds: [add] }] }),
      ).toMatchObject([{ menuId: customers.id, menuCode: 'customer-001' }])
      expect(await lastLog()).toMatchObject({ call: 'role_menu_btns' })
      const desk = { ...lin, roleId: id }
      expect((await studio.call(desk, 'customer/query', {})).status).toBe(200)
      expect((await studio.call(desk, 'user/query', {})).status).toBe(403)
      await must('role/role_menu_btns', { roleId: id, menus: [] })
      expect((await studio.call(desk, 'customer/query', {})).status).toBe(403)
    })

    it('that somebody else has saved since are not lost: what stands is said', async () => {
      const { id } = await must('role/add', { name: '轮值', code: 'relay' })
      const loaded = await studio.call(admin, 'menu/roleMenu', { roleId: id })
      const [menu, other] = nodes(loaded.data as object[] as Node[]) as [Node, Node]
      const save = (menuId: number, version: unknown) =>
        studio.call(admin, 'role/role_menu_btns', {
          roleId: id,
          menus: [{ menuId, btnIds: [] }],
          version: version as string,
        })
      expect(await save(menu.id, loaded.version)).toMatchObject({ status: 200 })
      const refused = await save(other.id, loaded.version)
      expect(refused.status).toBe(409)
      const { current } = refused.data as { current: { menus: Node[]; version: string } }
      expect(ticked(current.menus)).toEqual(ticked(await ticks(id)))
      expect(await save(other.id, current.version)).toMatchObject({ status: 200 })
      expect(await save(other.id, 7)).toMatchObject({ status: 400, data: { field: 'version' } })
    })

    it('data rules that two people had open: one of them is told', async () => {
      const { id } = await must('role/add', { name: '规则', code: 'ruled' })
      const { version } = await studio.call(admin, 'data_access/detail', { roleId: id })
      const save = (level: (typeof DICT.data_level)['self' | 'department']) =>
        studio.call(admin, 'data_access/edit', {
          roleId: id,
          rules: [{ moduleCode: DICT.data_module.lead, level, orgIds: [], showMobile: 0 }],
          version,
        })
      const both = await Promise.all([save(DICT.data_level.department), save(DICT.data_level.self)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    it('refuse a button of another screen', async () => {
      const tree = nodes(await ticks(lin.roleId))
      const [one, other] = tree.filter((node) => node.btns.length > 0) as [Node, Node]
      expect(
        await studio.call(admin, 'role/role_menu_btns', {
          roleId: lin.roleId,
          menus: [{ menuId: one.id, btnIds: other.btns.slice(0, 1).map(({ btnId }) => btnId) }],
        }),
      ).toMatchObject({ status: 400, data: { field: 'menus' } })
    })

    /** What a role may do and see. */
    const shape = async (roleId: number | undefined) => ({
      menus: ticked(await ticks(roleId)),
      rules: await must('data_access/detail', { roleId }),
      buttons: await buttonsOf(studio.db, roleId ?? 0),
    })

    it('are cloned with equal menus, buttons and data rules, and nobody in them (I-53)', async () => {
      await must('data_access/edit', {
        roleId: lin.roleId,
        rules: [
          { moduleCode: DICT.data_module.customer, level: DICT.data_level.department, orgIds: [], showMobile: 1 },
          { moduleCode: DICT.data_module.lead, level: DICT.data_level.chosen, orgIds: [lin.orgId], showMobile: 0 },
        ],
      })
      const { id } = await must('role/clone_role', { id: lin.roleId, name: '电销专员 2' })
      expect(await shape(id)).toEqual(await shape(lin.roleId))
      expect((await shape(id)).rules).toEqual([
        { moduleCode: 'customer', level: 2, orgIds: [], showMobile: 1 },
        { moduleCode: 'lead', level: 6, orgIds: [lin.orgId], showMobile: 0 },
      ])
      const clone = await studio.row<{ name: string; isSystem: boolean; code: string }>(
        'select * from "role" where "id" = $1',
        [id],
      )
      expect(clone).toMatchObject({
        name: '电销专员 2',
        nameEn: 'Telemarketer (telemarketer-2)',
        isSystem: false,
        code: 'telemarketer-2',
      })
      const named = await must('role/clone_role', {
        id: lin.roleId,
        name: '电销专员 3',
        nameEn: 'Caller',
      })
      const english = { ...admin, lang: 'en' as const }
      const labels = async (who: Actor) =>
        (await studio.must(who, 'role/select')).filter((one) => one.value === named.id)
      expect([await labels(english), await labels(admin)]).toMatchObject([
        [{ label: 'Caller' }],
        [{ label: '电销专员 3' }],
      ])
      await must('role/del', { id: named.id })
      expect(await studio.db.query('select 1 as x from "userRole" where "roleId" = $1', [id])).toEqual([])
      expect(await studio.call(admin, 'role/clone_role', { id: lin.roleId, name: '电销专员 2' })).toMatchObject({
        status: 400,
        msg: '角色名称重复',
      })
    })

    it('are cloned whole, with every right or with hardly any: none more, none less, nobody in it (I-53)', async () => {
      const roles = await studio.db.query<{ id: number; code: string }>(
        'select "id", "code" from "role" where "isSystem" and not "isDel" and "companyId" = $1',
        [admin.companyId],
      )
      expect(roles.length).toBeGreaterThanOrEqual(Object.keys(studio.app.model.roles).length)
      for (const { id: roleId, code } of roles.filter((one) =>
        ['administrator', 'manager', 'limited'].includes(one.code),
      )) {
        const { id } = await must('role/clone_role', { id: roleId, name: `又一个 ${code}` })
        expect([code, await shape(id)]).toEqual([code, await shape(roleId)])
        expect(await studio.db.query('select 1 as x from "userRole" where "roleId" = $1', [id])).toEqual([])
      }
    })

    it('are not deleted while somebody holds them, nor when they are built in', async () => {
      expect((await studio.call(admin, 'role/del', { id: lin.roleId })).status).toBe(400)
      const { id } = await must('role/add', { name: '临时', code: 'temp' })
      await must('role/del', { id })
    })

    it('refuse two rules for one module, and chosen departments without any', async () => {
      const rule = { moduleCode: DICT.data_module.customer, level: DICT.data_level.self }
      expect(await studio.call(admin, 'data_access/edit', { roleId: lin.roleId, rules: [rule, rule] })).toMatchObject({
        status: 400,
      })
      expect(
        await studio.call(admin, 'data_access/edit', {
          roleId: lin.roleId,
          rules: [{ moduleCode: DICT.data_module.customer, level: DICT.data_level.chosen, orgIds: [] }],
        }),
      ).toMatchObject({ status: 400 })
    })

    it('offer modules, levels and departments', async () => {
      expect(await must('data_access/select')).toMatchObject({
        modules: expect.arrayContaining([{ value: 'customer', label: '客户', labelEn: 'Customer' }]),
        levels: expect.any(Array),
        orgs: expect.arrayContaining([expect.objectContaining({ label: '电销部' })]),
      })
    })
  })

  describe('changing over (story D)', () => {
    let there: { corpId: number; orgId: number; roleId: number }
    beforeAll(async () => {
      const chengdu = await studio.actor('chengdu')
      there = {
        corpId: 2,
        orgId: chengdu.orgId as number,
        roleId: (
          await studio.row<{ id: number }>('select "id" from "role" where "code" = $1 and "companyId" = 2', ['manager'])
        ).id,
      }
      await studio.db.query(
        'insert into "userRole" ("companyId", "userId", "corpId", "orgId", "roleId") values (1, $1, $2, $3, $4)',
        [lin.userId, there.corpId, there.orgId, there.roleId],
      )
    })
    const change = (input: Record<string, unknown>) =>
      studio.call(lin, 'role/switchUserCompanyAndRole', { employeeId: lin.employeeId, ...input })

    it('lists the roles held in a company, page by page', async () => {
      const told = await studio.call(lin, 'role/query', { corpId: 2, pageNO: 1, pageRows: 10 })
      expect(told).toMatchObject({
        total: 1,
        data: [
          { id: there.roleId, nameCode: '店长(manager)', corpId: 2, orgId: there.orgId, corpName: '星宝摄影（成都）' },
        ],
      })
      const english = await studio.call({ ...lin, lang: 'en' }, 'role/query', { corpId: 2 })
      expect(english).toMatchObject({ data: [{ nameCode: 'Store manager(manager)' }] })
      expect(await studio.call(lin, 'role/query', { corpId: 1 })).toMatchObject({
        total: 1,
        data: [{ id: lin.roleId }],
      })
    })

    it('offers the companies in which one holds a role', async () => {
      expect(await must('company/held', {}, lin)).toEqual([
        { value: 1, label: '星宝摄影（重庆）' },
        { value: 2, label: '星宝摄影（成都）' },
      ])
      expect(await must('company/held')).toEqual([{ value: 1, label: '星宝摄影（重庆）' }])
    })

    it('refuses the company one is in', async () => {
      expect(await change({ corpId: 1, orgId: lin.orgId, roleId: lin.roleId })).toMatchObject({
        status: 400,
        msg: '相同公司不能切换',
      })
    })

    it('refuses a role one does not hold, or another person', async () => {
      expect((await change({ corpId: 2, orgId: there.orgId, roleId: studio.people.chengdu?.roleId })).status).toBe(400)
      expect((await change({ ...there, employeeId: admin.employeeId })).status).toBe(400)
    })

    it('takes effect at the next sign-in', async () => {
      expect(await change(there)).toMatchObject({ status: 200, msg: '已切换到星宝摄影（成都），请重新登录' })
      const token = await studio.signIn(lin.mobile ?? '')
      expect(await studio.auth.authenticate(token)).toMatchObject({
        companyId: 2,
        roleId: there.roleId,
        orgId: there.orgId,
        employeeId: lin.employeeId,
      })
      await studio.db.query(
        'update "user" set "currentCorpId" = 1, "currentRoleId" = $2, "orgId" = $3 where "id" = $1',
        [lin.userId, lin.roleId, lin.orgId],
      )
      await studio.db.query('delete from "userRole" where "userId" = $1 and "corpId" = 2', [lin.userId])
    })
  })

  describe('accounts', () => {
    let employee: { id: number }
    let role: { corpId: number; orgId: number; roleId: number }
    beforeAll(async () => {
      employee = await must('employee/add', {
        realName: '吴倩',
        mobile: '13811110001',
        orgId: lin.orgId,
      })
      role = { corpId: 1, orgId: lin.orgId as number, roleId: lin.roleId as number }
    })

    it.each(['xingbao123', 'xb-cd2026', '1星宝摄影a', '9Atelier9'])('have no password like %s', async (password) => {
      const whose = { employeeId: employee.id, mobile: '13811110001', realName: '吴倩', roles: [role] }
      expect(await studio.call('admin', 'user/add', { ...whose, password })).toMatchObject({
        status: 400,
        msg: '密码不能包含公司名称',
        data: { field: 'password' },
      })
    })

    it('are made with a password that is stored as a hash, and wait for activation', async () => {
      const { id } = await must('user/add', {
        employeeId: employee.id,
        mobile: '13811110001',
        realName: '吴倩',
        password: 'Kirin77x',
        roles: [{ ...role, isDefault: 1 }],
      })
      expect(await studio.row('select * from "user" where "id" = $1', [id])).toMatchObject({
        password: expect.stringMatching(/^scrypt\$/),
        activation: false,
        currentCorpId: 1,
        currentRoleId: lin.roleId,
        orgId: lin.orgId,
      })
      expect(await lastLog()).toMatchObject({
        call: 'add',
        after: expect.not.objectContaining({ password: expect.anything() }),
      })
      expect(JSON.stringify(await must('user/detail', { id }))).not.toContain('scrypt')
      expect(
        (await studio.row<{ userCount: number }>('select "userCount" from "role" where "id" = $1', [lin.roleId]))
          .userCount,
      ).toBeGreaterThan(0)
    })

    it.each([
      ['short1', 400],
      ['password1', 400],
      ['nodigitsatall', 400],
    ])('refuse the password %s', async (password, status) => {
      expect(
        await studio.call(admin, 'user/add', {
          employeeId: employee.id,
          mobile: '13811110009',
          realName: '吴倩',
          password: password === 'short1' ? 'a1' : password,
          roles: [],
        }),
      ).toMatchObject({ status, data: { field: 'password' } })
    })

    it('refuse a mobile or an employee that has one', async () => {
      expect(
        await studio.call(admin, 'user/add', {
          employeeId: admin.employeeId,
          mobile: '13811110008',
          realName: 'x',
          password: 'Kirin77x',
          roles: [],
        }),
      ).toMatchObject({ status: 400, data: { field: 'employeeId' } })
      const { id } = await must('employee/add', {
        realName: '郑玲',
        mobile: '13811110002',
        orgId: lin.orgId,
      })
      expect(
        await studio.call(admin, 'user/add', {
          employeeId: id,
          mobile: lin.mobile,
          realName: '郑玲',
          password: 'Kirin77x',
          roles: [],
        }),
      ).toMatchObject({ status: 400, msg: '登陆账号重复' })
    })

    it('do not get a role of another company, but keep the one they have', async () => {
      const chengdu = await studio.actor('chengdu')
      const { id } = await studio.row<{ id: number }>('select "id" from "user" where "mobile" = $1', ['13811110001'])
      const foreign = { corpId: 2, orgId: chengdu.orgId, roleId: chengdu.roleId }
      const roles = async () => (await must('user/detail', { id })).roles
      expect(await studio.call(admin, 'user/edit', { id, roles: [...(await roles()), foreign] })).toMatchObject({
        status: 400,
      })
      expect(await studio.call(admin, 'user/edit', { id, roles: [{ ...role, roleId: chengdu.roleId }] })).toMatchObject(
        { status: 400 },
      )
      await studio.db.query(
        'insert into "userRole" ("companyId", "userId", "corpId", "orgId", "roleId") values (1, $1, $2, $3, $4)',
        [id, 2, chengdu.orgId, chengdu.roleId],
      )
      await must('user/edit', { id, realName: '吴小倩', roles: await roles() })
      expect((await roles()).map((one) => one.corpId)).toEqual([1, 2])
    })

    it('are reset to a password shown once', async () => {
      const { id } = await studio.row<{ id: number }>('select "id" from "user" where "mobile" = $1', ['13811110001'])
      const { initialPassword } = await must('user/restPassword', { id })
      expect(
        await studio.call({ kind: 'anyone', lang: 'zh' }, 'system/checkLogin', {
          mobile: '13811110001',
          password: initialPassword,
        }),
      ).toMatchObject({ data: { activation: 0 } })
      expect(JSON.stringify(await lastLog())).not.toContain(initialPassword)
    })

    it("are deleted, but not one's own", async () => {
      expect((await studio.call(admin, 'user/del', { id: admin.userId })).status).toBe(400)
      const { id } = await studio.row<{ id: number }>('select "id" from "user" where "mobile" = $1', ['13811110001'])
      await must('user/del', { id })
    })
  })

  describe('departments and positions', () => {
    it('count who works there', async () => {
      const org = await must('org/add', {
        name: '数码部',
        code: 'DIG',
        orgType: DICT.org_type.department,
        parentId: studio.people.admin?.orgId,
      })
      const position = await must('stantion/add', { name: '修图师', code: 'RET' })
      const counts = async () => [
        (await studio.row<{ n: number }>('select "employeeCount" as "n" from "org" where "id" = $1', [org.id])).n,
        (
          await studio.row<{ n: number }>('select "employeeCount" as "n" from "position" where "id" = $1', [
            position.id,
          ])
        ).n,
      ]
      const { id } = await must('employee/add', {
        realName: '宋雨',
        mobile: '13811110003',
        orgId: org.id,
        positionId: position.id,
      })
      expect(await counts()).toEqual([1, 1])
      await must('employee/edit', { id, orgId: lin.orgId })
      expect(await counts()).toEqual([0, 1])
      await must('employee/edit', { id, orgId: org.id })
      expect(await studio.call(admin, 'org/del', { id: org.id })).toMatchObject({
        status: 400,
        msg: '部门下还有在职员工，不能删除',
      })
      await must('employee/leave', { id, leaveDate: TODAY })
      expect(await counts()).toEqual([0, 0])
      await must('employee/rejoin', { id })
      expect(await counts()).toEqual([1, 1])
    })

    it('know the way down to them, and carry those below along', async () => {
      const [a, b] = [
        await must('org/add', { name: 'A', code: 'A', orgType: DICT.org_type.department }),
        await must('org/add', { name: 'B', code: 'B', orgType: DICT.org_type.department }),
      ]
      const below = await must('org/add', {
        name: 'A1',
        code: 'A1',
        orgType: DICT.org_type.department,
        parentId: a.id,
      })
      await must('org/edit', { id: a.id, parentId: b.id })
      expect(await studio.row('select "path" from "org" where "id" = $1', [below.id])).toEqual({
        path: `/${b.id}/${a.id}/${below.id}/`,
      })
      expect((await studio.call(admin, 'org/edit', { id: b.id, parentId: below.id })).status).toBe(400)
      expect(await studio.call(admin, 'org/del', { id: b.id })).toMatchObject({ status: 400, msg: '请先删除下级部门' })
    })
  })

  describe('somebody leaves', () => {
    async function person(mobile: string, name: string): Promise<Actor> {
      const { id } = await must('employee/add', { realName: name, mobile, orgId: lin.orgId })
      const user = await must('user/add', {
        employeeId: id,
        mobile,
        realName: name,
        password: 'Kirin77x',
        roles: [{ corpId: 1, orgId: lin.orgId, roleId: lin.roleId, isDefault: 1 }],
      })
      await studio.db.query('update "user" set "activation" = true where "id" = $1', [user.id])
      return { ...lin, employeeId: id, userId: user.id, realName: name, mobile }
    }
    const owned = async (who: Actor) =>
      (
        await studio.db.query<{ id: number }>('select "id" from "customer" where "salesId" = $1 order by "id"', [
          who.employeeId,
        ])
      ).map((row) => row.id)

    it('and a successor takes over; the account closes and the sessions end', async () => {
      const feng = await person('13811110011', '冯雪')
      const { id } = await must('customer/add', { realName: '李一', mobile: '13922220001' }, feng)
      const token = await studio.signIn('13811110011', 'Kirin77x')
      const handed = await must('employee/leave', {
        id: feng.employeeId,
        leaveDate: TODAY,
        successorId: lin.employeeId,
      })
      expect(handed).toMatchObject({ customer: 1 })
      expect(await owned(feng)).toEqual([])
      expect(await owned(lin)).toContain(id)
      expect(await studio.auth.authenticate(token)).toBeUndefined()
      expect(await studio.row('select "status" from "user" where "id" = $1', [feng.userId])).toEqual({
        status: DICT.enable_status.disabled,
      })
      expect(
        await studio.row(
          'select "allocMode", "fromEmployeeId", "toEmployeeId" from "allocation" where "targetType" = 4 and "targetId" = $1',
          [id],
        ),
      ).toEqual({ allocMode: DICT.alloc_mode.transfer, fromEmployeeId: feng.employeeId, toEmployeeId: lin.employeeId })
    })

    it('and without one the work falls back', async () => {
      const wang = await person('13811110012', '王芳')
      const { id } = await must('customer/add', { realName: '李二', mobile: '13922220002' }, wang)
      const clue = await studio
        .row<{ id: number }>(
          `insert into "analysis" ("companyId", "clueNo", "realName", "mobile", "businessType", "channelTypeId", "analysisStatus", "employeeId", "orgId")
         values (1, 'X1', '赵', '13922220003', 3, (select min("id") from "channelType"), 2, $1, $2) returning "id"`,
          [wang.employeeId, wang.orgId],
        )
        .catch(() => undefined)
      await must('employee/leave', { id: wang.employeeId, leaveDate: TODAY })
      expect(await studio.row('select "salesId" from "customer" where "id" = $1', [id])).toEqual({ salesId: null })
      if (clue)
        expect(await studio.row('select "employeeId" from "analysis" where "id" = $1', [clue.id])).toEqual({
          employeeId: null,
        })
    })

    it('but not twice, not oneself, and not to somebody who has left', async () => {
      const left = await studio.row<{ id: number }>('select "id" from "employee" where "status" = 2 limit 1')
      expect((await studio.call(admin, 'employee/leave', { id: left.id, leaveDate: TODAY })).status).toBe(400)
      expect((await studio.call(admin, 'employee/leave', { id: admin.employeeId, leaveDate: TODAY })).status).toBe(400)
      const other = await person('13811110013', '罗丹')
      expect(
        await studio.call(admin, 'employee/leave', { id: other.employeeId, leaveDate: TODAY, successorId: left.id }),
      ).toMatchObject({ status: 400, data: { field: 'successorId' } })
      expect(await studio.row('select "status" from "employee" where "id" = $1', [other.employeeId])).toEqual({
        status: DICT.employee_status.active,
      })
    })
  })

  describe('option lists', () => {
    it("are the product's dictionaries, with numbers as numbers", async () => {
      expect(await must('setting/selectCode', { code: 'gender' })).toEqual(
        [
          { value: 1, label: '男', labelEn: 'Male' },
          { value: 2, label: '女', labelEn: 'Female' },
        ].map((one) => expect.objectContaining(one)),
      )
      expect(await must('customer/dictSelect', { code: 'track_mode' })).toHaveLength(6)
      expect((await studio.call(admin, 'setting/selectCode', { code: 'nothing' })).status).toBe(400)
    })

    it('follow what is changed of them: label, order, retirement', async () => {
      const items = await studio.db.query<{ id: number; value: string }>(
        'select i."id", i."value" from "dictItem" i join "dict" d on d."id" = i."dictId" where d."code" = $1 order by i."sortNum"',
        ['lost_cause'],
      )
      await must('dictItem/edit', { id: items[0]?.id, label: '嫌贵', sortNum: 99 })
      await must('dictItem/edit', { id: items[1]?.id, status: DICT.enable_status.disabled })
      const options = await list('setting/selectCode', { code: 'lost_cause' })
      expect(options.at(-1)).toMatchObject({ value: 1, label: '嫌贵' })
      expect(options.map((one) => one.value)).not.toContain(2)
    })

    it("keep the values the rules know, and take a company's own where that is meant", async () => {
      const system = await studio.row<{ id: number }>('select "id" from "dict" where "code" = $1', ['gender'])
      expect((await studio.call(admin, 'dictItem/add', { dictId: system.id, value: '3', label: '其他' })).status).toBe(
        400,
      )
      const { id } = await must('setting/add', { code: 'hair', name: '发型', isSame: 1 })
      await must('dictItem/add', { dictId: id, value: 'long', label: '长发' })
      await must('dictItem/add', { dictId: id, value: 'short', label: '短发', corpId: 1 })
      expect(await must('setting/selectCode', { code: 'hair' })).toMatchObject([{ value: 'long' }])
      expect(await must('setting/selectCode', { code: 'hair', isSame: 1 })).toMatchObject([{ value: 'short' }])
      expect(
        await must('setting/selectCode', { code: 'hair', isSame: 1 }, await studio.actor('chengdu')),
      ).toMatchObject([{ value: 'long' }])
    })
  })

  describe('parameters', () => {
    it('of a company are its own, at once', async () => {
      expect(
        await must('parameter/save', {
          parameters: [
            { code: 'reschedule_limit', value: '5' },
            { code: 'flow_mv', value: '0' },
            { code: 'lead_own_limit', value: '200' },
          ],
        }),
      ).toEqual({ count: 2 })
      expect((await must('index/init')).settings).toMatchObject({
        reschedule_limit: 5,
        flow_mv: false,
      })
      expect((await must('index/init', {}, await studio.actor('chengdu'))).settings).toMatchObject({
        reschedule_limit: 3,
        flow_mv: true,
      })
    })

    it.each([
      ['reschedule_limit', 'many'],
      ['reschedule_limit', '-1'],
      ['flow_mv', '2'],
      ['deposit_min_rate', '0.1.2'],
      ['extra_photo_price', '1.234'],
      ['account_consume_order', 'other'],
      ['nothing', '1'],
    ])('refuse %s = %s', async (code, value) =>
      expect((await studio.call(admin, 'parameter/save', { parameters: [{ code, value }] })).status).toBe(400),
    )
  })

  describe('targets', () => {
    const MARCH = TODAY - 15 * DAY

    it('are of a person, a month and a measure, once', async () => {
      const target = { employeeId: lin.employeeId, measure: DICT.target_measure.orderAmount, amount: 50_000 }
      await must('target/add', { ...target, month: MARCH })
      await must('target/add', { ...target, month: MARCH, measure: DICT.target_measure.orderCount, amount: 10 })
      await must('target/add', { ...target, month: TODAY + 16 * DAY, amount: 70_000 })
      expect((await studio.call(admin, 'target/add', { ...target, month: MARCH })).status).toBe(400)
      expect(await studio.call(admin, 'target/add', { ...target, month: TODAY })).toMatchObject({
        status: 400,
        msg: '应为当月第一天',
      })
    })

    it('are told whom they are of, for this month', async () => {
      const asked = { totals: ['orderAmount', 'orderCount'] }
      const told = await studio.call(lin, 'target/mine', asked)
      expect(told).toMatchObject({ status: 200, totals: { orderAmount: 50_000, orderCount: 10 } })
      expect(await studio.call(admin, 'target/mine', asked)).toMatchObject({ status: 200, data: [] })
      const seen = await studio.call(lin, 'target/query', {})
      expect(seen).toMatchObject({ total: 3 })
      expect((await studio.call(await studio.actor('zhou'), 'target/query', {})).total).toBe(0)
      expect((await studio.call(lin, 'target/add', { amount: 1 })).status).toBe(403)
    })
  })

  describe('messages', () => {
    const unread = async (who: Actor) =>
      (await studio.call(who, 'pushMessage/queryIsReadSum')) as { data: { count: number }; count: number }

    it("tell the people of a bulletin's departments, once it is published", async () => {
      const before = await unread(lin)
      const { id } = await must('bulletin/add', {
        title: '放假通知',
        content: '端午放假三天',
        orgIds: [lin.orgId],
        isTop: 1,
      })
      expect(await must('bulletin/published', {}, lin)).toEqual([])
      await must('bulletin/publish', { id, status: DICT.bulletin_status.published })
      expect((await unread(lin)).count).toBe(before.count + 1)
      expect((await unread(lin)).data.count).toBe(before.count + 1)
      expect((await unread(await studio.actor('manager'))).count).toBe(0)
      expect(await must('bulletin/published', {}, lin)).toMatchObject([{ title: '放假通知' }])
      expect(
        (await studio.call(admin, 'bulletin/publish', { id, status: DICT.bulletin_status.published })).status,
      ).toBe(400)
      await must('bulletin/publish', { id, status: DICT.bulletin_status.withdrawn })
      expect(await must('bulletin/published', {}, lin)).toEqual([])
    })

    it('are marked read by their receiver alone (I-52)', async () => {
      const [message] = await must('pushMessage/queryAccpetMessage', {}, lin)
      expect(
        (await studio.call(admin, 'pushMessage/updateIsRead', { id: message?.id, isRead: DICT.is_read.read })).status,
      ).toBe(403)
      const before = (await unread(lin)).count
      await must('pushMessage/updateIsRead', { id: message?.id, isRead: DICT.is_read.read }, lin)
      expect((await unread(lin)).count).toBe(before - 1)
      expect(await must('pushMessage/queryAccpetMessage', { isRead: DICT.is_read.unread }, lin)).toHaveLength(
        before - 1,
      )
    })

    it('do not publish what has expired', async () => {
      const { id } = await must('bulletin/add', {
        title: '旧',
        content: '旧',
        expireTime: studio.clock.now() - 1,
      })
      expect(
        await studio.call(admin, 'bulletin/publish', { id, status: DICT.bulletin_status.published }),
      ).toMatchObject({ status: 400 })
    })

    it('on the board are answered until the topic is closed', async () => {
      const { id } = await must('message/add', {
        title: '空调坏了',
        content: '3 号棚',
        category: DICT.board_category.problem,
      })
      await must('message/reply', { id, content: '已报修' })
      await must('message/reply', { id, content: '修好了' })
      expect(await must('message/detail', { id })).toMatchObject({
        replyCount: 2,
        replies: [{ name: '管理员', content: '已报修' }, { content: '修好了' }],
      })
      await must('message/close', { id })
      expect((await studio.call(admin, 'message/reply', { id, content: '再问' })).status).toBe(400)
    })
  })

  describe('short messages', () => {
    let template: { id: number }
    beforeAll(async () => {
      template = await must('smstemplate/add', {
        code: 'remind',
        name: '拍摄提醒',
        scene: DICT.sms_scene.remind,
        content: '${customerName}您好，请于${time}到店。',
        signName: '星宝摄影',
      })
    })

    it('fill a template for each receiver, and are sent by a job', async () => {
      const { id } = await must('customer/add', { realName: '王小', mobile: '13922220010' })
      const input = {
        customerIds: [id],
        mobiles: '13922220011，13922220012\n13922220010',
        templateId: template.id,
        params: { time: '周六 10:00', customerName: '客户' },
      }
      expect(await must('leadMsg/sendMsg', input)).toEqual({ count: 3 })
      expect(await studio.db.query('select "sendStatus" from "smsRecord"')).toEqual(
        Array(3).fill({ sendStatus: DICT.send_status.queued }),
      )
    })

    it.each([
      ['a variable without a value', { mobiles: '13922220011' }, 'params'],
      ['nobody', { params: { time: 'x' } }, 'mobiles'],
      ['what is no number', { mobiles: '12345' }, 'mobiles'],
    ])('refuse %s', async (_, input, field) => {
      expect(await studio.call(admin, 'leadMsg/sendMsg', { templateId: template.id, ...input })).toMatchObject({
        status: 400,
        data: { field },
      })
    })

    it('that failed are sent again', async () => {
      const record = await studio.row<{ id: number }>('select "id" from "smsRecord" limit 1')
      expect((await studio.call(admin, 'smsRecord/resend', { id: record.id })).status).toBe(400)
      await studio.db.query('update "smsRecord" set "sendStatus" = 3, "failReason" = $2 where "id" = $1', [
        record.id,
        'down',
      ])
      await must('smsRecord/resend', { id: record.id })
      expect(
        await studio.row('select "sendStatus", "failReason" from "smsRecord" where "id" = $1', [record.id]),
      ).toEqual({ sendStatus: DICT.send_status.queued, failReason: null })
    })
  })

  it('a slot of a task asks by the name of the specification whether somebody is taken', async () => {
    expect(await must('worker/checkEmployee', { workTaskId: 1, employeeID: 1 })).toEqual({ count: 0 })
  })

  it('an import has a file to fill in', async () => {
    const told = await must('template/getUrl', { code: 'employee' })
    expect(told).toMatchObject({
      url: expect.stringMatching(/^\/files\/[0-9a-f]{40}\.xlsx\?name=/),
      name: '员工导入模板.xlsx',
    })
    expect(await must('template/getUrl', { code: 'employee' })).toEqual(told)
    expect((await studio.call(admin, 'template/getUrl', { code: 'nothing' })).status).toBe(400)
  })
})
