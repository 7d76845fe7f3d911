/** Templates to fill in (rules 1.1): a company's own file, else one made from what the import asks. */
import { createHash } from 'node:crypto'
import { dictionaryOf, isDated, isLink } from '../../../model/fields.ts'
import { isPhoneNumber } from '../../../model/local.ts'
import type { FieldModel } from '../../../model/model.ts'
import { REMARK } from '../../calls/importing.ts'
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
  const head = call.import.fields.map((field) => `${field.label[c.actor.lang]}${isAsked(field) ? '*' : ''}`)
  const hints = call.import.fields.map((field) => hintOf(c, field))
  const example = call.import.fields.map((field) => exampleOf(c, field))
  const remarks = [hints, example].map(([first = '', ...rest]) => [`${REMARK} ${first}`, ...rest])
  return { url: `${await keep(c, label, [head, ...remarks])}?name=${encodeURIComponent(name)}`, name }
}

/** A column that may not be left empty: nothing else stands for what it does not say. */
const isAsked = (field: FieldModel): boolean => field.required && !field.default

/** What may stand in a column, in a few words. */
function hintOf(c: CallContext, field: FieldModel): string {
  const zh = c.actor.lang === 'zh'
  const values = offeredOf(c, field)
  if (values.length > 0) return values.join(zh ? '、' : ', ')
  if (isLink(field)) {
    const label = c.model.resources[field.of ?? '']?.label[c.actor.lang] ?? ''
    return zh ? `已有的${label}名称` : `Name of a ${label.toLowerCase()} on file`
  }
  if (field.type === 'phone') return zh ? '手机号' : 'Telephone number'
  if (field.type === 'bool') return zh ? '是、否' : 'Yes, No'
  if (isDated(field.type)) return zh ? '日期，如 2026-03-16' : 'Date, such as 2026-03-16'
  return field.max === undefined ? '' : zh ? `最多 ${field.max} 字` : `At most ${field.max} characters`
}

/** A telephone number of the usual form; a product whose numbers look otherwise shows none. */
const A_NUMBER = '13900000000'

/** A value as it is written there. */
function exampleOf(c: CallContext, field: FieldModel): string {
  const [first] = offeredOf(c, field)
  if (first) return first
  if (field.type === 'phone') return isPhoneNumber(A_NUMBER) ? A_NUMBER : ''
  if (field.type === 'bool') return c.actor.lang === 'zh' ? '是' : 'Yes'
  return isDated(field.type) ? '2026-03-16' : ''
}

const offeredOf = (c: CallContext, field: FieldModel): string[] =>
  (dictionaryOf(c.model.dictionaries, field)?.values ?? [])
    .filter((one) => !one.retired)
    .map((one) => one.label[c.actor.lang])

const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * A table under its head, required columns marked, with rows that tell what may stand there: an import passes over
 * them. Stored under what it says, so that asking again makes no second file.
 */
async function keep(c: CallContext, label: string, [head = [], ...remarks]: readonly string[][]): Promise<string> {
  const key = `${createHash('sha1')
    .update(JSON.stringify([label, head, remarks]))
    .digest('hex')}.xlsx`
  if (!(await c.files.stat(pathOfKey(key)))) {
    const writer = new SheetWriter(label, head)
    await writer.add(remarks)
    await c.files.put(pathOfKey(key), await writer.end(), MIME)
  }
  return `/files/${key}`
}

export const handlers: Handlers = { 'template/getUrl': getUrl }
