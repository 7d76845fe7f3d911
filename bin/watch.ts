/**
 * Says when something below a folder changes. It watches folders: a watch of a file ends when another file is renamed
 * over it, which is how editors, `git checkout` and `sed -i` save.
 */
import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

/** Several files of one change (a rename, a branch switch) are taken together. */
const GATHER_MS = 20

interface Watched {
  watcher: FSWatcher
  /** Which folder it is: another one may come to stand under the same name. */
  inode: number
}

export function watchFolder(root: string, changed: () => void): { close(): void } {
  const watched = new Map<string, Watched>()
  let timer: NodeJS.Timeout | undefined
  const hear = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      keepUp(root, watched, hear)
      changed()
    }, GATHER_MS)
  }
  keepUp(root, watched, hear)
  return {
    close: () => {
      clearTimeout(timer)
      for (const { watcher } of watched.values()) watcher.close()
    },
  }
}

/** Watches the folders that are there now, and those that are gone no longer. */
function keepUp(root: string, watched: Map<string, Watched>, hear: () => void): void {
  const there = new Map(foldersIn(root).map((path) => [path, statSync(path, { throwIfNoEntry: false })?.ino]))
  for (const [path, { watcher, inode }] of watched) {
    if (there.get(path) === inode) continue
    watcher.close()
    watched.delete(path)
  }
  for (const [path, inode] of there) {
    if (inode === undefined || watched.has(path)) continue
    // A folder that goes says so as an error in some systems; its parent tells the same.
    watched.set(path, { watcher: watch(path, hear).on('error', hear), inode })
  }
}

/** A folder and all below it. */
const foldersIn = (root: string): string[] => [
  root,
  ...readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name)),
]
