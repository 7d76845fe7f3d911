/** The filters of one list: those of its resource, further inputs of the call, and the keyword. */
import { aliasOf, asType, isWords } from '../../model/fields.ts'
import type { CallModel, FieldModel, FilterModel } from '../../model/model.ts'
import { filterPlan, type FilterPlan } from './filters/index.ts'
import { PAGE_KEYS } from '../../model/reserved.ts'
import { pathOf, stepsOf } from './paths.ts'
import type { Catalogue, Table } from './table.ts'

/** The filters on offer, and further inputs of the call that name a field. */
export function filtersOf(table: Table, offered: Record<string, FilterModel>, call: CallModel): FilterModel[] {
  const models = Object.values(offered)
  const taken = new Set(models.flatMap((model) => model.wire))
  const more = call.input.filter(
    (field) => !taken.has(field.name) && table.fields.get(field.name)?.column && !isPageKey(field.name),
  )
  const own = call.kind === 'select' && !taken.has(VALUE) ? byKey(table) : []
  return [...models, ...more.map(byInput), ...own]
}

/** A look-up also finds the record that is chosen already, by what the reference holds. */
const VALUE = 'value'

function byKey(table: Table): FilterModel[] {
  const field = table.fields.get(table.resource.key)
  return field ? [{ ...byInput({ ...field, required: false }), name: VALUE, wire: [VALUE] }] : []
}

const isPageKey = (name: string): boolean => (PAGE_KEYS as readonly string[]).includes(name)

function byInput(field: FieldModel): FilterModel {
  return {
    name: field.name,
    label: field.label,
    control: { ...field, required: false },
    match: { kind: 'is', path: field.name },
    many: true,
    range: false,
    wire: [field.name],
    offered: false,
  }
}

/**
 * `keyword`: found in any field that the quick search looks into, and by what finds the record it is named after; in the
 * title where there is neither, in both its languages (LANGUAGE § 6).
 */
export function keywordFilter(catalogue: Catalogue, table: Table): FilterPlan | undefined {
  const paths = foundBy(catalogue, table)
  const [first] = paths
  if (first === undefined) return undefined
  const { field } = pathOf(catalogue, table, first)
  return filterPlan(catalogue, table, {
    name: 'keyword',
    label: field.label,
    control: { ...asType(field, 'string'), name: 'keyword', required: false },
    match: { kind: 'contains', paths },
    many: false,
    range: false,
    wire: ['keyword'],
    offered: false,
  })
}

/** A record is named after another that is named after a third: further nobody thinks. */
const DEPTH_MAX = 3

function foundBy(catalogue: Catalogue, table: Table, depth = 0): string[] {
  const named = depth < DEPTH_MAX ? namesake(catalogue, table) : undefined
  const further = named ? foundBy(catalogue, named.table, depth + 1).map((path) => `${named.path}.${path}`) : []
  const found = new Set([...searchedPaths(catalogue, table), ...further])
  return found.size > 0 ? [...found] : titlePath(catalogue, table)
}

/** The record that this one is called as: its title is a reference, or is read from another record. */
function namesake(catalogue: Catalogue, table: Table): { table: Table; path: string } | undefined {
  const title = pathOf(catalogue, table, table.resource.title)
  const { field } = title
  const alias = aliasOf(field)?.split('.').slice(0, -1).join('.')
  const path = field.type === 'ref' && !field.by ? field.as : alias
  if (!path || title.steps.length > 0) return undefined
  const last = stepsOf(catalogue, table, path).at(-1)
  return last && { table: last.to, path }
}

/** Searched columns, those of the record it extends counting as its own. */
function searchedPaths(catalogue: Catalogue, table: Table): string[] {
  const own = table.columns.filter((field) => field.search && isWords(field.type) && !field.secret)
  const base = table.resource.extends
  const step = base && table.fields.get(base.field)?.as
  const further = base && step ? searchedPaths(catalogue, catalogue.table(base.resource)) : []
  return [...own.map((field) => field.name), ...further.map((path) => `${step}.${path}`)]
}

function titlePath(catalogue: Catalogue, table: Table): string[] {
  const { field, steps } = pathOf(catalogue, table, table.resource.title)
  if (!field.column || !isWords(field.type) || field.secret) return []
  return [table.resource.title, ...(field.en && steps.length === 0 ? [field.en] : [])]
}
