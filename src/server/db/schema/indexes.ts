/** Indexes of the model in SQL: with the company, without deleted rows, and the extras of their kind. */
import type { IndexModel, ResourceModel } from '../../../model/model.ts'
import { definitionName } from '../names.ts'
import { quoted } from '../options.ts'
import { predicateSql } from './predicate.ts'
import type { ColumnDef, IndexDef } from './types.ts'
import { gramsOf, hasGrams } from '../search.ts'

/** Live rows. Queries use the same words, so that the planner can use the indexes. */
const LIVE = 'not "isDel"'

/** The columns of an index without the company, as the author counts them. */
export const ownColumns = (index: IndexModel): string[] =>
  index.columns.filter((name) => name !== 'companyId' && name !== 'company')

function indexed(resource: ResourceModel, kind: string, columns: string[], sql: string): IndexDef {
  const unique = kind === 'ux'
  return { name: definitionName(kind, [resource.name, ...columns], `${resource.name} ${sql}`), unique, sql }
}

const liveWhere = (index: IndexModel, more: string[] = []): string =>
  [LIVE, ...more, ...(index.where ? [predicateSql(index.where.ast)] : [])].join(' and ')

/** The index serves a reference: then the record implies the company, and queries often leave it out. */
const isReference = (index: IndexModel): boolean => index.reasons.some((reason) => /^(ref|parent)\b/.test(reason))

/**
 * The company comes first, or last for an index of a reference. An index that sorts a list also orders rows with
 * equal values, so that pages do not overlap.
 */
function btree(resource: ResourceModel, index: IndexModel): IndexDef[] {
  const own = ownColumns(index)
  const company = resource.company ? ['companyId'] : []
  const sorts = index.reasons.some((reason) => reason.startsWith('sort'))
  const columns = isReference(index)
    ? [...own, ...company]
    : [...company, ...own, ...(sorts && !own.includes('id') ? ['id'] : [])]
  return [indexed(resource, 'ix', own, ` (${columns.map(quoted).join(', ')}) where ${liveWhere(index)}`)]
}

function trigram(resource: ResourceModel, index: IndexModel): IndexDef[] {
  return ownColumns(index).flatMap((name) => {
    const field = resource.fields[name]
    const made = [
      indexed(resource, 'ix', [name, 'trigram'], ` using gin (${quoted(name)} gin_trgm_ops) where ${liveWhere(index)}`),
    ]
    if (field && hasGrams(field.type))
      // Over all rows: the planner uses the statistics of an expression only from an index without a condition, and else
      // treats every name as frequent.
      made.push(indexed(resource, 'ix', [name, 'grams'], ` using gin (${gramsOf(quoted(name))})`))
    return made
  })
}

function gin(resource: ResourceModel, index: IndexModel): IndexDef[] {
  const own = ownColumns(index)
  return own.map((name) => indexed(resource, 'ix', [name], ` using gin (${quoted(name)}) where ${liveWhere(index)}`))
}

/** The value that replaces null where two nulls must be equal: two top-level rows both have no parent. */
function together(name: string, columns: Map<string, ColumnDef>): string {
  const def = columns.get(name)
  if (!def || def.notNull) return quoted(name)
  if (def.type === 'text') return `coalesce(${quoted(name)}, '')`
  if (/^(bigint|integer|numeric)$/.test(def.type)) return `coalesce(${quoted(name)}, 0)`
  return def.type === 'boolean' ? `coalesce(${quoted(name)}, false)` : quoted(name)
}

/** Empty values are not unique (rules 6.5): the last column must differ, the others define the group in which it must. */
function unique(resource: ResourceModel, index: IndexModel, columns: Map<string, ColumnDef>): IndexDef[] {
  const own = ownColumns(index)
  const last = own.at(-1) ?? ''
  const scoped = resource.company && !index.everywhere ? ['"companyId"'] : []
  const within = own.slice(0, -1).map((name) => together(name, columns))
  const empty = columns.get(last)?.type === 'text' ? `''` : columns.get(last)?.type.endsWith('[]') ? `'{}'` : undefined
  const filled = [`${quoted(last)} is not null`, ...(empty ? [`${quoted(last)} <> ${empty}`] : [])]
  const parts = [...scoped, ...within, quoted(last)]
  const where = liveWhere(index, filled)
  return [{ ...indexed(resource, 'ux', own, ` (${parts.join(', ')}) where ${where}`), columns: parts, where }]
}

/** The SQL indexes of an index of the model. Throws for an unknown column (a fault of the compiler). */
export function indexesOf(resource: ResourceModel, index: IndexModel, columns: Map<string, ColumnDef>): IndexDef[] {
  const missing = ownColumns(index).find((name) => !columns.has(name))
  if (missing !== undefined) throw new Error(`${resource.name}: an index on "${missing}", which is no column`)
  if (index.kind === 'unique') return unique(resource, index, columns)
  return { btree, trigram, gin }[index.kind](resource, index)
}
