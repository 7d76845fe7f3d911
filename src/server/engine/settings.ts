/** Business settings of a company: the defaults of `app.json`, overridden by the company's own rows. */
import type { Model, SettingModel } from '../../model/model.ts'
import type { Queryable } from '../types.ts'
import type { Catalogue } from '../query/table.ts'
import { PARTS } from '../query/parts.ts'

export type Settings = Readonly<Record<string, unknown>>

/** The default settings of the model. */
function defaultSettings(model: Model): Settings {
  return Object.fromEntries(
    model.app.settings.map((one) => [one.name, one.type === 'bool' ? one.default === true : one.default]),
  )
}

/** The settings of a company, by name; amounts in yuan. */
export async function readSettings(db: Queryable, catalogue: Catalogue, companyId: number): Promise<Settings> {
  const defaults = defaultSettings(catalogue.model)
  const table = catalogue.part('setting')
  if (!table) return defaults
  const { code, value } = PARTS.setting
  const rows = await db.query<{ code: string; value: string | null }>(
    `select "${code}" as "code", "${value}" as "value" from "${table.name}" where not "isDel"${table.resource.company ? ' and "companyId" = $1' : ' and $1::bigint is not null'}`,
    [companyId],
  )
  const own = new Map(rows.map((row) => [row.code, row.value]))
  const read = catalogue.model.app.settings.map((one) => [
    one.name,
    typed(one, own.get(one.name)) ?? defaults[one.name],
  ])
  return Object.fromEntries(read) as Settings
}

/** The text of a row as the setting's type; undefined when it is not valid. */
function typed(setting: SettingModel, text: string | null | undefined): unknown {
  if (text === null || text === undefined || text === '') return undefined
  if (setting.type === 'string') return text
  if (setting.type === 'bool') return text === '1' || text === 'true'
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}
