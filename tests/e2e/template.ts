/**
 * A seeded data directory, made once for a state of the sources and copied for each run: seeding takes as long
 * as many tests together. Kept under node_modules/.cache, so that a clean install starts anew.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CACHE = 'node_modules/.cache/atelier'

/** What the contents of a seeded database depend on. The generated model stands for schemas and compiler. */
const SOURCES = ['src/generated/model.json', 'mock', 'src/server', 'src/model', 'bin']

/** The moment of seeding and its size: always the same, so that the same records are there in every run. */
const SEED_NOW = '2026-11-02T09:00:00+08:00'
const SEED_SIZE = '0.1'

/** Templates of other states that are kept: going back and forth between branches is not seeding anew. */
const KEPT = 2

/** A fresh copy of the seeded data directory; the caller removes it. */
export async function freshData(): Promise<string> {
  const template = await seededTemplate()
  const copy = mkdtempSync(join(tmpdir(), 'atelier-e2e-'))
  cpSync(template, copy, { recursive: true })
  return copy
}

async function seededTemplate(): Promise<string> {
  const template = join(CACHE, `seed-${fingerprint()}`)
  if (!existsSync(template)) await makeTemplate(template)
  utimesSync(template, new Date(), new Date())
  dropOld(template)
  return template
}

/** Made beside its place and moved there, so that a run broken off leaves no half of one. */
async function makeTemplate(template: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const making = mkdtempSync(join(CACHE, 'making-'))
  console.log('Seeding the database of the browser tests …')
  await seed(making)
  if (existsSync(template)) rmSync(making, { recursive: true })
  else renameSync(making, template)
}

function seed(dataDir: string): Promise<void> {
  const env = {
    ...process.env,
    DATA_DIR: join(process.cwd(), dataDir),
    DATABASE_URL: '',
    SEED_NOW,
    ATELIER_DEV_CODES: '1',
  }
  const child = spawn(process.execPath, ['bin/atelier.mjs', 'seed', '--size', SEED_SIZE], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child
      .on('error', reject)
      .on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Seeding ended with ${code}`))))
  })
}

function dropOld(current: string): void {
  const others = readdirSync(CACHE)
    .filter((name) => name.startsWith('seed-'))
    .map((name) => join(CACHE, name))
    .filter((path) => path !== current)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const path of others.slice(KEPT)) rmSync(path, { recursive: true, force: true })
}

function fingerprint(): string {
  const hash = createHash('sha256').update(SEED_NOW + SEED_SIZE)
  for (const path of SOURCES.flatMap(filesBelow)) hash.update(path).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}
