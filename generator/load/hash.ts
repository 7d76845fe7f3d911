/** The model's hash, from its sources and its compiler. Cheaper than hashing the model, and as reliable. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Loaded } from '../base/loaded.ts'
import type { Source } from '../base/source.ts'

export function hashOf(loaded: Loaded): string {
  const hash = createHash('sha256').update(compilerHash())
  for (const source of sourcesOf(loaded)) hash.update(source.file).update('\0').update(source.text).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Every source file of the model. */
function sourcesOf(loaded: Loaded): Source[] {
  const single = [loaded.app, loaded.types, loaded.planned].filter((source): source is Source => source !== undefined)
  const maps = [loaded.dictionaries, loaded.screens, loaded.groups, loaded.roles].flatMap((map) => [...map.values()])
  const all = [...single, ...maps, ...[...loaded.resources.values()].map((r) => r.source)]
  return [...new Set(all.flatMap((source) => source.parts()))]
}

let hashOfCode: string | undefined

/** The hash of the compiler's own files, computed once a process. */
function compilerHash(): string {
  hashOfCode ??= ['..', '../../src/model']
    .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
    .reduce((hash, folder) => {
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
        .sort())
        hash.update(readFileSync(join(folder, file)))
      return hash
    }, createHash('sha256'))
    .digest('hex')
  return hashOfCode
}
