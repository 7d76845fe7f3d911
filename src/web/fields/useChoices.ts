import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallModel, FieldModel } from '../../model/model.ts'
import { useCore } from '../core/model.ts'
import { call } from '../core/request.ts'
import { boundValues } from './bounds.ts'
import { choiceOf, lookupOf, targetOf, type Choice } from './choices.ts'
import { useCells, usePartModel } from './context.tsx'
import type { InputProps, WireRow } from './types.ts'

/** The number of records loaded at once; typing narrows the list. */
const OFFERED = 20

/** The look-up of a reference: its choices, loaded when needed and half a second after the last key (rules 6.9). */
export interface Lookup {
  choices: Choice[]
  records: WireRow[]
  busy: boolean
  /** The message to show when the look-up failed. */
  failed: boolean
  /** Loads the choices for this keyword at once; without one, those of a list that opens. */
  ask(keyword?: string): void
  /** Loads the choices when typing pauses. */
  type(keyword: string): void
}

async function fetchChoices(
  lookup: CallModel,
  keyword: string,
  fixed: Record<string, unknown>,
  rows: number,
  signal: AbortSignal,
) {
  const input = { ...fixed, ...(keyword ? { keyword } : {}), pageNO: 1, pageRows: rows }
  const answer = await call<WireRow[] | { data?: WireRow[] }>(lookup.path, input, {
    silent: true,
    loading: false,
    signal,
  })
  return Array.isArray(answer.data) ? answer.data : []
}

/** Looks up the records a reference may point at. `all`: the whole list (a tree), not a page of it. */
export function useChoices(field: FieldModel, row: WireRow, env: InputProps['env'], all = false): Lookup {
  const part = usePartModel()
  const cells = useCells()
  const { lookupDelay, pageMax } = useCore().app.limits
  const [records, setRecords] = useState<WireRow[]>([])
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const running = useRef<AbortController>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lookup = lookupOf(field, row, part)

  const ask = useCallback(
    (keyword?: string) => {
      // Typing opens the list, too: what was typed is asked for in a moment.
      if (!lookup || (keyword === undefined && timer.current !== undefined)) return
      clearTimeout(timer.current)
      timer.current = undefined
      running.current?.abort()
      const mine = (running.current = new AbortController())
      setState('busy')
      fetchChoices(lookup, keyword ?? '', boundValues(field.with, env()), all ? pageMax : OFFERED, mine.signal).then(
        (found) => {
          if (running.current !== mine) return
          setRecords(found)
          setState('idle')
        },
        () => {
          if (running.current === mine) setState('failed')
        },
      )
    },
    [lookup, field, env, all, pageMax],
  )

  const type = useCallback(
    (keyword: string) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => ask(keyword), lookupDelay)
    },
    [ask, lookupDelay],
  )

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      running.current?.abort()
    },
    [],
  )

  const resource = part.resources[targetOf(field, row) ?? '']
  const choices = records.map((record) => choiceOf(record, field, resource, cells))
  return { choices, records, busy: state === 'busy', failed: state === 'failed', ask, type }
}
