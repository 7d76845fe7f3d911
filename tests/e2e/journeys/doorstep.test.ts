/** The last of an order's way: what the customer chose of a product and pays more for, and products that go by courier. */
import type { Lang } from '../../../src/model/model.ts'
import { ACCOUNT, call, tokenOf } from '../page/api.ts'
import { choose } from '../page/controls.ts'
import { Desk } from '../page/desk.ts'
import { model, valueOf } from '../page/model.ts'
import { freshOrder, pay } from '../page/orders.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'
import { journeyIn } from '../page/words.ts'

/** Of the demo: one with covers to choose from, and one that is made as it is. */
const [ALBUM, BOX] = ['12寸精装相册', '影集盒']
const [COVER, LEATHER] = ['封面颜色', '真皮棕 +￥50.00']
const SENT = '/express-delivery/send-and-get'
const FIRST = { pageNO: 1, pageRows: 10 }

/** A paid order of one product. */
async function ordered(productName: string) {
  const boss = await tokenOf(ACCOUNT.administrator)
  const [product] = await call('product/query', { keyword: productName, ...FIRST }, boss)
  const items = [{ itemType: valueOf('item_type', 'goods'), itemId: product?.id, quantity: 1 }]
  const made = await freshOrder({ packageId: null, items })
  await pay(made.billId, product?.salePrice ?? 0)
  return made
}

/** Its product, from the manufacturer to the shelf: the order's delivery waits for the customer. */
async function onTheShelf(orderId: number) {
  const boss = await tokenOf(ACCOUNT.administrator)
  await call('workProduct/initProduct', { orderId }, boss)
  const [product] = await call('workProduct/query', { orderId, ...FIRST }, boss)
  const id = product?.id ?? 0
  const [maker] = await call('workManufacturer/query', FIRST, boss)
  const [address] = await call('workFinishedProductsAddress/query', FIRST, boss)
  await call('workProduct/allocate', { ids: [id], manufacturerId: maker?.id, addressId: address?.id }, boss)
  await call('workProduct/deliveryAll', { ids: [id] }, boss)
  await call('workProduct/allocate', { ids: [id], action: 'start' }, boss)
  await call('workProduct/allocate', { ids: [id], action: 'ship', shipNo: `SF${id}` }, boss)
  await call('workProduct/receipt', { ids: [id], shipNo: `SF${id}` }, boss)
  await call(
    'workProduct/qualityInspection',
    { id, result: valueOf('quality_result', 'pass'), storageNo: 'B-01' },
    boss,
  )
  return { id, workProductNo: product?.workProductNo ?? '' }
}

suite.each(journeyIn('zh'))('to the doorstep, in %s', (lang: Lang) => {
  test('offers what there is to choose of a product, and takes what it costs more', async ({ open }) => {
    const order = await ordered(ALBUM)
    const app = await open({ as: ACCOUNT.consultant, lang })
    await app.goto(`/order/order-detail?id=${order.id}&part=items`)
    const items = Screen.of(app, '/order/order-detail', 'items')
    const row = app.body.locator('[data-row-key]').filter({ hasText: ALBUM })
    const form = await items.asks('edit', row)
    await expect(form.item('attrs')).toContainText(COVER)
    await choose(app, form.item('attrs').locator('.ant-select').first(), LEATHER)
    await form.save()
    await expect(app.page.locator('.ant-notification-notice')).toContainText('50.00')

    const cashier = await open({ as: ACCOUNT.cashier, lang })
    await cashier.goto('/cash/register-station')
    const desk = new Desk(cashier, '/cash/register-station')
    await desk.takes(order.orderNo)
    await desk.pays({ way: 'cash', amount: 50 })
    const { dueAmount } = await call('order/detail', { id: order.id }, await tokenOf(ACCOUNT.administrator))
    expect(dueAmount).toBe(0)
    // It is chosen when the dialog is opened again.
    await app.page.reload()
    await items.does('edit', row)
    await expect(app.dialog.locator('.ant-select-selection-item')).toHaveText(LEATHER)
  })

  test('sends by courier what waited for its customer, as far as the signature', async ({ open }) => {
    const order = await ordered(BOX)
    const product = await onTheShelf(order.id)
    const app = await open({ as: ACCOUNT.production, lang })
    await app.goto(`${SENT}?orderNo=${order.orderNo}`)
    const list = Screen.of(app, SENT)
    const words = (status: 'toSend' | 'cancelled' | 'sent' | 'inTransit' | 'signed') => {
      const value = valueOf('delivery_status', status)
      return model.dictionaries.delivery_status?.values.find((one) => one.value === value)?.label[lang] ?? ''
    }
    const row = (status: Parameters<typeof words>[0]) =>
      app.body
        .locator('[data-row-key]')
        .filter({ hasText: order.orderNo })
        .filter({ hasText: words(status) })
    await list.agrees('cancel', row('toSend'))
    await expect(row('cancelled')).toBeVisible()
    const made = await list.asks('make')
    await made.put({ orderId: order.orderNo, deliveryType: valueOf('delivery_type', 'express') })
    await made.put({ workProductIds: product.workProductNo, address: '幸福路 12 号' })
    await made.save()
    const parcel = await list.asks('send', row('toSend'))
    await parcel.put({ expressCompany: valueOf('express_company', 'SF'), expressNo: `SF99${order.id}` })
    await parcel.save()
    const road = await list.asks('transit', row('sent'))
    await road.put({ location: '重庆' })
    await road.save()
    const hand = await list.asks('sign', row('inTransit'))
    await hand.put({ signName: order.customer })
    await hand.save()
    await expect(row('signed')).toBeVisible()
    const { produceStatus } = await call('workProduct/detail', { id: product.id }, await tokenOf(ACCOUNT.administrator))
    expect(produceStatus).toBe(valueOf('produce_status', 'delivered'))
  })
})
