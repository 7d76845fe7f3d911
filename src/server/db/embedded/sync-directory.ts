import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes a rename in the directory last. Not every system lets a directory be synced; there it is left out. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
