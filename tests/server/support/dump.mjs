// `node dump.mjs <directory> <file>`: an embedded database as one file, for databases in memory to start from.
import { writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

const [directory, file] = process.argv.slice(2)
const database = await PGlite.create({ fs: new NodeFS(directory), extensions: { pg_trgm } })
for (const command of ['vacuum analyze', 'checkpoint']) await database.exec(command)
const dump = await database.dumpDataDir('none')
writeFileSync(file, Buffer.from(await dump.arrayBuffer()))
await database.close()
