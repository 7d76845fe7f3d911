/** Which files were on their way when the page was left: a browser forgets them, and they are to be chosen again. */
import { useEffect, useState } from 'react'
import { useNewest } from '../../core/newest.ts'
import { readValue, writeValue } from '../../core/storage.ts'
import type { UploadQueue } from './queue.ts'

const KEPT = 'uploads'
/** How often they are written down while files go (ms), and how long they are kept (ms). */
const WRITTEN_EVERY = 1000
const KEPT_FOR = 7 * 24 * 60 * 60 * 1000

/** What a file is known by when it is chosen again. */
const nameOf = ({ name, size }: File): string => `${name}/${size}`

type Kept = Record<string, { at: number; files: string[] }>

/** What was lacking under a key when it was last written down. */
const readLacking = (key: string): string[] => readValue<Kept>(KEPT)?.[key]?.files ?? []

/** Writes down what is lacking under a key; what is old goes. */
function writeLacking(key: string, files: readonly string[], now = Date.now()): void {
  const { [key]: _before, ...others } = readValue<Kept>(KEPT) ?? {}
  const kept = Object.entries(others).filter(([, { at }]) => now - at < KEPT_FOR)
  const all = { ...Object.fromEntries(kept), ...(files.length > 0 ? { [key]: { at: now, files: [...files] } } : {}) }
  writeValue(KEPT, Object.keys(all).length > 0 ? all : undefined)
}

/** Files of an earlier visit that were not chosen again yet. */
export interface Lacking {
  count: number
  forget(): void
}

/** Keeps what is on its way under `key`, which says who sends it and for what. */
export function useLacking(queue: UploadQueue, key: string): Lacking {
  const [old, setOld] = useState(() => ({ key, files: readLacking(key) }))
  if (old.key !== key) setOld({ key, files: readLacking(key) })
  const newest = useNewest({ key, files: old.files })
  useEffect(() => {
    let written = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = (): void => {
      timer = undefined
      const { key, files } = newest.current
      const lacking = [...new Set([...files, ...queue.unfinished().map(nameOf)])]
      const text = JSON.stringify(lacking)
      if (text !== written) writeLacking(key, lacking)
      written = text
    }
    const taken = queue.onPut((files) => {
      const chosen = new Set(files.map(nameOf))
      setOld((before) => ({ ...before, files: before.files.filter((file) => !chosen.has(file)) }))
    })
    const heard = queue.state.subscribe(() => (timer ??= setTimeout(write, WRITTEN_EVERY)))
    addEventListener('pagehide', write)
    return () => {
      taken()
      heard()
      removeEventListener('pagehide', write)
      clearTimeout(timer)
      write()
    }
  }, [queue, newest])
  const forget = (): void => {
    setOld((before) => ({ ...before, files: [] }))
    writeLacking(key, queue.unfinished().map(nameOf))
  }
  return { count: old.files.length, forget }
}
