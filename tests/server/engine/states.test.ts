/**
 * Every move of every machine from every state (LANGUAGE § 7): from a state it does not name it is refused and leaves
 * the record as it was; from one it names it arrives, with what it sets; where its guard does not hold it says why.
 * And every change of hands: only to who is at work.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dictionaryOf } from '../../../src/model/fields.ts'
import type { FieldModel, MachineModel, MoveModel } from '../../../src/model/model.ts'
import { createApp, type App } from '../../../src/server/app.ts'
import { handlers } from '../support/code.ts'
import type { Actor, CallContext, DbRow, Handler } from '../../../src/server/types.ts'
import { fillEverything, knownIn, sample } from '../support/everything.ts'
import { onOneEngine } from '../support/engines.ts'
import { generatedModel, type Product, type Values } from '../support/product.ts'
import { useProduct } from '../support/useProduct.ts'

const model = generatedModel()

interface Case {
  resource: string
  machine: MachineModel
  move: MoveModel
  /** All states of the field. */
  states: (string | number)[]
}

const cases: Case[] = Object.values(model.resources).flatMap(({ name, fields, machines }) =>
  machines.flatMap((machine) => {
    const states = dictionaryOf(model.dictionaries, fields[machine.field])?.values.map((one) => one.value) ?? []
    return machine.moves.map((move) => ({ resource: name, machine, move, states }))
  }),
)

const named = cases.map((one) => ({ name: `${one.resource}.${one.move.name}`, one }))

/** Refs whose change is a change of hands, to a person. */
const assignments = Object.values(model.resources).flatMap((resource) =>
  resource.assignments.flatMap(({ field, tell }) => (tell === undefined ? [{ resource: resource.name, field }] : [])),
)

const STATUS = (name: string): unknown =>
  dictionaryOf(model.dictionaries, model.resources.employee?.fields.status)?.values.find((one) => one.name === name)
    ?.value

/** Makes the guard of a move hold, and breaks it: what to set in the record, or whole statements about record $1. */
const GUARDS: Record<string, { holds: string; breaks: string }> = {
  'bill.cancel': { holds: '"paidAmount" = 0', breaks: '"paidAmount" = 1' },
  'photoPackage.shelve': { holds: '"salePrice" = 500000', breaks: '"salePrice" = 0' },
  'customer.invalidate': { holds: '"openOrders" = 0', breaks: '"openOrders" = 1' },
  'order.payFull': { holds: '"dueAmount" = 0', breaks: '"dueAmount" = 1' },
  'order.owe': { holds: '"dueAmount" = 1', breaks: '"dueAmount" = 0' },
  'order.finish': { holds: '"dueAmount" = 0', breaks: '"dueAmount" = 1' },
  'order.cancel': { holds: '"paidAmount" = 0', breaks: '"paidAmount" = 1' },
  'orderSession.finish': { holds: '"photoCount" = 1', breaks: '"photoCount" = 0' },
  'refund.approve': { holds: '"createBy" = $other', breaks: '"createBy" = $me' },
  'refund.reject': { holds: '"ofChange" = false', breaks: '"ofChange" = true' },
  'refund.withdraw': { holds: '"createBy" = $me', breaks: '"createBy" = $other' },
  'recommend.invite': { holds: '"reviewStatus" = 1', breaks: '"reviewStatus" = 0' },
  'messageBoard.close': { holds: '"createBy" = $me', breaks: '"createBy" = $other' },
  'designTask.submit': { holds: '"donePages" = 2, "pageCount" = 2', breaks: '"donePages" = 1, "pageCount" = 2' },
  'designTask.submitFree': { holds: '"designType" = 1', breaks: '"designType" = 2' },
  'designTask.passPre': { holds: '"designType" = 1', breaks: '"designType" = 2' },
  'designTask.passFinal': { holds: '"designType" = 2', breaks: '"designType" = 1' },
  'designTask.accept': { holds: '"allSeen" = true', breaks: '"allSeen" = false' },
  'workTask.submit': { holds: '"doneCount" = 2, "photoCount" = 2', breaks: '"doneCount" = 1, "photoCount" = 2' },
  'workTask.settle': { holds: '"taskStatus" = 5', breaks: '"taskStatus" = 1' },
  'workTask.revisit': { holds: '"taskStatus" = 5', breaks: '"taskStatus" = 1' },
  'delivery.pickUp': { holds: '"deliveryType" = 1', breaks: '"deliveryType" = 2' },
  'delivery.send': { holds: '"deliveryType" = 2', breaks: '"deliveryType" = 1' },
  'workProduct.send': { holds: '"addressId" = 1', breaks: '"addressId" = null' },
  'workTask.pass': { holds: '"mainWorkerId" = $other', breaks: '"mainWorkerId" = $me' },
}

/** A hand-written call that all staff may make, whose place these tests take. */
const CALL = 'index/init'
const DONE = { zh: '到此为止', en: 'That is all' }

onOneEngine('moves', (engine) => {
  let app: App
  let actor: Actor & { employeeId: number }
  let other: number
  let run: Handler
  const ids = new Map<string, number>()
  const product = useProduct(engine, async (made: Product) => {
    await fillEverything(made, 1)
  })
  beforeAll(async () => {
    const { db, clock, sms, files } = product()
    const authenticate = () => Promise.resolve(undefined)
    app = await createApp({
      db,
      model,
      clock,
      sms,
      files,
      authenticate,
      handlers: { ...handlers, [CALL]: (c) => run(c) },
    })
    const { token: _token, ...person } = await product().person('finance')
    const { employeeId, companyId } = person
    actor = { ...person, kind: 'staff', lang: 'zh' }
    other = (
      await product().row<{ id: number }>('select "id" from "employee" where "id" <> $1 and "companyId" = $2 limit 1', [
        employeeId,
        companyId,
      ])
    ).id
    for (const resource of new Set(cases.map((one) => one.resource)))
      ids.set(
        resource,
        (
          await product().row<{ id: number }>(
            `select "id" from "${resource}" where "companyId" = $1 and not "isDel" order by "id" limit 1`,
            [companyId],
          )
        ).id,
      )
  })
  afterAll(() => app.close())

  const rowOf = async (c: CallContext, { resource }: Case): Promise<DbRow> =>
    (await c.tx.query(`select * from "${resource}" where "id" = $1`, [ids.get(resource)]))[0] as DbRow

  /** Puts the record into a state, makes the move, tells what came of it, and takes everything back. */
  async function attempt(one: Case, state: string | number, guard?: string) {
    const { resource, move } = one
    let found = { before: {} as DbRow, after: {} as DbRow }
    run = async (c) => {
      const values = guard?.replaceAll('$me', String(actor.employeeId)).replaceAll('$other', String(other))
      await c.tx.query(`update "${resource}" set "${move.field}" = $2${values ? `, ${values}` : ''} where "id" = $1`, [
        ids.get(resource),
        state,
      ])
      const before = await rowOf(c, one)
      const row = await c.find(resource, Number(before.id))
      try {
        await c.move(resource, row as NonNullable<typeof row>, move.name)
      } finally {
        found = { before, after: await rowOf(c, one) }
      }
      return c.refuse(undefined, DONE)
    }
    const { msg } = await app.answer(CALL, actor, {})
    return { ...found, msg }
  }

  /** What a move sets, as the database holds it. */
  const expected = ({ resource, move }: Case): DbRow =>
    Object.fromEntries(
      Object.entries(move.set).map(([field, bound]) => {
        if (!('expr' in bound))
          return [field, model.resources[resource]?.fields[field]?.type === 'bool' ? bound.value === 1 : bound.value]
        const known: Record<string, unknown> = {
          now: product().clock.at,
          // The row has not been begun yet.
          'row.startTime.or(now)': product().clock.at,
          'user.employeeId': actor.employeeId,
          'today()': expect.anything(),
        }
        if (!(bound.expr.src in known)) throw new Error(`say what ${bound.expr.src} is in ${field}`)
        return [field, known[bound.expr.src]]
      }),
    )

  describe.each(named)('$name', ({ name, one }) => {
    const { move, states } = one
    const guard = GUARDS[name]

    it('is refused from every other state and writes nothing', async () => {
      for (const state of states.filter((value) => !move.from.includes(value))) {
        const { msg, before, after } = await attempt(one, state, guard?.holds)
        expect([state, msg, after]).toEqual([state, '当前状态不能执行该操作', before])
      }
    })

    it('arrives with what it sets', async () => {
      for (const state of move.from) {
        const { msg, after } = await attempt(one, state, guard?.holds)
        expect([state, msg, after]).toEqual([
          state,
          DONE.zh,
          expect.objectContaining({ ...expected(one), [move.field]: move.to }),
        ])
      }
    })
  })

  it.each(named.filter(({ one }) => one.move.when.length > 0))(
    '$name says why where its guard does not hold, and writes nothing',
    async ({ name, one }) => {
      for (const state of one.move.from) {
        const { msg, before, after } = await attempt(one, state, GUARDS[name]?.breaks)
        expect([msg, after]).toEqual([one.move.when[0]?.why?.zh, before])
      }
    },
  )

  it.each(assignments)(
    '$resource goes to nobody as $field who is not at work, and stays with who is away',
    async (one) => {
      const { resource, field } = one
      const { companyId } = actor
      const { id } = await product().row<{ id: number }>(
        `select "id" from "${resource}" where "companyId" = $1 and not "isDel" order by "id" limit 1`,
        [companyId],
      )
      const [to] = (await product().app.insertAll('employee', { kind: 'system', lang: 'zh', companyId }, [
        { realName: '新人', mobile: `1770000${1000 + assignments.indexOf(one)}`, orgId: actor.orgId },
      ])) as [number]
      const is = (status: string) =>
        product().rows('update "employee" set "status" = $2 where "id" = $1', [to, STATUS(status)])
      const give = async (values: DbRow) => {
        run = async (c) => {
          const row = await c.find(resource, id, { lock: true })
          await c.update(resource, row as NonNullable<typeof row>, values)
          return undefined
        }
        return await app.answer(CALL, actor, {})
      }
      for (const status of ['leave', 'left']) {
        await is(status)
        expect(await give({ [field]: to })).toMatchObject({ status: 400, data: { field } })
        expect(await product().rows(`select 1 from "${resource}" where "${field}" = $1`, [to])).toEqual([])
      }
      await is('active')
      expect(await give({ [field]: to })).toMatchObject({ status: 200 })
      await is('leave')
      expect(await give({ [field]: to })).toMatchObject({ status: 200 })
    },
  )

  // Of records, an edit leaves as it is what is not sent, and a new one has its defaults.
  it('no call goes on without what it requires, whatever its default', async () => {
    const known = await knownIn(product(), actor.companyId ?? 0, 1)
    const calls = Object.values(model.calls).filter(
      ({ kind, name }) => ![kind, name].some((one) => one === 'edit' || one === 'add'),
    )
    const wrong: string[] = []
    let tried = 0
    for (const call of calls) {
      const [id] = known.get(call.resource) ?? []
      const given = (field: FieldModel): unknown => {
        if (field.name === 'id' || field.name === 'ids') return field.name === 'id' ? id : [id]
        if (field.type === 'refs') return known.get(field.of ?? '')?.slice(0, 1)
        return sample(model, field, known, 1) ?? '13800138000'
      }
      for (const field of call.input.filter((one) => one.required && one.name !== 'id' && one.name !== 'ids')) {
        const others = call.input.filter(
          (one) => (one.required || one.name === 'id' || one.name === 'ids') && one !== field,
        )
        const input = Object.fromEntries(others.map((one) => [one.name, given(one)]))
        const request = call.once ? { requestNo: randomUUID() } : {}
        const told = await product().raw('administrator', call.path, { ...input, ...request })
        tried += 1
        if (told.status !== 400 || (told.data as Values | null)?.field !== field.name)
          wrong.push(
            `${call.path} without ${field.name}: ${told.status} ${told.msg} ${JSON.stringify(told.data).slice(0, 60)}`,
          )
      }
    }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(100)
  })
})
