import { useEffect } from 'react'
import { usePhone } from '../core/media.ts'
import { useNewest } from '../core/newest.ts'
import type { FormHandle } from './useForm.ts'

/** At a desk a new record begins with the first thing to type in, `part` by part; on a phone without its keys in the way. */
export function useBegin(handle: FormHandle, isNew: boolean, part = 0): void {
  const phone = usePhone()
  const newest = useNewest({ handle, wanted: isNew && !phone })
  useEffect(() => {
    if (newest.current.wanted) newest.current.handle.begin()
  }, [part, newest])
}
