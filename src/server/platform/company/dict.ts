/** Option lists (rules 1.1, 6.7): the product's dictionaries as labelled, ordered and retired in the database, and those an administrator made. */
import type { CallContext, Handler, Handlers, Row } from '../call.ts'

/** An option as the wire carries it; `color` is a tone (waiting, active, done, attention, failed, off). */
interface Option {
  value: string | number
  label: string
  labelEn: string
  color?: string
}

/** The items offered of a dictionary, in order; those of the company instead, where it may have and has its own. */
export async function optionsOf(c: CallContext, code: string, own: boolean): Promise<Option[]> {
  const [dict] = await c.select('dict', { code, status: 'enabled' }, { limit: 1 })
  if (!dict) return c.refuse('code', { zh: '字典不存在', en: 'There is no such dictionary' })
  const items = own ? await itemsOf(c, dict.id, c.actor.companyId ?? null) : []
  const shared = items.length > 0 ? items : await itemsOf(c, dict.id, null)
  const numeric = c.model.dictionaries[code]?.numeric ?? false
  return shared.map(({ value, label, labelEn, color }) => ({
    value: numeric ? Number(value) : value,
    label,
    labelEn: labelEn ?? label,
    ...(color ? { color } : {}),
  }))
}

/** A company's own items, or (null) the shared ones. */
const itemsOf = (c: CallContext, dictId: number, corpId: number | null): Promise<Row<'dictItem'>[]> =>
  c.select('dictItem', { dictId, corpId, status: 'enabled' }, { sort: ['sortNum', 'id'] })

const selectCode: Handler<'setting/selectCode'> = (c) => optionsOf(c, c.input.code, c.input.isSame)

export const handlers: Handlers = {
  'setting/selectCode': selectCode,
}
