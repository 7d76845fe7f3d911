import { useEffect, useRef } from 'react'
import { targetOf } from '../../model/fields.ts'
import type { FilterModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { call, CallRefused } from '../core/request.ts'
import { lookupOf } from '../fields/choices.ts'
import { usePartModel } from '../fields/context.tsx'
import { picked } from '../fields/entry.ts'
import { titleKey } from '../fields/titles.ts'
import type { WireRow } from '../fields/types.ts'
import type { Filtering } from './useFilters.ts'

/** A record that an address or a default named by its id is shown by its title, as if it had been chosen. */
export function useNamedFilters({ applied, titles, onTitles }: Filtering, offered: readonly FilterModel[]): void {
  const part = usePartModel()
  const asked = useRef(new Set<string>())
  useEffect(() => {
    for (const { name, control, many } of offered) {
      const value = applied[name]
      const key = `${name}=${String(value)}`
      if (control.type !== 'ref' || many || isEmpty(value) || asked.current.has(key)) continue
      asked.current.add(key)
      const lookup = titles[titleKey(control)] === undefined ? lookupOf(control, {}, part) : undefined
      if (!lookup) continue
      call<WireRow[]>(lookup.path, { value }, { loading: false, silent: true }).then(
        ({ data }) => {
          const [record] = data
          const title = targetOf(part.resources, control)?.title
          if (record) onTitles((old) => ({ ...old, ...picked({ ...control, fill: {} }, {}, record, title) }))
        },
        (error: unknown) => {
          if (!(error instanceof CallRefused)) throw error
        },
      )
    }
  }, [applied, titles, onTitles, offered, part])
}
