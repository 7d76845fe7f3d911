import { standsFor } from '../../model/instead.ts'
import type { ColumnModel, DetailView, FieldModel } from '../../model/model.ts'
import type { WebResource } from '../../model/web.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { dictionaryValue } from '../fields/cells.tsx'
import type { CellContext, WireRow } from '../fields/types.ts'
import { titleOfRow } from './actions/wording.ts'

/** What a record is told by: its name, the states it is in, and the facts that tell it apart. */
interface RecordHead {
  title: string
  states: FieldModel[]
  facts: ColumnModel[]
}

/** The head of a record, as its page and a card over a link to it show it. */
export function headOf(
  view: DetailView,
  row: WireRow,
  resource: WebResource | undefined,
  cells: CellContext,
): RecordHead {
  const states = Object.values(resource?.fields ?? {}).filter(
    (field) =>
      field.type === 'enum' &&
      field.managed &&
      tells(field, row[field.name], cells) &&
      !standsFor(field, row, cells.zone),
  )
  const facts = view.facts.filter(
    (fact) => fact.path !== resource?.title && !states.some((field) => field.name === fact.path),
  )
  return { title: titleOfRow(row, resource, cells) || view.label[cells.lang], states, facts }
}

/** A value without a tone, where others of its dictionary have one, is the usual state: it tells nothing. */
function tells(field: FieldModel, value: unknown, cells: CellContext): boolean {
  const values = cells.dictionaries[field.of ?? '']?.values ?? []
  return (
    !isEmpty(value) && (dictionaryValue(cells, field.of, value)?.tone !== undefined || !values.some((one) => one.tone))
  )
}
