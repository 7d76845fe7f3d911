/** Buttons of a view ready to draw, with their reasons: for one row, for several rows, for the head. */
import { useMemo } from 'react'
import type { ActionModel } from '../../model/model.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import { useLang } from '../core/i18n.ts'
import type { WireRow } from '../fields/types.ts'
import type { Press } from '../lists/buttons.tsx'
import { isOver, isThere, reasonAgainst, sortOut } from './actions/guards.ts'
import type { Actions } from './actions/useActions.ts'
import { useScope } from './scope.tsx'

/** Buttons of a view, ready to draw. */
export interface Buttons {
  /** Buttons of one row; without those of a course that is over. */
  ofRow(row: WireRow): Press[]
  /** Buttons of the head, for a record or for none. */
  ofHead(row?: WireRow): Press[]
  /** Buttons for chosen rows, each with the number of rows it applies to. */
  ofMany(rows: readonly WireRow[]): (Press & { able: number })[]
  /** Whether the button of this key is there for a row and may be pressed. */
  mayPress(key: string, row: WireRow): boolean
  hasRow: boolean
  hasBatch: boolean
}

/** Buttons of a view; the same functions until the view, the person or the language changes. */
export function useButtons(actions: Actions, env: Env): Buttons {
  const lang = useLang()
  const { part } = useScope()
  const { at, run, prepare } = actions
  return useMemo(() => {
    const press = (action: ActionModel, rows: readonly WireRow[], why: string | undefined): Press => ({
      key: action.key,
      label: action.label[lang],
      why,
      danger: part.calls[action.call ?? '']?.danger,
      press: () => run(action, rows),
      prepare: () => prepare(action),
    })
    const stands = (action: ActionModel, row: WireRow): boolean =>
      isThere(action, row, env) && !isOver(action, row, env)
    return {
      ofRow: (row) =>
        at('row')
          .filter((action) => stands(action, row))
          .map((action) => press(action, [row], reasonAgainst(action, row, env, lang))),
      ofHead: (row) =>
        at('top')
          .filter((action) => isThere(action, row, env))
          .map((action) => press(action, row ? [row] : [], reasonAgainst(action, row, env, lang))),
      ofMany: (rows) =>
        at('batch').map((action) => {
          const { able, reason } = sortOut(action, rows, env, lang)
          return { ...press(action, rows, able.length === 0 ? reason : undefined), able: able.length }
        }),
      mayPress: (key, row) => {
        const action = at('row').find((one) => one.key === key)
        return action !== undefined && stands(action, row) && reasonAgainst(action, row, env, lang) === undefined
      },
      hasRow: at('row').length > 0,
      hasBatch: at('batch').length > 0,
    }
  }, [at, run, prepare, part, env, lang])
}
