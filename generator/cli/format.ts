/** `atelier format [--check] [files]`: formats schema files; `--check` only lists those that differ. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { formatText } from '../tools/format.ts'
import { projectRoot, schemasOf, words } from './project.ts'

export async function run(args: string[]): Promise<number> {
  const root = projectRoot()
  const check = args.includes('--check')
  let differing = 0
  let broken = 0
  for (const file of filesOf(root, words(args))) {
    const text = readFileSync(join(root, file), 'utf8')
    const formatted = formatText(text)
    if (formatted === undefined) {
      console.error(`${file}: not JSON; \`atelier check\` says where`)
      broken++
      continue
    }
    if (formatted === text) continue
    differing++
    console.log(file)
    if (!check) writeFileSync(join(root, file), formatted)
  }
  if (check && differing > 0)
    console.error(
      `\n${differing} ${differing === 1 ? 'file is' : 'files are'} not in form; \`atelier format\` mends that`,
    )
  return broken > 0 || (check && differing > 0) ? 1 : 0
}

/** The named files, else every JSON file of the schemas; relative to the project. */
function filesOf(root: string, named: string[]): string[] {
  if (named.length > 0) return named.map((file) => relative(root, resolve(file)))
  return readdirSync(schemasOf(root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}
