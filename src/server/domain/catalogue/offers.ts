/** Goods, services and scenes (rules 1.6): what adding, changing and deleting them moves besides. */
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { target, targets } from '../rows.ts'
import { isOneOf, value } from '../values.ts'
import { carryItem } from './copies.ts'
import { recountFor } from './counts.ts'
import { withIds } from './entries.ts'
import { isOnShelf, mustNotBePromised, type ItemKind } from './items.ts'
import { refuseUnknown } from '../refusals.ts'

const add =
  (resource: string): Handler =>
  async (c) => {
    const answer = (await c.standard()) as { id: number }
    await recountFor(c, await c.find(resource, answer.id))
    return answer
  }

const edit =
  (
    resource: string,
    kind: ItemKind,
    extra?: (c: CallContext, before: Row) => Promise<Record<string, unknown>>,
  ): Handler =>
  async (c) => {
    const before = target(c)
    const { status } = c.input
    if (isOnShelf(c, before) && isOneOf(c, 'shelf_status', status, 'off')) await mustNotBePromised(c, kind, [before.id])
    const answer = await c.standard(await extra?.(c, before))
    const after = (await c.find(resource, before.id)) as Row
    await carryItem(c, kind, before, after)
    await recountFor(c, before, after)
    return answer
  }

const del: Handler = async (c) => {
  const rows = targets(c)
  const answer = await c.standard()
  await recountFor(c, ...rows)
  return answer
}

/** A service belongs to the business of its class. */
async function business(c: CallContext): Promise<Record<string, unknown>> {
  const { businessClassId } = c.input
  const found = typeof businessClassId === 'number' ? await c.seen('businessClass', businessClassId) : undefined
  return found ? { businessType: found.businessType } : {}
}

/** On and off the shelf (rules 4.14): all or none. */
const changeState: Handler = async (c) => {
  const on = isOneOf(c, 'shelf_status', c.input.status, 'on')
  const rows = targets(c)
  if (!on)
    await mustNotBePromised(
      c,
      'goods',
      rows.map((row) => row.id),
    )
  for (const row of rows) await c.move('product', row, on ? 'shelve' : 'unshelve')
  return { count: rows.length }
}

/** The attributes of a product, replaced when they are sent; and whether the selection room offers it. */
const attributes: Handler = async (c) => {
  const product = (await c.seen('product', Number(c.input.productId), { lock: true })) ?? refuseUnknown(c, 'productId')
  const sent = c.input.attributes as Record<string, unknown>[] | undefined
  const { isSelectable } = c.input
  if (sent) {
    const known = await c.select('productAttr', { productId: product.id })
    await c.update('product', product, { attributes: withIds(sent, known, ['attrName']) })
  }
  if (typeof isSelectable === 'boolean') await offerInSelection(c, product.id, isSelectable)
  return c.select('productAttr', { productId: product.id })
}

/** The selection room offers a product, or no longer: the product says so, and its entry there, if it has one. */
async function offerInSelection(c: CallContext, productId: number, offered: boolean): Promise<void> {
  const product = await c.seen('product', productId, { lock: true })
  if (product && product.isSelectable !== offered) await c.update('product', product, { isSelectable: offered })
  const status = value(c, 'enable_status', offered ? 'enabled' : 'disabled')
  for (const entry of await c.select('goodsSelection', { productId }))
    if (entry.status !== status) await c.update('goodsSelection', entry, { status })
}

const selectionAdd: Handler = async (c) => {
  const answer = await c.standard()
  await followSelection(c, Number(c.input.productId))
  return answer
}

const selectionEdit: Handler = async (c) => {
  const before = target(c)
  const answer = await c.standard()
  for (const id of new Set([before.productId, c.input.productId ?? before.productId]))
    await followSelection(c, Number(id))
  return answer
}

const selectionDel: Handler = async (c) => {
  const rows = targets(c)
  const answer = await c.standard()
  for (const row of rows) await followSelection(c, Number(row.productId))
  return answer
}

/** A product is offered in the selection room while it has an entry there that is enabled. */
async function followSelection(c: CallContext, productId: number): Promise<void> {
  const status = value(c, 'enable_status', 'enabled')
  const entries = await c.select('goodsSelection', { productId, status }, { limit: 1 })
  const product = await c.seen('product', productId, { lock: true })
  const offered = entries.length > 0
  if (product && product.isSelectable !== offered) await c.update('product', product, { isSelectable: offered })
}

export const handlers: Handlers = {
  'product/add': add('product'),
  'product/edit': edit('product', 'goods'),
  'product/del': del,
  'product/changeState': changeState,
  'product/attributes': attributes,
  'service/add': add('service'),
  'service/edit': edit('service', 'service', business),
  'service/del': del,
  'scene/add': add('scene'),
  'scene/edit': edit('scene', 'scene'),
  'scene/del': del,
  'goodsSelection/add': selectionAdd,
  'goodsSelection/edit': selectionEdit,
  'goodsSelection/del': selectionDel,
}
