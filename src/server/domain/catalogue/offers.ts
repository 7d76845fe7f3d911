/** Goods, services and scenes (rules 1.6): what changing them moves besides. */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { carryItem } from './copies.ts'
import { withIds } from './entries.ts'
import { itemFrom, mustNotBePromised, type Item } from './items.ts'

const editProduct: Handler<'product/edit'> = async (c) => {
  const done = await c.standard()
  await carryItem(c, itemFrom.goods(done.before), itemFrom.goods(done.after))
  return done
}

const editService: Handler<'service/edit'> = async (c) => {
  await mustStay(c, itemFrom.service(c.row), c.input.status)
  const done = await c.standard(await business(c))
  await carryItem(c, itemFrom.service(done.before), itemFrom.service(done.after))
  return done
}

const editScene: Handler<'scene/edit'> = async (c) => {
  await mustStay(c, itemFrom.scene(c.row), c.input.status)
  const done = await c.standard()
  await carryItem(c, itemFrom.scene(done.before), itemFrom.scene(done.after))
  return done
}

/** Refuses to take an item off the shelf while a package there promises it. */
async function mustStay(
  c: CallContext,
  item: Item,
  status: DictionaryValues['shelf_status'] | null | undefined,
): Promise<void> {
  if (item.onShelf && status === 'off') await mustNotBePromised(c, item.itemType, [item.itemId])
}

/** A service belongs to the business of its class. */
async function business(c: Call<'service/edit'>): Promise<Partial<Row<'service'>>> {
  const found = await c.seen('businessClass', c.input.businessClassId)
  return found ? { businessType: found.businessType } : {}
}

/** On and off the shelf (rules 4.14): all or none. */
const changeState: Handler<'product/changeState'> = async (c) => {
  const on = c.input.status === 'on'
  const ids = c.rows.map((row) => row.id)
  if (!on) await mustNotBePromised(c, 'goods', ids)
  for (const row of c.rows) await c.move('product', row, on ? 'shelve' : 'unshelve')
  return { count: ids.length }
}

/** The attributes of a product, replaced when they are sent; and whether the selection room offers it. */
const attributes: Handler<'product/attributes'> = async (c) => {
  const { productId, attributes: sent, isSelectable } = c.input
  const product = await c.must('product', productId, 'productId')
  if (sent) {
    const known = await c.select('productAttr', { productId })
    await c.update('product', product, { attributes: withIds(sent, known, ['attrName']) })
  }
  if (typeof isSelectable === 'boolean') await offerInSelection(c, productId, isSelectable)
  return c.select('productAttr', { productId })
}

/** The selection room offers a product, or no longer: the product says so, and its entry there, if it has one. */
async function offerInSelection(c: CallContext, productId: number, offered: boolean): Promise<void> {
  await setSelectable(c, productId, offered)
  const status = offered ? 'enabled' : 'disabled'
  for (const entry of await c.select('goodsSelection', { productId }))
    if (entry.status !== status) await c.update('goodsSelection', entry, { status })
}

async function setSelectable(c: CallContext, productId: number, isSelectable: boolean): Promise<void> {
  const product = await c.seen('product', productId, { lock: true })
  if (product && product.isSelectable !== isSelectable) await c.update('product', product, { isSelectable })
}

const selectionAdd: Handler<'goodsSelection/add'> = async (c) => {
  const done = await c.standard()
  await followSelection(c, done.after.productId)
  return done
}

const selectionEdit: Handler<'goodsSelection/edit'> = async (c) => {
  const done = await c.standard()
  for (const id of new Set([done.before.productId, done.after.productId])) await followSelection(c, id)
  return done
}

const selectionDel: Handler<'goodsSelection/del'> = async (c) => {
  const done = await c.standard()
  for (const { before } of done.all) await followSelection(c, before.productId)
  return done
}

/** A product is offered in the selection room while it has an entry there that is enabled. */
async function followSelection(c: CallContext, productId: number): Promise<void> {
  await setSelectable(c, productId, await c.exists('goodsSelection', { productId, status: 'enabled' }))
}

export const handlers: Handlers = {
  'product/edit': editProduct,
  'product/changeState': changeState,
  'product/attributes': attributes,
  'service/edit': editService,
  'scene/edit': editScene,
  'goodsSelection/add': selectionAdd,
  'goodsSelection/edit': selectionEdit,
  'goodsSelection/del': selectionDel,
}
