/** Payment codes: told by hand that they are paid, or by a service over HTTP. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { rulesEngines } from '../db/engines.ts'
import { Counter } from './counter.ts'
import { Studio } from './studio.ts'

/** States of a code: one that nobody paid in time, and one that may still be paid. */
const { expired: RUN_OUT, waiting: WAITING } = DICT.pay_code_status

type Row = Record<string, unknown>
interface Service {
  asked: string[]
  answer: Row
  /** The code of which it cannot tell anything. */
  silentOf: string | undefined
}

describe.each(rulesEngines)('payment codes on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
  })
  afterAll(() => studio.close())
  const bill = (id: number) => counter.must('bill/detail', { id })
  const codeOf = (id: number, more: Row = {}) => counter.must('bill/getCode', { id, ...more })
  const state = (id: number) => counter.must('payCode/state', { id })

  it('one that is paid pays its bill, once, as any payment does', async () => {
    const { billId } = await counter.order(300)
    const code = await codeOf(billId, { amount: 200 })
    expect(code).toMatchObject({ amount: 200, byHand: 1, expireSeconds: 300, address: code.payCode })
    expect(await state(code.codeId)).toMatchObject({ paid: 0 })
    const told = { id: code.codeId, payMethodId: counter.ways.wechat }
    const done = await counter.must('payCode/paid', told)
    expect(done).toMatchObject({ paid: 1, payNo: expect.stringMatching(/^P/) })
    expect(await state(code.codeId)).toMatchObject({ paid: 1, payRecordId: done.payRecordId })
    expect(await bill(billId)).toMatchObject({ paidAmount: 200, dueAmount: 100 })
    expect(await counter.refused('payCode/paid', told)).toMatchObject({ status: 400 })
    expect(await bill(billId)).toMatchObject({ paidAmount: 200 })
  })

  it.each([
    ['taking the money otherwise', (billId: number) => counter.pay(billId, { cash: 300 })],
    ['a new code', (billId: number) => counter.refused('bill/getCode', { id: billId })],
  ])('%s ends the code before', async (_what, act) => {
    const { billId } = await counter.order(300)
    const { codeId } = await codeOf(billId)
    expect(await act(billId)).toMatchObject({ status: 200 })
    expect(await state(codeId)).toMatchObject({ paid: 0, secondsLeft: 0 })
    expect(await counter.refused('payCode/paid', { id: codeId, payMethodId: counter.ways.wechat })).toMatchObject({
      status: 400,
    })
  })

  it('voiding the bill ends the code, unless an order asks for what is on it', async () => {
    const voiding = (id: number) => counter.refused('bill/edit', { id, action: 'void', voidReason: '错' })
    const { billId } = await counter.order(300)
    expect(await voiding(billId)).toMatchObject({
      status: 400,
      msg: '订单或加单的账单不能单独作废，请取消订单或加单',
    })
    const { id } = await counter.must('cashRegister/otherAdd', { title: '相框', payableAmount: 300 })
    const { codeId } = await codeOf(id)
    expect(await voiding(id)).toMatchObject({ status: 200 })
    expect(await state(codeId)).toMatchObject({ paid: 0, secondsLeft: 0 })
  })

  it('there is none for what is paid, nor over more than is due', async () => {
    const { billId } = await counter.order(300)
    expect(await counter.refused('bill/getCode', { id: billId, amount: 301 })).toMatchObject({
      status: 400,
      data: { field: 'amount' },
    })
    await counter.pay(billId, { cash: 300 })
    expect(await counter.refused('bill/getCode', { id: billId })).toMatchObject({
      status: 400,
      msg: '该账单没有待收金额',
    })
  })

  it('there is none for what a payment would not take: too little at first, a part of a recharge, two payers', async () => {
    const [one, other] = [await counter.order(1000), await counter.order(1000)]
    const { depositAmount = 0 } = await counter.must('order/detail', { id: one.id })
    const asks = (id: number, more: Row) => counter.refused('bill/getCode', { id, ...more })
    const least = `首次收款不能低于订金 ￥${Number(depositAmount).toFixed(2)}`
    expect(await asks(one.billId, { amount: Number(depositAmount) - 0.01 })).toMatchObject({
      ...{ status: 400, msg: least, data: { field: 'amount' } },
    })
    expect(await asks(one.billId, { amount: depositAmount })).toMatchObject({ status: 200 })
    expect(await asks(one.billId, { billIds: [one.billId, other.billId] })).toMatchObject({
      ...{ status: 400, data: { field: 'billIds' } },
    })
    const customerId = await counter.customer()
    const { billId } = await counter.must('account/recharge', { customerId, amount: 1000 })
    expect(await asks(billId, { amount: 300 })).toMatchObject({
      ...{ status: 400, msg: '充值须一次付清', data: { field: 'amount' } },
    })
    expect(await asks(billId, { amount: 1000 })).toMatchObject({ status: 200 })
  })

  it('runs out after five minutes', async () => {
    const { billId } = await counter.order(300)
    const { codeId } = await codeOf(billId)
    studio.clock.at += 301_000
    expect(await state(codeId)).toMatchObject({ paid: 0, secondsLeft: 0 })
  })

  /** A payment service; what it is asked, and what it answers. */
  async function served(work: (service: Service) => Promise<void>): Promise<void> {
    const told: Service = { asked: [], answer: { address: 'pay://1' }, silentOf: undefined }
    const service = createServer((request, response) => {
      told.asked.push(request.method ?? '')
      if (told.silentOf !== undefined && request.url?.endsWith(told.silentOf)) response.statusCode = 500
      response.end(JSON.stringify(told.answer))
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    process.env.PAY_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    try {
      await work(told)
    } finally {
      delete process.env.PAY_URL
      service.close()
    }
  }

  it('paid while nobody is at the till is no payment yet: the cashier is told, once, to book it', async () => {
    await served(async (service) => {
      const [one, other] = [await counter.order(300), await counter.order(300)]
      const expire = () =>
        studio.must({ kind: 'system', companyId: counter.who.companyId, lang: 'zh' }, 'payCode/expire')
      // What the tests before left open.
      service.answer = { paid: false }
      await expire()
      service.answer = { address: 'pay://1' }
      const paid = await codeOf(one.billId)
      service.answer = { paid: true, way: 'wechat', tradeNo: 'wx3' }
      expect(await expire()).toEqual({ count: 0 })
      studio.clock.at += 301_000
      expect(await expire()).toEqual({ count: 1 })
      service.answer = { address: 'pay://1' }
      const open = await codeOf(other.billId)
      service.answer = { paid: false }
      studio.clock.at += 301_000
      expect(await expire()).toEqual({ count: 1 })
      expect(await expire()).toEqual({ count: 0 })
      const { billNo } = await bill(one.billId)
      const said = await counter.rows(
        `select "content", "receiverId" from "pushMessage" where "title" = '收款码已支付，尚未入账'`,
      )
      expect(said).toEqual([
        {
          content: `账单 ${String(billNo)} 的收款码已支付 ￥300.00（流水号 wx3），请到收银台收款登记`,
          receiverId: counter.who.employeeId,
        },
      ])
      expect([await bill(one.billId), await state(paid.codeId)]).toMatchObject([
        { paidAmount: 0, dueAmount: 300 },
        { paid: 1, payRecordId: null },
      ])
      expect(await counter.row('payCode', open.codeId)).toMatchObject({ status: RUN_OUT })
      expect(await counter.pay(one.billId, { wechat: 300 })).toMatchObject({ status: 200 })
      expect(await bill(one.billId)).toMatchObject({ paidAmount: 300, dueAmount: 0 })
    })
  })

  it('of which the service says nothing waits for another night, and holds up no other', async () => {
    await served(async (service) => {
      const opened = async (): Promise<number> => {
        service.answer = { address: 'pay://1' }
        return Number((await codeOf((await counter.order(300)).billId)).codeId)
      }
      const codes = [await opened(), await opened()]
      const { code: silent } = await counter.row('payCode', codes[1]!)
      studio.clock.at += 301_000
      service.answer = { paid: false }
      service.silentOf = String(silent)
      const expire = () =>
        studio.must({ kind: 'system', companyId: counter.who.companyId, lang: 'zh' }, 'payCode/expire')
      expect(await expire()).toEqual({ count: 1 })
      const states = async () =>
        (await Promise.all(codes.map((id) => counter.row('payCode', id)))).map((one) => one.status)
      expect(await states()).toEqual([RUN_OUT, WAITING])
      service.silentOf = undefined
      expect(await expire()).toEqual({ count: 1 })
      expect(await states()).toEqual([RUN_OUT, RUN_OUT])
    })
  })

  it('is closed for every company by work that is for none', async () => {
    await served(async (service) => {
      const { billId } = await counter.order(300)
      await codeOf(billId)
      studio.clock.at += 301_000
      service.answer = { paid: true, way: 'wechat', tradeNo: 'wx4' }
      expect(await studio.must({ kind: 'system', lang: 'zh' }, 'payCode/expire')).toEqual({ count: 1 })
      const { billNo } = await bill(billId)
      const [said] = await counter.rows(
        `select "companyId" from "pushMessage" where "receiverId" = $1 and "content" like $2`,
        [counter.who.employeeId, `%${String(billNo)}%`],
      )
      expect(said).toEqual({ companyId: counter.who.companyId })
    })
  })

  it('a service over HTTP says itself that a code is paid, and how', async () => {
    await served(async (service) => {
      const { billId } = await counter.order(300)
      const code = await codeOf(billId)
      expect(code).toMatchObject({ address: 'pay://1', byHand: 0 })
      service.answer = { paid: false }
      expect(await state(code.codeId)).toMatchObject({ paid: 0 })
      expect(
        await counter.refused('payCode/paid', { id: code.codeId, payMethodId: counter.ways.wechat }),
      ).toMatchObject({ status: 400 })
      service.answer = { paid: true, way: 'wechat', tradeNo: 'wx2' }
      expect((await counter.pay(billId, { cash: 300 })).msg).toContain('刚刚已支付')
      expect(await state(code.codeId)).toMatchObject({ paid: 1 })
      expect(await bill(billId)).toMatchObject({ paidAmount: 300 })
      expect(service.asked).toEqual(['POST', 'GET', 'DELETE', 'GET'])
    })
  })
})
