/** Fills the inputs of a button's call from the sources that the compiler chose. */
import type { Env } from '../../../model/expr/evaluate.ts'
import type { ActionModel, FillSource } from '../../../model/model.ts'
import { boundValue, idOr, withRoots } from '../../fields/bounds.ts'
import { valueAt } from '../../fields/entry.ts'
import type { WireRow } from '../../fields/types.ts'

/** The values from which the inputs of a button are filled. */
export interface FillContext {
  /** The rows of the action. */
  rows: WireRow[]
  /** Page parameters and the filters of the list, under their names. */
  params: WireRow
  env: Env
}

/** The row of a button that is pressed for one row. */
const rowOf = (context: FillContext): WireRow | undefined => (context.rows.length === 1 ? context.rows[0] : undefined)

type Fill<K extends FillSource['by']> = (
  source: Extract<FillSource, { by: K }>,
  context: FillContext,
  typed: WireRow,
) => unknown
type Fills = { [K in FillSource['by']]: Fill<K> }

const nothing = (): undefined => undefined

/** Fixed values of an action or a call may read the row of the button; those of a view read the record of the view. */
const rowRoot = (source: Extract<FillSource, { by: 'with' }>['source'], context: FillContext) =>
  source === 'view' || source === 'group' ? {} : { row: rowOf(context) }

const FILLS: Fills = {
  with: ({ bound, source }, context, typed) =>
    boundValue(bound, withRoots(context.env, { ...rowRoot(source, context), input: typed })),
  rowId: (_source, context) => rowOf(context)?.id,
  rowIds: ({ path }, { rows }) => rows.map((row) => (path ? valueAt(row, path) : row.id)),
  row: ({ path }, context) => {
    const row = rowOf(context)
    return row && valueAt(row, path)
  },
  rowKind: ({ value }) => value,
  param: ({ name }, { params }) => idOr(params[name]),
  load: nothing,
  asked: nothing,
  default: nothing,
  none: nothing,
}

/** The inputs of an action that are filled without asking. `typed`: the values of its dialog. */
export function filled(fills: ActionModel['fills'], context: FillContext, typed: WireRow = {}): WireRow {
  const input: WireRow = {}
  for (const [name, source] of Object.entries(fills)) {
    const value = (FILLS[source.by] as (source: FillSource, context: FillContext, typed: WireRow) => unknown)(
      source,
      context,
      typed,
    )
    if (value !== undefined && value !== null) input[name] = value
    else if (source.by === 'with' && 'value' in source.bound) input[name] = value
  }
  return input
}
