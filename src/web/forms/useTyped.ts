import { useEffect, useState } from 'react'
import type { FormHandle } from './useForm.ts'

const CHANGES: ReadonlySet<string> = new Set(['onFormValuesChange', 'onFieldValueChange', 'onFieldInputValueChange'])

/** Grows with every frame in which a value of the form changed, so that components with typed values are drawn again. */
export function useTyped({ form }: Pick<FormHandle, 'form'>): number {
  const [round, setRound] = useState(0)
  useEffect(() => {
    let frame = 0
    const id = form.subscribe(({ type }) => {
      if (!CHANGES.has(type)) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setRound((old) => old + 1))
    })
    return () => {
      form.unsubscribe(id)
      cancelAnimationFrame(frame)
    }
  }, [form])
  return round
}
