import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '../../model/web.ts'
import { takeAhead } from '../core/ahead.ts'
import { call, CallRefused } from '../core/request.ts'
import type { WireRow } from '../fields/types.ts'

/** The answer of a list call. */
interface ListAnswer extends Answer<WireRow[]> {
  totals?: Record<string, number>
  /** The count stopped at a cap: there are more. */
  more?: boolean
  /** Tabs of which there are more than their count says. */
  countMore?: string[]
  /** There are too many rows to add them up at once. */
  totalsMore?: 1
}

/** The rows of a list and how they came. */
export interface Rows {
  rows: WireRow[]
  total: number
  more: boolean
  totals: Record<string, number>
  /** The totals were left out: there are too many rows to add them up unasked. */
  totalsMore: boolean
  counts: Record<string, number> | undefined
  countMore: readonly string[]
  /** first: nothing came yet. busy: the old rows stand until the new ones are here. */
  state: 'first' | 'ready' | 'busy' | 'failed'
  reload: () => void
}

type Loaded = Omit<Rows, 'state' | 'reload'>

const NOTHING: Loaded = {
  rows: [],
  total: 0,
  more: false,
  totals: {},
  totalsMore: false,
  counts: undefined,
  countMore: [],
}

function loadedFrom(answer: ListAnswer): Loaded {
  // Some calls answer one record: figures by name.
  const rows = Array.isArray(answer.data) ? answer.data : answer.data ? [answer.data as WireRow] : []
  const counts = typeof answer.count === 'object' ? answer.count : undefined
  return {
    rows,
    total: answer.total ?? rows.length,
    more: answer.more ?? false,
    totals: answer.totals ?? {},
    totalsMore: answer.totalsMore === 1,
    counts,
    countMore: answer.countMore ?? [],
  }
}

/** A question that was asked ahead and refused is asked again, so that the refusal is shown. */
function fetchRows(path: string, input: WireRow, signal: AbortSignal): Promise<ListAnswer> {
  const ask = () => call<WireRow[]>(path, input, { loading: false, signal })
  return takeAhead<WireRow[]>(path, input)?.catch(ask) ?? ask()
}

/**
 * Fetches a list whenever what is asked changes; the newest question wins. A page that is out of sight waits
 * until it is seen again.
 */
export function useRows(path: string | undefined, input: WireRow | undefined, active: boolean): Rows {
  const [loaded, setLoaded] = useState(NOTHING)
  const [state, setState] = useState<Rows['state']>('first')
  const [round, setRound] = useState(0)
  const question = path && input ? JSON.stringify([path, input, round]) : undefined
  const answered = useRef<string>(undefined)
  useEffect(() => {
    if (!path || !question || !active || answered.current === question) return
    const stop = new AbortController()
    const [, asked] = JSON.parse(question) as [string, WireRow]
    setState((old) => (old === 'first' ? 'first' : 'busy'))
    fetchRows(path, asked, stop.signal).then(
      (answer) => {
        if (stop.signal.aborted) return
        answered.current = question
        setLoaded(loadedFrom(answer))
        setState('ready')
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        if (!(error instanceof CallRefused)) throw error
        answered.current = question
        setState('failed')
      },
    )
    return () => stop.abort()
  }, [path, question, active])
  const reload = useCallback(() => setRound((old) => old + 1), [])
  return { ...loaded, state, reload }
}

/** Fetches anew when the key changes; not at first. */
export function useReload(reload: () => void, key: unknown): void {
  const seen = useRef(key)
  useEffect(() => {
    if (seen.current === key) return
    seen.current = key
    reload()
  }, [key, reload])
}
