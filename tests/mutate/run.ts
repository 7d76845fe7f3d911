/**
 * `npm run mutate -- src/server/domain/cash [--sample 40] [--seed 1] [--tests tests/server/domain …]`: small changes of meaning, one at
 * a time, each met by the tests that come past it. Says which nobody noticed, and how many were.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { filesBelow } from '../server/support/template.ts'
import { mutated } from './mutants.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true, default: ['tests/server/domain'] },
  },
})

const files = positionals.flatMap(filesBelow).filter((file) => file.endsWith('.ts'))
const notes = join(mkdtempSync(join(tmpdir(), 'atelier-mutate-')), 'met')

/** Where no PostgreSQL answers: tests run on the embedded database alone. */
const NO_SERVER = 'postgres://nobody@127.0.0.1:1/none'

/** Runs tests on the embedded database; answers whether all passed, and what was said. */
async function tested(
  paths: readonly string[],
  env: Record<string, string>,
): Promise<{ passed: boolean; said: string }> {
  const args = ['run', '--config', 'tests/mutate/vitest.config.ts', '--bail=1', '--reporter=dot']
  const child = spawn(join('node_modules', '.bin', 'vitest'), [...args, ...paths], {
    env: { ...process.env, CI: '1', TEST_DATABASE_URL: NO_SERVER, MUTATE_FILES: files.join('\n'), ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const [status] = (await once(child, 'close')) as [number | null]
  return { passed: status === 0, said }
}

/** The same order for the same seed. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  let state = seed
  const next = (): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31)
  return all
    .map((one) => ({ one, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** Which test files come past each change. */
function meetings(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const line of new Set(readFileSync(notes, 'utf8').trim().split('\n'))) {
    const [id = '', file = ''] = line.split('\t')
    if (file) found.set(id, [...(found.get(id) ?? []), relative(process.cwd(), file)])
  }
  return found
}

async function main(): Promise<number> {
  if (files.length === 0) throw new Error('name a file or a folder below src')
  const mutants = files.flatMap((file) => mutated(file, readFileSync(file, 'utf8')).mutants)
  const whole = await tested(values.tests, { MUTATE_NOTES: notes })
  if (!whole.passed) throw new Error(`the tests fail as they are:\n${whole.said}`)
  const met = meetings()
  const [reached, unmet] = [mutants.filter(({ id }) => met.has(id)), mutants.filter(({ id }) => !met.has(id))]
  const queue = shuffled(reached, Number(values.seed)).slice(0, Number(values.sample))
  const chosen = queue.length
  const survivors: string[] = []
  const work = async (): Promise<void> => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const { passed } = await tested(met.get(one.id) ?? [], { MUTANT: one.id, MUTATE_WORKERS: '1' })
      if (passed) survivors.push(one.id)
      console.log(`${passed ? 'SURVIVED' : 'noticed '} ${one.id}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
  for (const { id } of unmet) console.log(`not met  ${id}`)
  for (const id of survivors.sort()) console.log(`SURVIVED ${id}`)
  const share = Math.round((100 * (chosen - survivors.length)) / Math.max(1, chosen))
  console.log(
    `${chosen - survivors.length} of ${chosen} noticed (${share} %); of ${mutants.length} changes ${unmet.length} are met by no test`,
  )
  return survivors.length === 0 ? 0 : 1
}

process.exitCode = await main().finally(() => rmSync(join(notes, '..'), { recursive: true, force: true }))
