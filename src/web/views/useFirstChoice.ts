import { useEffect, useRef } from 'react'
import { keyOf } from '../../model/fields.ts'
import type { FilterModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { boundValues, withRoots } from '../fields/bounds.ts'
import { call, CallRefused } from '../core/request.ts'
import { lookupOf } from '../fields/choices.ts'
import type { WireRow } from '../fields/types.ts'
import type { Scope } from './scope.tsx'

/**
 * A view without which nothing can be shown begins with a filter's first choice: the site of a calendar. `of`: the call
 * of the view, whose required inputs these filters give; without it every filter that is a reference begins so.
 */
export function useFirstChoice(
  filters: readonly FilterModel[],
  of: string | undefined,
  { part, env, active }: Scope,
  page: { values: WireRow; set: (values: WireRow) => void },
): void {
  const asked = useRef(new Set<string>())
  useEffect(() => {
    if (!active) return
    const wants = (name: string): boolean =>
      of === undefined || part.calls[of]?.input.some((one) => one.name === name && Boolean(one.required)) === true
    const empty = filters.find(
      ({ name, control }) => control.type === 'ref' && wants(name) && isEmpty(page.values[name]),
    )
    if (!empty || asked.current.has(empty.name)) return
    asked.current.add(empty.name)
    const lookup = lookupOf(empty.control, {}, part)
    if (!lookup) return
    const narrowed = boundValues(empty.control.with ?? {}, withRoots(env, { input: page.values }))
    call<WireRow[]>(lookup.path, narrowed, { loading: false, silent: true }).then(
      ({ data }) => {
        const [first] = data
        const key = first && (first[keyOf(empty.control)] ?? first.value ?? first.id)
        if (first) page.set({ ...page.values, [empty.name]: empty.many ? [key] : key })
      },
      (error: unknown) => {
        if (!(error instanceof CallRefused)) throw error
      },
    )
  }, [filters, of, part, env, active, page])
}
