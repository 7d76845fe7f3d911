import { useEffect, useRef, useState } from 'react'
import type { CallModel } from '../../model/model.ts'
import { useCore } from '../core/model.ts'
import { call as makeCall, CallRefused } from '../core/request.ts'
import type { WireRow } from '../fields/types.ts'
import { inputOf } from './sent.ts'
import type { FormHandle } from './useForm.ts'

export interface Preview {
  row: WireRow
  busy: boolean
}

const NOTHING: WireRow = {}

/**
 * The server's preview of the typed values: requested a moment after the last change, the newest request wins. When it
 * fails (a required value is still missing) the last preview stays.
 */
export function usePreview(call: CallModel | undefined, handle: FormHandle, round: number): Preview {
  const { lookupDelay } = useCore().app.limits
  const [row, setRow] = useState(NOTHING)
  const [busy, setBusy] = useState(false)
  const lastRequest = useRef('')
  const { task, form, live } = handle
  useEffect(() => {
    if (!call) return
    const inputNames = new Set(call.input.map((field) => field.name))
    const input = Object.fromEntries(
      Object.entries(inputOf(task, form, {}, live.env)).filter(([name]) => inputNames.has(name)),
    )
    const question = JSON.stringify(input)
    if (question === lastRequest.current) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      lastRequest.current = question
      setBusy(true)
      makeCall<WireRow>(call.path, input, { silent: true, loading: false, signal: stop.signal })
        .then(
          ({ data }) => setRow(data ?? NOTHING),
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
  return { row, busy }
}
