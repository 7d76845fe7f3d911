/** A counter for tests: ways of paying, a place, a cashier on duty, customers, orders, all made by the calls staff make. */
import { randomUUID } from 'node:crypto'
import type { CallPath } from '../../../src/generated/calls.ts'
import type { Answer } from '../../../src/model/web.ts'
import type { Actor } from '../../../src/server/types.ts'
import { Catalogue, CITY, ITEM } from './catalogue.ts'
import type { Studio } from './studio.ts'

type Values = Record<string, unknown>

/** Wire values that these tests speak of. */
export const KIND = { cash: 1, online: 2, card: 3, balance: 5 } as const

export class Counter {
  private n = 0
  readonly ways: Record<'cash' | 'wechat' | 'card' | 'balance', number> = { cash: 0, wechat: 0, card: 0, balance: 0 }
  placeId = 0
  cashierId = 0
  private constructor(
    readonly studio: Studio,
    readonly who: Actor,
    readonly shop: Catalogue,
  ) {}

  static async open(studio: Studio, who: Actor): Promise<Counter> {
    const counter = new Counter(studio, who, await Catalogue.open(studio, who))
    await counter.furnish()
    return counter
  }

  must<T = Values>(path: CallPath, input: Values = {}, who = this.who): Promise<T> {
    return this.studio.must<T>(who, path, input)
  }
  refused(path: CallPath, input: Values = {}, who = this.who): Promise<Answer> {
    return this.studio.call(who, path, input)
  }
  private async add(path: CallPath, values: Values): Promise<number> {
    return (await this.must<{ id: number }>(path, values)).id
  }

  private async furnish(): Promise<void> {
    const way = (name: string, code: string, kind: number, more: Values = {}) =>
      this.add('payMethod/add', { name, code, kind, ...more })
    this.ways.cash = await way('现金', 'cash', KIND.cash)
    this.ways.wechat = await way('微信', 'wechat', KIND.online)
    this.ways.card = await way('刷卡', 'card', KIND.card)
    this.ways.balance = await way('账户余额', 'balance', KIND.balance, { isIncome: 0 })
    const address = await this.add('cashAddress/add', { name: '渝北店', cityCode: CITY.chongqing })
    this.placeId = await this.add('place/add', { name: '前台一', cashAddressId: address })
    this.cashierId = await this.hire(this.who)
  }

  /** Makes somebody a cashier on duty. */
  async hire(who: Actor): Promise<number> {
    const id = await this.add('cashier/add', { employeeId: who.employeeId, placeIds: [this.placeId] })
    await this.must('cashier/bind', { id, placeId: this.placeId }, this.who)
    return id
  }

  customer(values: Values = {}): Promise<number> {
    const n = ++this.n
    return this.add('customer/add', {
      realName: `客户${n}`,
      mobile: `139${String(10_000_000 + n)}`,
      cityCode: CITY.chongqing,
      ...values,
    })
  }

  /** An order of a package of the price given (yuan), one session. */
  async order(
    price = 1000,
    values: Values = {},
  ): Promise<{ id: number; orderNo: string; billId: number; customerId: number }> {
    const customerId = (values.customerId as number | undefined) ?? (await this.customer())
    const packageId = (values.packageId as number | undefined) ?? (await this.package(price))
    const made = await this.must<{ id: number; orderNo: string; billId: number }>('order/add', {
      businessType: 3,
      cityCode: CITY.chongqing,
      orgId: this.who.orgId,
      salesId: this.who.employeeId,
      ...values,
      customerId,
      packageId,
    })
    return { ...made, customerId }
  }

  async package(price = 1000, values: Values = {}): Promise<number> {
    const service = await this.shop.service({ sessionCount: 2 })
    const album = await this.shop.product({ photoQuota: 20 })
    return this.shop.package(
      [
        { itemType: ITEM.service, itemId: service, quantity: 1 },
        { itemType: ITEM.goods, itemId: album, quantity: 1 },
      ],
      { salePrice: price, ...values },
    )
  }

  /** Pays a bill; amounts by way in yuan. */
  pay(
    billId: number | number[],
    methods: Partial<Record<keyof Counter['ways'], number>>,
    more: Values = {},
  ): Promise<Answer> {
    return this.refused('cashRegister/pay', {
      billIds: [billId].flat(),
      methods: Object.entries(methods).map(([way, amount]) => ({
        payMethodId: this.ways[way as keyof Counter['ways']],
        amount,
      })),
      requestNo: randomUUID(),
      ...more,
    })
  }

  /** Money of a table as the database holds it: cents. */
  row(table: string, id: number): Promise<Values> {
    return this.studio.row(`select * from "${table}" where "id" = $1`, [id])
  }
  rows(sql: string, parameters: unknown[] = []): Promise<Values[]> {
    return this.studio.db.query(sql, parameters)
  }
}
