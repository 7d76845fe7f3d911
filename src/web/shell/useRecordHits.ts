import { useEffect, useMemo, useState } from 'react'
import { useText } from '../core/i18n.ts'
import { findScreen, limit, loadPart, useCore } from '../core/model.ts'
import { addressOf } from '../core/open.ts'
import { useCan } from '../core/permission.ts'
import { call } from '../core/request.ts'
import type { Text } from '../../model/model.ts'
import type { WebCore, WebPart } from '../../model/web.ts'
import { factsOf } from '../fields/choices.ts'
import { cellsNow } from '../fields/context.tsx'
import type { WireRow } from '../fields/types.ts'
import type { Hit } from './paletteItems.ts'

type Source = WebCore['search'][number]
type Found = { title: string; hits: Hit[] }[]

const LEAST = 2
const MOST = 5

/** Records whose name contains the typed text, from every resource the person may look up; requested when typing pauses. */
export function useRecordHits(typed: string): { found: Found; searching: boolean; short: boolean } {
  const { search } = useCore()
  const can = useCan()
  const text = useText()
  const keyword = typed.trim()
  const sources = useMemo(() => search.filter((one) => !one.code || can(one.code)), [search, can])
  const worth = keyword.length >= LEAST && sources.length > 0
  const [state, setState] = useState<{ keyword: string; found: { source: Source; hits: Hit[] }[] }>({
    keyword: '',
    found: [],
  })
  const wait = limit('lookupDelay', 500)
  useEffect(() => {
    if (!worth) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      void Promise.all(sources.map((source) => searchSource(source, keyword, stop.signal))).then((found) => {
        if (!stop.signal.aborted) setState({ keyword, found })
      })
    }, wait)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [worth, keyword, sources, wait])
  const fresh = worth && state.keyword === keyword
  const found = useMemo(() => (fresh ? byKind(state.found, text) : []), [fresh, state, text])
  return { found, searching: worth && !fresh, short: keyword.length > 0 && keyword.length < LEAST }
}

/** Each kind of record once, whatever number of screens finds it; a record that several find opens on the first. */
export function byKind(found: readonly { source: Source; hits: Hit[] }[], text: (label: Text) => string): Found {
  const kinds = new Map<string, Found[number]>()
  for (const { source, hits } of found) {
    const kind = kinds.get(source.resource) ?? { title: text(source.label), hits: [] }
    kinds.set(source.resource, kind)
    kind.hits.push(...hits.filter(({ key }) => !kind.hits.some((one) => one.key === key)))
  }
  return [...kinds.values()].filter(({ hits }) => hits.length > 0)
}

type Offered = WireRow & { value: string | number; label: string }

/** A source that fails has no results; the other sources still answer. */
async function searchSource(
  source: Source,
  keyword: string,
  signal: AbortSignal,
): Promise<{ source: Source; hits: Hit[] }> {
  try {
    const { data } = await call<Offered[]>(
      source.call,
      { keyword, pageRows: MOST },
      { silent: true, loading: false, signal },
    )
    if (data.length === 0) return { source, hits: [] }
    const part = await loadPart(findScreen(source.open)?.part ?? '')
    return { source, hits: data.slice(0, MOST).map((row) => hitOf(source, row, part)) }
  } catch {
    return { source, hits: [] }
  }
}

/** What tells a record from its namesakes: how it stands and whose it is, before a line that is full cuts it, and its facts. */
function hitOf(source: Source, row: Offered, part: WebPart): Hit {
  const resource = part.resources[source.resource]
  const names = new Set([...(resource?.standing ?? []), ...(resource?.facts ?? [])])
  return {
    key: `${source.resource}-${row.value}`,
    title: row.label,
    hint: factsOf(row, resource, cellsNow(part), [...names]),
    icon: 'profile',
    address: addressOf(source.open, source.by ? { [source.by]: row.label } : { id: row.value }),
  }
}
