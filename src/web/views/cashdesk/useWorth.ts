import { useEffect, useState } from 'react'
import { holds } from '../../../model/expr/evaluate.ts'
import type { CashdeskView } from '../../../model/model.ts'
import { useCore } from '../../core/model.ts'
import { useNewest } from '../../core/newest.ts'
import { call } from '../../core/request.ts'
import { entryEnv } from '../../fields/entry.ts'
import type { WireRow } from '../../fields/types.ts'
import { useScope } from '../scope.tsx'
import { centsOf } from './money.ts'

type SplitModel = NonNullable<CashdeskView['pay']['split']>

/** Something that may be handed over: its number, what it is called, and what it pays in cents; or why it pays nothing. */
interface Worth {
  no: string
  label: string
  cents: number
  why?: string
}

/** What is known of ways by which something with a number is handed over. */
export interface WorthHandle {
  isOf: (line: WireRow) => boolean
  /** What the payer has to hand over. */
  offers: readonly Worth[]
  /** What is known of the number of a line; nothing while it is asked for, or where there is none. */
  of: (line: WireRow) => Worth | undefined
}

async function ask(
  path: string,
  worth: NonNullable<SplitModel['worth']>,
  input: WireRow,
  signal: AbortSignal,
): Promise<Worth[]> {
  const { data } = await call<WireRow[]>(path, input, { silent: true, loading: false, signal })
  return data.map((row) => ({
    no: String(row[worth.by] ?? ''),
    label: String(row.label ?? ''),
    cents: centsOf(row[worth.amount.name]),
    ...(row.why ? { why: String(row.why) } : {}),
  }))
}

/**
 * Asks what there is to hand over as soon as such a way is taken, and what a number pays as soon as it was typed. `onKnown`
 * is told of it, once for each number.
 */
export function useWorth(
  { pay: { split, rows: input } }: CashdeskView,
  rows: readonly WireRow[],
  lines: readonly WireRow[],
  onKnown: (line: WireRow, worth: Worth) => void,
): WorthHandle {
  const { part, env } = useScope()
  const { lookupDelay } = useCore().app.limits
  const [known, setKnown] = useState<readonly Worth[]>([])
  const [offers, setOffers] = useState<readonly Worth[]>([])
  const worth = split?.worth
  const path = part.calls[worth?.call ?? '']?.path
  const isOf = (line: WireRow): boolean => worth !== undefined && holds(worth.when, entryEnv(env, line))
  const noOf = (line: WireRow): string => String(line[worth?.by ?? ''] ?? '').trim()
  const line = lines.find((one) => isOf(one))
  const taken = line !== undefined
  const no = line ? noOf(line) : ''
  const all = [...known, ...offers]
  const found = all.find((one) => one.no === no)
  const newest = useNewest({ worth, onKnown, line })
  const asked = JSON.stringify({ [input ?? '']: rows.map(({ id }) => id) })
  useEffect(() => {
    const { worth } = newest.current
    if (!path || !worth || !taken) return
    const stop = new AbortController()
    ask(path, worth, JSON.parse(asked) as WireRow, stop.signal).then(setOffers, () => undefined)
    return () => stop.abort()
  }, [path, taken, asked, newest])
  const isKnown = found !== undefined
  useEffect(() => {
    const { worth } = newest.current
    if (!path || !worth || !no || isKnown) return
    const stop = new AbortController()
    const wait = setTimeout(() => {
      ask(path, worth, { ...(JSON.parse(asked) as WireRow), [worth.by]: no }, stop.signal).then(
        (told) => setKnown((old) => [...old, ...told]),
        () => undefined,
      )
    }, lookupDelay)
    return () => {
      clearTimeout(wait)
      stop.abort()
    }
  }, [path, no, isKnown, asked, newest, lookupDelay])
  const cents = found?.cents
  useEffect(() => {
    const { line, onKnown } = newest.current
    if (line && cents !== undefined) onKnown(line, { no, label: '', cents })
  }, [no, cents, newest])
  return { isOf, offers, of: (one) => all.find(({ no }) => no === noOf(one) && no !== '') }
}
