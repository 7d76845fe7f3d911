/** Buttons of a view made ready to draw: with their reasons, for rows, for several rows, for the head. */
import type { ActionModel } from '../../model/model.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import { useLang } from '../core/i18n.ts'
import type { WireRow } from '../fields/types.ts'
import type { Press } from '../lists/buttons.tsx'
import { isThere, reasonAgainst, sortOut } from './actions/guards.ts'
import type { Actions } from './actions/useActions.tsx'
import { useScope } from './scope.tsx'

export function useButtons(actions: Actions, env: Env) {
  const lang = useLang()
  const { part } = useScope()
  const { at, run, prepare } = actions

  const press = (action: ActionModel, rows: readonly WireRow[], why: string | undefined): Press => ({
    key: action.key, label: action.label[lang], why, danger: part.calls[action.call ?? '']?.kind === 'del',
    press: () => run(action, rows), prepare: () => prepare(action),
  })

  /** Buttons of one row. */
  const ofRow = (row: WireRow): Press[] => at('row').filter((action) => isThere(action, row, env))
    .map((action) => press(action, [row], reasonAgainst(action, row, env, lang)))

  /** Buttons of the head, on a record or on none. */
  const ofHead = (row?: WireRow): Press[] => at('top').filter((action) => isThere(action, row, env))
    .map((action) => press(action, row ? [row] : [], reasonAgainst(action, row, env, lang)))

  /** Buttons for chosen rows, each with how many of them it fits. */
  const ofMany = (rows: readonly WireRow[]): (Press & { able: number })[] => at('batch').map((action) => {
    const { able, reason } = sortOut(action, rows, env, lang)
    return { ...press(action, rows, able.length === 0 ? reason : undefined), able: able.length }
  })

  return { ofRow, ofHead, ofMany, hasRow: at('row').length > 0, hasBatch: at('batch').length > 0 }
}
