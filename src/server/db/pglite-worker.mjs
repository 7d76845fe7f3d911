/**
 * The thread the embedded database lives in. It passes protocol bytes on and answers with bytes, so that rows
 * are neither parsed nor copied here; one thread is all there can be, and this is what makes it last.
 * Plain JavaScript: it is loaded without the TypeScript loader.
 *
 * workerData: { dataDir?: string, template?: string, begun: BigInt64Array } – a directory, or memory (started from
 * a dump); and where to note which request was begun, for whoever ends this thread.
 * In: { id, bytes } or 'close'. Out: 'ready', { failed }, { id, bytes } or { id, failed }, 'closed'.
 */
import { openAsBlob } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFS, DURABLE_START } from './pglite-storage.mjs'

let syncs = 0

/** Commits something harmless and counts. Without this a new version could silently write to nowhere. */
async function checkDurability(database) {
  const before = syncs
  await database.query(`select pg_logical_emit_message(true, 'atelier', 'durable?')`)
  if (syncs === before) throw new Error('The embedded database does not fsync: this version of PGlite cannot be used.')
}

async function open() {
  const extensions = { pg_trgm }
  if (!workerData.dataDir) {
    return PGlite.create({
      extensions,
      loadDataDir: workerData.template ? await openAsBlob(workerData.template) : undefined,
    })
  }
  const fs = new DurableFS(workerData.dataDir, () => {
    syncs += 1
  })
  const database = await PGlite.create({ fs, extensions, startParams: DURABLE_START })
  await checkDurability(database)
  return database
}

/** One request: the answer's bytes are handed over, not copied. */
function answer(database, { id, bytes }) {
  Atomics.store(workerData.begun, 0, BigInt(id))
  const chunks = []
  database
    .execProtocolRawStream(bytes, { syncToFs: false, onRawData: (chunk) => chunks.push(Buffer.from(chunk)) })
    .then(
      () => {
        const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
        let at = 0
        for (const chunk of chunks) {
          whole.set(chunk, at)
          at += chunk.length
        }
        parentPort.postMessage({ id, bytes: whole }, [whole.buffer])
      },
      (error) => parentPort.postMessage({ id, failed: String(error?.message ?? error) }),
    )
}

async function close(database) {
  if (workerData.dataDir) await database.exec('checkpoint')
  await database.close()
  parentPort.postMessage('closed')
  parentPort.close()
}

try {
  const database = await open()
  parentPort.on('message', (message) => (message === 'close' ? close(database) : answer(database, message)))
  parentPort.postMessage('ready')
} catch (error) {
  parentPort.postMessage({ failed: String(error?.message ?? error) })
}
