/** Packs stored files into one, file after file, never whole in memory. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { Zip, ZipPassThrough } from 'fflate'
import { Refusal } from '../errors.ts'
import type { RunJob } from './index.ts'
import type { FileStore } from '../types.ts'
import { passingKey, pathOfKey } from '../files/names.ts'

/** A zip without large offsets ends at 4 GB; half of it is what a person waits for. */
export const MOST = { files: 2000, bytes: 2 * 1024 ** 3 }

/** What is packed: the name of the whole, and its files with their names inside. */
export interface Packing {
  name: string
  files: { key: string; name: string }[]
}

/** The function of a job that packs files; its result is given out for a day. */
export const packer =
  (files: FileStore, now: () => number): RunJob =>
  async ({ input, progress }) => {
    const packing = input as Packing
    await mustFit(files, packing)
    const folder = await mkdtemp(join(tmpdir(), 'atelier-pack-'))
    try {
      const path = join(folder, 'all.zip')
      await write(files, packing, path, (done) => progress(done, packing.files.length))
      const key = passingKey('zip', now())
      await files.putFile(pathOfKey(key), path, 'application/zip')
      return { url: `/files/${key}?name=${encodeURIComponent(packing.name)}` }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

async function mustFit(files: FileStore, packing: Packing): Promise<void> {
  let bytes = 0
  for (const { key, name } of packing.files) {
    const found = await files.stat(pathOfKey(key))
    if (!found) throw new Refusal(404, { zh: `文件已不在：${name}`, en: `This file is gone: ${name}` })
    bytes += found.size
  }
  if (bytes > MOST.bytes)
    throw new Refusal(400, {
      zh: '文件共超过 2 GB，请分开下载',
      en: 'The files are more than 2 GB; save them in parts',
    })
}

/** One file after the other, as it is read: pictures pack no smaller. */
async function write(
  files: FileStore,
  packing: Packing,
  path: string,
  onFile: (done: number) => Promise<void>,
): Promise<void> {
  const out = createWriteStream(path)
  const written = finished(out)
  const ready: Uint8Array[] = []
  const failed: Error[] = []
  const zip = new Zip((error, chunk) => (error ? failed.push(error) : ready.push(chunk)))
  const flush = async (): Promise<void> => {
    if (failed[0]) throw failed[0]
    for (const chunk of ready.splice(0)) if (!out.write(chunk)) await Promise.race([once(out, 'drain'), written])
  }
  try {
    for (const [at, { key, name }] of packing.files.entries()) {
      const entry = new ZipPassThrough(name)
      zip.add(entry)
      for await (const chunk of await files.stream(pathOfKey(key))) {
        entry.push(new Uint8Array(chunk as Buffer))
        await flush()
      }
      entry.push(new Uint8Array(), true)
      await flush()
      await onFile(at + 1)
    }
    zip.end()
    await flush()
  } finally {
    out.end()
    await written
  }
}
