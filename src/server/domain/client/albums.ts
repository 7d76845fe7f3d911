/** What a customer looks at when all is agreed: their designs as albums, without a watermark once they may have the files. */
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { mayHaveDesign } from './access.ts'

type Page = Row<'designPage'>

/** A page as its customer may see it now. `whole`: without a watermark. */
const pictureOf = (page: Page | undefined, whole: boolean) => ({
  coverUrl: whole ? page?.thumbUrl : page?.smallPreviewUrl,
  pageUrl: whole ? page?.viewUrl : page?.previewUrl,
  width: page?.width,
  height: page?.height,
})

const pagesOf = (c: CallContext, designTaskId: number): Promise<Page[]> =>
  c.select('designPage', { designTaskId }, { sort: ['pageNo'] })

const mine: Handler<'clientAlbum/mine'> = async (c) => {
  const designs = await c.select('designTask', { designStatus: 'confirmed' }, { seen: true, sort: ['-id'] })
  const pieces = new Set<string>()
  const albums = []
  for (const design of designs) {
    // Of one piece the newest design counts: an older one was confirmed on the way to it.
    const piece = `${design.orderItemId} ${design.unitNo}`
    if (pieces.has(piece)) continue
    pieces.add(piece)
    const pages = await pagesOf(c, design.id)
    const product = await c.ref(design, 'product')
    const task = await c.mustRef(design, 'workTask')
    const { pageUrl: _large, ...cover } = pictureOf(pages[0], await mayHaveDesign(c, design))
    albums.push({
      ...cover,
      id: design.id,
      designTaskId: design.id,
      title: product?.productName ?? task.orderSessionName,
      pageCount: pages.length,
      updateDate: design.customerConfirmTime,
    })
  }
  c.answer({ total: albums.length })
  return albums
}

const pages: Handler<'clientAlbum/pages'> = async (c) => {
  const design = await c.seen('designTask', c.input.designTaskId)
  if (design?.designStatus !== 'confirmed')
    return c.refuse('designTaskId', { zh: '没有这本相册', en: 'There is no such album' })
  const whole = await mayHaveDesign(c, design)
  const all = await pagesOf(c, design.id)
  c.answer({ total: all.length })
  return all.map((page) => ({
    ...pictureOf(page, whole),
    ...{ id: page.id, pageNo: page.pageNo, designTaskId: design.id },
  }))
}

export const handlers: Handlers = { 'clientAlbum/mine': mine, 'clientAlbum/pages': pages }
