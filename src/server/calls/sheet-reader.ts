/** Reads the rows of an uploaded table: xlsx, or csv in UTF-8 or the Chinese encoding that spreadsheets save. */
import { Worker } from 'node:worker_threads'
import { Lane } from '../lane.ts'
import { refuse } from '../errors.ts'

/** A cell as it stands in the file. */
export type RawCell = string | number | boolean | Date | null

/** The rows of the first sheet, empty ones left out; each with its number in the file, from 1. */
export interface RawRow {
  row: number
  cells: RawCell[]
}

/** Most rows of one file, below the heading. */
export const IMPORT_MAX = 5000

const MB = 1024 * 1024

/** How large a table may be: rows and columns to the farthest cell, characters of a cell and of all, bytes of a tag with its text, bytes once unpacked. */
const LIMITS = { rows: IMPORT_MAX, columns: 200, cell: 5000, characters: 16 * MB, tag: 32 * 1024, unpacked: 64 * MB }
/** Memory of the thread that reads (MB), and its time (ms). */
const MEMORY = 256
const TIMEOUT = 10_000

const WORKER = new URL('./sheet-worker.mjs', import.meta.url)

/** What the thread answers. */
type Answer =
  | { table: RawCell[][] }
  | { refused: 'badFile' | 'manyRows' | 'manyColumns' | 'longCell' | 'largeTable'; max?: number }

/** Reading a table takes a whole core: one at a time, and few wait. */
const lane = new Lane({ running: 1, waiting: 8 })

/** Reads a table in a thread of its own, so that nobody else waits for it. Refuses what is no table, or too large a one. */
export async function readTable(bytes: Buffer): Promise<RawRow[]> {
  const answer = await lane.pass(() => read(bytes))
  if ('refused' in answer)
    return refuse(answer.refused, {
      field: 'fileId',
      ...(answer.max === undefined ? {} : { holes: { max: answer.max } }),
    })
  return answer.table
    .map((cells, i) => ({ row: i + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ''))
}

function read(bytes: Buffer): Promise<Answer> {
  return new Promise((resolve) => {
    const thread = new Worker(WORKER, {
      workerData: { bytes: new Uint8Array(bytes), limits: LIMITS },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    })
    const late = setTimeout(() => end({ refused: 'largeTable' }), TIMEOUT)
    const end = (answer: Answer): void => {
      clearTimeout(late)
      resolve(answer)
      void thread.terminate()
    }
    thread.once('message', end)
    thread.once('error', (error) => {
      const memory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      end({ refused: memory ? 'largeTable' : 'badFile' })
    })
    thread.once('exit', () => end({ refused: 'badFile' }))
  })
}
