import type { ListView } from '../../../model/model.ts'
import { useOpen } from '../../core/open.ts'
import { boundValues, withRoots } from '../../fields/bounds.ts'
import type { WireRow } from '../../fields/types.ts'
import { useScope } from '../scope.tsx'

/** Shows the board of a row: this one by its filters, or another screen. Undefined where a row opens none. */
export function useShowing(
  { open }: ListView,
  onShow: (filters: WireRow) => void,
): ((row: WireRow) => void) | undefined {
  const { env, screen } = useScope()
  const go = useOpen()
  if (open?.kind !== 'route') return undefined
  return (row) => {
    const query = boundValues(open.with, withRoots(env, { row }))
    if (open.to === screen.route) onShow(query)
    else go(open.to, query as Record<string, string>)
  }
}
