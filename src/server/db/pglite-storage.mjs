/**
 * Files of the embedded database that reach the disk.
 *
 * PGlite never fsyncs by itself: it starts PostgreSQL with `-F`, and its file system has no fsync. This one
 * has, and starts without `-F`. It relies on `Module.NODEFS` of the pinned version, so the worker counts at
 * every start whether a commit really reached `fsync`.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** `fdatasync` is a stub in the WebAssembly build, `fsync` is not. */
export const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'synchronous_commit=on',
]

/** fsync of an open file or directory. Directories are opened anew: the emulation keeps no descriptor of them. */
function sync(nodefs, stream) {
  if (stream.nfd !== undefined) return fsyncSync(stream.nfd)
  const descriptor = openSync(nodefs.realPath(stream.node), 'r')
  try {
    return fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** PGlite's directory on the disk, with fsync. `synced` is told of each one. */
export class DurableFS extends NodeFS {
  #synced

  constructor(directory, synced = () => {}) {
    super(directory)
    this.#synced = synced
  }

  async init(pglite, options) {
    const answer = await super.init(pglite, options)
    answer.emscriptenOpts.preRun.push((module) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        sync(module.NODEFS, stream)
        this.#synced()
        return 0
      }
    })
    return answer
  }
}
