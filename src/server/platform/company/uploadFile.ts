/** Uploads come as forms and have routes of their own (`files/`); what nobody uses any more is taken away by night. */
import { DAY } from '../../../model/zone.ts'
import { enqueueJob } from '../../jobs/table.ts'
import type { CallContext, Handler, Handlers, Row } from '../call.ts'
import { REMOVE_FILES } from '../files.ts'
import { LOT } from '../lot.ts'

const asForm = async (c: CallContext): Promise<never> =>
  c.refuse(undefined, { zh: '请以表单方式上传文件', en: 'Send the file as a form' })

/** Whoever sends an original adds it to something soon after. */
const KEPT = DAY

/** Further conditions, one a reference to a file, of which each says that no live row makes it. */
const unused = (c: CallContext): string[] =>
  Object.values(c.model.resources).flatMap((from) =>
    Object.values(from.fields)
      .filter((field) => field.of === 'uploadFile' && field.column)
      .map(
        ({ name, type }) =>
          `and not exists (select 1 from "${from.name}" u where not u."isDel" and ${type === 'refs' ? `u."${name}" @> array[f."id"]` : `u."${name}" = f."id"`})`,
      ),
  )

/** Takes away originals that nothing points at: their photo was deleted, or nothing ever was made of them. */
const dropUnused: Handler<'upload/dropUnused'> = async (c) => {
  const found = await c.tx.query<{ id: number }>(
    `select f."id" from "uploadFile" f where f."companyId" = $1 and not f."isDel" and f."viewUrl" is not null
      and f."createTime" < $2 ${unused(c).join(' ')} order by f."id" limit ${LOT} for update skip locked`,
    [c.actor.companyId, new Date(c.now - KEPT)],
  )
  const files = await c.select('uploadFile', { id: found.map(({ id }) => id) }, { lock: true })
  for (const file of files) await c.remove('uploadFile', file)
  if (files.length > 0)
    await enqueueJob(c.tx, { kind: REMOVE_FILES, input: files.flatMap(keysOf), actor: c.actor }, c.now)
  return { count: files.length }
}

/** The keys of a stored file and of the pictures made from it; what was drawn for a sample is none. */
const keysOf = ({ url, viewUrl, thumbUrl, previewUrl, smallPreviewUrl }: Row<'uploadFile'>): string[] =>
  [url, viewUrl, thumbUrl, previewUrl, smallPreviewUrl].flatMap((address) =>
    address?.startsWith('/files/') ? [address.slice(address.lastIndexOf('/') + 1)] : [],
  )

export const handlers: Handlers = {
  'upload/uploadImage': asForm,
  'upload/upload1': asForm,
  'upload/dropUnused': dropUnused,
}
