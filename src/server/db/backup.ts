/** Copies of a whole database: what they consist of, and how one is known to be whole. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Database, Queryable } from '../types.ts'
import { quoted } from './options.ts'

/** The rows of each table. */
export type Counts = Record<string, number>

const TABLES = `select c."relname" as "name" from pg_class c join pg_namespace n on n."oid" = c."relnamespace"
  where n."nspname" = current_schema() and c."relkind" = 'r' order by 1`

/** Counts the rows of every table. */
export async function countRows(db: Queryable): Promise<Counts> {
  const counts: Counts = {}
  for (const { name } of await db.query<{ name: string }>(TABLES)) {
    const [row] = await db.query<{ rows: number }>(`select count(*)::float8 as "rows" from ${quoted(name)}`)
    counts[name] = row?.rows ?? 0
  }
  return counts
}

/** What is otherwise in one than in the other, in a sentence; nothing when they are the same. */
export function countsDiffer(wanted: Counts, found: Counts): string | undefined {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(found)])]
  const other = names.find((name) => wanted[name] !== found[name])
  return other && `table ${other} has ${found[other] ?? 'no'} rows instead of ${wanted[other] ?? 'none'}`
}

/** The files below a folder with their checksums, by their path in it. */
export async function sumsBelow(folder: string): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const path of pathsBelow(folder)) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    sums[relative(folder, path)] = hash.digest('hex')
  }
  return sums
}

function pathsBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? pathsBelow(path) : [path]))
}

/** Dumps a server into a file by `pg_dump`, and counts the rows of the very moment that it holds. */
export function dumpServer(db: Database, url: string, file: string): Promise<Counts> {
  return db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    const [snapshot] = await tx.query<{ id: string }>('select pg_export_snapshot() as "id"')
    const counts = await countRows(tx)
    // One who waits for the dump without a word would be taken for lost.
    const alive = setInterval(() => void tx.query('select 1').catch(() => undefined), 10_000)
    await postgresTool('pg_dump', url, ['-Fc', '--no-owner', `--snapshot=${snapshot?.id}`, '-f', file]).finally(() =>
      clearInterval(alive),
    )
    return counts
  })
}

/** Fills an empty database of a server from such a file. */
export const restoreServer = (url: string, file: string): Promise<void> =>
  postgresTool('pg_restore', url, ['--no-owner', '--single-transaction', '--exit-on-error', file])

/** Whether a database holds no table yet. */
export async function isEmptyDatabase(db: Queryable): Promise<boolean> {
  return (await db.query(TABLES)).length === 0
}

/** Runs a tool of PostgreSQL; the password is not on its command line, where everybody could read it. */
function postgresTool(tool: string, url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return runTool(tool, ['-d', address.href, ...args], password ? { PGPASSWORD: password } : {})
}

/** Runs a program; fails with what it said, or that it is not installed. */
export function runTool(tool: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(tool, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000)
    })
    child.on('error', (error: NodeJS.ErrnoException) =>
      failed(
        error.code === 'ENOENT' ? new Error(`This needs the program ${tool}, which is not installed here.`) : error,
      ),
    )
    child.on('close', (code) => (code === 0 ? done() : failed(new Error(`${tool} failed: ${said.trim()}`))))
  })
}
