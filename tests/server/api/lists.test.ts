/** Lists over every resource: pages, counts, filters, order, totals, tabs, search, options (rules 1.0, I-51). */
import { DICT } from '../../../src/generated/dictionaries.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { furtherColumns } from '../../../src/model/listViews.ts'
import type { CallModel, FieldModel, FilterModel, ResourceModel } from '../../../src/model/model.ts'
import { atLeast, isWantedResource } from '../../only.ts'
import { onOneEngine } from '../support/engines.ts'
import type { Person, Values } from '../support/product.ts'
import { DAY, TODAY } from '../support/template.ts'
import { batched, useProduct } from '../support/useProduct.ts'

type Row = Values & { id: number }

/** Lists whose rows are the resource's, no more and no less. */
const isPlain = (call: CallModel): boolean =>
  call.kind === 'query' && !call.handler && !call.where && (call.rows ?? call.resource) === call.resource

onOneEngine('lists', (engine) => {
  const product = useProduct(engine)
  let admin: Person
  /** A list of each resource that has records in the company, with its records as the database has them. */
  let lists: { call: CallModel; resource: ResourceModel; rows: Row[] }[]
  beforeAll(async () => {
    admin = await product().person('administrator')
    const { model } = product()
    const calls = Object.values(model.resources).flatMap((resource) =>
      Object.values(model.calls)
        .filter(
          (call) =>
            call.resource === resource.name && !resource.virtual && isPlain(call) && isWantedResource(call.resource),
        )
        .slice(0, 1),
    )
    const found = await batched(calls, async (call) => {
      const resource = model.resources[call.resource] as ResourceModel
      const rows = await product().rows<Row>(
        `select * from "${resource.name}" where not "isDel" ${resource.company ? 'and "companyId" = $1' : 'and $1::bigint > 0'}`,
        [admin.companyId],
      )
      return { call, resource, rows }
    })
    lists = found.filter(({ rows }) => rows.length > 0)
  })

  const ids = (rows: readonly Values[]): number[] => rows.map((row) => row.id as number)
  const sorted = (list: readonly number[]): number[] => [...list].sort((a, b) => a - b)

  /** All rows a list answers to some filters, page by page. */
  async function all(path: string, input: Values, who = admin): Promise<{ rows: Row[]; total: number | undefined }> {
    const first = await product().raw(who, path, { pageNO: 1, pageRows: 200, ...input })
    expect(first, `${path} ${JSON.stringify(input)}`).toMatchObject({ status: 200 })
    const rows = first.data as Row[]
    for (let page = 2; rows.length < (first.total ?? 0); page++)
      rows.push(...(await product().rawMust<Row[]>(who, path, { pageNO: page, pageRows: 200, ...input })))
    return { rows, total: first.total }
  }

  it('are asked of many resources', () => expect(lists.length).toBeGreaterThanOrEqual(atLeast(35)))

  it('hold every live record of the company, once, and count them', async () => {
    for (const { call, rows } of lists) {
      // Trees are answered whole; here their rows.
      const told = await all(call.path, { tree: 0 })
      expect({ path: call.path, ids: sorted(ids(told.rows)), total: told.total }).toEqual({
        path: call.path,
        ids: sorted(ids(rows)),
        total: rows.length,
      })
    }
  })

  /** A name of an order as SQL over the row `t`; nothing where the row does not keep it, nor the record it extends. */
  function keptAs(resource: ResourceModel, name: string): string | undefined {
    if (resource.fields[name]?.column || ['id', 'createTime', 'updateTime'].includes(name)) return `t."${name}"`
    const base = resource.extends
    const [step, field] = name.split('.')
    if (!base || field === undefined || resource.fields[base.field]?.as !== step) return undefined
    return `(select "${field}" from "${base.resource}" where "id" = t."${base.field}")`
  }

  it('come in the order asked for, that of the record they extend, too, equals by their id', async () => {
    const asked = { own: 0, base: 0 }
    for (const { call, resource } of lists) {
      const names = new Set([
        ...resource.sort.map((name) => name.replace(/^-/, '')),
        ...resource.columns.filter((one) => one.sort).map((one) => one.path),
      ])
      for (const name of names) {
        const value = keptAs(resource, name)
        if (value === undefined) continue
        for (const [sortOrder, word] of [
          ['asc', 'asc'],
          ['descend', 'desc'],
        ]) {
          asked[name.includes('.') ? 'base' : 'own'] += 1
          const expected = await product().rows<Row>(
            `select "id" from "${resource.name}" t where not "isDel" ${resource.company ? 'and "companyId" = $1' : 'and $1::bigint > 0'} order by ${value} ${word}, "id" ${word}`,
            [admin.companyId],
          )
          const told = await all(call.path, { sortField: name, sortOrder, tree: 0 })
          expect({ path: call.path, name, sortOrder, ids: ids(told.rows) }).toEqual({
            path: call.path,
            name,
            sortOrder,
            ids: ids(expected),
          })
          const [row, next] = expected
          if (row === undefined || next === undefined || !name.includes('.')) continue
          const { after } = await product().raw(admin, call.path, { sortField: name, sortOrder, pageRows: 1 })
          const beyond = await product().raw(admin, call.path, { sortField: name, sortOrder, pageRows: 1, after })
          expect({ path: call.path, name, sortOrder, ids: ids(beyond.data as Row[]) }).toEqual({
            path: call.path,
            name,
            sortOrder,
            ids: [next.id],
          })
        }
      }
    }
    expect(asked.own).toBeGreaterThanOrEqual(atLeast(80))
    expect(asked.base).toBeGreaterThanOrEqual(atLeast(20))
  })

  describe('filtered', () => {
    const text = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '')
    const CONTAINED = new Set(['string', 'text', 'phone', 'email', 'serial', 'region'])

    /** What is sent for a value of a record, and which records that means; nothing for a filter that is tested by hand. */
    function expectation(
      resource: ResourceModel,
      filter: FilterModel,
      row: Row,
    ): { send: Values; means: (one: Row) => boolean } | undefined {
      const { match, wire } = filter
      if (match.kind === 'contains' && match.paths.every((path) => CONTAINED.has(resource.fields[path]?.type ?? ''))) {
        const whole = match.paths.map((path) => text(row[path])).find((one) => one.length >= 2)
        if (whole === undefined) return undefined
        const part = whole.trim().slice(0, Math.max(2, Math.ceil(whole.length / 2)))
        if (part.trim() !== part || part.length < 2) return undefined
        return {
          send: { [wire[0] as string]: part.toUpperCase() },
          means: (one) => match.paths.some((path) => text(one[path]).includes(part)),
        }
      }
      const field = 'path' in match ? resource.fields[match.path] : undefined
      if (!field?.column) return undefined
      if (match.kind === 'is') return isFilter(field, wire[0] as string, row)
      return match.kind === 'range' ? rangeFilter(field, wire, row) : undefined
    }

    function isFilter(
      field: FieldModel,
      wire: string,
      row: Row,
    ): { send: Values; means: (one: Row) => boolean } | undefined {
      const value = row[field.name]
      if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return undefined
      if (Array.isArray(value))
        return {
          send: { [wire]: [value[0]] },
          means: (one) => ((one[field.name] as unknown[] | null) ?? []).includes(value[0]),
        }
      const sent = typeof value === 'boolean' ? Number(value) : value
      return {
        send: { [wire]: field.type === 'enum' || field.type === 'ref' ? [sent] : sent },
        means: (one) => one[field.name] === value,
      }
    }

    function rangeFilter(
      field: FieldModel,
      wire: FilterModel['wire'],
      row: Row,
    ): { send: Values; means: (one: Row) => boolean } | undefined {
      const value = row[field.name]
      if (typeof value !== 'number') return undefined
      const bound = field.type === 'money' ? value / 100 : value
      const means = (one: Row): boolean => typeof one[field.name] === 'number' && (one[field.name] as number) <= value
      return { send: wire.length === 1 ? { [wire[0]]: [null, bound] } : { [wire[1] as string]: bound }, means }
    }

    it('by any filter on their own fields find exactly the records meant', async () => {
      let asked = 0
      for (const { call, resource, rows } of lists) {
        const questions = Object.values(resource.filters).flatMap((filter) => {
          const seen = new Set<string>()
          return rows.slice(0, 6).flatMap((row) => {
            const found = expectation(resource, filter, row)
            if (!found || seen.has(JSON.stringify(found.send))) return []
            seen.add(JSON.stringify(found.send))
            return [{ filter: filter.name, ...found }]
          })
        })
        asked += questions.length
        const wrong = await batched(questions, async ({ filter, send, means }) => {
          const told = await all(call.path, { ...send, tree: 0 })
          const expected = sorted(ids(rows.filter(means)))
          return JSON.stringify(sorted(ids(told.rows))) === JSON.stringify(expected) && told.total === expected.length
            ? []
            : [{ filter, send, found: sorted(ids(told.rows)), expected }]
        })
        expect({ path: call.path, wrong: wrong.flat() }).toEqual({ path: call.path, wrong: [] })
      }
      expect(asked).toBeGreaterThanOrEqual(atLeast(200))
    })

    it('by nothing are not filtered', async () => {
      for (const nothing of ['', null, [], '   ']) {
        const filters = product().model.resources.customer?.filters ?? {}
        const send = Object.fromEntries(
          Object.values(filters).flatMap((filter) => filter.wire.flatMap((name) => (name ? [[name, nothing]] : []))),
        )
        expect((await product().raw(admin, 'customer/query', send)).total).toBe(
          await product().count('customer', '"companyId" = $1 and "mergedInto" is null', [admin.companyId]),
        )
      }
    })

    it('by the text of other records', async () => {
      const { realName, mobile } = await product().row<{ realName: string; mobile: string }>(
        'select e."realName", e."mobile" from "customer" c join "employee" e on e."id" = c."salesId" where c."companyId" = $1 limit 1',
        [admin.companyId],
      )
      const expected = await product().rows<Row>(
        'select c."id" from "customer" c join "employee" e on e."id" = c."salesId" where c."companyId" = $1 and e."realName" = $2 and not c."isDel"',
        [admin.companyId, realName],
      )
      for (const salesNameOrTel of [realName, mobile, mobile.slice(3)])
        expect(sorted(ids((await all('customer/query', { salesNameOrTel })).rows))).toEqual(sorted(ids(expected)))
    })

    it('by moments, days inclusive on both sides', async () => {
      const rows = await product().rows<Row & { createTime: number }>(
        'select "id", "createTime" from "customer" where "companyId" = $1 and not "isDel"',
        [admin.companyId],
      )
      const from = TODAY - 60 * DAY
      const to = TODAY - 20 * DAY
      const expected = rows.filter((row) => row.createTime >= from && row.createTime < to + DAY)
      expect(expected.length).toBeGreaterThan(0)
      expect(sorted(ids((await all('customer/query', { createTime: [from, to] })).rows))).toEqual(sorted(ids(expected)))
      expect((await all('customer/query', { createTime: [to, from] })).rows).toEqual([])
    })

    it('by signs of a pattern are taken as they stand', async () => {
      const [id] = (await product().app.insertAll('tags', { kind: 'system', lang: 'zh', companyId: admin.companyId }, [
        { name: '50%_off\\' },
      ])) as [number]
      for (const keyword of ['%', '_', '0%_', '\\', '50%_off\\'])
        expect(ids((await all('tags/query', { keyword })).rows)).toEqual([id])
      for (const keyword of ['%%', '__', "'", '5%f']) expect((await all('tags/query', { keyword })).rows).toEqual([])
      await product().must(admin, 'tags/del', { id })
    })
  })

  describe('of 137 records', () => {
    const names = Array.from({ length: 137 }, (_, i) => `墙${String(i).padStart(3, '0')}`)
    beforeAll(async () => {
      await product().app.insertAll(
        'businessClass',
        { kind: 'system', lang: 'zh', companyId: admin.companyId },
        names.map((name, i) => ({ name, code: `w${i}`, businessType: 3, sortNum: i % 3 })),
      )
    })

    it.each(['asc', 'desc'] as const)(
      'are walked in pages of ten without one missed or met twice, %s (I-51)',
      async (sortOrder) => {
        const met: number[] = []
        for (let pageNO = 1; pageNO <= 14; pageNO++) {
          const told = await product().post(admin, 'businessClass/query', {
            name: '墙',
            pageNO,
            pageRows: 10,
            sortField: 'sortNum',
            sortOrder,
          })
          expect(told.total).toBe(137)
          met.push(...ids(told.data as Row[]))
        }
        expect(met).toHaveLength(137)
        expect(new Set(met).size).toBe(137)
        expect(
          await product().post(admin, 'businessClass/query', { name: '墙', pageNO: 15, pageRows: 10 }),
        ).toMatchObject({ status: 200, data: [], total: 137 })
      },
    )

    it('are walked by the place of the last one while others are added and deleted', async () => {
      const met: number[] = []
      let after: string | undefined
      let gone: number | undefined
      do {
        const told = await product().post(admin, 'businessClass/query', {
          name: '墙',
          pageRows: 10,
          sortField: 'sortNum',
          sortOrder: 'asc',
          after,
        })
        expect(told).toMatchObject({ status: 200 })
        const page = told.data as Row[]
        met.push(...ids(page))
        after = told.after
        const name = `新墙${met.length}`
        const { id } = await product().must(admin, 'businessClass/add', {
          name,
          code: `n${met.length}`,
          businessType: DICT.business_type.baby,
          sortNum: 0,
        })
        await product().must(admin, 'businessClass/del', { id })
        gone ??= page[0]?.id
        if (gone !== undefined && met.length === 10) await product().must(admin, 'businessClass/del', { id: gone })
      } while (after !== undefined)
      expect(met).toHaveLength(137)
      expect(new Set(met).size).toBe(137)
    })

    it.each<[Values, string]>([
      [{ pageRows: 201 }, 'pageRows'],
      [{ pageRows: 0 }, 'pageRows'],
      [{ pageRows: -1 }, 'pageRows'],
      [{ pageNO: 0 }, 'pageNO'],
      [{ pageNO: 1.5 }, 'pageNO'],
      [{ pageNO: 'x' }, 'pageNO'],
      [{ pageNO: 1e9, pageRows: 200 }, 'pageNO'],
      [{ after: 'x' }, 'after'],
      [{ sortField: 'no' }, 'no'],
      [{ sort: ['name; drop'] }, 'name; drop'],
      [{ sortField: 'name', sortOrder: 'sideways' }, 'sortField'],
      [{ nosuch: 1 }, 'nosuch'],
    ])('%j is refused by name', async (send, field) => {
      expect(await product().raw(admin, 'businessClass/query', send)).toMatchObject({ status: 400, data: { field } })
    })

    it('takes numbers as text where a page is meant', async () => {
      expect(
        await product().raw(admin, 'businessClass/query', { name: '墙', pageNO: '2', pageRows: '5' }),
      ).toMatchObject({ status: 200, data: { length: 5 } })
    })
  })

  it('hold every field that a person may add as a column', async () => {
    const missing = await batched(lists, async ({ call, resource }) => {
      const [row] = await product().rawMust<Row[]>(admin, call.path, { pageNO: 1, pageRows: 1 })
      return furtherColumns(resource).flatMap(({ path }) => (row && path in row ? [] : [`${call.path}: ${path}`]))
    })
    expect(missing.flat()).toEqual([])
  })

  it('bring the child rows that stand in a column, with what they are called', async () => {
    const { rows } = await all('user/query', {})
    const held = await product().rows<{ userId: number; name: string }>(
      'select ur."userId", r."name" from "userRole" ur join "role" r on r."id" = ur."roleId" where not ur."isDel" order by ur."id"',
    )
    expect(rows.map(({ id, roles }) => [id, (roles as Values[]).map((one) => one.roleName)])).toEqual(
      rows.map(({ id }) => [id, held.filter((one) => one.userId === id).map((one) => one.name)]),
    )
    expect(rows.some(({ roles }) => (roles as Values[]).length > 0)).toBe(true)
  })

  it.each([
    ['accountMovement/query', 'select m."id" from "accountMovement" m join "account" o on o."id" = m."accountId"'],
    ['integral/query', 'select m."id" from "integralMovement" m join "members" o on o."id" = m."memberId"'],
  ])('%s shows of a customer, who may have none, only the own', async (path, owned) => {
    const customers = await product().rows<Row>(
      'select "id" from "customer" where "companyId" = $1 order by "memberId" is null, "id" desc',
      [admin.companyId],
    )
    for (const { id: customerId } of [customers[0] as Row, customers.at(-1) as Row]) {
      const own = await product().rows<Row>(`${owned} where o."customerId" = $1`, [customerId])
      expect(sorted(ids((await all(path, { customerId })).rows))).toEqual(sorted(ids(own)))
    }
  })

  it('have totals of the whole filter, not of the page', async () => {
    const people = await product().rows<{ id: number }>(
      'select "id" from "customer" where "companyId" = $1 order by "id"',
      [admin.companyId],
    )
    for (const [i, { id }] of people.entries())
      await product().db.query('update "customer" set "consumeAmount" = $2, "accountBalance" = $3 where "id" = $1', [
        id,
        1001 * (i + 1),
        7 * (i + 1),
      ])
    for (const status of [undefined, DICT.customer_status.potential, DICT.customer_status.intended]) {
      const { amount, balance, n } = await product().row<{ amount: number; balance: number; n: number }>(
        `select coalesce(sum("consumeAmount"), 0) as amount, coalesce(sum("accountBalance"), 0) as balance, count(*) as n from "customer" where not "isDel" and "companyId" = $1 ${status ? `and "status" = ${status}` : ''}`,
        [admin.companyId],
      )
      const told = await product().post(admin, 'customer/query', {
        ...(status ? { status } : {}),
        pageRows: 2,
        totals: ['consumeAmount', 'accountBalance'],
      })
      expect(told).toMatchObject({
        status: 200,
        total: n,
        totals: { consumeAmount: amount / 100, accountBalance: balance / 100 },
      })
    }
    expect(await product().post(admin, 'customer/query', { totals: ['password'] })).toMatchObject({
      status: 400,
      data: { field: 'totals' },
    })
  })

  it('count what stands under each tab, whatever the tab, under the other filters', async () => {
    for (const level of [undefined, DICT.customer_level.aKey, DICT.customer_level.bNormal]) {
      const rows = await product().rows<{ status: number; n: number }>(
        `select "status", count(*) as n from "customer" where not "isDel" and "companyId" = $1 ${level ? `and "level" = ${level}` : ''} group by 1`,
        [admin.companyId],
      )
      const told = await product().post(admin, 'customer/query', {
        counts: 'status',
        status: DICT.customer_status.potential,
        ...(level ? { level } : {}),
      })
      const counts = told.count as Record<string, number>
      for (const { status, n } of rows) expect(counts[status]).toBe(n)
      expect(counts.all).toBe(rows.reduce((sum, row) => sum + row.n, 0))
    }
  })

  describe('of options', () => {
    const selects = (): CallModel[] =>
      Object.values(product().model.calls).filter(
        (call) =>
          call.kind === 'select' && !call.input.some((field) => field.required) && isWantedResource(call.resource),
      )

    it('answer a value and a label for every select call', async () => {
      expect(selects().length).toBeGreaterThanOrEqual(atLeast(80))
      for (const call of selects()) {
        const told = await product().raw(admin, call.path, {})
        expect(told, call.path).toMatchObject({ status: 200 })
        for (const one of told.data as Values[])
          expect([typeof one.label, one.value === undefined], `${call.path} ${JSON.stringify(one)}`).toEqual([
            'string',
            false,
          ])
      }
    })

    it('are found by keyword, and none is offered that is switched off', async () => {
      const told = await product().must(admin, 'employee/select', { keyword: '林' })
      expect(told.length).toBeGreaterThan(0)
      expect(told.every((one) => one.label.includes('林'))).toBe(true)
      const [id] = (await product().app.insertAll(
        'payMethod',
        { kind: 'system', lang: 'zh', companyId: admin.companyId },
        [{ name: '旧方式', code: 'old', kind: 1, status: 0 }],
      )) as [number]
      expect((await product().must(admin, 'payMethod/select')).map((one) => one.value)).not.toContain(id)
    })

    it('of people begin with oneself and the own department', async () => {
      const me = await product().person('consultant')
      const told = await product().must(me, 'employee/select')
      expect(told[0]?.value).toBe(me.employeeId)
      const near = told.map((one) => one.orgId === told[0]?.orgId)
      expect(near.filter(Boolean).length).toBeGreaterThan(1)
      expect(near.lastIndexOf(true)).toBeLessThan(near.indexOf(false))
    })

    it.each(['zh', 'en'] as const)('are found by what they are called in %s', async (lang) => {
      const reader = { ...admin, lang }
      const lost = await batched(selects(), async (call) => {
        const [first] = await product().rawMust<{ value: unknown; label: string; children?: unknown }[]>(
          reader,
          call.path,
        )
        if (!first?.label) return []
        const found = await product().rawMust<{ value: unknown }[]>(reader, call.path, { keyword: first.label })
        return found.some(({ value }) => value === first.value) ? [] : [`${call.path} "${first.label}"`]
      })
      expect(lost.flat()).toEqual([])
    })

    // By whom a masked number is found, and by what of it, is asked in security/masks.test.ts.
    it('of accounts are found by customer and mobile', async () => {
      const account = await product().row<{ id: number; name: string; mobile: string }>(
        `select a."id", c."realName" as "name", c."mobile" from "account" a join "customer" c on c."id" = a."customerId"
         where a."companyId" = $1 and not a."isDel" and c."mobile" is not null order by a."id" limit 1`,
        [admin.companyId],
      )
      const found = async (keyword: string): Promise<unknown[]> =>
        (await product().rawMust<Values[]>(admin, 'account/select', { keyword })).map((one) => one.value)
      for (const keyword of [account.name, account.mobile, account.mobile.slice(-4), account.mobile.slice(3)])
        expect([keyword, await found(keyword)]).toEqual([keyword, expect.arrayContaining([account.id])])
    })

    it('of departments form a tree', async () => {
      const tree = await product().must(admin, 'org/select')
      expect(tree).toMatchObject([{ children: { length: 10 } }])
    })
  })
})
