/** Saved views of lists: whose they are, with whom they are shared, who may follow their links, and what is refused. */
import { beforeAll, expect, it } from 'vitest'
import type { SavedView } from '../../../src/model/listViews.ts'
import { onOneEngine } from '../support/engines.ts'
import type { Person, Values } from '../support/product.ts'
import { useProduct } from '../support/useProduct.ts'

const SCREEN = '/customer/list'
const STATE = {
  tab: 2,
  filters: { nameOrTel: '王', level: [1] },
  sort: '-consumeAmount',
  hidden: ['consumeAmount'],
  shown: ['address'],
}

onOneEngine('saved views', (engine) => {
  const product = useProduct(engine)
  let stranger: Person
  beforeAll(async () => {
    const { id: companyId } = await product().row<{ id: number }>('select max("id") as id from "company"')
    const { id: orgId } = await product().row<{ id: number }>(
      'select min("id") as id from "org" where "companyId" = $1',
      [companyId],
    )
    stranger = await product().hire({
      name: '外人',
      companyId,
      orgId,
      roleId: await product().role('manager', companyId),
    })
  })
  const save = (who: string | Person, input: Values) =>
    product().raw(who, 'savedView/save', { screen: SCREEN, state: { filters: {} }, ...input })
  const saved = async (who: string, input: Values) => {
    const told = await save(who, input)
    expect(told).toMatchObject({ status: 200 })
    return told.data as SavedView
  }
  const mine = async (who: string | Person) =>
    (await product().list(who, 'savedView/mine')).map(({ name, own, usual }) => ({ name, own, usual }))
  const roleOf = async (name: string) => (await product().person(name)).roleId

  it('keeps tab, filters, order and columns; the same name is the same view', async () => {
    const first = await saved('consultant', { name: 'Wang', state: STATE })
    expect(first.state).toEqual({ ...STATE, order: [], widths: {}, density: 'normal' })
    const again = await saved('consultant', { name: 'Wang', state: { ...STATE, density: 'compact' } })
    expect(again.link).toBe(first.link)
    expect(await mine('consultant')).toEqual([{ name: 'Wang', own: 1, usual: 0 }])
    expect(await mine('manager')).toEqual([])
    const [logged] = await product().rows(
      `select "message" from "operateLog" where "entity" = 'savedView' order by "id" desc limit 1`,
    )
    expect(logged).toEqual({ message: '保存视图：列表视图「Wang」' })
  })

  it('stands in the log with its content, which lists of the log leave out where it is long', async () => {
    await saved('consultant', { name: 'Logged', state: STATE })
    const entry = await product().row<{ id: number; entityId: number }>(
      `select "id", "entityId" from "operateLog" where "entity" = 'savedView' order by "id" desc limit 1`,
    )
    await product().rows(
      `update "operateLog" set "after" = jsonb_set("after"::jsonb, '{state,long}', to_jsonb(repeat('x', 9000))) where "id" = $1`,
      [entry.id],
    )
    const [listed] = await product().must('administrator', 'operatelogs/query', { pageRows: 1 })
    expect(listed).not.toHaveProperty('after')
    expect(await product().must('administrator', 'operatelogs/detail', { id: entry.id })).toMatchObject({
      after: { state: { tab: 2 } },
    })
    const of = { entity: 'savedView', entityId: entry.entityId }
    const [told] = await product().must('administrator', 'operatelogs/history', of)
    expect(told?.after).toMatchObject({ name: 'Logged' })
    expect(told?.after).not.toHaveProperty('state')
  })

  it('leaves out what the list does not have, and says so', async () => {
    const told = await save('consultant', {
      name: 'Odd',
      state: {
        tab: 99,
        filters: { nameOrTel: '王', level: ['x'], nobody: 1, createTime: [1] },
        sort: 'consumeAmount; drop',
        hidden: ['consumeAmount', 'nobody', 7],
        shown: ['address', 'nobody', 'realName', 'password', 7],
        widths: { consumeAmount: 5, realName: 120 },
        density: 'tiny',
      },
    })
    expect(told.status).toBe(200)
    expect((told.data as SavedView).state).toEqual({
      filters: { nameOrTel: '王' },
      hidden: ['consumeAmount'],
      shown: ['address'],
      order: [],
      widths: { realName: 120 },
      density: 'normal',
    })
    for (const name of ['nobody', '客户等级', '排序']) expect(told.msg).toContain(name)
  })

  it('takes no more values of a filter than the list, and names few of the conditions it leaves out', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
    for (const [count, filters] of [
      [200, { channelTypeID: ids(200) }],
      [201, {}],
    ] as const) {
      const told = await save('consultant', { name: 'Many', state: { filters: { channelTypeID: ids(count) } } })
      expect((told.data as SavedView).state).toMatchObject({ filters })
    }
    const odd = Object.fromEntries(ids(40).map((id) => [`${id}${'x'.repeat(300)}`, 1]))
    const { msg } = await save('consultant', { name: 'Many', state: { filters: odd } })
    expect(msg).toContain('40')
    expect((msg ?? '').length).toBeLessThan(200)
  })

  it.each<[string, string, Values, string]>([
    ['a content too large', 'consultant', { state: { filters: { nameOrTel: 'x'.repeat(20_000) } } }, 'state'],
    ['an unknown screen', 'consultant', { screen: '/no/where' }, 'screen'],
    ['a screen that is none', 'consultant', { screen: 'constructor' }, 'screen'],
    ['a screen of another role', 'consultant', { screen: '/system/roles' }, 'screen'],
    ['a list the screen has not', 'consultant', { part: 'nowhere' }, 'part'],
    ['no name', 'consultant', { name: '' }, 'name'],
    ['a role that there is not', 'manager', { roleIds: [999_999] }, 'roleIds'],
  ])('refuses %s at its field', async (_title, who, input, field) => {
    expect(await save(who, { name: 'Refused', ...input })).toMatchObject({ status: 400, data: { field } })
    expect((await mine(who)).map((one) => one.name)).not.toContain('Refused')
  })

  it('is shared with a role by whoever holds the right to', async () => {
    const roleIds = [await roleOf('consultant')]
    expect(await save('consultant', { name: 'Ours', roleIds })).toMatchObject({
      status: 400,
      data: { field: 'roleIds' },
    })
    expect(await product().post('consultant', 'savedView/roles')).toMatchObject({ status: 400 })
    expect(await product().must('manager', 'savedView/roles')).toContainEqual(
      expect.objectContaining({ id: roleIds[0] }),
    )
    const shared = await saved('manager', { name: 'Ours', roleIds })
    expect(await mine('consultant')).toContainEqual({ name: 'Ours', own: 0, usual: 0 })
    expect(await mine('cashier')).toEqual([])
    // It is the manager's, not theirs.
    expect(await product().post('consultant', 'savedView/drop', { link: shared.link })).toMatchObject({ status: 400 })
    // Saved again without a word about roles it stays shared; taken back it is gone.
    await saved('manager', { name: 'Ours' })
    expect(await mine('consultant')).toContainEqual({ name: 'Ours', own: 0, usual: 0 })
    await saved('manager', { name: 'Ours', roleIds: [] })
    expect((await mine('consultant')).map((one) => one.name)).not.toContain('Ours')
  })

  it('opens by its link for whoever may see the screen, and for nobody of another company', async () => {
    const { link } = await saved('consultant', { name: 'Link', state: STATE })
    expect(await product().must('manager', 'savedView/open', { link })).toMatchObject({ name: 'Link', own: 0 })
    for (const who of ['limited', stranger])
      expect(await product().post(who, 'savedView/open', { link })).toMatchObject({
        status: 400,
        data: { field: 'link' },
      })
    expect(await product().post(stranger, 'savedView/usual', { link })).toMatchObject({ status: 400 })
    expect(await mine(stranger)).toEqual([])
  })

  it('is the usual one of a list until another is, or until it is deleted', async () => {
    const [one, two] = [await saved('consultant', { name: 'One' }), await saved('consultant', { name: 'Two' })]
    const usual = async () => (await mine('consultant')).filter((view) => view.usual).map((view) => view.name)
    await product().must('consultant', 'savedView/usual', { link: one.link })
    await product().must('consultant', 'savedView/usual', { link: two.link })
    expect(await usual()).toEqual(['Two'])
    await product().must('consultant', 'savedView/usual', { link: two.link, usual: 0 })
    expect(await usual()).toEqual([])
    await product().must('consultant', 'savedView/usual', { link: one.link })
    await product().must('consultant', 'savedView/drop', { link: one.link })
    expect(await usual()).toEqual([])
    expect(await product().count('usualView')).toBe(0)
  })

  it('has one usual view a list, and its most views, also when all is asked for at once', async () => {
    const two = await Promise.all(['Left', 'Right'].map((name) => saved('cashier', { name })))
    await Promise.all([...two, ...two].map(({ link }) => product().must('cashier', 'savedView/usual', { link })))
    expect((await mine('cashier')).filter((view) => view.usual)).toHaveLength(1)
    const names = Array.from({ length: 204 }, (_, i) => `View ${i}`)
    const told = await Promise.all(names.map((name) => save('cashier', { name })))
    expect(told.filter(({ status }) => status === 400)).toHaveLength(6)
    expect((await mine('cashier')).filter(({ own }) => own)).toHaveLength(200)
  })
})
