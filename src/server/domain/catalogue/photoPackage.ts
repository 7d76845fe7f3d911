/** Packages (rules 1.6): what they are made of, their city prices, and when they may be sold. */
import type { CallContext, Handler, Handlers, Place, Row, Values } from '../../platform/call.ts'
import { carryItem } from './copies.ts'
import { withIds } from './entries.ts'
import { itemFrom, itemsOf, mustFind } from './items.ts'

/** An entry of a package as it is sent; of one that is there already, perhaps only what changes. */
type Entry = Values<'packageMapping'>

/** What is stored of the entries of a package: each with name, price and photos of its item; and their sessions. */
interface Made {
  mappings: Entry[]
  sessionCount: number
  /** Photos that its services include. */
  photos: number
}

async function made(
  c: CallContext,
  sent: readonly Entry[],
  existing: readonly Row<'packageMapping'>[],
  lock: boolean,
): Promise<Made> {
  const whole = sent.map((entry): Entry => ({ ...existing.find((row) => row.id === entry.id), ...entry }))
  const find = await itemsOf(c, whole, { lock })
  let [sessionCount, photos] = [0, 0]
  const mappings = whole.map((entry, i) => {
    const item = mustFind(c, find, entry, `mappings[${i}].itemId`)
    if (lock && !item.onShelf) refuseOffShelf(c, item.name, `mappings[${i}].itemId`)
    const quantity = entry.quantity ?? 1
    const photoQuota = entry.photoQuota ?? item.photoQuota
    sessionCount += item.sessionCount * quantity
    if (item.itemType === 'service') photos += photoQuota * quantity
    return { ...sent[i], itemName: item.name, price: item.salePrice, photoQuota }
  })
  return { mappings, sessionCount, photos }
}

function refuseOffShelf(c: CallContext, name: string, field?: Place): never {
  return c.refuse(field, { zh: `「${name}」已下架`, en: `${name} is off the shelf` })
}

const add: Handler<'photoPackage/add'> = async (c) => {
  const { mappings, sessionCount } = await made(c, c.input.mappings ?? [], [], false)
  const done = await c.standard({ mappings, sessionCount })
  await ownPrices(c, done.after)
  return done
}

const edit: Handler<'photoPackage/edit'> = async (c) => {
  const { mappings: sent } = c.input
  const change = sent && (await changed(c, c.row, sent))
  const done = await c.standard(change && { mappings: change.mappings, sessionCount: change.sessionCount })
  await ownPrices(c, done.after)
  await carryItem(c, itemFrom.package(done.before), itemFrom.package(done.after))
  return done
}

/**
 * The entries a package gets in place of those it has. On the shelf it keeps one at least, all of them on sale; and
 * once it was ordered, what it holds stays until it is taken off (the orders keep their own copy in any case, I-58).
 */
async function changed(c: CallContext, row: Row<'photoPackage'>, sent: readonly Entry[]): Promise<Made> {
  const existing = await c.select('packageMapping', { packageId: row.id })
  const onShelf = row.status === 'on'
  const change = await made(c, sent, existing, onShelf)
  if (!onShelf || same(existing, change.mappings)) return change
  if (change.mappings.length === 0)
    c.refuse('mappings', { zh: '已上架的套系至少要有一项明细', en: 'A package on the shelf holds one item at least' })
  if (await c.exists('order', { packageId: row.id }))
    c.refuse('mappings', {
      zh: '套系已有订单，请先下架再修改明细',
      en: 'It was ordered already: take it off the shelf before changing its items',
    })
  return change
}

const KEPT = ['itemType', 'itemId', 'quantity', 'photoQuota', 'isGift'] as const

/** Whether a package holds the same before and after, in whatever order. */
function same(before: readonly Row<'packageMapping'>[], after: readonly Entry[]): boolean {
  const said = (entry: Entry): string => KEPT.map((name) => entry[name]).join('/')
  const whole = after.map((entry) => said({ ...before.find((row) => row.id === entry.id), ...entry }))
  return before.length === after.length && before.map(said).sort().join() === whole.sort().join()
}

/** City prices sent with a package are prices of that package, as those entered city by city are. */
async function ownPrices(c: CallContext, row: Row<'photoPackage'>): Promise<void> {
  const { id: itemId, packageName: itemName, salePrice: basePrice } = row
  for (const price of await c.select('saleCityPrice', { packageId: itemId })) {
    const own = price.itemType === 'package' && price.itemId === itemId
    if (!own || price.itemName !== itemName || price.basePrice !== basePrice)
      await c.update('saleCityPrice', price, { itemType: 'package', itemId, itemName, basePrice })
  }
}

/** Its city prices go along. Whatever else names it (orders, price lists, sales) keeps it. */
const del: Handler<'photoPackage/del'> = async (c) => {
  for (const row of c.rows)
    for (const price of await c.select('saleCityPrice', { packageId: row.id })) await c.remove('saleCityPrice', price)
  return c.standard()
}

/** On and off the shelf: all or none. Nothing goes on that holds what is off. */
const changeState: Handler<'photoPackage/changeState'> = async (c) => {
  const on = c.input.status === 'on'
  for (const row of c.rows) {
    if (on) await mustBeComplete(c, row.id)
    await c.move('photoPackage', row, on ? 'shelve' : 'unshelve')
  }
  return { count: c.rows.length }
}

async function mustBeComplete(c: CallContext, packageId: number): Promise<void> {
  const entries = await c.select('packageMapping', { packageId })
  const find = await itemsOf(c, entries, { lock: true })
  const off = entries.map(find).find((item) => item && !item.onShelf)
  if (off) refuseOffShelf(c, off.name)
}

/** Reads what a package is made of; sent along, the items replace it and sessions and photos are counted anew. */
const mappings: Handler<'photoPackage/mappings'> = async (c) => {
  const { packageId, mappings: sent } = c.input
  const row = await c.must('photoPackage', packageId, 'packageId')
  if (sent) {
    const known = withIds(sent, await c.select('packageMapping', { packageId }), ['itemType', 'itemId'])
    const { mappings: entries, sessionCount, photos } = await changed(c, row, known)
    await c.update('photoPackage', row, {
      mappings: entries,
      sessionCount,
      ...(photos > 0 ? { pickQuota: photos } : {}),
    })
  }
  return c.select('packageMapping', { packageId }, { sort: ['sortNum', 'id'] })
}

/** Reads the city prices of a package; sent along, they replace those it has. */
const packagePrice: Handler<'photoPackage/packagePrice'> = async (c) => {
  const { packageId, cityPrices: sent } = c.input
  const row = await c.must('photoPackage', packageId, 'packageId')
  if (sent) {
    const cityPrices = withIds(sent, await c.select('saleCityPrice', { packageId }), ['cityCode'])
    await ownPrices(c, await c.update('photoPackage', row, { cityPrices }))
  }
  return c.select('saleCityPrice', { packageId }, { sort: ['cityCode'] })
}

export const handlers: Handlers = {
  'photoPackage/add': add,
  'photoPackage/edit': edit,
  'photoPackage/del': del,
  'photoPackage/changeState': changeState,
  'photoPackage/mappings': mappings,
  'photoPackage/packagePrice': packagePrice,
}
