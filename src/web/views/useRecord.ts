import { useCallback, useEffect, useRef, useState } from 'react'
import { call, CallRefused } from '../core/request.ts'
import type { WireRow } from '../fields/types.ts'

/** One record and its loading state. */
interface RecordHandle {
  row: WireRow | undefined
  /** The row answers what was asked before: another record is on its way. */
  isOld: boolean
  state: 'first' | 'ready' | 'busy' | 'failed' | 'missing'
  /** What the server said of the last failure, with the number of the request where the fault is its own. */
  why: string
  reload: () => void
}

const NOT_FOUND = 404

/** Loads a record, and again whenever `stamp` changes; a hidden page waits until it is visible. */
export function useRecord(
  path: string | undefined,
  input: WireRow | undefined,
  stamp: unknown,
  active: boolean,
): RecordHandle {
  const [{ row, of }, setFound] = useState<{ row?: WireRow | undefined; of?: string }>({})
  const [state, setState] = useState<RecordHandle['state']>('first')
  const [why, setWhy] = useState('')
  const [round, setRound] = useState(0)
  const subject = path && input ? JSON.stringify([path, input]) : undefined
  const question = path && input ? JSON.stringify([path, input, stamp, round]) : undefined
  const answered = useRef<string>(undefined)
  useEffect(() => {
    if (!path || !question || !active || answered.current === question) return
    const stop = new AbortController()
    const [asked, sent] = JSON.parse(question) as [string, WireRow]
    setState((old) => (old === 'first' ? old : 'busy'))
    call<WireRow>(path, sent, { loading: false, signal: stop.signal }).then(
      ({ data }) => {
        answered.current = question
        const found = Array.isArray(data) ? (data[0] as WireRow | undefined) : data
        setFound({ row: found, of: JSON.stringify([asked, sent]) })
        setState('ready')
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        if (!(error instanceof CallRefused)) throw error
        answered.current = question
        setWhy(error.msg)
        setState(error.status === NOT_FOUND ? 'missing' : 'failed')
      },
    )
    return () => stop.abort()
  }, [path, question, active])
  return {
    row,
    isOld: row !== undefined && of !== subject,
    state,
    why,
    reload: useCallback(() => setRound((old) => old + 1), []),
  }
}
