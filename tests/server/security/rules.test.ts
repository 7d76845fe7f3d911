/** Whose rows a role sees is the same in every channel: list, count, detail, options, export, figures, edit, delete, batch (I-46; checks 2, 3). */
import { DICT, type Code } from '../../../src/generated/dictionaries.ts'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { isLink, keyOf } from '../../../src/model/fields.ts'
import {
  callOf,
  type BesideModel,
  type CallModel,
  type FieldModel,
  type ResourceModel,
} from '../../../src/model/model.ts'
import { onOneEngine } from '../support/engines.ts'
import { fillEverything, sample, type Known } from '../support/everything.ts'
import type { Person, Values } from '../support/product.ts'
import { callOfKind } from '../support/records.ts'
import { batched, useProduct } from '../support/useProduct.ts'

type Row = Values & { id: number }

/** Wire values of the data levels (rules 1.1). */
const LEVELS = {
  self: DICT.data_level.self,
  department: DICT.data_level.department,
  below: DICT.data_level.departmentBelow,
  company: DICT.data_level.company,
  chosen: DICT.data_level.chosen,
} as const
type Level = keyof typeof LEVELS

/** So many records of each resource are asked for one by one, of those that are seen and of the others. */
const SOME = 3
/** No record has it. */
const NO_RECORD = 999_999_999

onOneEngine('data rules', (engine) => {
  const product = useProduct(engine)
  const people = new Map<Level, Person>()
  const orgs: { mine: number; below: number; other: number } = { mine: 0, below: 0, other: 0 }
  const paths = new Map<number, string>()
  const departments = new Map<number, number>()
  /** Live records of the company by resource. */
  const rows = new Map<string, Row[]>()
  const model = () => product().model

  /** What extends a record and says nothing itself is seen by those who see the record. */
  const scopeOf = ({ scope, extends: base }: ResourceModel): ResourceModel['scope'] =>
    base && scope.kind === 'company' ? { kind: 'parent', ...base } : scope

  /** Resources limited by a data rule, themselves or through their parents, whose owner is a member of staff. */
  const limited = (): ResourceModel[] =>
    Object.values(model().resources).filter((one) => !one.virtual && isLimited(one))
  function isLimited(resource: ResourceModel): boolean {
    const scope = scopeOf(resource)
    if (scope.kind === 'parent') return isLimited(model().resources[scope.resource] as ResourceModel)
    return (
      scope.kind === 'org' &&
      (scope.owner === 'createBy' || scope.owner === 'id' || resource.fields[scope.owner]?.of === 'employee')
    )
  }

  beforeAll(async () => {
    const { companyId } = await product().person('administrator')
    const org = async (code: string) =>
      (await product().row<{ id: number }>('select "id" from "org" where "code" = $1', [code])).id
    orgs.mine = await org('XB-CQ-MS')
    orgs.other = await org('XB-CQ-DX')
    orgs.below = (
      await product().must('administrator', 'org/add', {
        parentId: orgs.mine,
        name: '门市二组',
        code: 'MS-2',
        orgType: DICT.org_type.department,
      })
    ).id
    for (const level of Object.keys(LEVELS) as Level[]) {
      const { id: roleId } = await product().must('administrator', 'role/clone_role', {
        id: await product().role('administrator', companyId),
        name: `数据${level}`,
        code: `data-${level}`,
      })
      await product().must('administrator', 'data_access/edit', {
        roleId,
        rules: Object.values(DICT.data_module).map((moduleCode) => ({
          moduleCode,
          level: LEVELS[level],
          ...(level === 'chosen' ? { orgIds: [orgs.other] } : {}),
        })),
      })
      people.set(level, await product().hire({ name: `数据${level}`, companyId, orgId: orgs.mine, roleId }))
    }
    expect(await fillEverything(product(), companyId)).toEqual({})
    await fillEverything(product(), companyId, 12, new Set(limited().map((one) => one.name)))
    await scatter(companyId)
    await remember(companyId)
  })

  /** Gives every limited record an owner and a department, so that each level sees some and not others. */
  async function scatter(companyId: number): Promise<void> {
    const hire = (name: string, orgId: number) =>
      product().hire({ name, companyId, orgId, roleId: (people.get('self') as Person).roleId })
    const owners = [
      ...people.values(),
      await hire('同组', orgs.mine),
      await hire('二组', orgs.below),
      await hire('别组', orgs.other),
    ].map((one) => one.employeeId)
    const own = `(array[${owners.join()}]::bigint[])[1 + n % ${owners.length}]`
    const departments = [orgs.mine, orgs.below, orgs.other, null]
    for (const { name, scope, fields, unique } of limited()) {
      if (scope.kind !== 'org') continue
      const { owner } = scope
      const alone = unique
        .map(({ field, within }) => [field, ...within])
        .find((names) => owner && names.includes(owner))
      const day = alone?.find((field) => fields[field]?.type === 'date')
      const sets = [
        // A person has one such row a day: each row gets a day of its own.
        ...(day ? [`"${day}" = date '2020-01-01' + n`] : []),
        ...(owner === undefined || owner === 'id'
          ? []
          : [`"${owner}" = ${fields[owner]?.type === 'refs' ? `array[${own}]` : own}`]),
      ]
      if (scope.org && name !== 'employee')
        sets.push(
          `"${scope.org}" = ${fields[scope.org]?.required ? 'coalesce' : ''}((array[${departments.map((one) => one ?? 'null').join()}]::bigint[])[1 + (n / 3) % 4]${fields[scope.org]?.required ? `, ${orgs.other}` : ''})`,
        )
      if (sets.length > 0)
        await product().db.query(
          `update "${name}" as t set ${sets.join(', ')} from (select "id", (row_number() over (order by "id"))::int as n from "${name}" where "companyId" = $1) as o where o."id" = t."id"`,
          [companyId],
        )
    }
  }

  async function remember(companyId: number): Promise<void> {
    for (const { name } of Object.values(model().resources).filter((one) => !one.virtual && one.company)) {
      rows.set(
        name,
        await product().rows<Row>(`select * from "${name}" where "companyId" = $1 and not "isDel"`, [companyId]),
      )
    }
    for (const row of rows.get('org') as Row[]) paths.set(row.id, String(row.path))
    for (const row of rows.get('employee') as Row[]) departments.set(row.id, row.orgId as number)
  }

  /** Whether a person of a level sees a record, worked out from the rule's words (rules 1.0, 1.1). */
  function sees(level: Level, resource: ResourceModel, row: Row): boolean {
    const scope = scopeOf(resource)
    const me = people.get(level) as Person
    if (scope.kind === 'parent') {
      const above = model().resources[scope.resource] as ResourceModel
      const parent = rows.get(above.name)?.find((one) => one.id === row[scope.field])
      if (parent !== undefined && sees(level, above, parent)) return true
      return scope.seenBeside !== undefined && seesBeside(level, scope.seenBeside, row)
    }
    if (scope.kind !== 'org' || level === 'company') return true
    if (scope.seenWith && seesNamed(level, resource, scope.seenWith, row)) return true
    if (scope.seenBeside && seesBeside(level, scope.seenBeside, row)) return true
    // Who made a row counts as an owner beside the one it has, where the scope says so.
    const owners = [row[scope.owner], ...(scope.maker ? [row[scope.maker]] : [])].flat() as (number | null)[]
    if (owners.includes(me.employeeId as number)) return true
    if (level === 'self') return false
    const stands = scope.org
      ? [row[scope.org] as number | null]
      : owners.map((owner) => (owner === null ? null : departments.get(owner)))
    return stands.some((org) => {
      if (org === null || org === undefined) return false
      if (level === 'department') return org === orgs.mine
      return level === 'chosen' ? org === orgs.other : (paths.get(org) ?? '').startsWith(paths.get(orgs.mine) as string)
    })
  }

  /** Whether the record that a reference of a row names is seen. */
  function seesNamed(level: Level, { fields }: ResourceModel, name: string, row: Row): boolean {
    const field = fields[name]
    const of = field?.by ? field.kinds?.[String(row[field.by])] : field?.of
    const named = rows.get(of ?? '')?.find((one) => one.id === row[name])
    return named !== undefined && sees(level, model().resources[of as string] as ResourceModel, named)
  }

  /** Whether a record is seen that points at the row, or where the row points. */
  function seesBeside(level: Level, { resource, by, at }: BesideModel, row: Row): boolean {
    const beside = (rows.get(resource) ?? []).filter((one) => row[at] !== null && one[by] === row[at])
    return beside.some((one) => sees(level, model().resources[resource] as ResourceModel, one))
  }

  const visible = (level: Level, resource: ResourceModel): Row[] =>
    (rows.get(resource.name) ?? []).filter((row) => sees(level, resource, row))
  /** Records that a level sees and records that it does not, some of each. */
  const someOfBoth = (level: Level, resource: ResourceModel): Row[] => {
    const all = rows.get(resource.name) ?? []
    return [true, false].flatMap((seen) => all.filter((row) => sees(level, resource, row) === seen).slice(0, SOME))
  }
  const sorted = (ids: readonly unknown[]): number[] => [...(ids as number[])].sort((a, b) => a - b)
  const idsIn = (data: unknown): number[] =>
    Array.isArray(data) ? (data as Values[]).flatMap((row) => [row.id as number, ...idsIn(row.children)]) : []
  const callsOf = (resource: ResourceModel, kinds: CallModel['kind'][]): CallModel[] =>
    Object.values(model().calls).filter(
      (call) =>
        (call.rows ?? call.resource) === resource.name &&
        kinds.includes(call.kind) &&
        !call.handler &&
        !call.where &&
        !call.input.some((field) => field.required && field.name !== 'id'),
    )

  /** Records that an input of a call may not name at a level; none where its look-up, or the call, offers all of the company. */
  function toldOf(level: Level, call: CallModel, field: FieldModel): number[] {
    const of = isLink(field) && keyOf(field) === 'id' ? model().resources[field.of ?? ''] : undefined
    const lookup = field.lookup === undefined ? undefined : callOf(model(), field.lookup)
    if (!of || !isLimited(of) || call.scope || lookup?.scope) return []
    return (rows.get(of.name) ?? [])
      .filter((row) => !sees(level, of, row))
      .slice(0, 2)
      .map(({ id }) => id)
  }
  const idsOf = (resource: string): number[] => (rows.get(resource) ?? []).map(({ id }) => id)

  it('limit many resources, of which each level sees some records and not others', () => {
    const seen = limited().flatMap((resource) =>
      (Object.keys(LEVELS) as Level[]).map((level) => ({
        level,
        all: rows.get(resource.name)?.length ?? 0,
        some: visible(level, resource).length,
      })),
    )
    expect(limited().length).toBeGreaterThan(50)
    for (const level of ['self', 'department', 'below', 'chosen'] as const) {
      const mixed = seen.filter((one) => one.level === level && one.some > 0 && one.some < one.all)
      expect({ level, mixed: mixed.length > 25 }).toEqual({ level, mixed: true })
    }
  })

  describe.each(Object.keys(LEVELS) as Level[])('of level %s', (level) => {
    const who = () => people.get(level) as Person

    const allPages = async (path: string): Promise<{ ids: number[]; total: unknown; status: number }> => {
      const ids: number[] = []
      for (let pageNO = 1; ; pageNO += 1) {
        const { data, total, status } = await product().raw(who(), path, { pageNO, pageRows: 200, tree: 0 })
        ids.push(...idsIn(data))
        if (ids.length >= Number(total ?? 0) || idsIn(data).length === 0) return { ids, total, status }
      }
    }

    it('hold for every list and its count', async () => {
      const questions = limited().flatMap((resource) =>
        callsOf(resource, ['query', 'list']).map((call) => ({ resource, call })),
      )
      expect(questions.length).toBeGreaterThan(60)
      const wrong = await batched(questions, async ({ resource, call }) => {
        const told = await allPages(call.path)
        const expected = sorted(
          (call.scope ? (rows.get(resource.name) ?? []) : visible(level, resource)).map((row) => row.id),
        )
        return JSON.stringify(sorted(told.ids)) === JSON.stringify(expected) && told.total === expected.length
          ? []
          : [{ path: call.path, status: told.status, found: sorted(told.ids), total: told.total, expected }]
      })
      expect(wrong.flat()).toEqual([])
    })

    it('hold for every option and every file', async () => {
      const wrong = await batched(limited(), async (resource) => {
        const found: unknown[] = []
        const expected = visible(level, resource)
        for (const call of callsOf(resource, ['select'])) {
          const ids = idsIn((await product().raw(who(), call.path, {})).data)
          const allowed = call.scope ? (rows.get(resource.name) ?? []) : expected
          if (ids.some((id) => !allowed.some((row) => row.id === id)))
            found.push({ path: call.path, ids, allowed: allowed.map((row) => row.id) })
        }
        for (const call of callsOf(resource, ['export'])) {
          const { url } = await product().rawMust<{ url: string }>(who(), call.path, {})
          const sheet = (await readSheet(Buffer.from(await (await product().fetch(url)).arrayBuffer()))) as unknown[][]
          if (sheet.length - 1 !== expected.length)
            found.push({ path: call.path, rows: sheet.length - 1, expected: expected.length })
        }
        return found
      })
      expect(wrong.flat()).toEqual([])
    })

    it('hold for every record: what the list does not show is refused, to read, change or delete', async () => {
      const questions = limited().flatMap((resource) => {
        const calls = (['detail', 'edit', 'del'] as const).flatMap(
          (kind) => callOfKind(model(), resource.name, kind) ?? [],
        )
        return someOfBoth(level, resource).flatMap((row) =>
          calls.flatMap((call) => {
            const seen = call.scope !== undefined || sees(level, resource, row)
            return call.kind === 'del' && seen ? [] : [{ call, row, seen }]
          }),
        )
      })
      expect(questions.length).toBeGreaterThan(250)
      const wrong = await batched(questions, async ({ call, row, seen }) => {
        const told = await product().raw(who(), call.path, { id: row.id })
        const refused =
          told.status === 403 &&
          told.msg === '没有该数据的操作权限' &&
          JSON.stringify(told.data) === '{"outOfScope":true}'
        const right = seen
          ? ![403, 404, 500].includes(told.status)
          : refused || (call.kind !== 'detail' && told.status === 400 && model().resources[call.resource]?.append)
        return right ? [] : [`${call.path} ${row.id} (${seen ? 'seen' : 'unseen'}): ${told.status} ${told.msg}`]
      })
      expect(wrong.flat()).toEqual([])
    })

    it('hold for every call that is told of a record: one that is not seen is as if it were not there', async () => {
      const seenOf = (resource: ResourceModel): number[] => visible(level, resource).map(({ id }) => id)
      const known: Known = new Map(
        Object.values(model().resources).map((one) => [one.name, isLimited(one) ? seenOf(one) : idsOf(one.name)]),
      )
      const asked = Object.values(model().calls).flatMap((call) =>
        call.input.flatMap((field) => toldOf(level, call, field).map((id) => ({ call, field, id }))),
      )
      expect(asked.length).toBeGreaterThan(level === 'company' ? -1 : 300)
      let n = 0
      const wrong = await batched(asked, async ({ call, field, id }) => {
        const others = call.input.filter(({ name, required }) => required === true && name !== field.name)
        const filled = Object.fromEntries(others.map((one) => [one.name, sample(model(), one, known, (n += 1))]))
        // What a record holds already it may keep, whoever sees that.
        if (rows.get(call.resource)?.some((row) => row.id === filled.id && row[field.name] === id)) return []
        const answer = async (asked: number): Promise<unknown> => {
          const value = field.type === 'refs' ? [asked] : asked
          const { status, data, total } = await product().raw(who(), call.path, { ...filled, [field.name]: value })
          return status === 200 ? JSON.stringify({ data, total }) : 'refused'
        }
        const told = await answer(id)
        return told === 'refused' || told === (await answer(NO_RECORD))
          ? []
          : [`${call.path} ${field.name} ${id}: ${told}`]
      })
      expect(wrong.flat()).toEqual([])
    })

    it('hold for figures and history', async () => {
      const customer = model().resources.customer as ResourceModel
      const mine = visible(level, customer)
      const byStatus = await product().must(who(), 'customer/byStatus', {})
      const counted = byStatus.reduce(
        (sum, one) =>
          sum + Number(Object.entries(one).find(([name]) => name !== 'status' && !name.endsWith('Name'))?.[1] ?? 0),
        0,
      )
      expect(counted).toBe(mine.length)
      const told = await product().post(who(), 'customer/query', { counts: 'status', totals: ['consumeAmount'] })
      expect((told.count as Values).all).toBe(mine.length)
      for (const row of (rows.get('customer') ?? []).slice(0, 8)) {
        expect(
          (await product().post(who(), 'operatelogs/history', { entity: 'customer', entityId: row.id })).status,
        ).toBe(mine.includes(row) ? 200 : 403)
      }
    })

    it('hold for a batch: one record that is not seen refuses it all', async () => {
      const customer = model().resources.customer as ResourceModel
      const seen = visible(level, customer)[0]
      const unseen = (rows.get('customer') ?? []).find((row) => !sees(level, customer, row))
      if (!seen || !unseen) return expect(level).toBe('company')
      const before = await product().rows('select "id", "version", "isDel", "salesId" from "customer" order by "id"')
      for (const [path, more] of [
        ['customer/assign', { salesId: who().employeeId }],
        ['customer/del', {}],
      ] as const) {
        expect(await product().post(who(), path, { ids: [seen.id, unseen.id], ...more })).toMatchObject({ status: 403 })
      }
      expect(await product().rows('select "id", "version", "isDel", "salesId" from "customer" order by "id"')).toEqual(
        before,
      )
      expect(
        (
          await product().post(who(), 'contact/add', {
            customerId: unseen.id,
            contactMode: DICT.track_mode.phone,
            content: '看不见的客户',
          })
        ).status,
      ).toBe(400)
    })
  })

  it('change at once with the rule, the department and the role', async () => {
    const me = people.get('department') as Person
    const count = async () => (await product().post(me, 'customer/query', {})).total
    const before = await count()
    const rules = (level: Code<'data_level'>) =>
      Object.values(DICT.data_module).map((moduleCode) => ({ moduleCode, level }))
    await product().must('administrator', 'data_access/edit', { roleId: me.roleId, rules: rules(LEVELS.company) })
    expect(await count()).toBe(rows.get('customer')?.length)
    await product().must('administrator', 'data_access/edit', { roleId: me.roleId, rules: rules(LEVELS.self) })
    const mine = (resource: string) => (rows.get(resource) ?? []).filter((row) => row.salesId === me.employeeId)
    // An order shows its customer to whoever sells it.
    const sold = mine('order').map(({ customerId }) => customerId)
    expect(await count()).toBe(new Set([...mine('customer').map(({ id }) => id), ...sold]).size)
    await product().must('administrator', 'data_access/edit', { roleId: me.roleId, rules: rules(LEVELS.department) })
    expect(await count()).toBe(before)
  })
})
