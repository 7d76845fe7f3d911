/** The product's dictionaries in the database, where labels, colours, order and retirement may be changed (rules 1.1). */
import type { Model } from '../../../model/model.ts'
import type { Queryable } from '../../types.ts'
import { mergeRows } from './merge.ts'
import type { Kind } from './merge.ts'

const DICT: Kind = {
  kind: 'dict',
  table: 'dict',
  fixed: { isSystem: true, isSame: false, status: 1 },
  gone: { isDel: true },
  match: ['code'],
}

/** Brings dictionaries and their items up to date with the model. An item the product dropped is retired: old records show it. */
export async function syncDictionaries(tx: Queryable, model: Model, now: number): Promise<void> {
  const parent = model.resources.dictItem?.parent?.field ?? 'dictId'
  const item: Kind = { kind: 'dictItem', table: 'dictItem', gone: { status: 0 }, match: [parent, 'value'] }
  const dictionaries = Object.values(model.dictionaries)
  const ids = await mergeRows(
    tx,
    model,
    DICT,
    dictionaries.map(({ name, label }) => ({ key: name, values: { code: name, name: label.zh, nameEn: label.en } })),
    now,
  )
  await mergeRows(
    tx,
    model,
    item,
    dictionaries.flatMap(({ name, values }) => {
      const dictId = ids.get(name)
      return dictId === undefined
        ? []
        : values.map(({ value, label, tone, retired }, at) => ({
            key: `${name}/${value}`,
            values: {
              [parent]: dictId,
              value: String(value),
              label: label.zh,
              labelEn: label.en,
              color: tone ?? null,
              sortNum: at + 1,
              status: retired ? 0 : 1,
            },
          }))
    }),
    now,
  )
  await tx.query(`update "dict" set "itemCount" = counted."items" from (
      select d."id", (select count(*) from "dictItem" i where i."${parent}" = d."id" and not i."isDel") as "items" from "dict" d
    ) as counted where counted."id" = "dict"."id" and "itemCount" is distinct from counted."items"`)
}
