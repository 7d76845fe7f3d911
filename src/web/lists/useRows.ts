import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '../../model/web.ts'
import { takeAhead } from '../core/ahead.ts'
import { whenIdle } from '../core/idle.ts'
import { call, CallRefused, NO_ANSWER } from '../core/request.ts'
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
  /** Nothing was found by what may be a part of a masked value. */
  masked?: 1
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
  /** Nothing was found by what may be a part of a value that this person gets masked. */
  masked: boolean
  /** first: nothing loaded yet. busy: the old rows are shown until the new ones arrive. */
  state: 'first' | 'ready' | 'busy' | 'failed'
  /** What the server said of the last failure, with the number of the request where the fault is its own. */
  why: string
  reload: () => void
  /** Changes the rows that are shown, ahead of the server. */
  amend: (change: (rows: WireRow[]) => WireRow[]) => void
}

type Loaded = Omit<Rows, 'state' | 'why' | 'reload' | 'amend'>

const NOTHING: Loaded = {
  rows: [],
  total: 0,
  more: false,
  totals: {},
  totalsMore: false,
  counts: undefined,
  countMore: [],
  masked: false,
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
    masked: answer.masked === 1,
  }
}

/** `ahead`: what was asked for before the page was drawn will do; refused, it is asked for again, so that it is shown. */
function fetchRows(path: string, input: WireRow, signal: AbortSignal, ahead: boolean): Promise<ListAnswer> {
  const ask = () => call<WireRow[]>(path, input, { loading: false, signal })
  return (ahead ? takeAhead<WireRow[]>(path, input)?.catch(ask) : undefined) ?? ask()
}

/** Rows in the place of others: what is not fetched again yet stays behind them. */
function over(found: readonly WireRow[], old: readonly WireRow[], total: number): WireRow[] {
  const ids = new Set<unknown>()
  return [...found, ...old].filter(({ id }) => !ids.has(id) && ids.add(id)).slice(0, total)
}

/**
 * Fetches the pages behind the first one, one after the other. They are handed on whenever there are twice as many, since
 * each time all of them are drawn anew; what was found before a failure is handed on, too.
 */
async function fetchRest(
  path: string,
  input: WireRow,
  first: Loaded,
  signal: AbortSignal,
  onFound: (rows: WireRow[]) => void,
): Promise<void> {
  let { rows } = first
  let handedOn = rows
  const handOn = (): void => {
    if (signal.aborted || handedOn === rows) return
    handedOn = rows
    onFound(rows)
  }
  // What came first is drawn first.
  await whenIdle()
  if (signal.aborted) return
  try {
    for (let page = 2; rows.length < first.total; page += 1) {
      const more = await call<WireRow[]>(path, { ...input, pageNO: page }, { loading: false, signal })
      if (signal.aborted || more.data.length === 0) return
      rows = over([...rows, ...more.data], [], first.total)
      if (rows.length >= 2 * handedOn.length) handOn()
    }
  } finally {
    handOn()
  }
}

/**
 * Loads a list whenever its input changes; the newest request wins. A hidden page waits until it is visible
 * again. `whole`: the first page is shown at once, and the others come after it.
 */
export function useRows(path: string | undefined, input: WireRow | undefined, active: boolean, whole = false): Rows {
  const [loaded, setLoaded] = useState(NOTHING)
  const [state, setState] = useState<Rows['state']>('first')
  const [why, setWhy] = useState('')
  const [unanswered, setUnanswered] = useState(false)
  const [round, setRound] = useState(0)
  const question = path && input ? JSON.stringify([path, input, round]) : undefined
  const answered = useRef<string>(undefined)
  const shown = useRef<string>(undefined)
  /** What was changed on the page since the rows on their way were asked for: they do not know of it. */
  const since = useRef<((rows: WireRow[]) => WireRow[])[]>([])
  useEffect(() => {
    if (!path || !question || !active || answered.current === question) return
    const stop = new AbortController()
    const [, sent] = JSON.parse(question) as [string, WireRow]
    const same = JSON.stringify([path, sent])
    setState((old) => (old === 'first' ? 'first' : 'busy'))
    since.current = []
    fetchRows(path, sent, stop.signal, answered.current === undefined).then(
      (answer) => {
        if (stop.signal.aborted) return
        const come = loadedFrom(answer)
        const found = { ...come, rows: since.current.reduce((rows, change) => change(rows), come.rows) }
        const again = whole && shown.current === same
        answered.current = question
        shown.current = same
        setLoaded((old) => (again ? { ...found, rows: over(found.rows, old.rows, found.total) } : found))
        setState('ready')
        if (!whole || found.rows.length >= found.total) return undefined
        return fetchRest(path, sent, found, stop.signal, (rows) =>
          setLoaded((old) => ({ ...old, rows: again ? over(rows, old.rows, found.total) : rows })),
        ).catch((error: unknown) => {
          // The call itself shows its refusal; what is there stays.
          if (!(error instanceof CallRefused)) throw error
        })
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        if (!(error instanceof CallRefused)) throw error
        answered.current = question
        setWhy(error.msg)
        setUnanswered(error.status === NO_ANSWER)
        setState('failed')
      },
    )
    return () => stop.abort()
  }, [path, question, active, whole])
  const reload = useCallback(() => setRound((old) => old + 1), [])
  useReturn(state === 'failed' && unanswered, reload)
  const amend = useCallback((change: (rows: WireRow[]) => WireRow[]) => {
    since.current.push(change)
    setLoaded((old) => ({ ...old, rows: change(old.rows) }))
  }, [])
  return { ...loaded, state, why, reload, amend }
}

/** Asks again what nobody answered, once the network is back. */
function useReturn(waits: boolean, reload: () => void): void {
  useEffect(() => {
    if (!waits) return
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [waits, reload])
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
