/** `node --import ./bin/typescript.mjs tests/select.ts <route|resource|--changed[=ref]>`: prints what a run is to try, as JSON. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Model } from '../src/model/model.ts'
import { changed, named } from './selection.ts'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

/** What is not committed; with everything committed, the last commit; with a ref, all since then. */
function changedFiles(ref: string): { base: string; files: string[] } {
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  const base = ref || (open.length > 0 ? 'HEAD' : 'HEAD~1')
  return { base, files: [...new Set([...git('diff', '--name-only', base), ...open])] }
}

const word = process.argv[2] ?? ''
const model = JSON.parse(readFileSync('src/generated/model.json', 'utf8')) as Model
if (word.startsWith('--changed')) {
  const { base, files } = changedFiles(word.slice('--changed='.length))
  console.log(JSON.stringify({ base, files, only: changed(model, files) }))
} else {
  console.log(JSON.stringify({ only: named(model, word) ?? null }))
}
