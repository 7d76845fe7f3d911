/**
 * Pictures are read and made in a process of their own (decision 0045): what they take of memory goes back when it ends,
 * and a file that breaks the decoder breaks nothing else.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { PictureTooLarge, type MadeImage, type MadeViews } from './images.ts'

/** In this repository TypeScript is run as it stands; an installed package holds it built. */
const isSource = import.meta.url.endsWith('.ts')
const ENTRY = fileURLToPath(new URL(`./picture-process.${isSource ? 'ts' : 'js'}`, import.meta.url))
const LOADER = isSource ? ['--import', new URL('../../../bin/typescript.mjs', import.meta.url).href] : []
/** It ends when nothing was asked for so long (ms). */
const IDLE = 30_000
/** Decoders take and leave much memory from several threads: glibc would keep a heap for each. */
const ENV = { MALLOC_ARENA_MAX: '2' }

/** What the process is asked: the file of a picture, and its format where it is to be made anew in it. */
export interface PictureWork {
  id: number
  picture: string
  kind?: string
}

/** What it answers. */
export interface PictureAnswer {
  id: number
  made?: unknown
  failed?: string
  tooLarge?: boolean
}

interface Asked {
  resolve(made: unknown): void
  reject(error: Error): void
}

let child: ChildProcess | undefined
let last = 0
let idle: NodeJS.Timeout | undefined
const asked = new Map<number, Asked>()

/** The picture in a file anew in its own format, with its smaller ones. Throws on what is no picture. */
export const remakeImage = (path: string, kind: string): Promise<MadeImage> => make<MadeImage>({ picture: path, kind })

/** Pictures of an original to look at, without the place where it was taken. Throws on what is no picture. */
export const viewsOf = (path: string): Promise<MadeViews> => make<MadeViews>({ picture: path })

function make<T>(work: Omit<PictureWork, 'id'>): Promise<T> {
  const id = (last += 1)
  const answer = new Promise<T>((resolve, reject) => {
    asked.set(id, { resolve: resolve as Asked['resolve'], reject })
  })
  clearTimeout(idle)
  child ??= begin()
  // While something is being made, the program does not end by itself.
  child.ref()
  child.channel?.ref()
  child.send({ id, ...work } satisfies PictureWork, (error) => error && settle({ id, failed: String(error) }))
  return answer
}

function begin(): ChildProcess {
  const made = fork(ENTRY, {
    execArgv: LOADER,
    env: { ...process.env, ...ENV },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  made.on('message', settle)
  const gone = (): void => {
    if (child === made) child = undefined
    if (child === undefined) for (const id of asked.keys()) settle({ id, failed: 'the process of pictures ended' })
  }
  made.on('error', gone).on('exit', gone)
  return made
}

function settle({ id, made, failed, tooLarge }: PictureAnswer): void {
  const waiting = asked.get(id)
  if (!waiting) return
  asked.delete(id)
  if (failed === undefined) waiting.resolve(made)
  else waiting.reject(tooLarge ? new PictureTooLarge() : new Error(failed))
  if (asked.size > 0) return
  child?.unref()
  child?.channel?.unref()
  idle = setTimeout(end, IDLE)
  idle.unref()
}

function end(): void {
  child?.disconnect()
  child = undefined
}
