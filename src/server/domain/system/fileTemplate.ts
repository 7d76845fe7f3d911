/** Templates to fill in (domain E026): a company's own file, else one made from what the import asks. */
import { createHash } from 'node:crypto'
import type { FieldModel, Lang } from '../../../model/model.ts'
import { pathOfKey } from '../../files/names.ts'
import type { CallContext, Handler, Handlers } from '../../types.ts'

const getUrl: Handler = async (c) => {
  const code = String(c.input.code)
  const [own] = await c.select('fileTemplate', { code }, { limit: 1 })
  if (own) return { url: own.url, name: own.name }
  const call = Object.values(c.model.calls).find((one) => one.import?.template === code || one.id === code)
  if (!call?.import) return c.refuse('code', { zh: '没有这个模板', en: 'There is no such template' })
  const label = c.model.resources[call.resource]?.label[c.actor.lang] ?? call.resource
  const name = `${label}${c.actor.lang === 'zh' ? '导入模板' : ' import'}.csv`
  return { url: `${await keep(c, csv(call.import.fields, c.actor.lang))}?name=${encodeURIComponent(name)}`, name }
}

/** A head line with the labels; required ones are marked. The mark at the front tells spreadsheets that it is UTF-8. */
const csv = (fields: readonly FieldModel[], lang: Lang): Buffer =>
  Buffer.from(`\ufeff${fields.map((field) => quoted(`${field.label[lang]}${field.required ? '*' : ''}`)).join(',')}\r\n`)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Stored under what it holds, so that asking again makes no second file. */
async function keep(c: CallContext, bytes: Buffer): Promise<string> {
  const key = `${createHash('sha1').update(bytes).digest('hex')}.csv`
  if (!(await c.files.stat(pathOfKey(key)))) await c.files.put(pathOfKey(key), bytes, 'text/csv')
  return `/files/${key}`
}

export const handlers: Handlers = { 'template/getUrl': getUrl }
