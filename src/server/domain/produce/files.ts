/** What a product is made from: the pages of its design, or the photos in it as they were worked on last. */
import type { CallContext, Handler, Handlers, Row } from '../call.ts'
import { mustMayDownloadDesign } from '../client/access.ts'
import { pack, type Packed } from '../files.ts'

/** How long the address of an original is good. */
const GOOD_FOR = 5 * 60_000

interface Made {
  url: string | null | undefined
  name: string
  kind: 'design' | 'photo'
}

const numbered = (no: number): string => `${no}`.padStart(3, '0')

async function pagesOf(c: CallContext, designTaskId: number): Promise<Made[]> {
  const pages = await c.select('designPage', { designTaskId }, { sort: ['pageNo'] })
  return pages.map(({ url, pageNo }) => ({ url, name: numbered(pageNo), kind: 'design' }))
}

async function filesOf(c: CallContext, product: Row<'workProduct'>): Promise<Made[]> {
  if (product.designTaskId) return pagesOf(c, product.designTaskId)
  const { orderItemId, unitNo } = product
  const placed = await c.select('pickProduct', { orderItemId, unitNo }, { sort: ['slotNo'] })
  const ids = placed.map(({ photoId }) => photoId)
  const photos = await c.select('photo', { id: ids })
  const worked = await c.select('photo', { originPhotoId: ids })
  return placed.map(({ photoId, slotNo }) => {
    const photo = photos.find(({ id }) => id === photoId)
    const last = worked.findLast(({ originPhotoId }) => originPhotoId === photoId) ?? photo
    const stem = (photo?.fileName ?? '').replace(/\.[^.]*$/, '')
    return { url: last?.url, name: `${numbered(slotNo ?? 0)} ${stem}`.trim(), kind: 'photo' }
  })
}

const queryTaskFile: Handler<'workProduct/queryTaskFile'> = async (c) => {
  const product = await c.must('workProduct', c.input.workProductId, 'workProductId')
  const files = await filesOf(c, product)
  return files.map(({ url, ...one }) => ({ ...one, url: url ? c.files.seal.address(url, c.now + GOOD_FOR) : '' }))
}

/** Products side by side, each in a folder of its own. */
async function ofProducts(c: CallContext, products: readonly Row<'workProduct'>[]): Promise<Packed[]> {
  const all: Packed[] = []
  for (const product of products) {
    const folder = `${product.workProductNo} ${product.productName ?? ''}`.trim()
    all.push(...(await filesOf(c, product)).map(({ url, name }) => ({ url, name, folder })))
  }
  return all
}

const ofProduct: Handler<'workProduct/download'> = async (c) =>
  pack(
    c,
    `${c.rows[0]?.workProductNo}${c.rows.length > 1 ? ` +${c.rows.length - 1}` : ''}`,
    await ofProducts(c, c.rows),
  )

const ofDelivery: Handler<'delivery/download'> = async (c) => {
  const items = await c.select('deliveryItem', { deliveryId: c.row.id })
  const products = await c.select('workProduct', { id: items.map(({ workProductId }) => workProductId) })
  return pack(c, `${c.row.deliveryNo}`, await ofProducts(c, products))
}

/** The pages of a design; a customer gets those of an album that is agreed and paid for. */
const ofDesign: Handler<'designTask/download'> = async (c) => {
  await mustMayDownloadDesign(c, c.row)
  const task = await c.mustRef(c.row, 'workTask')
  return pack(c, `${task.taskNo}`, await pagesOf(c, c.row.id))
}

export const handlers: Handlers = {
  'workProduct/queryTaskFile': queryTaskFile,
  'workProduct/download': ofProduct,
  'delivery/download': ofDelivery,
  'designTask/download': ofDesign,
}
