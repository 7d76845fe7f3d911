/** Uploaded files (domain E025): one row and one entry in the log each. */
import type { EnterFile } from '../../files/index.ts'
import type { Clock, Database, Handler, Handlers } from '../../types.ts'
import { writeLog } from './operateLog.ts'

/** Enters files of staff and customers in the table of their company. */
export function fileEntries(db: Database, clock: Clock): EnterFile {
  return (entry, { companyId = null, employeeId = null, realName, mobile, ip }) => db.transaction(async (tx) => {
    const now = clock.now()
    const { origName, url, size, mimeType, width = null, height = null, sha1 } = entry
    const [row] = await tx.query<{ id: number }>(ENTER, [origName, url, size, mimeType, width, height, sha1, companyId, employeeId, new Date(now)])
    const { id } = row as { id: number }
    await writeLog(tx, { event: 'upload', message: `上传文件「${origName}」`, companyId, employeeId, realname: realName, mobile, ip, entity: 'uploadFile', entityId: id }, now)
    return id
  })
}

const ENTER = `
insert into "uploadFile" ("origName", "url", "size", "mimeType", "width", "height", "sha1", "refCount",
  "companyId", "createBy", "updateBy", "createTime", "updateTime", "version", "isDel")
values ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9, $9, $10, $10, 1, false) returning "id"`

/** The upload calls come as forms and have routes of their own; whoever sends JSON is told. */
const asForm: Handler = async (c) => c.refuse(undefined, { zh: '请以表单方式上传文件', en: 'Send the file as a form' })

export const handlers: Handlers = { 'upload/uploadImage': asForm, 'upload/upload1': asForm }
