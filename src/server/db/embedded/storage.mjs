/**
 * Makes sure that files of the embedded database reach the disk.
 *
 * PGlite never fsyncs by itself: it starts PostgreSQL with `-F`, and its file system has no fsync. This one
 * has, and starts without `-F`. It relies on `Module.NODEFS` of the pinned version, so the worker checks at
 * every start that a commit really reached `fsync`.
 *
 * After a crash PostgreSQL syncs every file it has, twice, before it does anything: thousands of flushes, some
 * ten seconds on a slow disk. One sync of the whole file system beforehand has the same effect; after it an unwritten
 * file is clean, and its fsync is skipped.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, fstatSync, fsyncSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** `fdatasync` is a stub in the WebAssembly build, `fsync` is not. */
export const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'synchronous_commit=on',
]

const SYNC_TIMEOUT = 30_000
/** In `global/pg_control`: the offset of the state, and the value for a clean shutdown. */
const STATE_OFFSET = 16
const SHUT_DOWN = 1
/** Of a file's mode: the bits of the file type, and the value for a directory. */
const FILE_TYPE = 0o170000
const DIRECTORY = 0o040000

/** Whether the last process on the directory ended without a clean shutdown. */
function wasKilled(directory) {
  const control = join(directory, 'global', 'pg_control')
  return existsSync(control) && readFileSync(control).readInt32LE(STATE_OFFSET) !== SHUT_DOWN
}

/** Syncs the whole file system of the directory; returns whether that is known to have worked. */
function syncWhole(directory) {
  try {
    execFileSync('sync', ['-f', directory], { stdio: 'ignore', timeout: SYNC_TIMEOUT })
    return process.platform === 'linux'
  } catch {
    return false
  }
}

/** Files written since the full sync, by inode. */
class WrittenFiles {
  #inodes = new Set()

  /** Records every write to a file, by descriptor or by name. */
  watch({ stream_ops: streams, node_ops: nodes, realPath }) {
    const { mknod } = nodes
    for (const name of ['write', 'setattr']) streams[name] = this.#before(streams[name], (stream) => inodeOf(stream))
    for (const name of ['setattr', 'rename'])
      nodes[name] = this.#before(nodes[name], (node) => statSync(realPath(node)).ino)
    nodes.mknod = (...parts) => {
      const made = mknod(...parts)
      this.#inodes.add(statSync(realPath(made)).ino)
      return made
    }
  }

  /** Whether the file was written; if so it counts as synced now. A directory always counts as written. */
  take(stream) {
    return (stream.node.mode & FILE_TYPE) === DIRECTORY || this.#inodes.delete(inodeOf(stream))
  }

  #before(operation, inode) {
    return (subject, ...rest) => {
      this.#inodes.add(inode(subject))
      return operation(subject, ...rest)
    }
  }
}

const inodeOf = (stream) => (stream.inode ??= fstatSync(stream.nfd).ino)

/** PGlite's directory on the disk, with fsync. `synced` is called at each one. */
export class DurableFS extends NodeFS {
  #synced
  #written

  constructor(directory, synced = () => {}) {
    super(directory)
    this.#synced = synced
    if (wasKilled(directory) && syncWhole(directory)) this.#written = new WrittenFiles()
  }

  async init(pglite, options) {
    const answer = await super.init(pglite, options)
    answer.emscriptenOpts.preRun.push(({ NODEFS }) => {
      this.#written?.watch(NODEFS)
      NODEFS.stream_ops.fsync = (stream) => {
        if (this.#written && !this.#written.take(stream)) return 0
        fsyncSync(stream.nfd)
        this.#synced()
        return 0
      }
    })
    return answer
  }
}
