import { useEffect, useRef, useState } from 'react'
import type { CashdeskView } from '../../../model/model.ts'
import { call, CallRefused } from '../../core/request.ts'
import { useNewest } from '../../core/newest.ts'
import type { WireRow } from '../../fields/types.ts'
import { useScope } from '../scope.tsx'
import { yuanOf } from './money.ts'

/** How often it is asked whether a code is paid, in ms. */
const PAUSE = 2000
const SECOND = 1000

/** A code that was opened. */
export interface Code {
  /** The answer of the call that opened it. */
  row: WireRow
  cents: number
  standing: 'waiting' | 'paid' | 'expired'
  /** When it runs out, in ms; nothing until it is known. */
  ends?: number
  /** Why nothing is known of it at the moment. */
  problem?: string
}

export interface CodeHandle {
  code: Code | undefined
  waiting: boolean
  open: (cents: number) => Promise<void>
  /** Ends the code at the provider. */
  cancel: () => Promise<void>
  /** Takes in what a call says of the code. */
  tell: (answer: WireRow) => void
}

/** The code over the rows at the till: opened, asked until it is paid, ended with the till at the latest. */
export function useCode(
  { code: model, rows: input }: CashdeskView['pay'],
  rows: readonly WireRow[],
  onPaid: (answer: WireRow, cents: number) => void,
): CodeHandle {
  const { part } = useScope()
  const [code, setCode] = useState<Code>()
  const pathOf = (name: 'call' | 'state' | 'cancel'): string => part.calls[model?.[name] ?? '']?.path ?? ''
  const id = model && code?.row[model.key]
  const waiting = code?.standing === 'waiting'
  const tell = (answer: WireRow): void => {
    if (!waiting) return
    if (answer.paid) {
      setCode({ ...code, standing: 'paid' })
      onPaid(answer, code.cents)
      return
    }
    const left = Number(answer.secondsLeft ?? 0)
    setCode(
      left > 0 ? { ...code, ends: Date.now() + left * SECOND, problem: undefined } : { ...code, standing: 'expired' },
    )
  }
  const fail = (error: unknown): void => {
    if (!(error instanceof CallRefused)) throw error
    if (code) setCode({ ...code, problem: error.msg })
  }
  const newest = useNewest({ tell, fail })
  useAsking(waiting ? id : undefined, pathOf('state'), {
    tell: (answer) => newest.current.tell(answer),
    fail: (error) => newest.current.fail(error),
  })
  useEnding(waiting ? id : undefined, pathOf('cancel'))
  return {
    code,
    waiting,
    tell,
    open: async (cents) => {
      if (!model) return
      const row = await answered(pathOf('call'), {
        id: rows[0]?.id,
        ...(input ? { [input]: rows.map((row) => row.id) } : {}),
        [model.amount]: yuanOf(cents),
      })
      if (row) setCode({ row, cents, standing: 'waiting' })
    },
    cancel: async () => {
      if (!waiting) return setCode(undefined)
      const answer = await answered(pathOf('cancel'), { id })
      if (answer?.paid) tell(answer)
      else if (answer) setCode(undefined)
    },
  }
}

/** What a call answers; nothing where it was refused, which is shown. */
async function answered(path: string, input: WireRow): Promise<WireRow | undefined> {
  try {
    return (await call<WireRow>(path, input)).data
  } catch (error) {
    if (error instanceof CallRefused) return undefined
    throw error
  }
}

/** Asks for a code again and again, as long as there is one. */
function useAsking(
  id: unknown,
  path: string,
  { tell, fail }: { tell: (answer: WireRow) => void; fail: (error: unknown) => void },
): void {
  const newest = useNewest({ tell, fail })
  useEffect(() => {
    if (id === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    const ask = async (): Promise<void> => {
      try {
        const { data } = await call<WireRow>(path, { id }, { silent: true, loading: false })
        if (!over) newest.current.tell(data)
      } catch (error) {
        if (!over) newest.current.fail(error)
      }
      if (!over) timer = setTimeout(() => void ask(), PAUSE)
    }
    void ask()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [id, path, newest])
}

/** Nobody pays a code after the till was left. */
function useEnding(id: unknown, path: string): void {
  const open = useRef({ id, path })
  useEffect(() => {
    open.current = { id, path }
  })
  useEffect(
    () => () => {
      const { id, path } = open.current
      if (id !== undefined) void call(path, { id }, { silent: true, loading: false }).catch(() => undefined)
    },
    [],
  )
}
