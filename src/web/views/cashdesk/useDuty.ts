import { useMemo } from 'react'
import type { CashdeskView } from '../../../model/model.ts'
import type { WireRow } from '../../fields/types.ts'
import { useScope } from '../scope.tsx'
import { useRecord } from '../useRecord.ts'

export interface DutyState {
  ready: boolean
  row: WireRow
  reload: () => void
}

const NOTHING: WireRow = {}

/** Whether this person may take money now, by the answer of the check; without a check everybody may. */
export function useDuty(duty: CashdeskView['duty']): DutyState {
  const { part, active, refreshKey } = useScope()
  const input = useMemo(() => ({}), [])
  const { row = NOTHING, reload } = useRecord(duty && part.calls[duty.check]?.path, input, refreshKey, active)
  return { ready: !duty || Boolean(row.ok), row, reload }
}
