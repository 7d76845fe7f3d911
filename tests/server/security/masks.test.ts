/** A masked number is whole for a role or it is not: the same in every answer of every call (I-54). */
import { DICT } from '../../../src/generated/dictionaries.ts'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { isNested, membersOf } from '../../../src/model/fields.ts'
import type { CallModel, ResourceModel, RoleModel } from '../../../src/model/model.ts'
import { recordsOf } from '../../../src/model/views.ts'
import { HOUR } from '../../../src/model/zone.ts'
import { onOneEngine } from '../support/engines.ts'
import { fillEverything } from '../support/everything.ts'
import type { Person, Values } from '../support/product.ts'
import { upload } from '../support/upload.ts'
import { useProduct } from '../support/useProduct.ts'

/** Data level of the whole company (rules 1.1): the mask is what is looked at, not the scope. */
const COMPANY = DICT.data_level.company
/** Records of each resource that are asked for one by one. */
const SOME = 3
const NUMBER = /(?<!\d)1[3-9]\d{9}(?!\d)/g
const READING: ReadonlySet<CallModel['kind']> = new Set([
  'query',
  'list',
  'detail',
  'select',
  'stat',
  'check',
  'export',
])

onOneEngine('masked numbers', (engine) => {
  const product = useProduct(engine)
  const people = new Map<string, Person>()
  /** Where a number is kept. */
  const kept = new Map<string, string>()
  const ids = new Map<string, number[]>()

  /** Roles that see no number in full. */
  const masked = (): RoleModel[] => {
    const { roles, permissions, app } = product().model
    return Object.values(roles).filter((role) =>
      Object.entries(role.menus).every(([menu, codes]) => permissions[menu] && !codes.includes(app.maskedCode)),
    )
  }

  beforeAll(async () => {
    const { companyId, orgId } = await product().person('administrator')
    expect(await fillEverything(product(), companyId)).toEqual({})
    // A number that stands nowhere else.
    await product().rows(
      `update "order" set "deliveryAddress" = '{"name": "李雨", "mobile": "13987654321", "address": "冰街 1 号"}'`,
    )
    for (const role of masked()) people.set(role.name, await employ(role, companyId, orgId))
    for (const resource of Object.values(product().model.resources).filter((one) => !one.virtual)) {
      const rows = await product().rows<{ id: number }>(
        `select "id" from "${resource.name}" where not "isDel" ${resource.company ? `and "companyId" = ${companyId}` : ''} order by "id" desc limit ${SOME}`,
      )
      ids.set(
        resource.name,
        rows.map((row) => row.id),
      )
      for (const [name, column] of maskedColumns(resource))
        for (const row of await product().rows<{ value: string }>(
          `select distinct ${column} as value from "${resource.name}" where ${column} is not null`,
        ))
          kept.set(row.value, `${resource.name}.${name}`)
    }
  })

  /** Where a resource keeps numbers: fields of its own, and members of an entry. */
  const maskedColumns = ({ fields }: ResourceModel): [name: string, column: string][] =>
    Object.values(fields)
      .filter((one) => one.masked && one.column)
      .flatMap((one) =>
        one.type === 'group'
          ? membersOf(one).flatMap(({ name, masked: hidden }): [string, string][] =>
              hidden ? [[`${one.name}.${name}`, `"${one.name}"->>'${name}'`]] : [],
            )
          : [[one.name, `"${one.name}"`]],
      )

  /** Somebody under a copy of a role who sees the rows of the whole company. */
  async function employ({ name, label }: RoleModel, companyId: number, orgId: number): Promise<Person> {
    const id = await product().role(name, companyId)
    const { id: roleId } = await product().must('administrator', 'role/clone_role', {
      id,
      name: `全${label.zh}`,
      code: `whole-${name}`,
    })
    const rules = Object.values(DICT.data_module).map((moduleCode) => ({ moduleCode, level: COMPANY, showMobile: 0 }))
    await product().must('administrator', 'data_access/edit', { roleId, rules })
    return await product().hire({ name: `全${label.zh}`, companyId, orgId, roleId })
  }

  /** What a call is asked with: each of some records where it wants one, and what it must have. */
  function inputsOf(call: CallModel): Values[] {
    const given = Object.fromEntries(
      call.input
        .filter((one) => one.required && one.name !== 'id')
        .map((one) => [one.name, one.type === 'enum' ? 1 : one.type === 'ref' ? ids.get(one.of ?? '')?.[0] : '138']),
    )
    if (!call.input.some((one) => one.name === 'id')) return [given]
    return (ids.get(call.resource) ?? []).map((id) => ({ ...given, id }))
  }

  /** Everything that a person is told by a call. A session that ended on the way would make the rest say nothing. */
  async function answersOf(person: Person, call: CallModel): Promise<string> {
    const told = await Promise.all(inputsOf(call).map((input) => product().raw(person, call.path, input)))
    expect({ path: call.path, signedOut: told.some((one) => one.status === 401) }).toEqual({
      path: call.path,
      signedOut: false,
    })
    const url = call.kind === 'export' ? (told[0]?.data as { url?: string } | undefined)?.url : undefined
    const sheet = url && (await readSheet(Buffer.from(await (await product().fetch(url)).arrayBuffer())))
    return JSON.stringify([told, sheet])
  }

  const leaks = async (name: string, calls: CallModel[]): Promise<string[]> => {
    const person = people.get(name) as Person
    const found: string[] = []
    for (const call of calls)
      for (const number of (await answersOf(person, call)).match(NUMBER) ?? [])
        if (number !== person.mobile && kept.has(number)) found.push(`${call.path}: ${kept.get(number)}`)
    return [...new Set(found)]
  }

  it('are kept in many places, and some roles see none of them', () => {
    expect(new Set(kept.values()).size).toBeGreaterThan(10)
    expect([...kept.values()]).toContain('order.deliveryAddress.mobile')
    expect(masked().map((one) => one.name)).toEqual(expect.arrayContaining(['telemarketer', 'consultant']))
  })

  it('stand in no answer that reads, for a role without the code', async () => {
    const calls = Object.values(product().model.calls).filter((call) => READING.has(call.kind))
    const found = []
    for (const { name } of masked()) found.push({ role: name, leaks: await leaks(name, calls) })
    expect(found.filter((one) => one.leaks.length > 0)).toEqual([])
  })

  it('stand in no answer of a hand-written call either', async () => {
    const { calls: all, app } = product().model
    const { reveal, signOut, switchRole } = app.engineCalls
    const apart = new Set([reveal, signOut, switchRole].map((one) => one?.path))
    const calls = Object.values(all).filter((call) => call.kind === 'handler' && !apart.has(call.path))
    const found = []
    for (const { name } of masked()) found.push({ role: name, leaks: await leaks(name, calls) })
    expect(found.filter((one) => one.leaks.length > 0)).toEqual([])
  })

  it('are not found by a part of them, where they are masked', async () => {
    const { resources, calls } = product().model
    const found: string[] = []
    let asked = 0
    for (const call of Object.values(calls).filter(({ kind }) => ['query', 'list', 'select'].includes(kind))) {
      const resource = resources[call.rows ?? call.resource]
      const hidden = Object.values(resource?.fields ?? {}).find(
        (field) => field.masked && field.column && !isNested(field),
      )
      const [row] = hidden
        ? await product().rows<{ value: string }>(
            `select "${hidden.name}" as value from "${resource?.name}" where length("${hidden.name}") = 11 limit 1`,
          )
        : []
      if (!hidden || !row) continue
      const filters = Object.values(resource?.filters ?? {}).filter(
        ({ match }) => match.kind === 'contains' && match.paths.includes(hidden.name),
      )
      const names = [...filters.map((one) => one.wire[0] as string), 'keyword']
      for (const name of ['telemarketer', 'consultant'])
        for (const filter of names) {
          const input = { ...inputsOf(call)[0], [filter]: row.value.slice(2, 9) }
          const told = await product().raw(people.get(name) as Person, call.path, input)
          asked += told.status === 200 ? 1 : 0
          if (told.status === 200 && Number(told.total ?? 0) > 0) found.push(`${name} ${call.path} ${filter}`)
        }
    }
    expect(asked).toBeGreaterThan(20)
    expect(found).toEqual([])
  })

  it('say so, where a part of them finds nothing, and nothing was found by another reason', async () => {
    const asked = async (who: string | Person, nameOrTel: string): Promise<unknown> => {
      const person = typeof who === 'string' ? (people.get(who) as Person) : who
      const told = await product().raw(person, 'analysis/query', { pageNO: 1, pageRows: 5, nameOrTel })
      expect(told).toMatchObject({ status: 200, total: 0 })
      return (told as { masked?: 1 }).masked
    }
    expect(await asked('telemarketer', '1999')).toBe(undefined)
    expect(await asked('telemarketer', '19999')).toBe(1)
    expect(await asked('telemarketer', '199 999')).toBe(1)
    expect(await asked('telemarketer', '19999999999')).toBe(undefined)
    expect(await asked('telemarketer', '没有此人')).toBe(undefined)
    expect(await asked(await product().person('administrator'), '199999')).toBe(undefined)
  })

  it('of one person are whole everywhere for a role, or masked everywhere', () => {
    const { roles, permissions, screens, calls, presets, resources, app } = product().model
    const customer = app.records.customer ?? ''
    const carries = ({ fields }: ResourceModel) =>
      Object.values(fields).some(({ masked: hidden }) => hidden) &&
      Object.values(fields).some((one) => one.type === 'ref' && one.of === customer)
    const odd = Object.values(roles).flatMap(({ name, menus }) => {
      const [whole, listed] = [new Set<string>(), new Set<string>()]
      for (const [menu, codes] of Object.entries(menus)) {
        const { route, see, buttons } = permissions[menu] ?? { route: '', see: [], buttons: [] }
        const view = screens[route]?.view
        if (view && codes.includes(app.maskedCode)) recordsOf(view, resources).forEach((one) => whole.add(one))
        const reached = [...see, ...buttons.filter(({ code }) => codes.includes(code)).flatMap(({ reach }) => reach)]
        for (const { call: id } of reached) {
          const call = calls[presets[id]?.path ?? id]
          if (call && ['query', 'list', 'detail', 'select'].includes(call.kind)) listed.add(call.rows ?? call.resource)
        }
      }
      if (!listed.has(customer)) return []
      return [...listed]
        .filter((one) => resources[one] && carries(resources[one]) && whole.has(one) && !whole.has(customer))
        .map((one) => `${name}: ${one}`)
    })
    expect(odd).toEqual([])
  })

  it('are whole wherever a record repeats them, for whoever sees them whole at the record that has them', async () => {
    const { companyId, orgId } = await product().person('administrator')
    const scheduler = await employ(product().model.roles.scheduler as RoleModel, companyId, orgId)
    for (const path of ['scheduling/query', 'appointTask/query']) {
      const told = await product().raw(scheduler, path, {})
      const mobiles = (told.data as { mobile?: string; workTask?: { mobile?: string } }[]).flatMap(
        (row) => row.mobile ?? row.workTask?.mobile ?? [],
      )
      expect({ path, mobiles: mobiles.length > 0, masked: mobiles.filter((one) => one.includes('*')) }).toEqual({
        ...{ path, mobiles: true, masked: [] },
      })
    }
  })

  it('are found by the whole, and by the end that the mask shows', async () => {
    const caller = people.get('consultant') as Person
    const { mobile } = await product().row<{ mobile: string }>('select "mobile" from "customer" where "id" = $1', [
      ids.get('customer')?.[0],
    ])
    for (const part of [mobile, `${mobile.slice(0, 3)} ${mobile.slice(3, 7)}-${mobile.slice(7)}`, mobile.slice(-4)]) {
      const told = await product().raw(caller, 'customer/query', { nameOrTel: part })
      expect([part, told.status, Number(told.total) > 0]).toEqual([part, 200, true])
    }
    const many = await product().raw(caller, 'customer/query', { mobile: [mobile, '13800000000'] })
    expect(many.status).toBe(400)
  })

  it('are not found by trying one whole number after the other', async () => {
    const { limits } = product().model.app
    const most = limits.maskedValues ?? 0
    const caller = people.get('telemarketer') as Person
    product().clock.at += HOUR
    const guess = (n: number): string => `1380000${String(n).padStart(4, '0')}`
    const by = (who: string | Person, n: number) => product().raw(who, 'customer/query', { nameOrTel: guess(n) })
    const statuses = []
    for (let n = 1; n <= most; n += 1) statuses.push((await by(caller, n)).status)
    expect([most > 20, new Set(statuses)]).toEqual([true, new Set([200])])
    const refused = { status: 429, msg: '您查询的完整号码过多，请一小时后再试' }
    expect(await by(caller, most + 1)).toMatchObject(refused)
    // The other ways to compare with a masked number.
    for (const [path, input] of [
      ['customer/select', { keyword: guess(most + 2) }],
      ['lead/checkBusiness', { mobile: guess(most + 2), businessType: DICT.business_type.pregnant }],
    ] as const)
      expect([path, await product().raw(caller, path, input)]).toMatchObject([path, refused])
    // Nor what an `add` would tell: one that is taken is a value found, whatever else the record says.
    const { mobile } = await product().row<{ mobile: string }>('select "mobile" from "customer" where "id" = $1', [
      ids.get('customer')?.[0],
    ])
    expect(await product().raw(caller, 'customer/add', { realName: '试探', mobile })).toMatchObject(refused)
    // What was asked for before is no further guess, a name is none, nor are the last four; and others are not held up.
    for (const nameOrTel of [guess(1), '王', '2802'])
      expect(await product().raw(caller, 'customer/query', { nameOrTel })).toMatchObject({ status: 200 })
    expect(await by(people.get('consultant') as Person, most + 1)).toMatchObject({ status: 200 })
    const sees = []
    for (let n = 1; n <= most + 1; n += 1) sees.push((await by('administrator', n)).status)
    expect(new Set(sees)).toEqual(new Set([200]))
    product().clock.at += HOUR
    expect(await by(caller, most + 1)).toMatchObject({ status: 200 })
  })

  it('are tried no more often where several processes answer', async () => {
    const most = product().model.app.limits.maskedValues ?? 0
    const caller = people.get('telemarketer') as Person
    product().clock.at += HOUR
    const processes = [product().app, await product().another()]
    const statuses = []
    for (let n = 0; n <= most; n += 1) {
      const request = new Request('http://studio.test/api/customer/query.json', {
        method: 'POST',
        body: JSON.stringify({ data: { nameOrTel: `1390000${String(n).padStart(4, '0')}` } }),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${caller.token}` },
      })
      const response = await processes[n % 2]!.fetch(request)
      statuses.push(((await response.json()) as { status: number }).status)
    }
    expect([statuses.indexOf(429), statuses.length]).toEqual([most, most + 1])
    expect(JSON.stringify(await product().rows('select * from "compared"'))).not.toMatch(NUMBER)
  })

  it('are not found by a file of numbers that differ only in what the mask hides', async () => {
    const caller = people.get('telemarketer') as Person
    product().clock.at += HOUR
    const [type] = await product().rows<{ id: number }>(
      `select "id" from "channelType" where not "isDel" and "companyId" = ${caller.companyId} limit 1`,
    )
    const preview = async (numbers: string[]) => {
      const file = ['姓名,手机号,业务类型', ...numbers.map((mobile) => `试探,${mobile},宝宝`)].join('\r\n')
      const told = await upload(product(), caller, 'upload/upload1', 'picture', [['线索.csv', file]])
      return product().post(caller, 'analysis/import', { fileId: told.data.id, preview: 1, channelTypeId: type?.id })
    }
    const alike = (n: number): string => `137000${n}2802`
    expect(await preview([1, 2, 3].map(alike))).toMatchObject({ status: 200 })
    // The same file again, and many numbers that are nothing alike, are what imports are made of.
    const others = Array.from({ length: 40 }, (_, n) => `1370000${String(n).padStart(4, '0')}`)
    expect(await preview([...[1, 2, 3].map(alike), ...others])).toMatchObject({ status: 200 })
    expect(await preview([4, 5, 6].map(alike))).toMatchObject({ status: 429 })
    product().clock.at += HOUR
    expect(await preview([4, 5, 6].map(alike))).toMatchObject({ status: 200 })
  })

  describe('asked for one at a time', () => {
    const reveal = (who: Person, entity: string, field: string, entityId = ids.get(entity)?.[0]) =>
      product().post(who, 'operatelogs/reveal', { entity, entityId, field })

    it('are told to whoever holds the code on a screen of the record, and the log says so', async () => {
      const caller = people.get('telemarketer') as Person
      const [id] = ids.get('customer') as [number]
      const { mobile, realName } = await product().row<{ mobile: string; realName: string }>(
        'select "mobile", "realName" from "customer" where "id" = $1',
        [id],
      )
      expect(await reveal(caller, 'customer', 'mobile')).toMatchObject({ status: 200, data: { value: mobile } })
      expect(
        await product().row(
          `select "realname", "message" from "operateLog" where "entity" = 'customer' and "entityId" = $1 order by "id" desc limit 1`,
          [id],
        ),
      ).toMatchObject({ realname: caller.realName, message: `查看手机号：客户「${realName}」` })
    })

    it('are told of values that come from another record too', async () => {
      const { mobile } = await product().row<{ mobile: string }>(
        'select c."mobile" from "order" o join "customer" c on c."id" = o."customerId" where o."id" = $1',
        [ids.get('order')?.[0]],
      )
      const asked = await reveal(people.get('consultant') as Person, 'order', 'mobile')
      expect(asked).toMatchObject({ status: 200, data: { value: mobile } })
    })

    it('are refused to whoever holds it nowhere, of what is not masked, and of what is not there', async () => {
      const { screens } = product().model
      const seen = Object.values(screens).some(
        (one) =>
          recordsOf(one.view, product().model.resources).includes('customer') &&
          one.code &&
          one.code in rightsOf('designer'),
      )
      expect(seen).toBe(false)
      expect((await reveal(people.get('designer') as Person, 'customer', 'mobile')).status).toBe(403)
      const caller = people.get('telemarketer') as Person
      expect((await reveal(caller, 'customer', 'realName')).status).toBe(404)
      expect((await reveal(caller, 'customer', 'mobile', 999_999_999)).status).toBe(400)
      expect((await reveal(caller, 'no such thing', 'mobile', 1)).status).toBe(404)
    })

    const rightsOf = (role: string) => product().model.roles[role]?.menus ?? {}
  })
})
