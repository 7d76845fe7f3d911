import { useEffect } from 'react'
import { usePhone } from '../core/media.ts'
import { useNewest } from '../core/newest.ts'
import type { FormHandle } from './useForm.ts'

/** At a desk a new record focuses its first input, for each `part`; on a phone the keyboard would cover the form. */
export function useBegin(handle: FormHandle, isNew: boolean, part = 0): void {
  const phone = usePhone()
  const newest = useNewest({ handle, wanted: isNew && !phone })
  useEffect(() => {
    if (newest.current.wanted) newest.current.handle.begin()
  }, [part, newest])
}
