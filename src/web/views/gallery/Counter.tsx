import { useEffect, useState } from 'react'
import { isWords } from '../../../model/fields.ts'
import type { CounterModel } from '../../../model/model.ts'
import { usePush } from '../../core/push.ts'
import { call as makeCall } from '../../core/request.ts'
import { boundValues } from '../../fields/bounds.ts'
import { useRecordCells } from '../../fields/context.tsx'
import { fieldView } from '../../fields/lookup.ts'
import type { WireRow } from '../../fields/types.ts'
import type { ListHandle } from '../../lists/useList.ts'
import { useScope } from '../scope.tsx'
import { useTabTitle } from '../useTabTitle.ts'

interface CounterProps {
  model: CounterModel
  list: ListHandle
  /** Hears of each answer. */
  onCounted: (counted: WireRow) => void
}

/** How far the choosing is; nothing while nothing is answered. */
export function Counter({ model, list, onCounted }: CounterProps) {
  const cells = useRecordCells()
  const counted = useCounted(model, list, onCounted)
  const shown = model.show.filter(({ name }) => (counted?.[name] ?? null) !== null)
  const first = shown.find(({ type }) => isWords(type))
  useTabTitle(first && counted && fieldView(first.type).text(counted[first.name], counted, first, cells))
  if (!counted || shown.length === 0) return null
  const over = model.warn !== undefined && Number(counted[model.warn]) > 0
  return (
    <dl className={over ? 'at-counter at-counter-over' : 'at-counter'} aria-live="polite">
      {shown.map((field) => (
        <div key={field.name} className={isWords(field.type) || field.type === 'enum' ? 'at-counter-words' : undefined}>
          <dt>{field.label[cells.lang]}</dt>
          <dd>{fieldView(field.type).text(counted[field.name], counted, field, cells)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the call answers: asked again whenever the pictures are, and when others say something of one. */
function useCounted(
  { call, with: given }: CounterModel,
  list: ListHandle,
  onCounted: CounterProps['onCounted'],
): WireRow | undefined {
  const { part, active, env, refreshKey } = useScope()
  const [counted, setCounted] = useState<WireRow>()
  const [turn, setTurn] = useState(0)
  const path = part.calls[call]?.path
  const asked = JSON.stringify(boundValues(given, env))
  const busy = list.state === 'busy'
  useEffect(() => {
    if (!active || busy || !path) return undefined
    const stop = new AbortController()
    makeCall<WireRow | null>(path, JSON.parse(asked) as WireRow, { loading: false, signal: stop.signal })
      .then(({ data }) => {
        setCounted(data ?? undefined)
        onCounted(data ?? {})
      })
      // The call itself shows its refusal.
      .catch(() => undefined)
    return () => stop.abort()
  }, [path, asked, busy, turn, refreshKey, active, onCounted])
  usePush('/api/push/change', (changed) => {
    if (changed.resource === list.view.resource) setTurn((old) => old + 1)
  })
  return counted
}
