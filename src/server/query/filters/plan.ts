/** What a filter is to a list: how its value is read, and the condition it becomes. */
import type { FilterMatch, FilterModel } from '../../../model/model.ts'
import { checkValue } from '../../../model/validate/index.ts'
import { refuse } from '../../errors.ts'
import { isWhole, type Sight } from '../cells.ts'
import type { Environment } from '../expression.ts'
import type { OfResource, Path } from '../paths.ts'
import type { Sql } from '../sql.ts'
import type { Catalogue, Table } from '../table.ts'

/** A filter that was used: its shape, for the key of the statement, and its parameters by slot name. */
export interface Used {
  filter: FilterPlan
  shape: string
  values: Record<string, unknown>
  value: unknown
  /** What was asked for may be a part of a value that the person gets masked: parts find none. */
  part?: boolean
}

/** Where a condition stands: the alias of the row, what the request brings, and how its values are put in. */
export interface Place {
  alias: string
  environment: Environment
  company?: Sql
  alone: boolean
  parameter(name: string): Sql
}

/** What was sent, checked; nothing when the filter was left empty. */
export type Parsed = Omit<Used, 'filter'> | undefined

/** One filter, worked out once a model. */
export interface FilterPlan {
  name: string
  model: FilterModel
  /** Names on the wire. */
  wire: string[]
  /** Fields whose values the filter would betray; a person who may not see them may not filter by them. */
  reads: OfResource[]
  /** `sight`: what the person may see whole; a masked value is found by less of it. */
  parse(payload: Record<string, unknown>, environment: Environment, sight: Sight): Parsed
  build(used: Used, place: Place): Sql
}

/** What the plan of one kind of match is made of. */
export interface Making<M extends FilterMatch['kind']> {
  catalogue: Catalogue
  table: Table
  model: FilterModel
  match: Extract<FilterMatch, { kind: M }>
}

/** What a kind of match adds to a plan. */
export type Made = Pick<FilterPlan, 'reads' | 'parse' | 'build'>

/** The name of a filter's parameter, or of a part of it. */
export const slotName = (model: FilterModel, part = ''): string => `filter.${model.name}${part}`

/** Whether somebody gets the value at the end of a path masked only. */
export const isVeiled = ({ field, steps, table }: Path, sight: Sight): boolean =>
  field.masked === true && !isWhole(sight, steps.length === 0 ? undefined : table.name)

/** Counts what could be the whole value at the end of a path, where it is masked: names and pieces are no guesses at a number. */
export function compare({ model }: Catalogue, path: Path, value: unknown, sight: Sight): void {
  if (typeof value !== 'string' || !isVeiled(path, sight)) return
  if (checkValue(path.field, value, model.dictionaries, model.app.timezone) === undefined) sight.compares(value)
}

/** What was sent is no value of this filter. */
export function malformed(model: FilterModel): never {
  return refuse('malformed', { field: model.wire[0] ?? model.wire[1] ?? model.name })
}
