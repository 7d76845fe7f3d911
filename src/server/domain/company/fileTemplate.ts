/** Templates to fill in (rules 1.1): a company's own file, else one made from what the import asks. */
import { createHash } from 'node:crypto'
import { SheetWriter } from '../../calls/sheet-writer.ts'
import { pathOfKey } from '../../files/names.ts'
import type { CallContext, Handler, Handlers } from '../call.ts'

const getUrl: Handler<'template/getUrl'> = async (c) => {
  const { code } = c.input
  const [own] = await c.select('fileTemplate', { code }, { limit: 1 })
  if (own) return { url: own.url, name: own.name }
  const call = Object.values(c.model.calls).find((one) => one.import?.template === code || one.id === code)
  if (!call?.import) return c.refuse('code', { zh: '没有这个模板', en: 'There is no such template' })
  const label = c.model.resources[call.resource]?.label[c.actor.lang] ?? call.resource
  const name = `${label}${c.actor.lang === 'zh' ? '导入模板' : ' import'}.xlsx`
  const head = call.import.fields.map((field) => `${field.label[c.actor.lang]}${field.required ? '*' : ''}`)
  return { url: `${await keep(c, label, head)}?name=${encodeURIComponent(name)}`, name }
}

const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An empty table under its head; required columns are marked. Stored under what it says, so that asking again makes no second file. */
async function keep(c: CallContext, label: string, head: readonly string[]): Promise<string> {
  const key = `${createHash('sha1')
    .update(JSON.stringify([label, head]))
    .digest('hex')}.xlsx`
  if (!(await c.files.stat(pathOfKey(key))))
    await c.files.put(pathOfKey(key), await new SheetWriter(label, head).end(), MIME)
  return `/files/${key}`
}

export const handlers: Handlers = { 'template/getUrl': getUrl }
