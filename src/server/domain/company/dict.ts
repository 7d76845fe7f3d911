/** Option lists (rules 1.1, 6.7): the product's dictionaries as labelled, ordered and retired in the database, and those an administrator made. */
import type { CallContext, Handler, Handlers } from '../legacy.ts'
import type { DbRow } from '../../types.ts'

/** An option as the wire carries it; `color` is a tone (waiting, active, done, attention, failed, off). */
export interface Option {
  value: string | number
  label: string
  labelEn: string
  color?: string
}

interface ItemRow extends DbRow {
  value: string
  label: string
  labelEn: string | null
  color: string | null
}

/** The items offered of a dictionary, in order. Nothing when there is no such dictionary. */
async function optionsOf(c: CallContext, code: string, own: boolean): Promise<Option[] | undefined> {
  const [dict] = await c.tx.query<DbRow & { id: number }>(
    'select "id" from "dict" where "code" = $1 and not "isDel" and "status" = 1',
    [code],
  )
  if (!dict) return undefined
  const items = (own && (await itemsOf(c, dict.id, c.actor.companyId ?? null))) || []
  const shared = items.length > 0 ? items : await itemsOf(c, dict.id, null)
  const numeric = c.model.dictionaries[code]?.numeric ?? false
  return shared.map(({ value, label, labelEn, color }) => ({
    value: numeric ? Number(value) : value,
    label,
    labelEn: labelEn ?? label,
    ...(color ? { color } : {}),
  }))
}

/** A company's own items (`companyId`), or the shared ones. */
function itemsOf(c: CallContext, dictId: number, companyId: number | null): Promise<ItemRow[]> {
  const { fields, parent } = c.model.resources.dictItem ?? {}
  const whose = fields?.corpId ? 'and "corpId" is not distinct from $2::bigint' : 'and $2::bigint is null'
  return c.tx.query<ItemRow>(
    `select "value", "label", "labelEn", "color" from "dictItem" where "${parent?.field ?? 'dictId'}" = $1 ${whose} and "status" = 1 and not "isDel" order by "sortNum", "id"`,
    [dictId, companyId],
  )
}

const select: Handler = async (c) => {
  const options = await optionsOf(c, String(c.input.code), c.input.isSame === true || c.input.isSame === 1)
  return options ?? c.refuse('code', { zh: '字典不存在', en: 'There is no such dictionary' })
}

export const handlers: Handlers = {
  'setting/selectCode': select,
  'customer/dictSelect': select,
}
