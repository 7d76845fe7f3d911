/** Totals that head the catalogue's lists: how many rows point at a category, theme, series, folder. */
import type { CallContext, Row } from '../legacy.ts'

/** What is counted, by the resource that shows the total: its field, and the columns that point at it. */
const COUNTED: Record<string, { field: string; by: readonly (readonly [resource: string, column: string])[] }> = {
  productCategory: {
    field: 'productCount',
    by: [
      ['product', 'categoryId'],
      ['service', 'categoryId'],
      ['scene', 'categoryId'],
      ['photoPackage', 'categoryId'],
    ],
  },
  theme: { field: 'sceneCount', by: [['scene', 'themeId']] },
  packageSeries: { field: 'packageCount', by: [['photoPackage', 'seriesId']] },
  folder: { field: 'imageCount', by: [['folderImage', 'folderId']] },
}

/** Counts anew for these records (ids; empty ones are skipped). Nobody's edit: version and log stay. */
export async function recount(c: CallContext, resource: string, ids: readonly unknown[]): Promise<void> {
  const counted = COUNTED[resource]
  const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))]
  if (!counted || wanted.length === 0) return
  const sums = counted.by.map(
    ([table, column]) =>
      `(select count(*) from "${table}" x where x."${column}" = "${resource}"."id" and not x."isDel")`,
  )
  await c.tx.query(`update "${resource}" set "${counted.field}" = ${sums.join(' + ')} where "id" = any($1::bigint[])`, [
    wanted,
  ])
}

/** Counts anew what rows of the catalogue point at, before and after a change of theirs. */
export async function recountFor(c: CallContext, ...rows: readonly (Row | undefined)[]): Promise<void> {
  const at = (column: string): unknown[] => rows.map((row) => row?.[column])
  await recount(c, 'productCategory', at('categoryId'))
  await recount(c, 'theme', at('themeId'))
  await recount(c, 'packageSeries', at('seriesId'))
}
