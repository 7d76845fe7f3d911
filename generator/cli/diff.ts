/** `atelier diff [ref] [--zh] [--json] [--exit-code]`: what the product does otherwise than at a commit (HEAD), in sentences. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Model } from '../../src/model/model.ts'
import { formatProblem } from '../base/problems.ts'
import { compile } from '../index.ts'
import { behaviour, markdown, type Change } from '../tools/behaviour/index.ts'
import { withNamesOf } from '../tools/behaviour/renames.ts'
import { printJson, projectRoot, schemasOf, studyProject, words } from './project.ts'

/** Ends with 2 where one of both sides cannot be read or compiled; with `--exit-code` with 1 where something changed. */
export async function run(args: string[]): Promise<number> {
  const root = projectRoot()
  const [ref = 'HEAD'] = words(args)
  const [from = 'HEAD', to] = ref.split('..')
  const after = to ? modelAt(root, to) : studyProject(root)?.model
  const changes = after && changesSince(root, from || 'HEAD', after)
  if (!changes) return 2
  if (args.includes('--json')) printJson(changes)
  else console.log(markdown(changes, args.includes('--zh') ? 'zh' : 'en'))
  return args.includes('--exit-code') && changes.length > 0 ? 1 : 0
}

/** What is done otherwise than at a commit; what only has another name since is told as that. */
const changesSince = (root: string, ref: string, after: Model): Change[] | undefined =>
  standing(root, ref, (model, folder) => {
    const { before, changes } = withNamesOf(after, schemasOf(folder), model)
    return [...changes, ...behaviour(before, after)]
  })

const modelAt = (root: string, ref: string): Model | undefined => standing(root, ref, (model) => model)

/** Looks at the schemas as they stood at a commit, in a folder of their own; undefined after it was said why there are none. */
function standing<T>(root: string, ref: string, look: (model: Model, folder: string) => T): T | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-diff-'))
  try {
    takeOut(root, ref, folder)
    const { model, problems } = compile(schemasOf(folder))
    if (model) return look(model, folder)
    for (const problem of problems.slice(0, 5)) if (problem.severity === 'error') console.error(formatProblem(problem))
    console.error(`\nthe schemas of ${ref} do not compile with this version; there is nothing to compare with`)
  } catch (error) {
    console.error(
      `the schemas of ${ref} cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return undefined
}

/** Writes the schemas of a commit into a folder, past the index and the files that somebody works on. */
function takeOut(root: string, ref: string, folder: string): void {
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') }
  const git = (args: string[], input?: string): string =>
    execFileSync('git', args, {
      cwd: root,
      env,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 64 << 20,
    })
  const commit = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{tree}`]).trim()
  const prefix = git(['rev-parse', '--show-prefix']).trim()
  git(['read-tree', `${commit}:${prefix}`])
  const files = git(['ls-files', '-z', '--', 'schemas'])
  if (!files) throw new Error('it has no schemas here')
  git(['checkout-index', '-z', '--stdin', `--prefix=${folder}/`], files)
}
