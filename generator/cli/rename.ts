/** `atelier rename <old> <new> [--dry]`: renames in every file, checked before anything is written. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFiles } from '../base/files.ts'
import { codeOf } from '../base/package.ts'
import { formatProblem } from '../base/problems.ts'
import { lastPart, type RefKind } from '../base/references.ts'
import { rename } from '../tools/rename.ts'
import { projectRoot, schemasOf, studyProject, words } from './project.ts'
import { many } from './table.ts'
import { kindsOf } from './used.ts'

export async function run(args: string[]): Promise<number> {
  const [from, to] = words(args)
  if (!from || !to) {
    console.error('two names are needed: atelier rename customer.mobile customer.phone')
    return 2
  }
  const root = projectRoot()
  const found = studyProject(root, { references: true })
  if (!found) return 1
  const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--dry')
  if (unknown) return fail(`there is no option "${unknown}"; --dry says what would be renamed and writes nothing`)
  const meant = kindsOf(found.c.references!, from)
  if (typeof meant === 'string') return fail(meant)
  if (meant.kinds.length > 1)
    return fail(
      `"${from}" is a ${meant.kinds.join(' and a ')}; say which: ${meant.kinds.map((kind) => `${kind}:${from}`).join(' or ')}`,
    )
  const [kind] = meant.kinds as [RefKind]
  const done = rename(schemasOf(root), found, kind, meant.name, to)
  if (typeof done === 'string') return fail(done)
  if (Array.isArray(done))
    return fail(`nothing is renamed, since this would be wrong then:\n${done.map(formatProblem).join('\n')}`)
  const dry = args.includes('--dry')
  if (!dry) writeFiles(root, done.files)
  console.log(
    `${kind} ${meant.name} → ${to}: ${many(done.places, 'place')} in ${many(done.files.size, 'file')}${dry ? ' (nothing is written)' : ''}`,
  )
  for (const note of [...done.notes, ...inCode(root, lastPart(kind, meant.name))]) console.log(`  ${note}`)
  return 0
}

function fail(sentence: string): number {
  console.error(sentence)
  return 1
}

/** Hand-written code is not edited: files that contain the old name are listed. */
function inCode(root: string, name: string): string[] {
  const word = new RegExp(`(?<![\\w/-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`)
  const { server = '', demo = '' } = codeOf(root)
  const folders = [dirname(server), dirname(demo), 'src/server/platform', 'src/web/pages']
  const files = folders
    .filter((folder) => folder !== '.')
    .flatMap((folder) => {
      try {
        return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
          .filter(
            (entry) =>
              entry.isFile() &&
              /\.tsx?$/.test(entry.name) &&
              word.test(readFileSync(join(entry.parentPath, entry.name), 'utf8')),
          )
          .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      } catch {
        return []
      }
    })
  return files.length === 0 ? [] : [`hand-written code that says "${name}": ${files.sort().join(', ')}`]
}
