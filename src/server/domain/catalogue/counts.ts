/** Totals that head the catalogue's lists: how many rows point at a category, theme, series, folder. */
import type { CallContext, ResourceName } from '../call.ts'

/** What is counted, by the resource that shows the total: its field, and the columns that point at it. */
const COUNTED: Record<
  'productCategory' | 'theme' | 'packageSeries' | 'folder',
  { field: string; by: readonly (readonly [resource: ResourceName, column: string])[] }
> = {
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

type Id = number | null | undefined

/** Counts anew for these records (ids; empty ones are skipped). Nobody's edit: version and log stay. */
export async function recount(c: CallContext, resource: keyof typeof COUNTED, ids: readonly Id[]): Promise<void> {
  const { field, by } = COUNTED[resource]
  const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))]
  if (wanted.length === 0) return
  const sums = by.map(
    ([table, column]) =>
      `(select count(*) from "${table}" x where x."${column}" = "${resource}"."id" and not x."isDel")`,
  )
  await c.tx.query(`update "${resource}" set "${field}" = ${sums.join(' + ')} where "id" = any($1::bigint[])`, [wanted])
}

interface Counted {
  categoryId?: Id
  themeId?: Id
  seriesId?: Id
}

/** Counts anew what rows of the catalogue point at, before and after a change of theirs. */
export async function recountFor(c: CallContext, ...rows: readonly Counted[]): Promise<void> {
  const at = (column: keyof Counted): Id[] => rows.map((row) => row[column])
  await recount(c, 'productCategory', at('categoryId'))
  await recount(c, 'theme', at('themeId'))
  await recount(c, 'packageSeries', at('seriesId'))
}
