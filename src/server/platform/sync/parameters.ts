/** The product's business settings as parameters of each company (rules 2.0, 1.1). */
import type { Model, SettingModel } from '../../../model/model.ts'
import type { DbRow, Queryable } from '../../types.ts'
import { mergeRows } from './merge.ts'
import type { Kind } from './merge.ts'

/** Wire values of `value_type`. */
const TYPE: Record<SettingModel['type'], number> = { int: 1, decimal: 1, string: 2, bool: 3, money: 5 }
const SELECT = 4

/** Brings the parameters of one company, or of all, up to date: a value nobody has set follows the product. */
export async function syncParameters(tx: Queryable, model: Model, now: number, companyId?: number): Promise<void> {
  if (!model.resources.parameter) return
  const companies =
    companyId === undefined
      ? await tx.query<DbRow & { id: number }>('select "id" from "company" where not "isDel" order by "id"')
      : [{ id: companyId }]
  for (const { id } of companies) {
    const kind: Kind = {
      kind: `parameter/${id}`,
      table: 'parameter',
      fixed: { companyId: id },
      gone: { isDel: true },
      match: ['companyId', 'code'],
    }
    await mergeRows(
      tx,
      model,
      kind,
      model.app.settings.map((setting) => ({ key: setting.name, values: valuesOf(setting) })),
      now,
    )
  }
}

function valuesOf(setting: SettingModel): Record<string, unknown> {
  return {
    code: setting.name,
    name: setting.label.zh,
    groupName: setting.group?.zh ?? '业务参数',
    valueType: setting.in ? SELECT : TYPE[setting.type],
    value: typeof setting.default === 'boolean' ? (setting.default ? '1' : '0') : String(setting.default),
    remark: setting.help?.zh ?? null,
    options: Object.entries(setting.in ?? {}).map(([value, label]) => ({ value, label: label.zh })),
  }
}
