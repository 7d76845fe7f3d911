import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes a rename in the directory durable. Not every system can sync a directory; there it does nothing. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
