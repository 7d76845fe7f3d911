import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes files below a folder; those whose text is null are removed. */
export function writeFiles(root: string, files: ReadonlyMap<string, string | null>): void {
  for (const [file, text] of files) {
    const path = join(root, file)
    if (text === null) rmSync(path)
    else {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
}
