/** A session that is being shot, with as many photos as asked: rows only, whose thumbnails lie where the caller puts them. */
import { fill, valueIn } from './filling.ts'
import { ordersOf } from './orders.ts'
import type { Product } from './product.ts'

/** The key of the thumbnail of the photo `n`, as SQL and as a function. */
const KEY = `lpad(to_hex(n), 40, '0') || '.webp'`
export const keyOf = (n: number): string => `${n.toString(16).padStart(40, '0')}.webp`

/** `id`: that of the order, the session and the folder, far behind all others. */
export async function sessionOf({ db, model }: Product, id: number, photos: number): Promise<void> {
  const own = { companyId: 'w.company', createTime: 'now()', updateTime: 'now()' }
  const order = ordersOf(1)
  await fill(db, model, { ...order, values: { ...order.values, id: String(id), orderNo: `'W${id}'` } }, 1, 1)
  const status = String(valueIn(model, 'session_status', 'shooting'))
  const session = { id: String(id), orderId: String(id), orderItemId: '0', orderSessionName: `'W${id}'` }
  await fill(db, model, { table: 'orderSession', values: { ...own, ...session, sessionStatus: `'${status}'` } }, 1, 1)
  const of = { orderId: String(id), orderSessionId: String(id) }
  const photoStage = `'${valueIn(model, 'photo_stage', 'raw')}'`
  const folder = { ...own, ...of, id: String(id), orgId: 'w.orgs[1]', folderName: `'W${id}'`, photoStage }
  await fill(db, model, { table: 'photoFolder', values: folder }, 1, 1)
  if (photos === 0) return
  // No upload of the suite has the id of a file here: one that a photo has already is passed by.
  const photo = {
    ...{ ...own, ...of, folderId: String(id), fileId: `${id} + n`, photoStage },
    ...{ fileName: `'IMG_' || lpad(n::text, 5, '0') || '.jpg'`, sha1: `md5(n::text)` },
    // Every third stands upright.
    ...{ width: `case when n % 3 = 0 then 4000 else 6000 end`, height: `case when n % 3 = 0 then 6000 else 4000 end` },
    thumbUrl: `'/files/' || ${KEY}`,
  }
  await fill(db, model, { table: 'photo', values: photo }, 1, photos)
}
