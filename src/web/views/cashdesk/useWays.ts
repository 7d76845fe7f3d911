import { useEffect, useState } from 'react'
import { membersOf } from '../../../model/fields.ts'
import type { CashdeskView, FieldModel } from '../../../model/model.ts'
import { useNewest } from '../../core/newest.ts'
import { usePush } from '../../core/push.ts'
import type { WireRow } from '../../fields/types.ts'
import { useChoices } from '../../fields/useChoices.ts'
import { useScope } from '../scope.tsx'

type SplitModel = NonNullable<CashdeskView['pay']['split']>

const NOTHING: WireRow = {}

/** A field of a way of paying. */
export const memberOf = ({ field }: SplitModel, name: string): FieldModel =>
  membersOf(field).find((one) => one.name === name) as FieldModel

/** The ways of paying that the desk offers: asked once, and again when somebody changes them; not for each customer. */
export function useWays(split: SplitModel): WireRow[] {
  const { env, refreshKey } = useScope()
  // One function for as long as the desk stands: one made anew would be asked for anew.
  const newest = useNewest({ env })
  const [surroundings] = useState(() => () => newest.current.env)
  const way = memberOf(split, split.way)
  const { records, ask } = useChoices(way, NOTHING, surroundings, true)
  useEffect(() => ask(), [ask, refreshKey])
  usePush('/api/push/change', (data) => {
    if (data.resource === way.of) ask()
  })
  return records
}
