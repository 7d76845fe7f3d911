/** The choosing that a wall is part of. */
import { createContext, useContext } from 'react'
import { dictionaryOf } from '../../../model/fields.ts'
import type { CellContext, WireRow } from '../../fields/types.ts'
import type { Picking } from './usePicking.ts'

const Here = createContext<Picking | undefined>(undefined)
export const PickingProvider = Here.Provider
export const usePickingHere = (): Picking | undefined => useContext(Here)

/** What a dragged picture carries: its id. */
export const CARRIED = 'application/x-picture'

/** What a picture that is dragged out of a place carries beside it: the place. */
export const OUT_OF = 'application/x-place'

/** What is thought of a picture, in words; `at`: the how manieth of what may be thought of it. */
export function judgedOf(
  { model: { by }, judged }: Picking,
  row: WireRow,
  cells: CellContext,
): { at: number; label: string } | undefined {
  const value = judged(row)
  const values = by.type === 'enum' ? (dictionaryOf(cells.dictionaries, by)?.values ?? []) : []
  const at = values.findIndex((one) => one.value === value)
  const found = values[at]
  return found && { at, label: found.label[cells.lang] }
}
