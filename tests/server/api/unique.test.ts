/** The uniqueness checks of rules 6.5, with their sentences, while typing and at the save (I-40, I-50). */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallModel, UniqueModel } from '../../../src/model/model.ts'
import { onOneEngine } from '../support/engines.ts'
import type { Person, Values } from '../support/product.ts'
import { callOfKind, copyOf, freshValue, someRecord } from '../support/records.ts'
import { useProduct } from '../support/useProduct.ts'

const CODE = '编码已存在，请重新输入'
const NAME = '名称已存在，请重新输入'

/** Call, field, resource, sentence. */
const CHECKS: [string, string, string, string][] = [
  ['familyMember/checkMobileNumber', 'mobile', 'familyMember', '手机号已存在'],
  ['family/checkMobileNumber', 'mobile', 'customer', '手机号已存在'],
  ['product/checkRepeat', 'productCode', 'product', CODE],
  ['product/checkRepeat', 'productName', 'product', NAME],
  ['productCategory/checkRepeat', 'categoryCode', 'productCategory', CODE],
  ['productCategory/checkRepeat', 'categoryName', 'productCategory', NAME],
  ['service/checkRepeat', 'serviceCode', 'service', CODE],
  ['service/checkRepeat', 'serviceName', 'service', NAME],
  ['scene/checkRepeat', 'sceneCode', 'scene', CODE],
  ['scene/checkRepeat', 'sceneName', 'scene', NAME],
  ['photoPackage/checkRepeat', 'packageCode', 'photoPackage', CODE],
  ['photoPackage/checkRepeat', 'packageName', 'photoPackage', NAME],
  ['channeltype/checkRepeat', 'name', 'channelType', '渠道分类名字重复'],
  ['channeltype/checkRepeat', 'code', 'channelType', '渠道分类代码重复'],
  ['channel/checkRepeat', 'channelFullName', 'channel', '渠道分类名字重复'],
  ['channel/checkRepeat', 'channelName', 'channel', '同一渠道分类下同一地址重复'],
  ['store/checkRepeat', 'name', 'store', '门店名称重复'],
  ['store/checkRepeat', 'code', 'store', '编码不能重复'],
  ['memberConfig/checkRepeat', 'gradeName', 'memberConfig', '会员等级重复'],
  ['memberConfig/checkRepeat', 'gradeCode', 'memberConfig', '等级称谓重复'],
  ['user/checkRepeat', 'mobile', 'user', '登陆账号重复'],
  ['employee/checkRepeat', 'mobile', 'employee', '手机号重复'],
  ['role/checkRepeat', 'name', 'role', '角色名称重复'],
]

/** Team slots: field, wire value of the worker role, sentence. */
const SLOTS: [string, string][] = [
  ['sheying', '选择的摄影师重复'],
  ['huazhuang', '选择的化妆师重复'],
  ['dengguang', '选择的灯光师重复'],
  ['xuanpian', '选择的选片师重复'],
  ['xiutiao', '选择的修调师重复'],
]

onOneEngine('uniqueness', (engine) => {
  const product = useProduct(engine)
  let admin: Person
  let elsewhere: Person
  beforeAll(async () => {
    admin = await product().person('administrator')
    const { companyId, orgId } = await product().row<{ companyId: number; orgId: number }>(
      'select o."companyId", o."id" as "orgId" from "org" o join "company" c on c."id" = o."companyId" where c."code" = \'XB-CD\' limit 1',
    )
    elsewhere = await product().hire({
      name: '成都管理员',
      companyId,
      orgId,
      roleId: await product().role('administrator', companyId),
    })
  })

  const call = (resource: string, kind: CallModel['kind']): string =>
    callOfKind(product().model, resource, kind)?.path as string
  const field = (resource: string, name: string) =>
    product().model.resources[resource]?.fields[name] as NonNullable<ReturnType<typeof callOfKind>>['input'][number]

  /** What only a new record of a resource needs. */
  async function needs(resource: string): Promise<Values> {
    if (resource === 'familyMember') return { isPrimary: 0 }
    if (resource !== 'user') return {}
    const [employeeId] = (await product().app.insertAll(
      'employee',
      { kind: 'system', lang: 'zh', companyId: admin.companyId },
      [{ realName: '新人', mobile: freshValue({ type: 'phone' }), orgId: admin.orgId }],
    )) as [number]
    return { employeeId, password: 'Garden2026' }
  }

  it('is checked by every call that rules 4.9 name', () => {
    const named = new Set([
      ...CHECKS.map(([path]) => path),
      'team/check',
      'worker/checkEmployee',
      'analysis/checkRepeat',
      'lead/checkBusiness',
      'workTemplate/check',
      'workTemplate/checkSeat',
      'schSetting/checkSeat',
    ])
    const { calls } = product().model
    expect([...named].filter((path) => calls[path]?.kind !== 'check')).toEqual([])
    expect(
      Object.values(calls)
        .filter((one) => one.kind === 'check' && !named.has(one.path))
        .map((one) => one.path),
    ).toEqual([])
  })

  describe.each(CHECKS)('%s: %s', (path, name, resource, message) => {
    let row: Values & { id: number }
    let unique: UniqueModel
    /** The value with those it is unique within. */
    let taken: Values
    beforeAll(async () => {
      // A record of its own: the companies of the demo share codes and names.
      const known = await someRecord(product(), admin, resource, name)
      const { id } = await product().rawMust<{ id: number }>(
        admin,
        call(resource, 'add'),
        copyOf(product().model, resource, known, await needs(resource)),
      )
      row = await product().rawMust(admin, call(resource, 'detail'), { id })
      unique = product().model.resources[resource]?.unique.find(
        (one) => one.check === path && one.field === name,
      ) as UniqueModel
      taken = Object.fromEntries([name, ...unique.within].map((one) => [one, row[one]]))
    })
    const ask = (send: Values, who = admin, headers = {}) => product().raw(who, path, send, headers)

    it('counts a value that is there, with its sentence', async () => {
      expect(await ask(taken)).toMatchObject({ status: 200, count: 1, data: { count: 1, field: name, msg: message } })
      const english = await ask(taken, admin, { 'x-lang': 'en' })
      expect(english).toMatchObject({ count: 1, data: { msg: unique.message.en } })
    })

    it('skips empty values, and the record itself', async () => {
      for (const nothing of [{}, { [name]: '' }, { [name]: null }, { [name]: '   ' }])
        expect(await ask(nothing)).toMatchObject({ status: 200, count: 0, data: { count: 0 } })
      expect(await ask({ ...taken, id: row.id })).toMatchObject({ status: 200, count: 0 })
      expect(await ask({ ...taken, id: String(row.id) })).toMatchObject({ status: 200, count: 0 })
      expect(await ask({ ...taken, id: row.id + 1_000_000 })).toMatchObject({ status: 200, count: 1 })
    })

    it('finds nothing where there is nothing', async () => {
      expect(await ask({ ...taken, [name]: freshValue(field(resource, name)) })).toMatchObject({
        status: 200,
        count: 0,
      })
      const others = Object.fromEntries(Object.entries(taken).filter(([one]) => field(resource, one).type !== 'ref'))
      expect((await ask(others, elsewhere)).count).toBe(unique.everywhere ? 1 : 0)
    })

    it('refuses a second record with the value, at its field; nothing is written', async () => {
      const before = await product().count(resource)
      const copy = copyOf(product().model, resource, row, { ...(await needs(resource)), ...taken })
      expect(await product().raw(admin, call(resource, 'add'), copy)).toMatchObject({
        status: 400,
        msg: message,
        data: { field: name },
      })
      expect(await product().count(resource)).toBe(before)
    })

    it('lets the record be saved as it is, and no other take the value', async () => {
      expect(await product().raw(admin, call(resource, 'edit'), { id: row.id, ...taken })).toMatchObject({
        status: 200,
      })
      const { id } = await product().rawMust<{ id: number }>(
        admin,
        call(resource, 'add'),
        copyOf(product().model, resource, row, await needs(resource)),
      )
      expect(await product().raw(admin, call(resource, 'edit'), { id, ...taken })).toMatchObject({
        status: 400,
        msg: message,
        data: { field: name },
      })
    })

    it('frees the value of a deleted record (I-50)', async () => {
      const del = call(resource, 'del')
      if (!del) return
      const value = { [name]: freshValue(field(resource, name)) }
      const first = await product().rawMust<{ id: number }>(
        admin,
        call(resource, 'add'),
        copyOf(product().model, resource, row, { ...(await needs(resource)), ...value }),
      )
      expect(await ask({ ...taken, ...value })).toMatchObject({ count: 1 })
      expect(await product().raw(admin, del, { id: first.id })).toMatchObject({ status: 200 })
      expect(await ask({ ...taken, ...value })).toMatchObject({ count: 0 })
      expect(
        await product().raw(
          admin,
          call(resource, 'add'),
          copyOf(product().model, resource, row, { ...(await needs(resource)), ...value }),
        ),
      ).toMatchObject({ status: 200 })
    })
  })

  describe('of team slots', () => {
    let people: number[]
    beforeAll(async () => {
      people = (
        await product().rows<{ id: number }>(
          'select "id" from "employee" where "companyId" = $1 and not "isDel" order by "id" limit 20',
          [admin.companyId],
        )
      ).map((one) => one.id)
    })

    it.each(SLOTS)('%s: %s', async (slot, message) => {
      const [one, two, three] = people as [number, number, number]
      const lead = slot === 'sheying' ? {} : { sheying: [people[10 + SLOTS.findIndex(([name]) => name === slot)]] }
      const { id } = await product().rawMust<{ id: number }>(admin, 'team/add', {
        name: `队-${slot}`,
        ...lead,
        [slot]: [one, two],
      })
      const taken = { status: 200, count: 1, data: { count: 1, msg: message } }
      expect(await product().post(admin, 'team/check', { [slot]: [one, two] })).toMatchObject(taken)
      expect(await product().post(admin, 'team/check', { [slot]: [two] }), 'one of two').toMatchObject(taken)
      expect(await product().post(admin, 'team/check', { [slot]: [three, two] }), 'with somebody else').toMatchObject(
        taken,
      )
      expect(await product().post(admin, 'team/check', { [slot]: [one, two], id })).toMatchObject({
        status: 200,
        count: 0,
      })
      expect(await product().post(admin, 'team/check', { [slot]: [three] })).toMatchObject({ status: 200, count: 0 })
      expect(await product().post(admin, 'team/check', { [slot]: [] })).toMatchObject({ status: 200, count: 0 })
      expect(
        await product().raw(admin, 'team/add', { name: `另一队-${slot}`, sheying: [people[19]], [slot]: [two] }),
      ).toMatchObject({ status: 400, msg: message, data: { field: slot } })
    })
  })
})
