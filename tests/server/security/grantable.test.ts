/** Roles in another company are given and taken only by who may give roles there (rules 5.3, 1.1; decision 0022). */
import { beforeAll, describe, expect, it } from 'vitest'
import { onOneEngine } from '../support/engines.ts'
import type { Person, Told, Values } from '../support/product.ts'
import { useProduct } from '../support/useProduct.ts'

interface Option {
  value: number
  label: string
}

onOneEngine('roles in another company', (engine) => {
  const product = useProduct(engine)
  /** Administers the first company, and holds nothing elsewhere. */
  let local: Person
  /** Somebody who gets roles. */
  let receiver: Person
  const there = { corpId: 0, orgId: 0, roleId: 0 }
  let home: { corpId: number; orgId: number; roleId: number; isDefault: number }

  beforeAll(async () => {
    const { companyId, orgId } = await product().person('administrator')
    const org = await product().row<{ companyId: number; id: number }>(
      'select "companyId", "id" from "org" where "code" = \'XB-CD-MS\'',
    )
    Object.assign(there, {
      corpId: org.companyId,
      orgId: org.id,
      roleId: await product().role('consultant', org.companyId),
    })
    local = await product().hire({
      name: '本地管理',
      companyId,
      orgId,
      roleId: await product().role('administrator', companyId),
    })
    home = { corpId: companyId, orgId, roleId: await product().role('consultant', companyId), isDefault: 1 }
    receiver = await product().hire({ name: '两边的人', companyId, orgId, roleId: home.roleId })
  })

  /** What is held in the first company, as it is answered. */
  const mine = async (): Promise<Values> =>
    (await product().must('administrator', 'user/detail', { id: receiver.userId })).roles[0] as Values
  const give = async (who: Person | string, more: Values): Promise<Told> =>
    product().post(who, 'user/edit', { id: receiver.userId, roles: [await mine(), more] })
  const edit = (who: Person | string, roles: Values[]): Promise<Told> =>
    product().post(who, 'user/edit', { id: receiver.userId, roles })
  const hold = (person: Person, corpId: number, roleId: number): Promise<unknown> =>
    product().db.query(
      'insert into "userRole" ("companyId", "userId", "corpId", "orgId", "roleId") values ($1, $2, $3, $4, $5)',
      [person.companyId, person.userId, corpId, there.orgId, roleId],
    )
  const held = async (): Promise<unknown[]> =>
    await product().rows(
      'select "corpId", "roleId" from "userRole" where "userId" = $1 and not "isDel" order by "corpId"',
      [receiver.userId],
    )
  const offered = (who: Person | string, path: string, corpId: number): Promise<Option[]> =>
    product().rawMust<Option[]>(who, path, { corpId })

  it('are offered and given by nobody who holds nothing there', async () => {
    expect((await product().list(local, 'company/givable')).map((one) => one.value)).toEqual([home.corpId])
    for (const path of ['role/givable', 'org/givable']) {
      expect(await offered(local, path, there.corpId)).toEqual([])
      expect((await offered(local, path, home.corpId)).length).toBeGreaterThan(5)
    }
    expect(await give(local, there)).toMatchObject({ status: 400, data: { field: 'roles[1].corpId' } })
    expect(await held()).toEqual([{ corpId: home.corpId, roleId: home.roleId }])
  })

  it('nor by who holds a role there that makes no accounts', async () => {
    await hold(local, there.corpId, there.roleId)
    expect(await offered(local, 'role/givable', there.corpId)).toEqual([])
    expect(await give(local, there)).toMatchObject({ status: 400, data: { field: 'roles[1].corpId' } })
  })

  describe('by who administers both', () => {
    it('are offered with the departments there, and given', async () => {
      const companies = await product().list('administrator', 'company/givable')
      expect(companies.map((one) => one.value)).toEqual(expect.arrayContaining([home.corpId, there.corpId]))
      for (const [path, at] of [
        ['company/givable', {}],
        ['role/givable', { corpId: there.corpId }],
        ['org/givable', { corpId: there.corpId }],
      ] as const) {
        const all = await product().rawMust<Option[]>('administrator', path, at)
        const one = all.at(-1) as Option
        const sought = (more: Values) => product().rawMust<Option[]>('administrator', path, { ...at, ...more })
        expect([path, await sought({ value: one.value })]).toEqual([path, [one]])
        expect([path, await sought({ keyword: one.label })]).toEqual([
          path,
          all.filter(({ label }) => label.includes(one.label)),
        ])
        expect([path, await sought({ keyword: '没有这样的' })]).toEqual([path, []])
      }
      const inCompany = async (table: string, options: Option[]): Promise<unknown> =>
        product().rows(`select distinct "companyId" from "${table}" where "id" = any($1)`, [
          options.map((one) => one.value),
        ])
      for (const table of ['role', 'org'])
        expect(await inCompany(table, await offered('administrator', `${table}/givable`, there.corpId))).toEqual([
          { companyId: there.corpId },
        ])
      expect(await give('administrator', there)).toMatchObject({ status: 200 })
      expect(await held()).toEqual([
        { corpId: home.corpId, roleId: home.roleId },
        { corpId: there.corpId, roleId: there.roleId },
      ])
    })

    it('are shown by their names, and can be changed over to', async () => {
      const { roles } = await product().must('administrator', 'user/detail', {
        id: receiver.userId,
      })
      expect(roles[1]).toMatchObject({
        corpId: there.corpId,
        corpName: '星宝摄影（成都）',
        roleId: there.roleId,
        roleName: '门市顾问',
        orgId: there.orgId,
        orgName: '门市部',
      })
      expect((await product().must(receiver, 'role/query', { corpId: there.corpId })).map((one) => one.id)).toEqual([
        there.roleId,
      ])
      expect(
        await product().post(receiver, 'role/switchUserCompanyAndRole', { ...there, employeeId: receiver.employeeId }),
      ).toMatchObject({ status: 200 })
    })

    it('must be of that company, with a department of it', async () => {
      expect(await give('administrator', { ...there, roleId: home.roleId })).toMatchObject({
        status: 400,
        data: { field: 'roles[1].roleId' },
      })
      expect(await give('administrator', { ...there, orgId: home.orgId })).toMatchObject({
        status: 400,
        data: { field: 'roles[1].roleId' },
      })
    })
  })

  it('stay, and are not taken, where another edits the account', async () => {
    const { roles } = await product().must(local, 'user/detail', { id: receiver.userId })
    expect(await edit(local, roles)).toMatchObject({ status: 200 })
    expect(await edit(local, roles.slice(0, 1))).toMatchObject({ status: 400, data: { field: 'roles' } })
    expect(await held()).toHaveLength(2)
    expect(await edit('administrator', roles.slice(0, 1))).toMatchObject({ status: 200 })
    expect(await held()).toEqual([{ corpId: home.corpId, roleId: home.roleId }])
  })

  it('make no record of the other company one to refer to, or to read', async () => {
    expect(
      await product().post('administrator', 'employee/edit', { id: receiver.employeeId, orgId: there.orgId }),
    ).toMatchObject({ status: 400, data: { field: 'orgId' } })
    expect(await product().post('administrator', 'role/detail', { id: there.roleId })).toMatchObject({
      status: 404,
      data: null,
    })
  })
})
