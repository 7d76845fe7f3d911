/**
 * The main flow of the business as it is clicked, each step by the account whose job it is: from the channel over clue,
 * chance and order to the balance paid, ending in exactly its numbers.
 */
import type { DictionaryValues } from '../../../src/generated/dictionaries.ts'
import type { Requests } from '../../../src/generated/wire.ts'
import type { Lang } from '../../../src/model/model.ts'
import { ACCOUNT, freshToken, raw, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { Desk } from '../page/desk.ts'
import { Form } from '../page/form.ts'
import { valueOf } from '../page/model.ts'
import { asAdministrator, freshColleague, type Colleague } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextMobile, nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'
import { Wizard } from '../page/wizard.ts'
import { journeyIn } from '../page/words.ts'

type Row = Record<string, unknown> & { id: number }

const DAY = 86_400_000
/** Of the demo: the package and the goods of the story, and its people. */
const PACKAGE = '百天B'
const GOODS = '8寸摆台'
const TELEMARKETER = '林静'
const CONSULTANT = '周雨桐'
const CITY = '重庆'
/** One of its own: the demo's offers end with the days the demo was made for. */
const OFFER = '首日充1000送100'

const detail = async (resource: string, id: number): Promise<Row> =>
  raw<Row>(`${resource}/detail`, { id }, await tokenOf(ACCOUNT.administrator))
const listed = async (path: keyof Requests, input: object): Promise<Row[]> =>
  raw<Row[]>(path, { pageNO: 1, pageRows: 200, ...input }, await tokenOf(ACCOUNT.administrator))

/** The offer of the story, made once. */
async function offers(): Promise<void> {
  const [known] = await listed('rechargeActivity/query', { keyword: OFFER })
  if (known) return
  await asAdministrator('rechargeActivity/add', {
    name: OFFER,
    rechargeAmount: 1000,
    giftAmount: 100,
    startTime: Date.now() - DAY,
    endTime: Date.now() + 30 * DAY,
  })
}

/** What a window needs to begin: who looks at it, in which language. */
type Opens = (visit: { as?: string; token?: string }) => Promise<App>

/** A channel is put on file with its category and window, a contact, and whoever looks after it. */
async function makesChannel(app: App, colleague: Colleague): Promise<Channel> {
  await app.goto('/channel-management/channel-category')
  const categories = Screen.of(app, '/channel-management/channel-category')
  const category = nextName('Hospital')
  const newCategory = await categories.asks('add')
  await newCategory.put({ name: category, code: nextName('H') })
  await newCategory.save()
  await newCategory.dismiss()

  await app.goto('/channel-management/channel-category-window')
  const windows = Screen.of(app, '/channel-management/channel-category-window')
  await windows.chooseLeft(category)
  const newWindow = await windows.asks('add')
  await newWindow.put({ name: 'Ward 3', code: nextName('W') })
  await newWindow.save()
  await newWindow.dismiss()

  const name = nextName('Yubei')
  const full = `${name} Maternity`
  const known = await freshRecord('channel', { channelFullName: `${full} Hospital` })
  const [{ channelFullName }] = [await detail('channel', known.id)]
  await app.goto('/channel-management/channel-add')
  const form = Form.onPage(app, '/channel-management/channel-add')
  await expect(form.item('channelTypeId').locator('input')).toBeFocused()
  await form.put({
    channelTypeId: category,
    channelName: name,
    channelFullName,
    windowIds: 'Ward 3',
    level: valueOf('channel_level', 'a'),
    cityCode: CITY,
    address: '1 Ice Street',
  })
  await expect(form.fault('channelFullName')).toHaveText(
    app.lang === 'zh' ? '渠道分类名字重复' : 'This full name exists already',
  )
  await form.put({ channelFullName: full, commissionRate: 0.075 })
  const { input, answer } = await app.calling<{ id: number }>('channel/add', () => form.save())
  expect(input).toMatchObject({ commissionRate: 0.075 })
  await expect(app.page).toHaveURL(new RegExp(`/channel-management/channel-detail\\?id=${answer.data.id}`))
  await expect(app.body.locator('dl')).toContainText(['7.5%'])
  await app.settled()

  await app.body.locator('[role=tab][data-tab=contacts]').click()
  await app.settled()
  const contact = await Screen.of(app, '/channel-management/channel-detail', 'contacts').asks('add')
  await contact.put({ name: 'Nurse Yu', mobile: nextMobile() })
  await contact.save()
  await contact.dismiss()
  await expect(app.body.locator('[role=tabpanel]:visible [data-row-key]')).toContainText('Nurse Yu')

  const head = app.body.locator('.at-head')
  const specialist = await Screen.of(app, '/channel-management/channel-detail').asks('toSpecialist', head)
  await specialist.put({ specialistId: colleague.name })
  await specialist.save()
  await specialist.dismiss()
  expect(await detail('channel', answer.data.id)).toMatchObject({ level: 1, specialistId: colleague.employeeId })
  return { category, name }
}

/** A clue of the channel goes into the pool of everybody. */
async function addsClue(app: App, channel: Channel, customer: Customer): Promise<number> {
  await app.goto('/clue-chance/clue-add')
  const form = Form.onPage(app, '/clue-chance/clue-add')
  const { name: realName, mobile } = customer
  await form.put({ realName, mobile, cityCode: CITY, channelTypeId: channel.category, channelId: channel.name })
  const { answer } = await app.calling<{ id: number }>('analysis/add', () => form.save())
  expect(answer.status).toBe(200)
  await app.hears(app.lang === 'zh' ? '已新增线索，已放入公共池' : 'The clue is on file, in the public pool now')
  const { id } = answer.data
  // Nobody owns it yet, so everybody may open it.
  await expect(app.page).toHaveURL(new RegExp(`/clue-chance/clue-detail\\?id=${id}`))
  await expect(app.body.locator('.at-head')).toContainText(realName)
  return id
}

/** The manager gives it out of the pool to the telemarketer. */
async function givesOut(app: App, clueId: number, { name }: Customer): Promise<void> {
  await app.goto('/clue-chance/clue-pool')
  const pool = Screen.of(app, '/clue-chance/clue-pool')
  const form = await pool.asks('assign', await pool.find(clueId, name))
  await form.put({ employeeId: TELEMARKETER })
  await form.save()
  await form.dismiss()
  await expect(pool.row(clueId)).toHaveCount(0)
}

/** The telemarketer calls, notes it, sees a chance and hands it to the consultant whom the family will visit. */
async function followsUp(app: App, clueId: number, { name }: Customer): Promise<number> {
  await app.goto('/clue-chance/clue-list')
  const clues = Screen.of(app, '/clue-chance/clue-list')
  await clues.open(await clues.find(clueId, name))
  await expect(app.page).toHaveURL(new RegExp(`/clue-chance/clue-detail\\?id=${clueId}`))
  await app.settled()
  const head = app.body.locator('.at-head')
  const clue = Screen.of(app, '/clue-chance/clue-detail')
  const track = await clue.asks('track', head)
  const said = 'Wants the hundred-day set, comes on Saturday.'
  await track.put({ content: said, result: valueOf('track_result', 'interested'), nextTrackDate: Date.now() + 2 * DAY })
  await track.save()
  await track.dismiss()
  await app.body.locator('[role=tab][data-tab=tracks]').click()
  await expect(app.body.locator('[role=tabpanel]:visible .at-timeline')).toContainText(said)
  expect(await detail('analysis', clueId)).toMatchObject({ analysisStatus: 2, trackCount: 1 })

  await clue.does('chance', head)
  await expect(app.page).toHaveURL(new RegExp(`/clue-chance/chance-add\\?clueId=${clueId}`))
  await app.settled()
  const form = Form.onPage(app, '/clue-chance/chance-add')
  await form.put({
    chanceAmount: 3980,
    probability: valueOf('win_probability', 'p50'),
    chanceDate: Date.now() + 3 * DAY,
    packageId: PACKAGE,
  })
  const { answer } = await app.calling<{ id: number }>('chance/add', () => form.save())
  const { id } = answer.data
  await expect(app.page).toHaveURL(new RegExp(`/clue-chance/chance-detail\\?id=${id}`))
  await app.settled()
  expect(await detail('chance', id)).toMatchObject({ chanceStatus: 1, chanceAmount: 3980, probability: 50, clueId })
  expect(await detail('analysis', clueId)).toMatchObject({ analysisStatus: 3 })

  await app.goto('/clue-chance/chance')
  const chances = Screen.of(app, '/clue-chance/chance')
  const handed = await chances.asks('setSales', await chances.find(id, name))
  await handed.put({ employeeId: CONSULTANT })
  await handed.save()
  await handed.dismiss()
  await expect(chances.row(id)).toHaveCount(0)
  return id
}

/** In the store the consultant puts the family on file and makes the order. */
async function sells(app: App, chanceId: number, { name, baby }: Customer): Promise<Sold> {
  await app.goto('/clue-chance/chance')
  const chances = Screen.of(app, '/clue-chance/chance')
  const won = await chances.asks('transform', await chances.find(chanceId, name))
  await expect(won.group('customer').item('realName').locator('input')).toHaveValue(name)
  await expect(won.group('customer').item('cityCode')).toContainText(CITY)
  const family = won.group('family')
  await family.addEntry('members', { name, relation: valueOf('family_relation', 'mother') })
  await family.addEntry('members', {
    name: baby,
    relation: valueOf('family_relation', 'baby'),
    birthday: Date.now() - 150 * DAY,
  })
  const { answer } = await app.calling<{ customerId: number }>('chance/transform', () => won.save())
  const { customerId } = answer.data
  await won.closed()
  await app.hears(app.lang === 'zh' ? '已成交，客户已建档' : 'Won; the customer is on file')
  await expect(app.page).toHaveURL(/\/order\/make-order\?/)
  await app.settled()
  expect(await detail('chance', chanceId)).toMatchObject({ chanceStatus: 2, customerId })
  const customer = await detail('customer', customerId)
  expect(customer).toMatchObject({ realName: name, status: 2 })
  expect(customer.accountId).toBeTruthy()
  const [{ members }] = (await listed('family/listFamily', { customerId })) as [Row & { members: Row[] }]
  expect(members.map((one) => [one.name, one.relation])).toEqual([
    [name, valueOf('family_relation', 'mother')],
    [baby, valueOf('family_relation', 'baby')],
  ])

  const wizard = new Wizard(app, '/order/make-order')
  await expect(wizard.summary).toContainText(name)
  await wizard.at('customer')
  await wizard.form.put({ babyMemberId: baby })
  await wizard.next()
  await wizard.at('items')
  await expect(wizard.summary).toContainText(PACKAGE)
  await wizard.form.addEntry('items', { itemType: valueOf('item_type', 'goods'), itemId: GOODS, quantity: 1 })
  await expect(wizard.summary.locator('.at-summary-sum')).toContainText('4,178.00')
  await wizard.next()
  const { answer: made } = await wizard.finish<{ id: number; orderNo: string }>('discount', 'people')
  expect(made).toMatchObject({ status: 200 })
  return { ...made.data, customerId }
}

/** What the demo's cashier is asked to take: the deposit, a recharge with the offer, and the rest of the order. */
async function takesMoney(app: App, { orderNo, id, customerId }: Sold, { name }: Customer): Promise<void> {
  await app.goto('/cash/register-station')
  const desk = new Desk(app, '/cash/register-station')
  await desk.takes(orderNo)
  await expect(desk.till).toContainText('4,178.00')
  await desk.pays({ way: 'wechat', amount: 1000, reference: nextName('W') })
  expect(await detail('order', id)).toMatchObject({ payStatus: 1, orderStatus: 1, paidAmount: 1000, dueAmount: 3178 })
  expect(await detail('customer', customerId)).toMatchObject({ status: 3 })
  await begins(id, orderNo)

  await app.goto('/cash/account-recharge')
  const recharges = Screen.of(app, '/cash/account-recharge')
  const form = await recharges.asks('recharge')
  await form.put({ customerId: name, amount: 1000, rechargeActivityId: OFFER })
  await form.save()
  await form.dismiss()
  await app.goto('/cash/register-station')
  await desk.seeks(name)
  await desk.chooses(app.lang === 'zh' ? '充值' : 'Recharge', name)
  await desk.pays({ way: 'cash', amount: 1000 })
  const account = () => asAdministrator('account/getAccountInfo', { customerId })
  expect(await account()).toMatchObject({ principalBalance: 1000, giftBalance: 100, balance: 1100 })
  // A recharge is credited to whoever sold it, the bonus to nobody.
  const [bill] = await listed('bill/query', { nameOrTel: name, billTypes: [valueOf('bill_type', 'recharge')] })
  const earned = await listed('performance/query', { perfType: [valueOf('perf_type', 'recharge')] })
  expect(earned.filter((one) => one.billId === bill?.id).map((one) => one.perfAmount)).toEqual([1000])

  await desk.next()
  await desk.takes(orderNo)
  await desk.pays({ way: 'balance', amount: 1100 }, { way: 'card', amount: 2078, reference: nextName('C') })
  expect(await account()).toMatchObject({ principalBalance: 0, giftBalance: 0, balance: 0 })
}

/** What the deposit sets going: a work order with its appointment for each session, and the seller's credit. */
async function begins(orderId: number, orderNo: string): Promise<void> {
  const works = await listed('workOrder/query', { orderNo })
  const sessions = await listed('orderSession/query', { orderId })
  const ofSessions = sessions.map((one) => one.id).sort()
  expect(works.map((one) => one.orderSessionId).sort()).toEqual(ofSessions)
  expect(works.map((one) => one.workOrderStatus)).toEqual([1, 1])
  const tasks = await listed('workTask/query', { orderNo })
  expect(tasks.map((one) => one.taskType)).toEqual([1, 1].map(() => valueOf('task_type', 'appointment')))
  expect(tasks.map((one) => one.workOrderId).sort()).toEqual(works.map((one) => one.id).sort())
  const earned = await listed('performance/query', { perfType: [valueOf('perf_type', 'orderSale')] })
  expect(earned.filter((one) => one.orderId === orderId).map((one) => one.perfAmount)).toEqual([1000])
}

/** Everything that the numbers of the story say of the order at the end. */
async function addsUp({ id, orderNo, customerId }: Sold, chanceId: number, clueId: number): Promise<void> {
  expect(await detail('order', id)).toMatchObject({
    customerId,
    chanceId,
    payableAmount: 4178,
    paidAmount: 4178,
    dueAmount: 0,
    orderStatus: 2,
    payStatus: 2,
  })
  expect(await detail('chance', chanceId)).toMatchObject({ chanceStatus: 2, orderId: id, probability: 100 })
  expect(await detail('analysis', clueId)).toMatchObject({ analysisStatus: 5, customerId })
  const records = await listed('cashRecord/query', { orderNO: orderNo })
  const byType = (type: DictionaryValues['bill_type']) =>
    records.filter((one) => one.billType === valueOf('bill_type', type)).map((one) => one.amount)
  expect(byType('order').sort()).toEqual([1000, 2078])
  expect(byType('goldOrder')).toEqual([1100])
  const movements = await listed('account/queryFinance', {
    accountId: (await detail('customer', customerId)).accountId,
  })
  expect(movements.map((one) => [one.movementType, one.amount, one.giftAmount, one.balanceAfter])).toEqual([
    [valueOf('account_movement', 'consume'), 1000, 100, 0],
    [valueOf('account_movement', 'recharge'), 1000, 100, 1100],
  ])
  // What came in counts once: by the order what was new money, and what went onto the account as the recharge.
  const earned = await listed('performance/query', { employeeNameOrTel: CONSULTANT })
  const ofOrder = earned.filter((one) => one.orderId === id).map((one) => one.perfAmount)
  expect(ofOrder.sort()).toEqual([1000, 2078])
  const sessions = await listed('orderSession/query', { orderId: id })
  expect(sessions.map((one) => one.sessionStatus)).toEqual([1, 1])
}

interface Channel {
  category: string
  name: string
}
interface Customer {
  name: string
  mobile: string
  baby: string
}
interface Sold {
  id: number
  orderNo: string
  customerId: number
}

suite.each(journeyIn('en'))('the first working day, in %s', (lang: Lang) => {
  test('from the channel to the balance paid', async ({ open }) => {
    await offers()
    const opens: Opens = (visit) => open({ ...visit, lang })
    const colleague = await freshColleague('channelSpecialist')
    const customer = { name: nextName('陈雨'), mobile: nextMobile(), baby: '陈小满' }
    const outside = await opens({ token: await freshToken(colleague.mobile) })
    const channel = await makesChannel(outside, colleague)
    const clueId = await addsClue(outside, channel, customer)
    expect(await detail('analysis', clueId)).toMatchObject({ analysisStatus: 1, employeeId: null })
    await givesOut(await opens({ as: ACCOUNT.manager }), clueId, customer)
    const chanceId = await followsUp(await opens({ as: ACCOUNT.telemarketer }), clueId, customer)
    const order = await sells(await opens({ as: ACCOUNT.consultant }), chanceId, customer)
    await takesMoney(await opens({ as: ACCOUNT.cashier }), order, customer)
    await addsUp(order, chanceId, clueId)
  })
})
