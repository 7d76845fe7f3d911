/** A small product in a folder of its own, as `atelier init` makes it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run as init } from '../../../generator/cli/init.ts'

export const ATELIER = resolve('bin/atelier.mjs')

export async function smallProduct(): Promise<{ root: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-agents-'))
  const root = join(folder, 'shop')
  await init([root])
  return { root, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
