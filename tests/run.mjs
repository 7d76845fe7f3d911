// `npm test`: everything that must hold, in the order in which a fault is cheapest to find.
// `npm test -- static|node|e2e [more]` runs a part of it. `npm test -- /cash/refund` (a screen), `-- refund` (a resource)
// and `-- --changed[=ref]` run what a change of it reaches: the compiler knows which calls, screens and roles those are.
// Ends with one plain line, "N passed, N failed, N skipped", and says loudly what it had to skip.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const bin = (name) => join('node_modules', '.bin', name)
const reports = mkdtempSync(join(tmpdir(), 'atelier-test-'))
const totals = { passed: 0, failed: 0, skipped: 0 }
/** Files of tests that were run. */
const tried = []
/** What tests are told of the run: the whole, or what it is about. */
let aim = { ATELIER_WHOLE: '1' }

/** Runs a command; a gate (types, lint, build) counts as one test. */
function step(name, command, args) {
  const began = Date.now()
  console.log(`\n── ${name}`)
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, CI: '1', ...aim },
  })
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  return status === 0
}

function gate(name, command, args) {
  const ok = step(name, command, args)
  totals[ok ? 'passed' : 'failed'] += 1
  return ok
}

/** Gates that do not wait for each other; each says what it found when it is done. */
function gates(all) {
  const one = ([name, command, args]) =>
    new Promise((resolve) => {
      const began = Date.now()
      const said = []
      const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, CI: '1' } })
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
      child.on('error', (error) => said.push(String(error)))
      child.on('close', (status) => {
        totals[status === 0 ? 'passed' : 'failed'] += 1
        const words = status === 0 ? '' : Buffer.concat(said.map((chunk) => Buffer.from(chunk))).toString()
        console.log(
          `${words}── ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((Date.now() - began) / 1000).toFixed(1)} s)`,
        )
        resolve()
      })
    })
  return Promise.all(all.map(one))
}

/** A vitest project; its own counts are added. */
function suite(project, more = []) {
  const report = join(reports, `${project}.json`)
  const ok = step(`tests: ${project}`, bin('vitest'), [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...more,
  ])
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'))
    totals.passed += result.numPassedTests
    const broken = result.testResults.filter(isBroken).length
    totals.failed += result.numFailedTests + broken + (ok || result.numFailedTests + broken > 0 ? 0 : 1)
    totals.skipped += result.numPendingTests + result.numTodoTests
    sayWhatFailed(result)
    saySlowest(result)
    tried.push(...result.testResults)
  } catch {
    totals.failed += 1
  }
  return ok
}

/** Whether a file failed outside of its tests: in what goes before or after them. */
const isBroken = ({ status, assertionResults }) =>
  status === 'failed' && assertionResults.every((test) => test.status !== 'failed')

const seconds = (file) => (file.endTime - file.startTime) / 1000
const nameOf = (file) => relative(process.cwd(), file.name)

/** Where to look first, and why, in a few lines at the end of a long run. */
function sayWhatFailed({ testResults }) {
  for (const file of testResults) {
    if (isBroken(file)) console.log(`FAILED ${nameOf(file)} before or after its tests\n${indented(file.message)}`)
    for (const test of file.assertionResults)
      if (test.status === 'failed')
        console.log(`FAILED ${nameOf(file)} > ${test.fullName}\n${indented(test.failureMessages.join('\n'))}`)
  }
}

/** The first lines of what a test found; where it stood in the code was told before. */
const indented = (message) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line))
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n')

/** The files that a run spends its time on. */
function saySlowest({ testResults }) {
  const slowest = [...testResults].sort((a, b) => seconds(b) - seconds(a)).slice(0, 12)
  console.log(`slowest: ${slowest.map((file) => `${nameOf(file)} ${seconds(file).toFixed(0)} s`).join(', ')}`)
}

/** Tests made from the metadata: of every call, and of every screen. */
const OF_CALLS = [
  'tests/server/engine/product.test.ts',
  'tests/server/api/grants.test.ts',
  'tests/server/api/lists.test.ts',
  'tests/server/api/values.test.ts',
  'tests/server/security/hostile.test.ts',
]
const OF_SCREENS = ['tests/e2e/screens/']

/** What one more would cost: the time of the tests that are made of each, over how many there are. */
function sayPrice() {
  const { screens, calls } = JSON.parse(readFileSync('src/generated/model.json', 'utf8'))
  const price = (what, paths, things) => {
    const files = tried.filter((file) => paths.some((path) => nameOf(file).startsWith(path)))
    const spent = files.reduce((sum, file) => sum + seconds(file), 0)
    const count = Object.keys(things).length
    return files.length === 0
      ? []
      : [`one more ${what} ${(spent / count).toFixed(2)} s (${spent.toFixed(0)} s for ${count})`]
  }
  const prices = [...price('screen', OF_SCREENS, screens), ...price('call', OF_CALLS, calls)]
  if (prices.length > 0) console.log(`\nof a worker's time ${prices.join(' and ')}`)
}

const PARTS = ['static', 'node', 'e2e']
const word = process.argv[2]
const more = process.argv.slice(3)
const wanted = (part) => !word || !PARTS.includes(word) || word === part
const isAimed = word !== undefined && !PARTS.includes(word)

/** Fetching a browser is waiting, for the most part: it is done beside the tests that need none. */
const browser =
  wanted('e2e') &&
  once(
    spawn(process.execPath, ['--import', './bin/typescript.mjs', 'tests/e2e/install.ts'], { stdio: 'inherit' }),
    'close',
  )

const checks = () =>
  gates([
    ['format of the schemas', process.execPath, ['bin/atelier.mjs', 'format', '--check']],
    ['layout', bin('oxfmt'), ['--check', '.']],
    ['types', bin('tsc'), ['--noEmit']],
    ['lint', bin('oxlint'), ['--deny-warnings', '.']],
    // One process on one core, which the others leave free.
    ...(wanted('node')
      ? [
          [
            'demo data of the tests',
            process.execPath,
            ['--import', './bin/typescript.mjs', 'tests/server/support/make.ts'],
          ],
        ]
      : []),
  ])
const build = () => gate('build', bin('vite'), ['build', '--logLevel', 'warn'])

async function whole() {
  if (wanted('static')) await checks()
  if (wanted('node')) suite('node', more)
  await browser
  if (wanted('e2e') && build()) suite('e2e', more)
}

/** Tests made from the metadata, which try only the calls that are aimed at. */
const SWEEPS = OF_CALLS.slice(0, 3)

/** What the run is about, as `tests/select.ts` finds it. */
function selected() {
  const { stdout } = spawnSync(process.execPath, ['--import', './bin/typescript.mjs', 'tests/select.ts', word])
  return JSON.parse(String(stdout))
}

async function aimed() {
  const { only, base, files = [], journeys } = selected()
  if (only === 'all') return whole()
  if (only === null) {
    console.log(`there is no screen or resource "${word}"`)
    totals.failed += 1
    return
  }
  console.log(`about ${only.routes.length} screens and ${only.resources.length} resources`)
  aim = { ATELIER_ONLY: JSON.stringify(only) }
  if (base) await checks()
  // Code: the tests that import it, directly or by way of others.
  if (files.some((file) => /\.(ts|tsx|mjs)$/.test(file))) suite('node', ['--changed', base, '--passWithNoTests'])
  if (only.resources.length > 0) suite('node', ['--passWithNoTests', ...SWEEPS])
  await browser
  // A screen that no browser test is made for is tried by the journeys that go there.
  if (only.routes.length > 0 && build()) suite('e2e', ['--passWithNoTests', 'tests/e2e/screens', ...journeys])
}

if (gate('schemas', process.execPath, ['bin/atelier.mjs', 'generate'])) await (isAimed ? aimed() : whole())
rmSync(reports, { recursive: true, force: true })
if (!isAimed) sayPrice()
if (totals.skipped > 0)
  console.log(`\n!! ${totals.skipped} tests were SKIPPED; the lines marked "SKIPPED" above say why`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exitCode = totals.failed > 0 ? 1 : 0
