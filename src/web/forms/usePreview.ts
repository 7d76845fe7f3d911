import { useEffect, useRef, useState } from 'react'
import type { CallModel } from '../../model/model.ts'
import { useCore } from '../core/model.ts'
import { call as makeCall, CallRefused } from '../core/request.ts'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import type { WireRow } from '../fields/types.ts'
import { inputOf } from './sent.ts'
import type { FormHandle } from './useForm.ts'

export interface Preview {
  row: WireRow
  busy: boolean
  /** The field for which the call would be refused as it is typed now, and why. */
  refused(): { field: string; why: string } | undefined
}

/** What a preview says of a refusal: its field, and beside the sentence that a person reads (docs/LANGUAGE.md § 6). */
const REFUSED = { field: 'refused', why: 'hint' } as const

const NOTHING: WireRow = {}

/**
 * The server's preview of the typed values: requested a moment after the last change, the newest request wins. When it
 * fails (a required value is still missing) the last preview stays.
 */
export function usePreview(call: CallModel | undefined, handle: FormHandle, round: number): Preview {
  const { lookupDelay } = useCore().app.limits
  const cells = useCells()
  const [row, setRow] = useState(NOTHING)
  const [busy, setBusy] = useState(false)
  const lastRequest = useRef('')
  const answered = useRef('')
  const { task, form, live } = handle
  useEffect(() => {
    if (!call) return
    const input = inputFor(call, { task, form, live })
    const question = JSON.stringify(input)
    if (question === lastRequest.current) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      lastRequest.current = question
      setBusy(true)
      makeCall<WireRow>(call.path, input, { silent: true, loading: false, signal: stop.signal })
        .then(
          ({ data }) => {
            answered.current = question
            setRow(data ?? NOTHING)
          },
          (error: unknown) => {
            if (!(error instanceof CallRefused)) throw error
          },
        )
        .finally(() => {
          if (!stop.signal.aborted) setBusy(false)
        })
    }, lookupDelay)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [call, task, form, live, round, lookupDelay])
  const refused = () => {
    const isCurrent = call && answered.current === JSON.stringify(inputFor(call, handle))
    const field = isCurrent ? row[REFUSED.field] : undefined
    const said = call?.output.find(({ name }) => name === REFUSED.why)
    if (typeof field !== 'string' || !said) return undefined
    return { field, why: fieldView(said.type).text(row[said.name], row, said, cells) }
  }
  return { row, busy, refused }
}

/** What of the typed values a call takes. */
function inputFor(call: CallModel, { task, form, live }: Pick<FormHandle, 'task' | 'form' | 'live'>): WireRow {
  const taken = new Set(call.input.map((field) => field.name))
  return Object.fromEntries(Object.entries(inputOf(task, form, {}, live.env)).filter(([name]) => taken.has(name)))
}
