/** The filters of one list: those of its resource, further inputs of the call, and the keyword. */
import { asType, isWords } from '../../model/fields.ts'
import type { CallModel, FieldModel, FilterModel } from '../../model/model.ts'
import { filterPlan, type FilterPlan } from './filters/index.ts'
import { PAGE_KEYS } from '../../model/reserved.ts'
import { pathOf } from './paths.ts'
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

/** `keyword`: found in any field that the quick search looks into; in the title where none is named. */
export function keywordFilter(catalogue: Catalogue, table: Table): FilterPlan | undefined {
  const searched = searchedPaths(catalogue, table)
  const paths = searched.length > 0 ? searched : titlePath(catalogue, table)
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

/** Searched columns, those of the record it extends counting as its own. */
function searchedPaths(catalogue: Catalogue, table: Table): string[] {
  const own = table.columns.filter((field) => field.search && isWords(field.type) && !field.secret)
  const base = table.resource.extends
  const step = base && table.fields.get(base.field)?.as
  const further = base && step ? searchedPaths(catalogue, catalogue.table(base.resource)) : []
  return [...own.map((field) => field.name), ...further.map((path) => `${step}.${path}`)]
}

function titlePath(catalogue: Catalogue, table: Table): string[] {
  const { field } = pathOf(catalogue, table, table.resource.title)
  return field.column && isWords(field.type) && !field.secret ? [table.resource.title] : []
}
