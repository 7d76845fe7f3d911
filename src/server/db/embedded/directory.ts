/** The directory of the embedded database: created once by a short-lived process, locked while it is open. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lockDirectory, type DirectoryLock } from './directory-lock.ts'
import { pgliteVersion, POSTGRES_MAJOR } from './version.ts'
import { syncDirectory } from './sync-directory.ts'

const INITDB = fileURLToPath(new URL('./initdb.mjs', import.meta.url))

/** Runs the script that creates an empty database; its memory is freed with the process. */
function initdb(script: string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [INITDB, ...script], { stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2000)
    })
    child.on('error', failed)
    child.on('exit', (code) =>
      code === 0 ? done() : failed(new Error(`The embedded database could not be made. ${output}`)),
    )
  })
}

function exists(directory: string): boolean {
  const version = join(directory, 'PG_VERSION')
  if (!existsSync(version)) return false
  const major = readFileSync(version, 'utf8').trim()
  if (major === POSTGRES_MAJOR) return true
  throw new Error(
    `The data directory ${directory} was made by PostgreSQL ${major}; this version reads ${POSTGRES_MAJOR}. ` +
      'Export it with the version it was made by.',
  )
}

/** Creates the database under another name and renames it, so that a directory is complete or absent. */
async function make(directory: string): Promise<void> {
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(`The data directory ${directory} holds files but no database. Name another directory, or empty it.`)
  }
  const draft = `${directory}.new`
  rmSync(draft, { recursive: true, force: true })
  await initdb(['directory', draft])
  renameSync(draft, directory)
  syncDirectory(dirname(directory))
}

/** Locks the directory and creates the database in it if there is none. Throws DirectoryInUse. */
export async function prepareDirectory(
  dataDir: string,
  lost: () => void,
): Promise<{ directory: string; lock: DirectoryLock }> {
  const directory = resolve(dataDir)
  mkdirSync(dirname(directory), { recursive: true })
  const lock = lockDirectory(directory, lost)
  try {
    if (!exists(directory)) await make(directory)
    return { directory, lock }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A dump of an empty database from which databases in memory start: creating one takes seconds each time. */
export async function memoryTemplate(): Promise<string> {
  const path = join(tmpdir(), `atelier-${userInfo().username}-pglite-${pgliteVersion()}.tar`)
  if (existsSync(path) && (process.getuid === undefined || statSync(path).uid === process.getuid())) return path
  const draft = `${path}.${randomUUID()}`
  await initdb(['dump', draft])
  renameSync(draft, path)
  return path
}
