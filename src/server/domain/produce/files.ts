/** What a product is made from: the pages of its design, or the photos in it as they were worked on last. */
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { mustMayDownloadDesign } from '../client/access.ts'
import { pack, type Packed } from '../../platform/files.ts'

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

const filesOf = (c: CallContext, product: Row<'workProduct'>): Promise<Made[]> =>
  product.designTaskId ? pagesOf(c, product.designTaskId) : photosOf(c, product)

/** The photos in a product, in their places, as they were worked on last. */
async function photosOf(
  c: CallContext,
  { orderItemId, unitNo }: Pick<Row<'workProduct'>, 'orderItemId' | 'unitNo'>,
): Promise<Made[]> {
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

/** What the photos are beside the pages that are made of them. */
const PHOTOS = 'photos'

/**
 * The pages of a design, and for whoever works on it the photos that go into it; a customer gets the pages of an album
 * that is agreed and paid for.
 */
const ofDesign: Handler<'designTask/download'> = async (c) => {
  await mustMayDownloadDesign(c, c.row)
  const task = await c.mustRef(c.row, 'workTask')
  const pages = await pagesOf(c, c.row.id)
  const photos = c.actor.kind === 'client' ? [] : await photosOf(c, c.row)
  return pack(c, `${task.taskNo}`, [...pages, ...photos.map(({ url, name }) => ({ url, name, folder: PHOTOS }))])
}

export const handlers: Handlers = {
  'workProduct/queryTaskFile': queryTaskFile,
  'workProduct/download': ofProduct,
  'delivery/download': ofDelivery,
  'designTask/download': ofDesign,
}
