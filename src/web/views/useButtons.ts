/** Buttons of a view made ready to draw: with their reasons, for rows, for several rows, for the head. */
import { useCallback } from 'react'
import type { ActionModel } from '../../model/model.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import { useLang } from '../core/i18n.ts'
import type { WireRow } from '../fields/types.ts'
import type { Press } from '../lists/buttons.tsx'
import { isThere, reasonAgainst, sortOut } from './actions/guards.ts'
import type { Actions } from './actions/useActions.tsx'
import { useScope } from './scope.tsx'

const isDeletion = (action: ActionModel): boolean => action.call?.endsWith('/del') ?? false

export function useButtons(actions: Actions, env: Env) {
  const lang = useLang()
  const { part } = useScope()
  const danger = useCallback((action: ActionModel) => part.calls[action.call ?? '']?.kind === 'del' || isDeletion(action), [part])
  const { at, run, prepare } = actions

  const press = useCallback((action: ActionModel, rows: readonly WireRow[], why: string | undefined): Press => ({
    key: action.key, label: action.label[lang], why, danger: danger(action), press: () => run(action, rows), prepare: () => prepare(action),
  }), [lang, danger, run, prepare])

  /** Buttons of one row. */
  const ofRow = useCallback((row: WireRow): Press[] => at('row').filter((action) => isThere(action, row, env))
    .map((action) => press(action, [row], reasonAgainst(action, row, env, lang))), [at, env, lang, press])

  /** Buttons of the head, on a record or on none. */
  const ofHead = useCallback((row?: WireRow): Press[] => at('top').filter((action) => isThere(action, row, env))
    .map((action) => press(action, row ? [row] : [], reasonAgainst(action, row, env, lang))), [at, env, lang, press])

  /** Buttons for chosen rows, each with how many of them it fits. */
  const ofMany = useCallback((rows: readonly WireRow[]): (Press & { able: number })[] => at('batch').map((action) => {
    const { able, reason } = sortOut(action, rows, env, lang)
    return { ...press(action, rows, able.length === 0 ? reason : undefined), able: able.length }
  }), [at, env, lang, press])

  return { ofRow, ofHead, ofMany, hasRow: at('row').length > 0, hasBatch: at('batch').length > 0 }
}
