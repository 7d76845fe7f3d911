import { useEffect, useRef } from 'react'
import { isRef, oneOf, targetOf } from '../../model/fields.ts'
import type { FilterModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { call, CallRefused } from '../core/request.ts'
import { lookupOf } from '../fields/choices.ts'
import { usePartModel } from '../fields/context.tsx'
import { picked } from '../fields/entry.ts'
import type { WireRow } from '../fields/types.ts'
import { isNamed } from './named.ts'
import type { Filtering } from './useFilters.ts'

/** So many records named by an address are looked up; of more of them the ids are shown. */
const MOST = 20

/** Records that an address or a default named by their ids are shown by their titles, as if they had been chosen. */
export function useNamedFilters({ applied, named, onNamed }: Filtering, offered: readonly FilterModel[]): void {
  const part = usePartModel()
  // What is being asked for now; a value that comes again is asked for again, once another took its place.
  const asked = useRef(new Map<string, string>())
  useEffect(() => {
    for (const { name, control, many } of offered) {
      const value = applied[name]
      const key = String(value)
      if (!isRef(control) || isEmpty(value) || asked.current.get(name) === key) continue
      asked.current.set(name, key)
      const one = oneOf(control)
      const values = [value].flat()
      const lookup = isNamed(named, name, value) ? undefined : lookupOf(one, {}, part)
      if (!lookup || values.length > MOST) continue
      const found = values.map((id) => call<WireRow[]>(lookup.path, { value: id }, { loading: false, silent: true }))
      Promise.all(found).then(
        (answers) => {
          const records = answers.map(({ data }) => data[0])
          const title = targetOf(part.resources, one)?.title
          const known = records.filter((record) => record !== undefined)
          if (known.length < values.length) return
          const record = many ? known : known[0]
          onNamed(name, value, picked({ ...control, fill: {} }, {}, record, title))
        },
        (error: unknown) => {
          if (!(error instanceof CallRefused)) throw error
        },
      )
    }
  }, [applied, named, onNamed, offered, part])
}
