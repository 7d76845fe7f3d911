import { useRef, useState, type FormEvent } from 'react'
import { say } from '../../core/feedback.tsx'
import { CallRefused } from '../../core/request.ts'
import type { Text } from '../../../model/model.ts'
import { useText } from '../../core/i18n.ts'
import type { SentenceKey } from '../../i18n/zh.ts'
import type { SignedIn } from './ways.ts'

/** What is wrong with a field: one of our sentences, or the server's. */
type Fault = { key: SentenceKey } | { text: string }

/** Names the fault of a value, or nothing. */
type Rule<V> = (values: V) => SentenceKey | Text | undefined

type Rules<V> = { [K in keyof V]: Rule<V> }

/** A form of the sign-in page. These few fields do without a form library, so that this page is there at once. */
export interface LoginForm<V> {
  values: V
  faults: Partial<Record<keyof V, Fault>>
  busy: boolean
  set(name: keyof V, value: string): void
  /** Looks at one field, e.g. when it is left. */
  look(name: keyof V): boolean
  /** Runs a call; a refusal stands at its field. */
  run<T>(send: () => Promise<T>): Promise<T | undefined>
  onSubmit(event: FormEvent): void
  /** Keeps the input of a field, to put the cursor there. */
  at(name: keyof V): (input: { focus(): void } | null) => void
  focus(name: keyof V): void
}

/** State, checks and sending of one form. */
export function useLoginForm<V extends Record<string, string>>(
  start: V,
  rules: Rules<V>,
  send: (values: V) => Promise<SignedIn>,
  done: (result: SignedIn, values: V) => void,
): LoginForm<V> {
  const text = useText()
  const [values, setValues] = useState(start)
  const [faults, setFaults] = useState<LoginForm<V>['faults']>({})
  const [busy, setBusy] = useState(false)
  const inputs = useRef<Partial<Record<keyof V, { focus(): void }>>>({})

  const focus = (name: keyof V) => inputs.current[name]?.focus()
  const setFault = (name: keyof V, fault: Fault | undefined) => setFaults((old) => ({ ...old, [name]: fault }))
  const look = (name: keyof V) => {
    const wrong = rules[name](values)
    setFault(name, wrong && (typeof wrong === 'string' ? { key: wrong } : { text: text(wrong) }))
    return !wrong
  }
  const run = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const { field } = error.data
      if (!field || !(field in rules)) {
        say.error(error.msg)
        return undefined
      }
      setFault(field, { text: error.msg })
      focus(field)
    }
    return undefined
  }
  const submit = async () => {
    // All are looked at, so that every fault is shown at once; the cursor goes to the first.
    const wrong = Object.keys(rules).filter((name) => !look(name))
    if (wrong[0]) return focus(wrong[0])
    setBusy(true)
    const result = await run(() => send(values))
    setBusy(false)
    if (result) done(result, values)
  }
  return {
    values,
    faults,
    busy,
    look,
    run,
    focus,
    set: (name, value) => {
      setValues((old) => ({ ...old, [name]: value }))
      setFault(name, undefined)
    },
    onSubmit: (event) => {
      event.preventDefault()
      if (!busy) void submit()
    },
    at: (name) => (input) => {
      if (input) inputs.current[name] = input
    },
  }
}
