/**
 * Takes the files of a multipart request. The body comes into a file first, so that whoever sends slowly takes neither
 * memory nor a place from others; a request that grows too large is dropped where it stands.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { HOUR } from '../../model/zone.ts'
import { refuse } from '../errors.ts'
import { isFull } from './store.ts'

export class BodyTooLarge extends Error {}

/** A file of a form. `part`: the name it came under. */
export interface SentFile {
  name: string
  bytes: Buffer
  part: string
}

/** A body that has come. */
interface Body {
  size: number
  /** The files under these names. */
  files(parts: readonly string[]): Promise<SentFile[]>
}

/** Takes a body of at most `max` bytes; `work` may read it. What is no form, or broke off, is none. */
export type TakeBody = <T>(request: Request, max: number, work: (body: Body | undefined) => Promise<T>) => Promise<T>

/** How long a sender may pause (ms). */
const PAUSE = 30_000

/** Bodies come into this directory, and are removed when they were read. */
export function openIncoming(directory: string): TakeBody {
  mkdirSync(directory, { recursive: true })
  // What another process left behind when it was killed.
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (changed !== undefined && changed < Date.now() - HOUR) rmSync(path, { force: true })
  }
  return async (request, max, work) => {
    if (Number(request.headers.get('content-length') ?? 0) > max) throw new BodyTooLarge()
    const type = request.headers.get('content-type') ?? ''
    if (!type.startsWith('multipart/form-data') || !request.body) return await work(undefined)
    const path = join(directory, randomUUID())
    try {
      const size = await written(request.body, path, max)
      return await work(size === undefined ? undefined : { size, files: (parts) => filesIn(path, type, parts) })
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** Writes what comes; answers how much it was, and nothing where its sender broke it off. */
async function written(body: ReadableStream<Uint8Array>, path: string, max: number): Promise<number | undefined> {
  let size = 0
  const slow = new AbortController()
  const timer = setTimeout(() => slow.abort(), PAUSE)
  const counter = new Transform({
    transform(chunk: Uint8Array, _, done) {
      size += chunk.byteLength
      timer.refresh()
      done(size > max ? new BodyTooLarge() : null, chunk)
    },
  })
  try {
    await pipeline(Readable.fromWeb(body as WebStream), counter, createWriteStream(path), { signal: slow.signal })
    return size
  } catch (error) {
    if (error instanceof BodyTooLarge) throw error
    if (slow.signal.aborted) return refuse('slowBody')
    if (isFull(error)) return refuse('noSpace', { cause: error })
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

async function filesIn(path: string, type: string, parts: readonly string[]): Promise<SentFile[]> {
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => undefined)
  const found = parts.flatMap((part) =>
    (form?.getAll(part) ?? []).flatMap((file) => (typeof file === 'string' ? [] : [{ file, part }])),
  )
  return Promise.all(
    found.map(async ({ file, part }) => ({ name: file.name, bytes: Buffer.from(await file.arrayBuffer()), part })),
  )
}
