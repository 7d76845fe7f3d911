/** What staff let a customer do with what they see: by the link they came by, or by any that is still good (E170). */
import type { CallContext, Row } from '../../platform/call.ts'

type Link = Row<'clientAccess'>

/** The links that speak for whoever asks, of an order and a session. */
async function linksOf(c: CallContext, orderId: number, orderSessionId: number | null | undefined): Promise<Link[]> {
  const { linkId, customerId } = c.actor
  const found = await c.select('clientAccess', { orderId, customerId, status: 'enabled' })
  return found.filter(
    (link) =>
      (linkId === undefined || link.id === linkId) &&
      (link.expireTime ?? Infinity) > c.now &&
      (link.orderSessionId ?? orderSessionId) === orderSessionId,
  )
}

const NO_PICKING = {
  zh: '请联系选片师开放自主选片',
  en: 'The studio has not opened choosing to you; please ask your selector',
}

/** A customer may choose where staff opened it to them. */
export async function mustMayPick(c: CallContext, film: Row<'selectedFilm'>): Promise<void> {
  if (c.actor.kind !== 'client') return
  const { orderId } = await c.mustRef(film, 'workTask')
  const links = await linksOf(c, orderId, film.orderSessionId)
  if (!links.some(({ allowPick }) => allowPick)) c.refuse('photoId', NO_PICKING)
}

/** Whether staff let a customer sign a selection without them. */
export async function maySign(c: CallContext, film: Row<'selectedFilm'>): Promise<boolean> {
  const { orderId } = await c.mustRef(film, 'workTask')
  const links = await linksOf(c, orderId, film.orderSessionId)
  return links.some(({ allowPick, allowSign }) => allowPick && allowSign)
}

/** Selections that a customer may make now. */
export async function filmsToPick(c: CallContext): Promise<Row<'selectedFilm'>[]> {
  const films = await c.select('selectedFilm', { selectionStatus: ['toPick', 'picking'] }, { seen: true })
  const open: Row<'selectedFilm'>[] = []
  for (const film of films) {
    const { orderId } = await c.mustRef(film, 'workTask')
    const links = await linksOf(c, orderId, film.orderSessionId)
    if (links.some(({ allowPick }) => allowPick)) open.push(film)
  }
  return open
}

const NO_ORIGINAL = {
  zh: '原片在付清后、由门店开放下载',
  en: 'Originals can be downloaded once paid, when the studio allows it',
}

/** Whether nothing of an order is unpaid, and staff let its customer download. */
async function mayHave(c: CallContext, orderId: number, orderSessionId: number | null | undefined): Promise<boolean> {
  const links = await linksOf(c, orderId, orderSessionId)
  const unpaid = await c.exists('bill', { orderId, billStatus: ['unpaid', 'part'] })
  return !unpaid && links.some(({ allowDownload }) => allowDownload)
}

/** Whether a customer may have the pages of a design as they are: it is agreed, paid for, and staff let them. */
export async function mayHaveDesign(c: CallContext, design: Row<'designTask'>): Promise<boolean> {
  const { orderId, orderSessionId } = await c.mustRef(design, 'workTask')
  return design.designStatus === 'confirmed' && (await mayHave(c, orderId, orderSessionId))
}

/** A customer gets the pages of a design that is agreed. */
export async function mustMayDownloadDesign(c: CallContext, design: Row<'designTask'>): Promise<void> {
  if (c.actor.kind === 'client' && !(await mayHaveDesign(c, design))) c.refuse(undefined, NO_ORIGINAL)
}

/** A customer gets an original where downloads are allowed, the photo was bought, and nothing of the order is unpaid. */
export async function mustMayDownload(c: CallContext, photo: Row<'photo'>): Promise<void> {
  if (c.actor.kind !== 'client') return
  const session = await c.mustRef(photo, 'orderSession')
  const [film] = await c.select('selectedFilm', { orderSessionId: session.id, selectionStatus: 'done' }, { limit: 1 })
  const bought = photo.photoStage === 'raw' ? photo.isPicked && film !== undefined : true
  if (!bought || !(await mayHave(c, session.orderId, session.id))) c.refuse('id', NO_ORIGINAL)
}
