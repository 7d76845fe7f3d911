import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '../../model/web.ts'
import { takeAhead } from '../core/ahead.ts'
import { call, CallRefused } from '../core/request.ts'
import type { WireRow } from '../fields/types.ts'

/** The answer of a list call. */
interface ListAnswer extends Answer<WireRow[]> {
  totals?: Record<string, number>
  /** The count stopped at a limit: there are more rows. */
  more?: boolean
  /** Tabs with more rows than their count. */
  countMore?: string[]
  /** There are too many rows to compute totals at once. */
  totalsMore?: 1
}

/** The rows of a list and their loading state. */
export interface Rows {
  rows: WireRow[]
  total: number
  more: boolean
  totals: Record<string, number>
  /** The totals were left out: there are too many rows to compute them without a request. */
  totalsMore: boolean
  counts: Record<string, number> | undefined
  countMore: readonly string[]
  /** first: nothing loaded yet. busy: the old rows are shown until the new ones arrive. */
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

/** A request that was made ahead and refused is made again, so that the refusal is shown. */
function fetchRows(path: string, input: WireRow, signal: AbortSignal): Promise<ListAnswer> {
  const ask = () => call<WireRow[]>(path, input, { loading: false, signal })
  return takeAhead<WireRow[]>(path, input)?.catch(ask) ?? ask()
}

/**
 * Loads a list whenever its input changes; the newest request wins. A hidden page waits until it is visible
 * again.
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
    const [, sent] = JSON.parse(question) as [string, WireRow]
    setState((old) => (old === 'first' ? 'first' : 'busy'))
    fetchRows(path, sent, stop.signal).then(
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

/** Calls `reload` whenever the key changes, but not at first. */
export function useReload(reload: () => void, key: unknown): void {
  const lastKey = useRef(key)
  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    reload()
  }, [key, reload])
}
