/** Where the project lies: the nearest folder above the working directory that holds `schemas/app.json`. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export function projectRoot(from = process.cwd()): string {
  for (let at = resolve(from); ; at = dirname(at)) {
    if (existsSync(join(at, 'schemas'))) return at
    if (dirname(at) === at) return resolve(from)
  }
}

export const schemasOf = (root: string): string => join(root, 'schemas')
