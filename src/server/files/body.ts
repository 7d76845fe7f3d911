/**
 * Takes the files of a multipart request. They come into files first, so that whoever sends slowly takes neither memory
 * nor a place from others; a request that grows too large is dropped where it stands.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { HOUR } from '../../model/zone.ts'
import { refuse } from '../errors.ts'
import { boundaryOf, Splitter, type SentFile, type Wanted } from './multipart.ts'
import { isFull } from './store.ts'

export class BodyTooLarge extends Error {}

/** A body that has come, with its files. */
interface Body {
  size: number
  files: SentFile[]
}

/** What is taken of a body. `max`: its size (bytes). */
interface Limits extends Wanted {
  max: number
}

/** Takes a body; `work` may read its files. What is no form, or broke off, is none. */
export type TakeBody = <T>(request: Request, limits: Limits, work: (body: Body | undefined) => Promise<T>) => Promise<T>

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
  return async (request, limits, work) => {
    if (Number(request.headers.get('content-length') ?? 0) > limits.max) throw new BodyTooLarge()
    const boundary = boundaryOf(request.headers.get('content-type') ?? '')
    if (boundary === undefined || !request.body) return await work(undefined)
    const splitter = new Splitter(directory, boundary, limits)
    try {
      const size = await come(request.body, (chunk) => splitter.take(chunk), limits.max)
      return await work(size === undefined ? undefined : { size, files: splitter.files })
    } finally {
      await splitter.close()
      for (const path of splitter.paths) await rm(path, { force: true })
    }
  }
}

/** Writes what comes into a file; answers how much it was, and nothing where its sender broke it off. */
export async function written(
  body: ReadableStream<Uint8Array>,
  path: string,
  max: number,
): Promise<number | undefined> {
  const file = await open(path, 'w')
  try {
    return await come(body, async (chunk) => void (await file.writeFile(chunk)), max)
  } finally {
    await file.close()
  }
}

/** Takes what comes; answers how much it was, and nothing where its sender broke it off. */
async function come(
  body: ReadableStream<Uint8Array>,
  into: (chunk: Uint8Array) => Promise<void>,
  max: number,
): Promise<number | undefined> {
  let size = 0
  const slow = new AbortController()
  const timer = setTimeout(() => slow.abort(), PAUSE)
  const take = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of chunks) {
      size += chunk.byteLength
      timer.refresh()
      if (size > max) throw new BodyTooLarge()
      await into(chunk)
    }
  }
  try {
    await pipeline(Readable.fromWeb(body as WebStream), take, { signal: slow.signal })
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
