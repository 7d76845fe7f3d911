/**
 * Large files come piece by piece. What has come lies in a file of its own, as long as it grows; whoever was cut off asks
 * how much there is, and goes on behind it.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DAY } from '../../model/zone.ts'
import { written } from './body.ts'

/** A file that comes in pieces, as its sender names it. `print`: what tells it from others of the same name. */
export interface Coming {
  name: string
  size: number
  print: string
}

export interface Pieces {
  /**
   * Takes the piece that begins at `at`, and answers how much is there by now: more than before only where the piece
   * begins there. Without a body it only answers.
   */
  take(who: string, file: Coming, at: number, body: ReadableStream<Uint8Array> | null, max: number): Promise<number>
  /** Hands over a file that is there whole, and forgets it. */
  use<T>(who: string, file: Coming, work: (path: string) => Promise<T>): Promise<T>
}

/** Unfinished files are kept so long. */
const KEPT = DAY

/** Pieces come into this directory. */
export function openPieces(directory: string): Pieces {
  mkdirSync(directory, { recursive: true })
  const turns = new Map<string, Promise<unknown>>()
  const pathOf = (who: string, { name, size, print }: Coming): string =>
    join(
      directory,
      createHash('sha256')
        .update(JSON.stringify([who, name, size, print]))
        .digest('hex'),
    )
  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  /** One after the other: two that send the same file do not write into one another. */
  const inTurn = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(path) ?? Promise.resolve()).then(work, work)
    turns.set(path, turn)
    try {
      return await turn
    } finally {
      if (turns.get(path) === turn) turns.delete(path)
    }
  }
  return {
    async take(who, file, at, body, max) {
      dropOld(directory)
      const path = pathOf(who, file)
      if (!body) return sizeOf(path)
      const piece = join(directory, `piece-${randomUUID()}`)
      try {
        const size = await written(body, piece, max)
        return await inTurn(path, async () => {
          const there = sizeOf(path)
          if (size === undefined || at !== there || there + size > file.size) return there
          await pipeline(createReadStream(piece), createWriteStream(path, { flags: 'a' }))
          return sizeOf(path)
        })
      } finally {
        await rm(piece, { force: true })
      }
    },
    use: (who, file, work) => {
      const path = pathOf(who, file)
      return inTurn(path, async () => {
        try {
          return await work(path)
        } finally {
          await rm(path, { force: true })
        }
      })
    },
  }
}

function dropOld(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (changed !== undefined && changed < Date.now() - KEPT) rmSync(path, { force: true })
  }
}
