/** Packages (rules 1.6): what they are made of, their city prices, and when they may be sold. */
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { target, targets } from '../rows.ts'
import { isOneOf, value } from '../values.ts'
import { carryItem, copied } from './copies.ts'
import { recountFor } from './counts.ts'
import { withIds } from './entries.ts'
import { isOnShelf, itemsOf, mustFind, type ItemRef } from './items.ts'
import { refuseUnknown } from '../refusals.ts'

type Values = Record<string, unknown>

/** An entry of a package as it is sent; of one that is there already, perhaps only what changes. */
type Entry = Values & { id?: number }

/** What is stored of the entries of a package: each with name, price and photos of its item; and their sessions. */
interface Made {
  mappings: Values[]
  sessionCount: number
  /** Photos that its services include. */
  photos: number
}

async function made(c: CallContext, sent: readonly Entry[], existing: readonly Row[], lock: boolean): Promise<Made> {
  const whole = sent.map((entry): Values => ({ ...existing.find((row) => row.id === entry.id), ...entry }))
  const find = await itemsOf(c, whole.map(refOf), { lock })
  let [sessionCount, photos] = [0, 0]
  const mappings = whole.map((entry, i) => {
    const item = mustFind(c, find, refOf(entry), `mappings[${i}].itemId`)
    if (lock && !item.onShelf) refuseOffShelf(c, item.name, `mappings[${i}].itemId`)
    const quantity = Number(entry.quantity ?? 1)
    const photoQuota = typeof entry.photoQuota === 'number' ? entry.photoQuota : item.photoQuota
    sessionCount += item.sessionCount * quantity
    if (item.kind === 'service') photos += photoQuota * quantity
    return { ...sent[i], ...copied(item, 'price'), photoQuota }
  })
  return { mappings, sessionCount, photos }
}

const refOf = (entry: Values): ItemRef => ({ itemType: String(entry.itemType), itemId: Number(entry.itemId) })

function refuseOffShelf(c: CallContext, name: string, field?: string): never {
  return c.refuse(field, { zh: `「${name}」已下架`, en: `${name} is off the shelf` })
}

const add: Handler = async (c) => {
  const { mappings, sessionCount } = await made(c, (c.input.mappings ?? []) as Entry[], [], false)
  const answer = (await c.standard({ mappings, sessionCount })) as { id: number }
  const row = (await c.find('photoPackage', answer.id)) as Row
  await ownPrices(c, row)
  await recountFor(c, row)
  return answer
}

const edit: Handler = async (c) => {
  const before = target(c)
  const sent = c.input.mappings as Entry[] | undefined
  const change = sent && (await changed(c, before, sent))
  const answer = await c.standard(change && { mappings: change.mappings, sessionCount: change.sessionCount })
  const after = (await c.find('photoPackage', before.id)) as Row
  await ownPrices(c, after)
  await carryItem(c, 'package', before, after)
  await recountFor(c, before, after)
  return answer
}

/**
 * The entries a package gets in place of those it has. On the shelf it keeps one at least, all of them on sale; and
 * once it was ordered, what it holds stays until it is taken off (the orders keep their own copy in any case, I-58).
 */
async function changed(c: CallContext, row: Row, sent: readonly Entry[]): Promise<Made> {
  const existing = await c.select('packageMapping', { packageId: row.id })
  const onShelf = isOnShelf(c, row)
  const change = await made(c, sent, existing, onShelf)
  if (!onShelf || same(existing, change.mappings)) return change
  if (change.mappings.length === 0)
    c.refuse('mappings', { zh: '已上架的套系至少要有一项明细', en: 'A package on the shelf holds one item at least' })
  const [order] = await c.select('order', { packageId: row.id }, { limit: 1 })
  if (order)
    c.refuse('mappings', {
      zh: '套系已有订单，请先下架再修改明细',
      en: 'It was ordered already: take it off the shelf before changing its items',
    })
  return change
}

const KEPT = ['itemType', 'itemId', 'quantity', 'photoQuota', 'isGift'] as const

/** Whether a package holds the same before and after, in whatever order. */
function same(before: readonly Row[], after: readonly Values[]): boolean {
  const said = (entry: Values): string => KEPT.map((name) => String(entry[name] ?? '')).join('/')
  const whole = after.map((entry) => said({ ...before.find((row) => row.id === entry.id), ...entry }))
  return before.length === after.length && before.map(said).sort().join() === whole.sort().join()
}

/** City prices sent with a package are prices of that package, as those entered city by city are. */
async function ownPrices(c: CallContext, row: Row): Promise<void> {
  const itemType = value(c, 'item_type', 'package')
  const values = { itemType, itemId: row.id, itemName: row.packageName, basePrice: row.salePrice }
  for (const price of await c.select('saleCityPrice', { packageId: row.id })) {
    if (Object.entries(values).some(([name, value]) => price[name] !== value))
      await c.update('saleCityPrice', price, values)
  }
}

/** Its city prices go along. Whatever else names it (orders, price lists, sales) keeps it. */
const del: Handler = async (c) => {
  const rows = targets(c)
  for (const row of rows)
    for (const price of await c.select('saleCityPrice', { packageId: row.id })) await c.remove('saleCityPrice', price)
  const answer = await c.standard()
  await recountFor(c, ...rows)
  return answer
}

/** On and off the shelf: all or none. Nothing goes on that holds what is off. */
const changeState: Handler = async (c) => {
  const on = isOneOf(c, 'shelf_status', c.input.status, 'on')
  const rows = targets(c)
  for (const row of rows) {
    if (on) await mustBeComplete(c, row)
    await c.move('photoPackage', row, on ? 'shelve' : 'unshelve')
  }
  return { count: rows.length }
}

async function mustBeComplete(c: CallContext, row: Row): Promise<void> {
  const entries = (await c.select('packageMapping', { packageId: row.id })).map(refOf)
  const find = await itemsOf(c, entries, { lock: true })
  const off = entries.map((entry) => find(entry)).find((item) => item && !item.onShelf)
  if (off) refuseOffShelf(c, off.name)
}

/** The package named, on the shelf or off it. */
const named = async (c: CallContext): Promise<Row> =>
  (await c.seen('photoPackage', Number(c.input.packageId), { lock: true })) ?? refuseUnknown(c, 'packageId')

/** Reads what a package is made of; sent along, the items replace it and sessions and photos are counted anew. */
const mappings: Handler = async (c) => {
  const row = await named(c)
  const sent = c.input.mappings as Entry[] | undefined
  if (sent) {
    const known = withIds(sent, await c.select('packageMapping', { packageId: row.id }), ['itemType', 'itemId'])
    const { mappings: entries, sessionCount, photos } = await changed(c, row, known)
    await c.update('photoPackage', row, {
      mappings: entries,
      sessionCount,
      ...(photos > 0 ? { pickQuota: photos } : {}),
    })
  }
  return c.select('packageMapping', { packageId: row.id }, { sort: ['sortNum', 'id'] })
}

/** Reads the city prices of a package; sent along, they replace those it has. */
const packagePrice: Handler = async (c) => {
  const row = await named(c)
  const sent = c.input.cityPrices as Entry[] | undefined
  if (sent) {
    const cityPrices = withIds(sent, await c.select('saleCityPrice', { packageId: row.id }), ['cityCode'])
    await ownPrices(c, await c.update('photoPackage', row, { cityPrices }))
  }
  return c.select('saleCityPrice', { packageId: row.id }, { sort: ['cityCode'] })
}

export const handlers: Handlers = {
  'photoPackage/add': add,
  'photoPackage/edit': edit,
  'photoPackage/del': del,
  'photoPackage/changeState': changeState,
  'photoPackage/mappings': mappings,
  'photoPackage/packagePrice': packagePrice,
}
