import { useEffect, useRef, useState } from 'react'
import type { Answer } from '../../model/web.ts'
import { call, CallRefused, NO_ANSWER } from '../core/request.ts'
import { useLang } from '../core/i18n.ts'
import { useNewest } from '../core/newest.ts'
import { t } from '../fields/sentences.ts'
import type { FormWork } from './formWork.ts'
import { placeRefusal, type Stale } from './refused.ts'
import { inputOf } from './sent.ts'
import type { FormFocus } from './useFocus.ts'

export type FormState = 'typing' | 'saving' | 'saved'

/** The call of a form: its state and its refusal. */
export interface Sending {
  state: FormState
  /** The error of the form as a whole. */
  problem: string | undefined
  setProblem(problem: string | undefined): void
  stale: Stale | undefined
  setStale(stale: Stale | undefined): void
  /** Makes the call, with the version the record must still have. Resolves to undefined when it was refused. */
  send(version: unknown): Promise<Answer | undefined>
}

/** Sends a form and keeps the result. `onRefused` is called after every refusal. */
export function useSending(work: FormWork, focus: FormFocus, onRefused: () => void): Sending {
  const lang = useLang()
  const ask = useCallOnce(work)
  const [state, setState] = useState<FormState>('typing')
  const [problem, setProblem] = useState<string>()
  const [stale, setStale] = useState<Stale>()
  const refused = useRef(false)
  const unanswered = useRef(false)
  // Inputs are locked during a call; only after that can one be focused.
  useEffect(() => {
    if (state !== 'typing' || !refused.current) return
    refused.current = false
    focus.toWrong()
  }, [state, focus])
  useBackOnline(() => {
    if (unanswered.current) setProblem(undefined)
  })
  const send = async (version: unknown): Promise<Answer | undefined> => {
    setState('saving')
    setProblem(undefined)
    unanswered.current = false
    try {
      const answer = await ask(version)
      setState('saved')
      return answer
    } catch (error) {
      setState('typing')
      if (!(error instanceof CallRefused)) throw error
      work.task.onRefused?.(error)
      const left = placeRefusal(error, work, lang)
      unanswered.current = error.status === NO_ANSWER && left.problem !== undefined
      // It may have been done: where a second try is answered as the first, people may press again.
      setProblem(unanswered.current && work.task.call.once ? t('sendAgain', { why: left.problem ?? '' }) : left.problem)
      setStale(left.stale)
      refused.current = true
      onRefused()
      return undefined
    }
  }
  return { state, problem, setProblem, stale, setStale, send }
}

/** Calls back when the network is there again: what was said of it does not hold any more. */
function useBackOnline(back: () => void): void {
  const newest = useNewest(back)
  useEffect(() => {
    const onLine = (): void => newest.current()
    addEventListener('online', onLine)
    return () => removeEventListener('online', onLine)
  }, [newest])
}

/** All tries of a form use one request number: a repeat after a lost answer gets the first answer and is not done twice. */
function useCallOnce({ task, form, initial, live }: FormWork): (version: unknown) => Promise<Answer> {
  const requestNo = useRef<string>(undefined)
  return async (version) => {
    requestNo.current ??= crypto.randomUUID()
    const input = inputOf(task, form, initial, live.env)
    if (version !== undefined) input.version = version
    const answer = await call(task.call.path, input, {
      silent: true,
      loading: false,
      ...(task.call.once ? { requestNo: requestNo.current } : {}),
    })
    requestNo.current = undefined
    return answer
  }
}
