/**
 * Filters of a list: what was sent becomes a checked value and a condition. The condition depends only on the
 * filter and on the shape of the value (one, several, from, to), so that a statement is compiled once a shape;
 * the value itself is a parameter. A filter that is not the call's is refused, never ignored.
 */
import type { FilterMatch, FilterModel } from '../../../model/model.ts'
import type { Catalogue, Table } from '../table.ts'
import { contains } from './contains.ts'
import { opens } from './opens.ts'
import type { FilterPlan, Made, Making } from './plan.ts'
import { range } from './range.ts'
import { has, is } from './values.ts'
import { where } from './where.ts'

export type { FilterPlan, Place, Used } from './plan.ts'

/** How a filter finds rows: one file a kind. */
const KINDS: { [K in FilterMatch['kind']]: (making: Making<K>) => Made } = {
  contains,
  is,
  range,
  has,
  where,
  opens,
}

/** The plan of a filter of a table. */
export function filterPlan(catalogue: Catalogue, table: Table, model: FilterModel): FilterPlan {
  const wire = [...model.wire].filter((name): name is string => name !== null)
  const make = KINDS[model.match.kind] as (making: Making<FilterMatch['kind']>) => Made
  const made = make({ catalogue, table, model, match: model.match })
  return { name: model.name, model, wire, ...made, parse: unlessAll(model, made.parse) }
}

/** Nothing is filtered by the value that asks for everything, alone or among others. */
function unlessAll({ all, wire: [name] }: FilterModel, parse: FilterPlan['parse']): FilterPlan['parse'] {
  if (all === undefined || name === null) return parse
  return (payload, ...more) => ([payload[name]].flat().includes(all) ? undefined : parse(payload, ...more))
}
