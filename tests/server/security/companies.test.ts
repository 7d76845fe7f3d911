/** A company never sees or touches another's records, in any channel, whatever its role's data rule says (I-48; checks 2, 3, 7). */
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { isLink, keyOf } from '../../../src/model/fields.ts'
import type { CallModel, FieldModel, ResourceModel } from '../../../src/model/model.ts'
import { onOneEngine } from '../support/engines.ts'
import { fillEverything } from '../support/everything.ts'
import type { Person, Values } from '../support/product.ts'
import { batched, useProduct } from '../support/useProduct.ts'

type Id = number | string

onOneEngine('companies', (engine) => {
  const product = useProduct(engine)
  /** Somebody of the second company who may do everything there, with the widest data rule there is. */
  let other: Person
  let home: number
  /** Ids of live records by resource: of the first company, of the second, and of none. */
  const ours = new Map<string, Id[]>()
  const theirs = new Map<string, Id[]>()

  const stored = (): ResourceModel[] => Object.values(product().model.resources).filter((one) => !one.virtual)
  const calls = (): CallModel[] => Object.values(product().model.calls)

  beforeAll(async () => {
    const { model } = product()
    home = (await product().person('administrator')).companyId
    const org = await product().row<{ companyId: number; id: number }>(
      'select "companyId", "id" from "org" where "code" = \'XB-CD-GM\'',
    )
    expect(await fillEverything(product(), home)).toEqual({})
    expect(await fillEverything(product(), org.companyId)).toEqual({})
    const roleId = await product().role('administrator', org.companyId)
    await product().db.query('update "dataAccess" set "level" = 5 where "roleId" = $1', [roleId])
    await product().app.forget()
    other = await product().hire({ name: '外人', companyId: org.companyId, orgId: org.id, roleId })
    for (const { name, company, key } of stored()) {
      if (!company) continue
      for (const [companyId, ids] of [
        [home, ours],
        [other.companyId, theirs],
      ] as const) {
        ids.set(
          name,
          (
            await product().rows<{ id: Id }>(
              `select "${key === 'id' ? 'id' : key}" as id from "${name}" where "companyId" = $1 and not "isDel"`,
              [companyId],
            )
          ).map((row) => row.id),
        )
      }
    }
    expect([...ours].filter(([, ids]) => ids.length === 0)).toEqual([])
    expect(Object.keys(model.resources).length).toBeGreaterThan(150)
  })

  /** Every record of the first company with its version and content. */
  async function untouched(): Promise<Values> {
    const parts = stored()
      .filter((one) => one.company)
      .map(
        ({ name }) =>
          `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t."id"), '')) as sum from "${name}" as t where "companyId" = ${home}`,
      )
    return Object.fromEntries(
      (await product().rows<{ name: string; sum: string }>(parts.join(' union all '))).map((row) => [
        row.name,
        row.sum,
      ]),
    )
  }

  const foreign = (resource: string | undefined, count = 2): Id[] =>
    (resource ? (ours.get(resource) ?? []) : [])
      .filter((id) => !theirs.get(resource as string)?.includes(id))
      .slice(0, count)

  it("cannot be reached by a record's id through any call", async () => {
    const before = await untouched()
    const questions = calls().flatMap((call) => {
      const field = call.input.find((one) => one.name === 'id' || one.name === 'ids')
      const onRow = field !== undefined || ['detail', 'edit', 'del'].includes(call.kind)
      if (
        !onRow ||
        !product().model.resources[call.resource]?.company ||
        call.kind === 'check' ||
        call.kind === 'select'
      )
        return []
      return foreign(call.rows && call.kind === 'detail' ? call.rows : call.resource, 5).flatMap((id) => [
        { call, send: { id } },
        ...(call.kind === 'detail' ? [] : [{ call, send: { ids: [id] } }]),
      ])
    })
    expect(questions.length).toBeGreaterThan(1000)
    const wrong = await batched(questions, async ({ call, send }) => {
      const told = await product().raw(other, call.path, send)
      const leaks =
        told.status === 200 || told.status >= 500 || JSON.stringify(told.data ?? null).includes('"companyId"')
      return leaks || (call.kind === 'detail' && (told.status !== 404 || told.data !== null))
        ? [
            `${call.path} ${JSON.stringify(send)}: ${told.status} ${told.msg} ${JSON.stringify(told.data).slice(0, 120)}`,
          ]
        : []
    })
    expect(wrong.flat()).toEqual([])
    expect(await untouched()).toEqual(before)
  })

  it("cannot be referred to from a record of one's own", async () => {
    const before = await untouched()
    const questions = calls().flatMap((call) => {
      if (!['edit', 'set', 'move', 'handler'].includes(call.kind) || product().model.resources[call.resource]?.append)
        return []
      const [id] = theirs.get(call.resource) ?? []
      return refsOf(call).flatMap((field) =>
        foreign(field.of, 1).map((one) => ({
          call,
          field,
          send: { ...(id === undefined ? {} : { id }), [field.name]: field.type === 'refs' ? [one] : one },
        })),
      )
    })
    expect(questions.length).toBeGreaterThan(130)
    const wrong = await batched(questions, async ({ call, field, send }) => {
      const told = await product().raw(other, call.path, send)
      return told.status === 200 || told.status >= 500 ? [`${call.path} ${field.name}: ${told.status} ${told.msg}`] : []
    })
    expect(wrong.flat()).toEqual([])
    expect(await untouched()).toEqual(before)
  })

  const refsOf = (call: CallModel): FieldModel[] =>
    call.input.filter(
      (field) =>
        isLink(field) &&
        field.key === 'id' &&
        !field.by &&
        field.name !== 'id' &&
        field.name !== 'ids' &&
        field.of !== undefined &&
        product().model.resources[field.of]?.company,
    )

  it('are in no list, count, option, search, tree or total', async () => {
    const lists = calls().filter(
      (call) =>
        ['query', 'list', 'select'].includes(call.kind) &&
        product().model.resources[call.rows ?? call.resource]?.company &&
        !call.input.some((field) => field.required),
    )
    expect(lists.length).toBeGreaterThan(250)
    const wrong = await batched(lists, async (call) => {
      const own = new Set(theirs.get(call.rows ?? call.resource))
      const told = await product().raw(
        other,
        call.path,
        call.kind === 'select' ? {} : { pageRows: 200, pageNO: 1, tree: 0 },
      )
      const ids = idsIn(told.data)
      const foreigners = ids.filter((id) => !own.has(id))
      const many = call.kind !== 'select' && !call.handler && (told.total ?? 0) > own.size
      return told.status !== 200 || foreigners.length > 0 || many
        ? [`${call.path}: ${told.status} ${told.msg} foreign ${foreigners.join()} total ${told.total} of ${own.size}`]
        : []
    })
    expect(wrong.flat()).toEqual([])
  })

  function idsIn(data: unknown): Id[] {
    if (!Array.isArray(data)) return []
    return (data as Values[]).flatMap((row) => [(row.id ?? row.value) as Id, ...idsIn(row.children)])
  }

  it('are found by no filter that names them', async () => {
    const questions = calls()
      .filter((call) => call.kind === 'query' && !call.handler)
      .flatMap((call) => {
        const resource = product().model.resources[call.rows ?? call.resource]
        if (!resource?.company || resource.virtual) return []
        return Object.values(resource.filters).flatMap((filter) => {
          if (
            filter.match.kind !== 'is' ||
            filter.match.path.includes('.') ||
            filter.control.type !== 'ref' ||
            keyOf(filter.control) !== 'id'
          )
            return []
          return foreign(filter.control.of, 1).map((id) => ({ call, send: { [filter.wire[0] as string]: id } }))
        })
      })
    expect(questions.length).toBeGreaterThan(300)
    const wrong = await batched(questions, async ({ call, send }) => {
      const told = await product().raw(other, call.path, { ...send, ...required(call) })
      return told.status === 200 && (told.data as unknown[]).length > 0
        ? [`${call.path} ${JSON.stringify(send)}: ${JSON.stringify(told.data).slice(0, 150)}`]
        : []
    })
    expect(wrong.flat()).toEqual([])
  })

  const required = (call: CallModel): Values =>
    Object.fromEntries(
      call.input
        .filter((field) => field.required)
        .map((field) => [field.name, field.type === 'string' ? 'customer' : 1]),
    )

  interface Exported {
    url?: string
    jobId?: number
  }
  /** The file of an export; a long one is written by a job. */
  async function fileOf({ url, jobId }: Exported): Promise<string> {
    if (url !== undefined) return url
    await product().runJobs()
    return (await product().must(other, 'job/progress', { jobId })).url
  }

  it('are in no file that is exported', async () => {
    const exports = calls().filter(
      (call) => call.kind === 'export' && product().model.resources[call.rows ?? call.resource]?.company,
    )
    expect(exports.length).toBeGreaterThan(60)
    for (const call of exports) {
      const resource = product().model.resources[call.rows ?? call.resource] as ResourceModel
      const told = await product().raw(other, call.path, {})
      expect(told, call.path).toMatchObject({ status: 200 })
      const url = await fileOf(told.data as Exported)
      const sheet = (await readSheet(Buffer.from(await (await product().fetch(url)).arrayBuffer()))) as unknown[][]
      expect({ path: call.path, rows: sheet.length - 1 <= (theirs.get(resource.name)?.length ?? 0) }).toEqual({
        path: call.path,
        rows: true,
      })
    }
  })

  it('count in no figure', async () => {
    const counts = async (who: Person | string) => await product().must(who, 'customer/byStatus', {})
    const sum = (rows: Values[]): number => rows.reduce((total, row) => total + Number(row.count), 0)
    expect(sum(await counts(other))).toBeLessThanOrEqual(theirs.get('customer')?.length ?? 0)
  })

  it('are told of by no log', async () => {
    await product().rawMust('administrator', 'customer/edit', { id: ours.get('customer')?.[0], remark: '本公司的秘密' })
    expect(JSON.stringify(await product().must(other, 'operatelogs/query', { pageRows: 200 }))).not.toContain(
      '本公司的秘密',
    )
    const [entry] = await product().rows<{ id: number }>(
      'select max("id") as id from "operateLog" where "companyId" = $1',
      [home],
    )
    expect(await product().post(other, 'operatelogs/detail', { id: entry?.id })).toMatchObject({
      status: 404,
      data: null,
    })
    expect(
      await product().raw(other, 'operatelogs/history', { entity: 'customer', entityId: ours.get('customer')?.[0] }),
    ).toMatchObject({ status: 404 })
  })

  it('cannot be given away: a record stays where it is', async () => {
    const id = theirs.get('tags')?.[0]
    for (const values of [{ companyId: home }, { corpId: home }, { isDel: 1 }])
      await product().raw(other, 'tags/edit', { id, ...values })
    expect(await product().row('select "companyId", "isDel" from "tags" where "id" = $1', [id])).toEqual({
      companyId: other.companyId,
      isDel: false,
    })
    const told = await product().raw(other, 'tags/add', { name: '公司错了', companyId: home })
    expect(told.status).toBe(200)
    expect(await product().row('select "companyId" from "tags" where "name" = \'公司错了\'')).toEqual({
      companyId: other.companyId,
    })
  })

  describe('at random', () => {
    it('thousands of requests for anything change and show nothing of another company', async () => {
      const before = await untouched()
      const mine = new Map([...theirs].map(([name, ids]) => [name, new Set(ids)]))
      const all = calls().filter(
        (call) => product().model.resources[call.resource]?.company && call.path !== 'system/logout',
      )
      let seed = 42
      const random = (n: number): number => {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
        return seed % n
      }
      const requests = Array.from({ length: 2_500 }, () => {
        const call = all[random(all.length)] as CallModel
        const send: Values = {}
        for (const field of call.input) if (random(3) === 0) send[field.name] = valueFor(field, random)
        if (random(2) === 0) send.id = foreign(call.resource, 20)[random(3)]
        return { call, send }
      })
      const wrong = await batched(
        requests,
        async ({ call, send }) => {
          const told = await product().raw(other, call.path, send)
          if (told.status >= 500) return [`${call.path} ${JSON.stringify(send)}: ${told.status}`]
          const own = mine.get(call.rows ?? call.resource)
          const read = told.status === 200 && ['query', 'list', 'detail', 'select'].includes(call.kind) && own
          const shown = read
            ? Array.isArray(told.data)
              ? idsIn(told.data)
              : [(told.data as Values | null)?.id as Id]
            : []
          const foreigners = shown.filter(
            (id) => id !== undefined && ours.get(call.rows ?? call.resource)?.includes(id) && !own?.has(id),
          )
          return foreigners.length > 0 ? [`${call.path} ${JSON.stringify(send)}: ${foreigners.join()}`] : []
        },
        48,
      )
      expect(wrong.flat()).toEqual([])
      expect(await untouched()).toEqual(before)
    })
  })

  /** Something for an input, of the first company where it points at a record. */
  function valueFor(field: FieldModel, random: (n: number) => number): unknown {
    const ids = foreign(field.of, 5)
    if (field.type === 'ref') return ids[random(Math.max(1, ids.length))]
    if (field.type === 'refs') return ids.slice(0, 2)
    const odd: unknown[] = [1, 0, -1, 'x', '', null, [], {}, true, 1e9, '1', [1], { id: 1 }]
    return odd[random(odd.length)]
  }
})
