/** The browser's files, built from the tree as it is, beside the product's own build. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

export interface Built {
  dir: string
  remove(): void
}

export async function buildWeb(root: string): Promise<Built> {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-web-'))
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: dir, emptyOutDir: true },
  })
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}
