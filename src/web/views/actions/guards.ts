/** Whether a button is shown, whether it may be pressed, and the reason if not. */
import { holds, type Env } from '../../../model/expr/evaluate.ts'
import type { ActionModel, Condition, Lang } from '../../../model/model.ts'
import { withRoots } from '../../fields/bounds.ts'
import type { WireRow } from '../../fields/types.ts'

/** A condition over typed values can only be checked by the dialog, and by the server. */
const asksInput = (condition: Condition): boolean =>
  condition.expr.reads.some((path) => path === 'input' || path.startsWith('input.'))

/** The reason why an action does not apply to a row, or undefined. */
export function reasonAgainst(action: ActionModel, row: WireRow | undefined, env: Env, lang: Lang): string | undefined {
  const place = at(row, env)
  return action.when.find((condition) => !asksInput(condition) && !holds(condition.expr, place))?.why[lang]
}

/** Whether an action is shown. */
export const isThere = (action: ActionModel, row: WireRow | undefined, env: Env): boolean =>
  !action.show || holds(action.show, at(row, env))

/** Whether a record has come to an end at which nothing is left of what an action does. */
export const isOver = (action: ActionModel, row: WireRow, env: Env): boolean =>
  action.over !== undefined && holds(action.over, at(row, env))

/** Where the conditions of a row are asked. */
const at = (row: WireRow | undefined, env: Env): Env => (row ? withRoots(env, { row, old: row }) : env)

/** The rows an action applies to, and the first reason against the others. */
export function sortOut(
  action: ActionModel,
  rows: readonly WireRow[],
  env: Env,
  lang: Lang,
): { able: WireRow[]; reason: string | undefined } {
  const able: WireRow[] = []
  let reason: string | undefined
  for (const row of rows) {
    const against = isThere(action, row, env) ? reasonAgainst(action, row, env, lang) : ''
    if (against === undefined) able.push(row)
    else reason ??= against
  }
  return { able, reason }
}
