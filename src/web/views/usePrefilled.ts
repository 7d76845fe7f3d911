import { useEffect, useRef } from 'react'
import { isWritten } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { call, CallRefused } from '../core/request.ts'
import { lookupOf } from '../fields/choices.ts'
import type { WireRow } from '../fields/types.ts'
import type { FormHandle } from '../forms/useForm.ts'
import { useScope } from './scope.tsx'

/** Fields of a page that start with a parameter of the address, with all effects of choosing the value; nothing is changed by it yet. */
export function usePrefilled(handle: FormHandle, on: boolean): void {
  const { part, params } = useScope()
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !on) return
    done.current = true
    const fill = async (): Promise<void> => {
      for (const { field } of handle.fields.values()) {
        const parameter = params[field.name]
        if (parameter === undefined || parameter === '') continue
        const value = /^-?\d+(\.\d+)?$/.test(parameter) && !isWritten(field.type) ? Number(parameter) : parameter
        if (field.type !== 'ref') handle.prefill(field, value)
        else {
          const record = await recordOf(field, value)
          if (record) handle.prefill(field, value, record)
        }
      }
    }
    handle.waitFor(fill())
    async function recordOf(field: FieldModel, value: unknown): Promise<WireRow | undefined> {
      const lookup = lookupOf(field, handle.live.row, part)
      if (!lookup) return undefined
      try {
        const { data } = await call<WireRow[]>(lookup.path, { value }, { silent: true, loading: false })
        return data?.[0]
      } catch (error) {
        // The value is not among the choices of this person: the field starts empty.
        if (error instanceof CallRefused) return undefined
        throw error
      }
    }
  }, [handle, params, part, on])
}
