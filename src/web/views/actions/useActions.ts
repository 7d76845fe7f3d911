import { useCallback, useMemo, useRef, useState } from 'react'
import type { ActionModel, CallModel } from '../../../model/model.ts'
import type { Answer } from '../../../model/web.ts'
import { useNewest } from '../../core/newest.ts'
import { useOpen } from '../../core/open.ts'
import { useCan, useMayOpen } from '../../core/permission.ts'
import { CallRefused } from '../../core/request.ts'
import { useCells } from '../../fields/context.tsx'
import type { WireRow } from '../../fields/types.ts'
import { useScope } from '../scope.tsx'
import {
  finish,
  perform,
  prepare,
  refusedOn,
  wordingOf,
  type ActionContext,
  type ActionsPlace,
  type OpenDialog,
} from './perform.ts'
import type { Deed, Wording } from './wording.ts'

/** The buttons of a view; `ActionDialog` draws the dialog that one of them opened. */
export interface Actions {
  /** The buttons granted to the person at a place, in order. */
  at(place: ActionModel['at'][number]): ActionModel[]
  run(action: ActionModel, rows?: readonly WireRow[]): void
  /** Loads the code of a dialog that is likely to open. */
  prepare(action: ActionModel): void
  dialog: OpenDialog | undefined
  wording: Wording
  close(): void
  /** The call of the open form succeeded. */
  finish(deed: Deed, answer: Answer, typed: WireRow): void
  /** The open import wrote rows. */
  imported(call: CallModel): void
}

/** The buttons of a view: which are shown, and the effect of each. */
export function useActions(place: ActionsPlace): Actions {
  const [dialog, openDialog] = useState<OpenDialog>()
  const context: ActionContext = {
    place,
    scope: useScope(),
    cells: useCells(),
    go: useOpen(),
    mayOpen: useMayOpen(),
    openDialog,
  }
  const allowed = useAllowed(place.actions, context)
  const newest = useNewest(useOneAtATime(context))
  return {
    at: useCallback((at) => allowed.filter((action) => action.at.includes(at)), [allowed]),
    run: useCallback((action, rows) => newest.current(action, rows), [newest]),
    prepare,
    dialog,
    wording: wordingOf(context),
    close: useCallback(() => openDialog(undefined), []),
    finish: (deed, answer, typed) => finish(context, deed, answer, typed),
    imported: (call) => place.onDone([], call),
  }
}

/** Performs one action at a time; further presses are ignored meanwhile. */
function useOneAtATime(context: ActionContext) {
  const running = useRef<object>(undefined)
  return (action: ActionModel, rows: readonly WireRow[] = []): void => {
    if (running.current) return
    const own = {}
    const letGo = (): void => {
      if (running.current === own) running.current = undefined
    }
    running.current = own
    perform({ ...context, letGo }, action, rows)
      .catch((error: unknown) => {
        // The call itself shows its refusal.
        if (!(error instanceof CallRefused)) throw error
        context.place.onRefused?.(error, { action, row: rows[0] })
        refusedOn(context, error, { action, rows })
      })
      .finally(letGo)
  }
}

/** The actions granted to this person. */
function useAllowed(actions: readonly ActionModel[], { scope: { part, screen }, mayOpen }: ActionContext) {
  const can = useCan()
  return useMemo(
    () =>
      actions.filter((action) => {
        // A button that opens a screen needs the grant of that screen; one of a call needs its own.
        if (action.open?.kind === 'route') return mayOpen(action.open.to)
        if (!action.call || !part.calls[action.call]) return false
        return !screen.code || can(screen.code, action.code)
      }),
    [actions, part, screen.code, can, mayOpen],
  )
}
