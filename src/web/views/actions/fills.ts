/** Who fills what: the inputs of a button's call, by the sources the compiler worked out. */
import type { Env } from '../../../model/expr/evaluate.ts'
import type { ActionModel, FillSource } from '../../../model/model.ts'
import { boundValue, withRoots } from '../../fields/bounds.ts'
import { valueAt } from '../../fields/entry.ts'
import type { WireRow } from '../../fields/types.ts'

/** What a button stands on and among. */
export interface Standing {
  rows: WireRow[]
  /** Page parameters and the filters of the list, under their names. */
  params: WireRow
  env: Env
}

/** The row of a button that stands on one. */
export const rowOf = (standing: Standing): WireRow | undefined =>
  standing.rows.length === 1 ? standing.rows[0] : undefined

type Fill<K extends FillSource['by']> = (
  source: Extract<FillSource, { by: K }>,
  standing: Standing,
  typed: WireRow,
) => unknown
type Fills = { [K in FillSource['by']]: Fill<K> }

const nothing = (): undefined => undefined

/** What an action or a call fixes is about the row of the button; what a view fixes is about the record it stands in. */
const rowRoot = (source: Extract<FillSource, { by: 'with' }>['source'], standing: Standing) =>
  source === 'view' || source === 'group' ? {} : { row: rowOf(standing) }

const FILLS: Fills = {
  with: ({ bound, source }, standing, typed) =>
    boundValue(bound, withRoots(standing.env, { ...rowRoot(source, standing), input: typed })),
  rowId: (_source, standing) => rowOf(standing)?.id,
  rowIds: (_source, { rows }) => rows.map((row) => row.id),
  row: ({ path }, standing) => {
    const row = rowOf(standing)
    return row && valueAt(row, path)
  },
  rowKind: ({ value }) => value,
  param: ({ name }, { params }) => numberOr(params[name]),
  load: nothing,
  asked: nothing,
  default: nothing,
  none: nothing,
}

/** Parameters of an address are text; ids are numbers. */
const numberOr = (value: unknown): unknown =>
  typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value

/** What is given of an action's inputs, without what its dialog asks. */
export function filled(fills: ActionModel['fills'], standing: Standing, typed: WireRow = {}): WireRow {
  const input: WireRow = {}
  for (const [name, source] of Object.entries(fills)) {
    const value = (FILLS[source.by] as (source: FillSource, standing: Standing, typed: WireRow) => unknown)(
      source,
      standing,
      typed,
    )
    if (value !== undefined && value !== null) input[name] = value
    else if (source.by === 'with' && 'value' in source.bound) input[name] = value
  }
  return input
}
