/** A copy of the project as a newcomer has it after `npm ci`: nothing generated, nothing built, no data. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'

const PARTS = [
  'bin',
  'generator',
  'mock',
  'schemas',
  'src',
  'index.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.lean.ts',
]
const GENERATED = join('src', 'generated')

export interface Copy {
  root: string
  remove(): void
}

export function copyProject(from: string): Copy {
  const root = mkdtempSync(join(tmpdir(), 'atelier-copy-'))
  for (const part of PARTS)
    cpSync(join(from, part), join(root, part), {
      recursive: true,
      filter: (path) => !path.includes(`${sep}${GENERATED}`),
    })
  linkModules(join(from, 'node_modules'), join(root, 'node_modules'))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** The packages are those at hand; what tools keep beside them (`.cache`, `.vite`) is the copy's own. */
function linkModules(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (!/^\.(cache|vite)/.test(name) && existsSync(join(from, name))) symlinkSync(join(from, name), join(to, name))
}
