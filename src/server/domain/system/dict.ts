/** Option lists (domain E012, E013; spec § 7): the product's dictionaries as labelled, ordered and retired in the database, and those an administrator made. */
import type { CallContext, DbRow, Handler, Handlers } from '../../types.ts'
import { target, targets } from '../rows.ts'

/** An option as the wire carries it; `color` is a tone (waiting, active, done, attention, failed, off). */
export interface Option { value: string | number; label: string; labelEn: string; color?: string }

interface ItemRow extends DbRow { value: string; label: string; labelEn: string | null; color: string | null }

/** The items offered of a dictionary, in order. Nothing when there is no such dictionary. */
async function optionsOf(c: CallContext, code: string, own: boolean): Promise<Option[] | undefined> {
  const [dict] = await c.tx.query<DbRow & { id: number }>('select "id" from "dict" where "code" = $1 and not "isDel" and "status" = 1', [code])
  if (!dict) return undefined
  const items = (own && (await itemsOf(c, dict.id, c.actor.companyId ?? null))) || []
  const shared = items.length > 0 ? items : await itemsOf(c, dict.id, null)
  const numeric = c.model.dictionaries[code]?.numeric ?? false
  return shared.map(({ value, label, labelEn, color }) => ({
    value: numeric ? Number(value) : value, label, labelEn: labelEn ?? label, ...(color ? { color } : {}),
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

const BUILT_IN = { zh: '系统内置字典不能增加、删除或改值，只能改名称、颜色、排序和停用', en: 'A built-in dictionary keeps its values; labels, colours, order and retirement may change' }

/** Whether an item belongs to a dictionary the product brings along: its values are known to the rules. */
async function guardBuiltIn(c: CallContext, dictId: unknown): Promise<void> {
  const dict = dictId ? await c.find('dict', Number(dictId), { anyScope: true }) : undefined
  if (dict?.isSystem === true) c.refuse('value', BUILT_IN)
}

const parentOf = (c: CallContext): string => c.model.resources.dictItem?.parent?.field ?? 'dictId'

const addItem: Handler = async (c) => {
  await guardBuiltIn(c, c.input[parentOf(c)])
  return c.standard()
}

const editItem: Handler = async (c) => {
  const item = target(c)
  if (c.input.value !== undefined && c.input.value !== item.value) await guardBuiltIn(c, item[parentOf(c)])
  return c.standard()
}

const delItem: Handler = async (c) => {
  for (const item of targets(c)) await guardBuiltIn(c, item[parentOf(c)])
  return c.standard()
}

export const handlers: Handlers = {
  'setting/selectCode': select,
  'customer/dictSelect': select,
  'lead/dicSelect': select,
  'dictItem/add': addItem,
  'dictItem/edit': editItem,
  'dictItem/del': delItem,
}
