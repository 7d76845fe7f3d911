/** `node --import ./bin/typescript.mjs tests/select.ts <route|resource|--changed[=ref]>`: prints what a run is to try, as JSON. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Model } from '../src/model/model.ts'
import { changed, named, speakingOf, TRIED_FROM_METADATA, type Selection } from './selection.ts'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

/** Where browser tests are written by hand. */
const BY_HAND = ['tests/e2e', 'tests/e2e/journeys']

/** Those that go to a screen that no browser test is made for. */
function journeysTo({ own }: Selection): string[] {
  const files = BY_HAND.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const tests = files.filter((file) => file.endsWith('.test.ts'))
  const routes = own.filter((route) => !TRIED_FROM_METADATA.has(model.screens[route]?.view.view ?? 'page'))
  return speakingOf(routes, Object.fromEntries(tests.map((file) => [file, readFileSync(file, 'utf8')])))
}

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
  const only = changed(model, files)
  console.log(JSON.stringify({ base, files, only, journeys: only === 'all' ? [] : journeysTo(only) }))
} else {
  const only = named(model, word)
  console.log(JSON.stringify({ only: only ?? null, journeys: only ? journeysTo(only) : [] }))
}
