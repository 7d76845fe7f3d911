/**
 * Creates an empty embedded database: `node pglite-initdb.mjs directory <path>`, or as a dump for databases in
 * memory: `… dump <file>`. A process of its own, because initdb leaves some 800 MB behind. Everything is synced to
 * disk: the caller renames the result into place and must be able to trust it after a power cut.
 */
import { closeSync, fsyncSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

function syncTree(path, isDirectory) {
  if (isDirectory)
    for (const entry of readdirSync(path, { withFileTypes: true }))
      syncTree(join(path, entry.name), entry.isDirectory())
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

async function makeDirectory(path) {
  const database = await PGlite.create({ fs: new NodeFS(path) })
  await database.close()
  syncTree(path, true)
}

async function makeDump(path) {
  const database = await PGlite.create()
  const dump = await database.dumpDataDir('none')
  writeFileSync(path, Buffer.from(await dump.arrayBuffer()), { mode: 0o600 })
  await database.close()
}

const [kind, path] = process.argv.slice(2)
await (kind === 'dump' ? makeDump(path) : makeDirectory(path))
