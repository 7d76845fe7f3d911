/** `atelier backup FILE` and `atelier restore FILE`: the whole product, rows and uploaded files, in one tar archive that is checked. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { askForCopy } from '../src/server/control.ts'
import {
  countRows,
  countsDiffer,
  dumpServer,
  isEmptyDatabase,
  restoreServer,
  runTool,
  sumsBelow,
  type Counts,
} from '../src/server/db/backup.ts'
import { databaseDirectory, openDatabase } from '../src/server/db/index.ts'
import type { Database } from '../src/server/types.ts'
import { generatedModel, say, whereabouts } from './environment.ts'
import { orSay } from './serve.ts'

const FORMAT = 1
const DUMP = 'database.dump'
const MANIFEST = 'manifest.json'

/** What an archive says of itself. */
interface Manifest {
  format: number
  engine: 'embedded' | 'server'
  made: string
  rows: Counts
  sums: Record<string, string>
}

/** Where rows and files are; a server itself, not the pooler before it. */
const where = () => {
  const { databaseUrl, directUrl, dataDir } = whereabouts()
  return { databaseUrl: databaseUrl && (directUrl ?? databaseUrl), dataDir, timezone: generatedModel().app.timezone }
}
type Where = ReturnType<typeof where>

export const run = (args: string[]): Promise<number> =>
  orSay(async () => {
    const target = fileOf(args, 'backup')
    if (existsSync(target)) throw new Error(`${target} is there already: name a file that is not.`)
    await inScratch(dirname(target), async (scratch) => {
      const place = where()
      const stage = join(scratch, 'stage')
      mkdirSync(stage)
      // The rows before the files: a file is written before the row that names it.
      const rows = place.databaseUrl ? await dumped(place.databaseUrl, place, stage) : await copied(place, stage)
      if (!process.env.FILES_S3_BUCKET && existsSync(join(place.dataDir, 'files')))
        await cp(join(place.dataDir, 'files'), join(stage, 'files'), { recursive: true })
      const engine = place.databaseUrl ? 'server' : 'embedded'
      const sums = await sumsBelow(stage)
      const manifest: Manifest = { format: FORMAT, engine, made: new Date().toISOString(), rows, sums }
      writeFileSync(join(stage, MANIFEST), JSON.stringify(manifest, null, 1))
      const archive = join(scratch, 'archive.tar')
      await runTool('tar', ['-cf', archive, '-C', stage, '.'])
      await opened(archive, join(scratch, 'again'))
      // Passwords, however hashed, and customers are in it.
      chmodSync(archive, 0o600)
      renameSync(archive, target)
      say(`${target}: ${told(manifest)}, read again and found whole.`)
      if (process.env.FILES_S3_BUCKET)
        say(`The uploaded files are in the bucket ${process.env.FILES_S3_BUCKET}, not in it.`)
    })
    return 0
  })

export const restore = {
  run: (args: string[]): Promise<number> =>
    orSay(async () => {
      const archive = fileOf(args, 'restore')
      if (!existsSync(archive)) throw new Error(`There is no ${archive}.`)
      const place = where()
      mkdirSync(place.dataDir, { recursive: true })
      for (const taken of ['db', 'files'].map((name) => join(place.dataDir, name)))
        if (existsSync(taken)) throw new Error(`${taken} is there already: restore into an empty DATA_DIR.`)
      await inScratch(place.dataDir, async (scratch) => {
        const stage = join(scratch, 'stage')
        const manifest = await opened(archive, stage)
        if ((manifest.engine === 'server') !== Boolean(place.databaseUrl))
          throw new Error(
            manifest.engine === 'server'
              ? 'This is the backup of a PostgreSQL server: name an empty database in DATABASE_URL.'
              : 'This is the backup of an embedded database: restore it without DATABASE_URL.',
          )
        if (place.databaseUrl) await filled(place.databaseUrl, place, stage, manifest)
        else await mustHold(place, databaseDirectory(stage), manifest)
        for (const name of ['files', 'db'])
          if (existsSync(join(stage, name))) renameSync(join(stage, name), join(place.dataDir, name))
        say(`Restored ${told(manifest)}, made ${manifest.made}.`)
      })
      return 0
    }),
}

function fileOf(args: string[], verb: string): string {
  const [file, ...more] = args
  if (!file || file.startsWith('-') || more.length > 0) throw new Error(`atelier ${verb} FILE`)
  return resolve(file)
}

/** A folder beside what is written, on the same disk, gone afterwards. */
async function inScratch(beside: string, work: (scratch: string) => Promise<void>): Promise<void> {
  const scratch = mkdtempSync(join(beside, '.atelier-'))
  try {
    await work(scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function told({ rows, sums }: Manifest): string {
  const all = Object.values(rows).reduce((sum, one) => sum + one, 0)
  const files = Object.keys(sums).filter((path) => path.startsWith('files')).length
  return `${all} rows of ${Object.keys(rows).length} tables and ${files} uploaded files`
}

/** Copies the embedded database, by the server that has it open where one runs, and counts in the copy. */
async function copied(place: Where, stage: string): Promise<Counts> {
  const [from, to] = [databaseDirectory(place.dataDir), databaseDirectory(stage)]
  if (!existsSync(from)) throw new Error(`There is no database in ${place.dataDir}.`)
  if (!(await askForCopy(place.dataDir, to)))
    await during(openDatabase({ dataDir: from, timezone: place.timezone }), async (db) => db.copyTo?.(to))
  return during(openDatabase({ dataDir: to, timezone: place.timezone }), countRows)
}

const dumped = (url: string, { timezone }: Where, stage: string): Promise<Counts> =>
  during(openDatabase({ url, timezone, timeout: 0 }), (db) => dumpServer(db, url, join(stage, DUMP)))

async function filled(url: string, { timezone }: Where, stage: string, manifest: Manifest): Promise<void> {
  await during(openDatabase({ url, timezone, timeout: 0 }), async (db) => {
    if (!(await isEmptyDatabase(db)))
      throw new Error('DATABASE_URL names a database with tables: restore into an empty one.')
    await restoreServer(url, join(stage, DUMP))
    mustBeSame(manifest.rows, await countRows(db))
  })
}

const mustHold = async ({ timezone }: Where, dataDir: string, { rows }: Manifest): Promise<void> =>
  mustBeSame(rows, await during(openDatabase({ dataDir, timezone }), countRows))

function mustBeSame(wanted: Counts, found: Counts): void {
  const why = countsDiffer(wanted, found)
  if (why) throw new Error(`What was restored is not what was saved: ${why}.`)
}

async function during<T>(opening: Promise<Database>, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await opening
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Unpacks an archive and compares every file with its checksum. */
async function opened(archive: string, folder: string): Promise<Manifest> {
  mkdirSync(folder)
  await runTool('tar', ['-xf', archive, '-C', folder])
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) throw new Error(`${archive} is no backup of this program.`)
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  if (manifest.format !== FORMAT) throw new Error(`${archive} was made by another version of this program.`)
  const { [MANIFEST]: _own, ...sums } = await sumsBelow(folder)
  const other = [...new Set([...Object.keys(sums), ...Object.keys(manifest.sums)])].find(
    (name) => sums[name] !== manifest.sums[name],
  )
  if (other) throw new Error(`${archive} is damaged: ${other} is not what was saved.`)
  return manifest
}
