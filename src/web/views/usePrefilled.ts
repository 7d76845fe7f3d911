import { useEffect, useRef } from 'react'
import { isWritten, keyOf } from '../../model/fields.ts'
import { isEmpty } from '../../model/validate/index.ts'
import type { FieldModel } from '../../model/model.ts'
import type { WebPart } from '../../model/web.ts'
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
        const title = field.type === 'ref' ? params[part.resources[field.of ?? '']?.title ?? ''] : undefined
        const parameter = params[field.name] ?? title
        if (parameter === undefined || parameter === '') continue
        const value = /^-?\d+(\.\d+)?$/.test(parameter) && !isWritten(field.type) ? Number(parameter) : parameter
        if (field.type !== 'ref') handle.prefill(field, value)
        else {
          const record =
            params[field.name] === undefined ? await recordNamed(field, parameter) : await recordOf(field, value)
          if (record) handle.prefill(field, record[keyOf(field)] ?? record.value, record)
        }
      }
    }
    handle.waitFor(fill())
    /** The record that is called so. */
    async function recordNamed(field: FieldModel, title: string): Promise<WireRow | undefined> {
      return (await lookUp(field, { keyword: title })).find((one) => one.label === title)
    }
    async function recordOf(field: FieldModel, value: unknown): Promise<WireRow | undefined> {
      return (await lookUp(field, { value }))[0]
    }
    function lookUp(field: FieldModel, input: WireRow): Promise<WireRow[]> {
      return choicesOf(part, handle, field, input)
    }
  }, [handle, params, part, on])
}

/** What the look-up of a reference answers; nothing where it is not among the choices of this person. */
async function choicesOf(part: WebPart, handle: FormHandle, field: FieldModel, input: WireRow): Promise<WireRow[]> {
  const lookup = lookupOf(field, handle.live.row, part)
  if (!lookup) return []
  try {
    const { data } = await call<WireRow[] | null>(lookup.path, input, { silent: true, loading: false })
    return data ?? []
  } catch (error) {
    if (error instanceof CallRefused) return []
    throw error
  }
}

/** References that begin with a default: their records are looked up, for their names and for what depends on them. */
export function useNamedDefaults(handle: FormHandle): void {
  const { part } = useScope()
  const done = useRef<FormHandle['form']>(undefined)
  useEffect(() => {
    if (done.current === handle.form) return
    done.current = handle.form
    const name = async (): Promise<void> => {
      for (const { field } of handle.fields.values()) {
        const value = handle.form.values[field.name] as unknown
        if (field.type !== 'ref' || isEmpty(value) || handle.live.records.has(`${field.of}/${String(value)}`)) continue
        const [record] = await choicesOf(part, handle, field, { value })
        if (!record || handle.form.values[field.name] !== value) continue
        // Chosen anew: what hangs on the record looks again only when the value changes.
        handle.prefill(field, null)
        handle.prefill(field, value, record)
      }
    }
    handle.waitFor(name())
  }, [handle, part])
}
