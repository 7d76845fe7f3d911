import { useEffect, useRef } from 'react'
import type { ActionModel } from '../../model/model.ts'
import type { WireRow } from '../fields/types.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import type { ActionsPlace } from './actions/perform.ts'
import type { Onto } from './actions/wording.ts'
import { useActions } from './actions/useActions.ts'

/** A button pressed by something else than a click on it: an entry that was dropped, a seat that was chosen. */
export interface Pressed {
  action: ActionModel
  /** The row it stands on, if it stands on one. */
  row?: WireRow
  /** Inputs that the press gives. */
  params: WireRow
  /** What the row was put on. */
  onto?: Onto
}

/** Presses a button when it is mounted, and draws its dialog. */
export function PressOnce({ pressed, ...place }: { pressed: Pressed } & Omit<ActionsPlace, 'params'>) {
  const { action, row, params, onto } = pressed
  const actions = useActions({ ...place, params, ...(onto ? { onto } : {}) })
  const done = useRef(false)
  useEffect(() => {
    if (done.current) return
    done.current = true
    actions.run(action, row ? [row] : [])
  }, [actions, action, row])
  return <ActionDialog actions={actions} />
}
