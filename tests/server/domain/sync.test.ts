import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { Model } from '../../../src/model/model.ts'
import { syncBuiltIns } from '../../../src/server/platform/index.ts'
import { usesOf } from '../../../src/server/platform/uses.ts'
import { rulesEngines } from '../db/engines.ts'
import { Studio } from './studio.ts'

type Row = Record<string, unknown>

/** A copy of the model that may be changed, as a later version of the product. */
const later = (model: Model, change: (next: Model) => void): Model => {
  const next = structuredClone(model)
  change(next)
  return next
}

describe.each(rulesEngines)('what the product brings along, on $name', (engine) => {
  let studio: Studio
  beforeAll(async () => {
    studio = await Studio.open(engine)
  })
  afterAll(() => studio.close())
  const sync = (model: Model) => syncBuiltIns(studio.db, model, studio.clock.now())
  const menu = (code: string): Promise<Row> => studio.row('select * from "menu" where "code" = $1', [code])
  const counts = () =>
    studio.row(
      `select ${['menu', 'btn', 'dict', 'dictItem', 'role', 'roleMenu', 'dataAccess', 'parameter'].map((table) => `(select count(*) from "${table}") as "${table}"`).join(', ')}`,
    )

  it('is in the database: every screen with a code, every button, dictionary, role, setting', async () => {
    const { model } = studio
    const coded = Object.values(model.screens).filter((screen) => screen.code !== undefined)
    const menus = await studio.db.query<{ code: string }>('select "code" from "menu" where "menuType" <> 1')
    expect(menus.map((row) => row.code).sort()).toEqual(coded.map((screen) => screen.code).sort())
    const buttons = await studio.db.query<{ code: string }>(
      'select m."code" || \'.\' || b."code" as "code" from "btn" b join "menu" m on m."id" = b."menuId"',
    )
    expect(buttons.map((row) => row.code).sort()).toEqual(
      Object.values(model.permissions)
        .flatMap(({ code, buttons: all }) => all.map((button) => `${code}.${button.code}`))
        .sort(),
    )
    expect(await studio.row('select count(*) as "n" from "dictItem"')).toEqual({
      n: Object.values(model.dictionaries).reduce((sum, one) => sum + one.values.length, 0),
    })
    expect(await studio.row('select count(*) as "n" from "parameter"')).toEqual({ n: 2 * model.app.settings.length })
  })

  it('a built-in role is granted what its file says, in each company (I-59)', async () => {
    for (const role of Object.values(studio.model.roles)) {
      const rows = await studio.db.query<{ code: string; buttons: string[] }>(
        `select m."code", array(select b."code" from "btn" b where b."id" = any(g."btnIds") order by 1) as "buttons" from "roleMenu" g
         join "menu" m on m."id" = g."menuId" join "role" r on r."id" = g."roleId" where r."code" = $1 and r."companyId" = 2 and m."menuType" <> 1`,
        [role.name],
      )
      expect(Object.fromEntries(rows.map((row) => [row.code, row.buttons])), role.name).toEqual(
        Object.fromEntries(Object.entries(role.menus).map(([code, buttons]) => [code, [...buttons].sort()])),
      )
    }
  })

  it('stays as it is when nothing changed', async () => {
    const before = await counts()
    await sync(studio.model)
    expect(await counts()).toEqual(before)
    expect((await menu('customer-001')).version).toBe(1)
  })

  it('follows the product, but for what somebody changed', async () => {
    await studio.db.query('update "menu" set "name" = $2 where "code" = $1', ['customer-001', '我的客户'])
    await sync(
      later(studio.model, (next) => {
        const screen = next.screens['/customer/list']
        if (screen) Object.assign(screen, { label: { zh: '全部客户', en: 'All customers' }, icon: 'peoples', order: 7 })
      }),
    )
    expect(await menu('customer-001')).toMatchObject({
      name: '我的客户',
      nameEn: 'All customers',
      icon: 'peoples',
      sortNum: 7,
    })
    await sync(studio.model)
    expect(await menu('customer-001')).toMatchObject({
      name: '我的客户',
      nameEn: studio.model.screens['/customer/list']?.label.en,
    })
  })

  it('a menu somebody deleted stays deleted; a screen that is gone takes its menu and buttons along', async () => {
    await studio.db.query('update "menu" set "isDel" = true where "code" = $1', ['business-004'])
    await sync(
      later(studio.model, (next) => {
        delete next.screens['/business/business-classification-setting']
        delete next.permissions['business-001']
      }),
    )
    expect((await menu('business-004')).isDel).toBe(true)
    expect((await menu('business-001')).isDel).toBe(true)
    expect(
      await studio.db.query(
        'select 1 as x from "btn" b join "menu" m on m."id" = b."menuId" where m."code" = $1 and not b."isDel"',
        ['business-001'],
      ),
    ).toEqual([])
  })

  it('a button that was renamed is the same button, for whoever holds it', async () => {
    const { id } = await studio.row<{ id: number }>(
      'select b."id" from "btn" b join "menu" m on m."id" = b."menuId" where m."code" = $1 and b."code" = $2',
      ['customer-001', 'merge'],
    )
    await sync(
      later(studio.model, (next) => {
        const view = next.screens['/customer/list']?.view
        const action = view && 'actions' in view ? view.actions.find((one) => one.code === 'merge') : undefined
        const button = next.permissions['customer-001']?.buttons.find((one) => one.code === 'merge')
        Object.assign(action ?? {}, { code: 'unite', key: 'unite', was: ['merge'] })
        Object.assign(button ?? {}, { code: 'unite' })
      }),
    )
    expect(await studio.row('select "code", "isDel" from "btn" where "id" = $1', [id])).toEqual({
      code: 'unite',
      isDel: false,
    })
  })

  it('a saved view follows its screen, and the fields that its columns, order and filters name', async () => {
    const { id } = await studio.row<{ id: number }>(
      `insert into "savedView" ("name", "screen", "link", "state", "roleIds", "companyId", "createTime", "updateTime", "version", "isDel")
       values ('A', '/customer/everybody', 'sync', $1, '{}', 1, now(), now(), 1, false) returning "id"`,
      [
        {
          ...{ tab: 1, filters: { grade: [1], cityCode: 'x' }, sort: '-number', density: 'roomy' },
          ...{ hidden: ['grade', 'mobile'], order: ['number', 'grade'], widths: { number: 120 } },
          shown: ['street'],
        },
      ],
    )
    const { id: through } = await studio.row<{ id: number }>(
      `insert into "savedView" ("name", "screen", "link", "state", "roleIds", "companyId", "createTime", "updateTime", "version", "isDel")
       values ('B', '/system/users', 'through', $1, '{}', 1, now(), now(), 1, false) returning "id"`,
      [{ filters: {}, hidden: ['person.unitId'], order: [], widths: {}, density: 'normal' }],
    )
    const renamed = later(studio.model, (next) => {
      next.resources.user?.fields.employeeId?.was.push('personId')
      next.resources.employee?.fields.orgId?.was.push('unitId')
      next.screens['/customer/list']?.was.push('/customer/everybody')
      next.resources.customer?.fields.level?.was.push('grade')
      next.resources.customer?.fields.address?.was.push('street')
      next.resources.customer?.fields.customerNo?.was.push('number')
    })
    await sync(renamed)
    const now = () => studio.row<Row>('select "screen", "state", "version" from "savedView" where "id" = $1', [id])
    expect(await now()).toEqual({
      screen: '/customer/list',
      state: {
        ...{ tab: 1, filters: { level: [1], cityCode: 'x' }, sort: '-customerNo', density: 'roomy' },
        ...{ hidden: ['level', 'mobile'], order: ['customerNo', 'level'], widths: { customerNo: 120 } },
        shown: ['address'],
      },
      version: 2,
    })
    expect(
      await studio.row('select "state"->\'hidden\' as "hidden" from "savedView" where "id" = $1', [through]),
    ).toEqual({
      hidden: ['employee.orgId'],
    })
    await sync(renamed)
    expect(await now()).toMatchObject({ version: 2 })
    const views = async (kind: string, name: string) =>
      (await usesOf(studio.db, studio.model, kind, name)).find((use) => use.in === 'savedView')?.rows
    expect(await views('field', 'customer.level')).toBe(1)
    expect(await views('field', 'user.employeeId')).toBe(1)
    expect(await views('field', 'employee.orgId')).toBe(1)
    expect(await views('field', 'customer.birthday')).toBeUndefined()
    expect(await views('route', '/system/users')).toBe(1)
  })

  it('is told where rows name it: records, values, roles', async () => {
    const { model } = studio
    const uses = async (kind: string, name: string) =>
      Object.fromEntries((await usesOf(studio.db, model, kind, name)).map((use) => [use.in, use.rows]))
    const count = async (sql: string) =>
      Number((await studio.row<{ n: number }>(`select count(*) as "n" from ${sql}`)).n)
    expect(await uses('resource', 'role')).toEqual({ role: await count('"role" where not "isDel"') })
    expect(await uses('value', 'menu_type.page')).toEqual({
      'menu.menuType': await count(`"menu" where "menuType" = ${DICT.menu_type.page} and not "isDel"`),
    })
    const holders = Object.values(model.roles).filter(({ menus }) => menus['customer-001']?.includes('edit'))
    expect(await uses('button', 'customer-001.edit')).toEqual({ roleMenu: holders.length * 2 })
    expect(await uses('call', 'customer/edit')).toEqual({})
  })

  it('a role gets a new button the product gives it, and keeps what somebody gave or took', async () => {
    const role = await studio.row<{ id: number }>('select "id" from "role" where "code" = $1 and "companyId" = 1', [
      'telemarketer',
    ])
    const held = async () => {
      const row = await studio.row<{ codes: string[] }>(
        `select array(select b."code" from "btn" b where b."id" = any(g."btnIds") order by 1) as "codes" from "roleMenu" g join "menu" m on m."id" = g."menuId" where g."roleId" = $1 and m."code" = $2`,
        [role.id, 'customer-001'],
      )
      return row.codes
    }
    const ids = async (...codes: string[]) =>
      (
        await studio.db.query<{ id: number }>(
          'select b."id" from "btn" b join "menu" m on m."id" = b."menuId" where m."code" = $1 and b."code" = any($2)',
          ['customer-001', codes],
        )
      ).map((row) => row.id)
    const before = await held()
    await studio.db.query(
      'update "roleMenu" set "btnIds" = array_remove("btnIds", $2) || $3::bigint[] from "menu" m where m."id" = "roleMenu"."menuId" and m."code" = $4 and "roleMenu"."roleId" = $1',
      [role.id, (await ids('edit'))[0], await ids('export'), 'customer-001'],
    )
    await sync(
      later(studio.model, (next) => {
        next.roles.telemarketer?.menus['customer-001']?.push('del')
      }),
    )
    expect(await held()).toEqual([...new Set([...before.filter((code) => code !== 'edit'), 'export', 'del'])].sort())
  })

  it('a value the product dropped is retired, not lost', async () => {
    await sync(
      later(studio.model, (next) => {
        next.dictionaries.lost_cause?.values.pop()
      }),
    )
    const items = await studio.db.query<{ status: number }>(
      'select i."status" from "dictItem" i join "dict" d on d."id" = i."dictId" where d."code" = $1 order by i."sortNum"',
      ['lost_cause'],
    )
    expect(items.map((row) => row.status)).toEqual([
      DICT.enable_status.enabled,
      DICT.enable_status.enabled,
      DICT.enable_status.enabled,
      DICT.enable_status.enabled,
      DICT.enable_status.enabled,
      DICT.enable_status.enabled,
      DICT.enable_status.disabled,
    ])
  })

  it('a parameter nobody has set follows the product', async () => {
    await studio.db.query('update "parameter" set "value" = $2 where "code" = $1 and "companyId" = 1', [
      'reschedule_limit',
      '9',
    ])
    await sync(
      later(studio.model, (next) => {
        for (const one of next.app.settings) if (one.name === 'reschedule_limit') one.default = 4
      }),
    )
    const values = await studio.db.query<{ value: string }>(
      'select "value" from "parameter" where "code" = $1 order by "companyId"',
      ['reschedule_limit'],
    )
    expect(values.map((row) => row.value)).toEqual(['9', '4'])
  })

  it('is brought once by two processes that start together', async () => {
    await studio.db.query(`insert into "company" ("code", "name", "status") values ('XB-GY', '贵阳', 1)`)
    await Promise.all(Array.from({ length: 4 }, () => sync(studio.model)))
    expect(await studio.db.query('select "code" from "role" where "companyId" = 3 and not "isDel" order by 1')).toEqual(
      Object.keys(studio.model.roles)
        .sort()
        .map((code) => ({ code })),
    )
    expect(await studio.row('select count(*) as "n" from "parameter" where "companyId" = 3')).toEqual({
      n: studio.model.app.settings.length,
    })
  })
})
