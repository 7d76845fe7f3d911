/** Payment codes: told by hand that they are paid, or by a service over HTTP. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesEngines } from '../db/engines.ts'
import { Counter } from './counter.ts'
import { Studio } from './studio.ts'

type Row = Record<string, unknown>
interface Code extends Row {
  codeId: number
  payCode: string
}

describe.each(rulesEngines)('payment codes on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
  })
  afterAll(() => studio.close())
  const bill = (id: number) => counter.must<Row>('bill/detail', { id })
  const codeOf = (id: number, more: Row = {}) => counter.must<Code>('bill/getCode', { id, ...more })
  const state = (id: number) => counter.must<Row>('payCode/state', { id })

  it('one that is paid pays its bill, once, as any payment does', async () => {
    const { billId } = await counter.order(300)
    const code = await codeOf(billId, { amount: 200 })
    expect(code).toMatchObject({ amount: 200, byHand: 1, expireSeconds: 300, address: code.payCode })
    expect(await state(code.codeId)).toMatchObject({ paid: 0 })
    const told = { id: code.codeId, payMethodId: counter.ways.wechat, tradeNo: 'wx1' }
    const done = await counter.must<Row>('payCode/paid', told)
    expect(done).toMatchObject({ paid: 1, payNo: expect.stringMatching(/^P/) })
    expect(await state(code.codeId)).toMatchObject({ paid: 1, payRecordId: done.payRecordId })
    expect(await bill(billId)).toMatchObject({ paidAmount: 200, dueAmount: 100 })
    expect(await counter.refused('payCode/paid', told)).toMatchObject({ status: 400 })
    expect(await bill(billId)).toMatchObject({ paidAmount: 200 })
  })

  it.each([
    ['taking the money otherwise', (billId: number) => counter.pay(billId, { cash: 300 })],
    ['a new code', (billId: number) => counter.refused('bill/getCode', { id: billId })],
    ['voiding the bill', (id: number) => counter.refused('bill/edit', { id, action: 'void', voidReason: '错' })],
  ])('%s ends the code before', async (_what, act) => {
    const { billId } = await counter.order(300)
    const { codeId } = await codeOf(billId)
    expect(await act(billId)).toMatchObject({ status: 200 })
    expect(await state(codeId)).toMatchObject({ paid: 0, secondsLeft: 0 })
    expect(await counter.refused('payCode/paid', { id: codeId, payMethodId: counter.ways.wechat })).toMatchObject({
      status: 400,
    })
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

  it('runs out after five minutes', async () => {
    const { billId } = await counter.order(300)
    const { codeId } = await codeOf(billId)
    studio.clock.at += 301_000
    expect(await state(codeId)).toMatchObject({ paid: 0, secondsLeft: 0 })
  })

  it('a service over HTTP says itself that a code is paid, and how', async () => {
    const asked: string[] = []
    let answer: Row = { address: 'pay://1' }
    const service = createServer((request, response) => {
      asked.push(request.method ?? '')
      response.end(JSON.stringify(answer))
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    process.env.PAY_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    try {
      const { billId } = await counter.order(300)
      const code = await codeOf(billId)
      expect(code).toMatchObject({ address: 'pay://1', byHand: 0 })
      answer = { paid: false }
      expect(await state(code.codeId)).toMatchObject({ paid: 0 })
      expect(
        await counter.refused('payCode/paid', { id: code.codeId, payMethodId: counter.ways.wechat }),
      ).toMatchObject({ status: 400 })
      answer = { paid: true, way: 'wechat', tradeNo: 'wx2' }
      expect((await counter.pay(billId, { cash: 300 })).msg).toContain('刚刚已支付')
      expect(await state(code.codeId)).toMatchObject({ paid: 1 })
      expect(await bill(billId)).toMatchObject({ paidAmount: 300 })
      expect(asked).toEqual(['POST', 'GET', 'DELETE', 'GET'])
    } finally {
      delete process.env.PAY_URL
      service.close()
    }
  })
})
