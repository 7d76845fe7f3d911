import { useEffect, useState } from 'react'
import { holds } from '../../../model/expr/evaluate.ts'
import type { CashdeskView } from '../../../model/model.ts'
import { isEmpty } from '../../../model/validate/index.ts'
import { call } from '../../core/request.ts'
import { entryEnv } from '../../fields/entry.ts'
import type { WireRow } from '../../fields/types.ts'
import { useScope } from '../scope.tsx'
import { centsOf } from './money.ts'

type SplitModel = NonNullable<CashdeskView['pay']['split']>

/** How much there is by a way of paying, in cents: for a row of the split, nothing where there is no limit. */
export type LimitOf = (line: WireRow) => number | undefined

/** Asks how much there is of the ways that are limited, for whoever the first row belongs to. */
export function useLimit(split: SplitModel | undefined, rows: readonly WireRow[]): LimitOf {
  const { part, env } = useScope()
  const [known, setKnown] = useState<{ of: string; cents: number }>()
  const limit = split?.limit
  const path = part.calls[limit?.call ?? '']?.path
  const given = (limit?.inputs ?? []).filter((name) => !isEmpty(rows[0]?.[name]))
  const input = given.length > 0 ? JSON.stringify(Object.fromEntries(given.map((name) => [name, rows[0]?.[name]]))) : ''
  const name = limit?.amount.name ?? ''
  // What is paid changes what is left: another amount due asks anew.
  const question = `${input}/${rows.map((row) => String(row.version)).join()}`
  useEffect(() => {
    if (!path || !input) return
    const stop = new AbortController()
    call<WireRow>(path, JSON.parse(input), { silent: true, loading: false, signal: stop.signal }).then(
      ({ data }) => setKnown({ of: question, cents: centsOf(data[name]) }),
      // Whoever has no account has nothing on it.
      () => stop.signal.aborted || setKnown({ of: question, cents: 0 }),
    )
    return () => stop.abort()
  }, [path, input, name, question])
  const cents = !input ? 0 : known?.of === question ? known.cents : undefined
  return (line) => (limit && holds(limit.when, entryEnv(env, line)) ? cents : undefined)
}
