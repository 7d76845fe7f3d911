/**
 * The embedded database: protocol bytes in, protocol bytes out, so that rows are neither parsed nor copied here.
 * Plain JavaScript, because its thread loads it without the TypeScript loader.
 */
import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFS, DURABLE_START } from './storage.mjs'

let syncs = 0

/** Commits an empty change and counts the syncs. Without this check a new version could silently skip writing to disk. */
async function checkDurability(database) {
  const before = syncs
  await database.query(`select pg_logical_emit_message(true, 'atelier', 'durable?')`)
  if (syncs === before) throw new Error('The embedded database does not fsync: this version of PGlite cannot be used.')
}

async function open({ dataDir, template }) {
  const extensions = { pg_trgm }
  if (!dataDir) {
    return PGlite.create({ extensions, loadDataDir: template && new Blob([await readFile(template)]) })
  }
  const fs = new DurableFS(dataDir, () => {
    syncs += 1
  })
  const database = await PGlite.create({ fs, extensions, startParams: DURABLE_START })
  await checkDurability(database)
  return database
}

/** The complete answer of one request. */
async function ask(database, bytes) {
  const chunks = []
  await database.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (chunk) => chunks.push(Buffer.from(chunk)),
  })
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/**
 * Opens the database of `place` and answers requests in order.
 *
 * place: { dataDir?: string, template?: string, begun: BigInt64Array } – a directory, or memory (started from a dump);
 * `begun` receives the number of the current request, for the code that ends the thread.
 * post: called with 'ready' or { failed }, then { id, bytes } or { id, failed } for each request, and last 'closed'.
 * Returns the function that takes requests ({ id, bytes } or 'close'); undefined when the database could not be opened.
 */
export async function startEngine(place, post) {
  let database
  try {
    database = await open(place)
  } catch (error) {
    post({ failed: String(error?.message ?? error) })
    return undefined
  }
  const answer = ({ id, bytes }) => {
    Atomics.store(place.begun, 0, BigInt(id))
    ask(database, bytes).then(
      (whole) => post({ id, bytes: whole }, [whole.buffer]),
      (error) => post({ id, failed: String(error?.message ?? error) }),
    )
  }
  const close = async () => {
    if (place.dataDir) await database.exec('checkpoint')
    await database.close()
    post('closed')
  }
  post('ready')
  return (message) => (message === 'close' ? close() : answer(message))
}
