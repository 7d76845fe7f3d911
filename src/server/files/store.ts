/** Where uploaded bytes live: a directory by default, an S3 bucket when `FILES_S3_BUCKET` is set. */
import { createReadStream, mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Disk, errors } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { refusal, type Refusal } from '../errors.ts'
import type { FileStore, Seal } from '../types.ts'
import { endOfKey, PASSING } from './names.ts'
import { s3Store } from './s3.ts'
import { sealOf } from './seal.ts'

/** The store the environment asks for; `directory` is used without S3 (`DATA_DIR/files`). */
export function createFileStore(
  directory: string,
  { seal, env = process.env }: { seal?: Seal; env?: NodeJS.ProcessEnv } = {},
): FileStore {
  const store = env.FILES_S3_BUCKET ? s3Store(s3Options(env), seal) : diskStore(directory, seal)
  return {
    ...store,
    put: (key, bytes, contentType) =>
      store.put(key, bytes, contentType).catch((error: unknown) => {
        throw notStored(error)
      }),
    putFile: (key, path, contentType) =>
      store.putFile(key, path, contentType).catch((error: unknown) => {
        throw notStored(error)
      }),
  }
}

/** What people are told when a file cannot be kept. What happened is its cause. */
function notStored(cause: unknown): Refusal {
  return refusal(isFull(cause) ? 'noSpace' : 'notStored', { cause })
}

/** Whether something could not be written for want of room. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code)) || isFull(error.cause))

/** Files in a directory. Keys are relative paths; flydrive refuses those that leave it. */
export function diskStore(directory: string, seal: Seal = sealOf()): FileStore {
  const root = resolve(directory)
  mkdirSync(root, { recursive: true })
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }))
  return {
    seal,
    async put(key, bytes) {
      await disk.put(key, bytes)
    },
    async putFile(key, path) {
      await disk.putStream(key, createReadStream(path))
    },
    async get(key) {
      return Buffer.from(await disk.getBytes(key))
    },
    async stream(key, range) {
      await disk.getMetaData(key)
      return createReadStream(join(root, key), range)
    },
    async stat(key) {
      try {
        return { size: (await disk.getMetaData(key)).contentLength }
      } catch (error) {
        if (error instanceof errors.E_CANNOT_GET_METADATA) return undefined
        throw error
      }
    },
    async del(key) {
      await disk.delete(key)
    },
    async removePassed(now) {
      let count = 0
      for (const folder of (await readdir(root)).filter((name) => name.startsWith(PASSING)))
        for (const key of await readdir(join(root, folder))) {
          if (endOfKey(key) > now) continue
          await rm(join(root, folder, key), { force: true })
          count += 1
        }
      return count
    },
  }
}

function s3Options(env: NodeJS.ProcessEnv): Parameters<typeof s3Store>[0] {
  const need = (name: string): string => {
    const value = env[name]
    if (!value) throw new Error(`FILES_S3_BUCKET is set, but ${name} is not`)
    return value
  }
  const region = env.FILES_S3_REGION ?? 'us-east-1'
  return {
    bucket: need('FILES_S3_BUCKET'),
    region,
    keyId: need('FILES_S3_KEY_ID'),
    secret: need('FILES_S3_SECRET'),
    endpoint: env.FILES_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    prefix: env.FILES_S3_PREFIX ?? '',
  }
}
