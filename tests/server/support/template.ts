/**
 * The demo product, written once by the real seed and kept: every test file starts from a copy. The copy for the
 * embedded database lies under `node_modules/.cache/atelier`, named by what it is made from.
 */
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')
const CACHE = join(ROOT, 'node_modules/.cache/atelier')
/** What the demo data depends on. */
const SOURCES = ['schemas', 'mock', 'bin/seed.ts', 'src/server', 'src/model']
/** Share of the demo's numbers. */
const SIZE = '0.03'
/** Kept copies that nobody asked for in this time are removed (ms). */
const STALE_MS = 6 * 3600_000

/** Monday 2026-03-16, 09:00 in Shanghai: the moment the demo data was written, and the time of every test. */
export const NOW = Date.UTC(2026, 2, 16, 1)
export const DAY = 86_400_000
/** Midnight of that day in Shanghai. */
export const TODAY = NOW - 9 * 3600_000

/** The files of a folder and all below it, in order; a file is itself. */
export const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesBelow(join(path, name)))
    : [path]

/** Hash of everything the demo data is made from. */
export function seedHash(): string {
  const hash = createHash('sha256')
    .update(SIZE)
    .update(readFileSync(join(ROOT, 'src/generated/model.json')))
  for (const file of SOURCES.flatMap((source) => filesBelow(join(ROOT, source))))
    hash.update(relative(ROOT, file)).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** Runs a script of the project to its end, or until it says something; answers what it said, and fails with that. */
async function runScript(args: string[], env: Record<string, string>, until?: RegExp): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, DATABASE_URL: '', ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + String(chunk)).slice(-2000)
      if (until?.test(said)) child.kill('SIGKILL')
    })
  const [status, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (until ? signal !== 'SIGKILL' : status !== 0) throw new Error(`${args.join(' ')} failed:\n${said}`)
  return said
}

const SEED = ['bin/atelier.mjs', 'seed', '--size', SIZE]
const AT_NOW = { SEED_NOW: new Date(NOW).toISOString() }

/** Writes the demo data: into the database of `DATABASE_URL`, else below `DATA_DIR`. Answers what was said. */
export const writeSeed = (env: Record<string, string>): Promise<string> => runScript(SEED, { ...AT_NOW, ...env })

/** Begins to write them, and is killed when the first company is half there. */
const breakOff = (env: Record<string, string>): Promise<string> => runScript(SEED, { ...AT_NOW, ...env }, /1 of \d/)

/**
 * Brings the demo data into a database of a PostgreSQL server: copied from the embedded one, which costs a fifth of
 * writing them again. Only a superuser of the server may.
 */
export async function copySeed(url: string): Promise<void> {
  const { dump } = await pgliteTemplate()
  const script = join(import.meta.dirname, 'copy.ts')
  await runScript(['--import', './bin/typescript.mjs', script, dump], { DATABASE_URL: url })
}

/** A seeded data directory, and a dump of its database that databases in memory start from. */
export interface Template {
  dataDir: string
  dump: string
  /** A file with what was said when the data were written, after a first try that was killed (process/lifecycle.test.ts). */
  said: string
}

/** The template, made when there is none for the sources as they are. */
export async function pgliteTemplate(): Promise<Template> {
  const place = join(CACHE, `seed-${seedHash()}`)
  if (!existsSync(place)) await make(place)
  return { dataDir: join(place, 'data'), dump: join(place, 'dump.tar'), said: join(place, 'said.txt') }
}

/** Made beside its place and renamed there. Of two processes that make it at once the second throws its own away. */
async function make(place: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name)
    if (name.startsWith('seed-') && Date.now() - statSync(path).mtimeMs > STALE_MS)
      rmSync(path, { recursive: true, force: true })
  }
  const draft = `${place}.${randomUUID()}`
  try {
    const dataDir = join(draft, 'data')
    await breakOff({ DATA_DIR: dataDir })
    writeFileSync(join(draft, 'said.txt'), await writeSeed({ DATA_DIR: dataDir }))
    await runScript([join(import.meta.dirname, 'dump.mjs'), join(dataDir, 'db'), join(draft, 'dump.tar')], {})
    renameSync(draft, place)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  }
}
