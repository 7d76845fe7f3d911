/** A counter for tests: ways of paying, a place, a cashier on duty, customers, orders, all made by the calls staff make. */
import { randomUUID } from 'node:crypto'
import { DICT, type Code } from '../../../src/generated/dictionaries.ts'
import type { Columns } from '../../../src/generated/records.ts'
import type { Listed, Requests, Sent, Told } from '../../../src/generated/wire.ts'
import type { Answer } from '../../../src/model/web.ts'
import type { Actor } from '../../../src/server/types.ts'
import { Catalogue, CITY, ITEM } from './catalogue.ts'
import type { Stored, Studio, Staff } from './studio.ts'

/** A row of any table. */
type Found = Record<string, unknown> & { id: number }

export const KIND = DICT.pay_kind

export class Counter {
  private n = 0
  readonly ways: Record<'cash' | 'wechat' | 'card' | 'balance', number> = { cash: 0, wechat: 0, card: 0, balance: 0 }
  placeId = 0
  cashierId = 0
  private constructor(
    readonly studio: Studio,
    readonly who: Staff,
    readonly shop: Catalogue,
  ) {}

  static async open(studio: Studio, who: Staff): Promise<Counter> {
    const counter = new Counter(studio, who, await Catalogue.open(studio, who))
    await counter.furnish()
    return counter
  }

  must<P extends keyof Requests, K extends string>(
    path: P,
    input?: Sent<P, K>,
    who: Actor = this.who,
  ): Promise<Told[P]> {
    return this.studio.must(who, path, input)
  }
  /** As `must`, of a call whose function answers several. */
  list<P extends keyof Requests, K extends string>(
    path: P,
    input?: Sent<P, K>,
    who: Actor = this.who,
  ): Promise<Listed<P>> {
    return this.studio.list(who, path, input)
  }
  refused<P extends keyof Requests, K extends string>(
    path: P,
    input?: Sent<P, K>,
    who: Actor = this.who,
  ): Promise<Answer> {
    return this.studio.raw(who, path, input)
  }
  /** As `refused`, with what no type allows. */
  raw(path: string, input: unknown, who: Actor = this.who): Promise<Answer> {
    return this.studio.raw(who, path, input)
  }
  private add<P extends keyof Requests, K extends string>(path: P, values: Sent<P, K>): Promise<number> {
    return this.studio.add(this.who, path, values)
  }

  private async furnish(): Promise<void> {
    const way = (name: string, code: string, kind: Code<'pay_kind'>, more: Requests['payMethod/add'] = {}) =>
      this.add('payMethod/add', { name, code, kind, ...more })
    this.ways.cash = await way('现金', 'cash', KIND.cash)
    this.ways.wechat = await way('微信', 'wechat', KIND.online)
    this.ways.card = await way('刷卡', 'card', KIND.card, { nameEn: 'Card' })
    this.ways.balance = await way('账户余额', 'balance', KIND.accountBalance, { isIncome: 0 })
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

  customer(values: Requests['customer/add'] = {}): Promise<number> {
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
    values: Requests['order/add'] = {},
  ): Promise<{ id: number; orderNo: string; billId: number; customerId: number }> {
    const customerId = values.customerId ?? (await this.customer())
    const packageId = values.packageId ?? (await this.package(price))
    const made = await this.must('order/add', {
      businessType: DICT.business_type.baby,
      cityCode: CITY.chongqing,
      orgId: this.who.orgId,
      salesId: this.who.employeeId,
      ...values,
      customerId,
      packageId,
    })
    return { ...made, customerId }
  }

  async package(price = 1000, values: Requests['photoPackage/add'] = {}): Promise<number> {
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
    more: Requests['cashRegister/pay'] = {},
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
  row<R extends keyof Columns>(table: R, id: number): Promise<Stored<R>> {
    return this.studio.row(`select * from "${table}" where "id" = $1`, [id])
  }
  rows<T = Found>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.studio.rows(sql, parameters)
  }
}
