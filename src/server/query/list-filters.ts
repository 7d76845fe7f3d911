/** The filters of one list: those of its resource, further inputs of the call, and the keyword. */
import type { CallModel, FieldModel, FilterModel } from '../../model/model.ts'
import { filterPlan, type FilterPlan } from './filters/index.ts'
import { PAGE_KEYS } from './paging.ts'
import type { Catalogue, Table } from './table.ts'

/** The filters of the resource, and further inputs of the call that name a field. */
export function filtersOf(table: Table, call: CallModel): FilterModel[] {
  const models = Object.values(table.resource.filters)
  const taken = new Set(models.flatMap((model) => model.wire))
  const more = call.input.filter(
    (field) => !taken.has(field.name) && table.fields.get(field.name)?.column && !isPageKey(field.name),
  )
  return [...models, ...more.map(byInput)]
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
  const texts = new Set(['string', 'text', 'phone', 'email', 'serial', 'region'])
  const searched = table.columns.filter((field) => field.search && texts.has(field.type) && !field.secret)
  const title = table.fields.get(table.resource.title)
  const fields = searched.length > 0 ? searched : title?.column && texts.has(title.type) ? [title] : []
  const [first] = fields
  if (!first) return undefined
  const control: FieldModel = { ...first, name: 'keyword', type: 'string', required: false }
  return filterPlan(catalogue, table, {
    name: 'keyword',
    label: first.label,
    control,
    match: { kind: 'contains', paths: fields.map((field) => field.name) },
    many: false,
    range: false,
    wire: ['keyword'],
    offered: false,
  })
}
