/**
 * The files on their way: a few at once, each recognised by its content, tried again when the connection comes back.
 * What was sent is taken in by one call after another, so that a page closed in the middle loses nothing twice.
 */
import { createStore } from '../../core/store.ts'

/** `known`: it was there already. */
type ItemState = 'waiting' | 'sending' | 'sent' | 'added' | 'known' | 'failed'

interface Item {
  readonly file: File
  state: ItemState
  /** Share of the bytes that arrived, 0 to 1. */
  done: number
  /** Why it failed. */
  why?: string
  /** The id of the stored file. */
  id?: number
  /** It was refused together with others: which of them is meant is found out one by one. */
  alone?: boolean
}

/** What is seen of the queue. Bytes are those still to be sent. */
export interface QueueState {
  all: number
  done: number
  known: number
  failed: { name: string; why: string }[]
  bytesLeft: number
  /** Share of all bytes, 0 to 1. */
  share: number
  running: boolean
  paused: boolean
  /** The connection is gone; it is tried again. */
  offline: boolean
}

/** What the queue works with. Rejections carry `lost` where the server did not answer. */
export interface QueueWork {
  /** Whether the content of a file is there already. */
  isThere(file: File): Promise<boolean>
  /** Stores a file; resolves to its id. */
  send(file: File, signal: AbortSignal, onProgress: (done: number) => void): Promise<number>
  /** Takes stored files in; resolves to how many were new: two of one choice may be alike. */
  add(ids: readonly number[]): Promise<number>
  /** The sentence of a rejection; nothing where the server did not answer. */
  reasonOf(error: unknown): string | undefined
}

const AT_ONCE = 3
/** Files taken in by one call. */
const TOGETHER = 5
const FIRST_WAIT = 1000
const LONGEST_WAIT = 15_000

const NOTHING: QueueState = {
  ...{ all: 0, done: 0, known: 0, failed: [], bytesLeft: 0, share: 1 },
  ...{ running: false, paused: false, offline: false },
}

export class UploadQueue {
  readonly state = createStore<QueueState>(NOTHING)
  #items: Item[] = []
  #running = new Map<Item, AbortController>()
  #adding: Promise<void> | undefined
  #paused = false
  /** How long it waits for the connection (ms), and how often it waited since something arrived. */
  #wait = 0
  #waits = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #work: QueueWork | undefined
  #hears = new Set<(files: readonly File[]) => void>()

  /** What the files are for, as the page says it now. */
  use(work: QueueWork): void {
    this.#work = work
  }

  /** Hears of files that are put in; answers how to stop. */
  onPut(hear: (files: readonly File[]) => void): () => void {
    this.#hears.add(hear)
    return () => this.#hears.delete(hear)
  }

  /** Puts files behind those that wait. */
  put(files: readonly File[]): void {
    for (const hear of this.#hears) hear(files)
    if (!this.#isBusy()) this.#items = this.#items.filter(({ state }) => state === 'failed')
    this.#items.push(...files.map((file): Item => ({ file, state: 'waiting', done: 0 })))
    this.#go()
  }

  pause(): void {
    this.#paused = true
    for (const controller of this.#running.values()) controller.abort()
    this.#show()
  }

  resume(): void {
    this.#paused = false
    this.#again()
  }

  /** The files that did not arrive yet, but may. */
  unfinished(): File[] {
    return this.#items.flatMap(({ file, state }) =>
      state === 'waiting' || state === 'sending' || state === 'sent' ? [file] : [],
    )
  }

  /** Tries again what failed. */
  retry(): void {
    for (const item of this.#items)
      if (item.state === 'failed') Object.assign(item, { state: 'waiting', done: 0, why: undefined })
    this.#go()
  }

  /** Takes away what is over, and what failed. */
  clear(): void {
    this.#items = this.#items.filter(({ state }) => state === 'waiting' || state === 'sending' || state === 'sent')
    this.#show()
  }

  /** Stops everything: the page is left. */
  close(): void {
    this.pause()
    clearTimeout(this.#timer)
  }

  /** Tries at once, e.g. because the network is back. */
  readonly wake = (): void => {
    if (this.#wait > 0) this.#again()
  }

  #again(): void {
    clearTimeout(this.#timer)
    this.#wait = 0
    this.#go()
  }

  #isBusy(): boolean {
    return this.#items.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'sent')
  }

  #go(): void {
    const work = this.#paused || this.#wait > 0 ? undefined : this.#work
    for (const item of work ? this.#items : []) {
      if (this.#running.size >= AT_ONCE) break
      if (work && item.state === 'waiting') void this.#send(item, work)
    }
    this.#takeIn()
    this.#show()
  }

  async #send(item: Item, work: QueueWork): Promise<void> {
    const controller = new AbortController()
    this.#running.set(item, controller)
    item.state = 'sending'
    try {
      if (await work.isThere(item.file)) item.state = 'known'
      else {
        controller.signal.throwIfAborted()
        item.id = await work.send(item.file, controller.signal, (done) => {
          item.done = done
          this.#show()
        })
        item.state = 'sent'
        this.#waits = 0
      }
    } catch (error) {
      this.#fail([item], controller.signal.aborted ? undefined : error, 'waiting')
    } finally {
      this.#running.delete(item)
    }
    this.#go()
  }

  /** A file without an answer waits for the connection; one that was refused says why. */
  #fail(items: readonly Item[], error: unknown, again: 'waiting' | 'sent'): void {
    const why = error === undefined ? undefined : this.#work?.reasonOf(error)
    for (const item of items)
      Object.assign(item, why === undefined ? { state: again, done: 0 } : { state: 'failed', why })
    if (error === undefined || why !== undefined || this.#wait > 0) return
    this.#wait = Math.min(FIRST_WAIT * 2 ** this.#waits, LONGEST_WAIT)
    this.#waits += 1
    this.#timer = setTimeout(() => this.#again(), this.#wait)
  }

  /** Takes in what was sent, one call at a time: full hands, or all when nothing else is on its way. */
  #takeIn(): void {
    const work = this.#work
    if (!work || this.#adding || this.#paused || this.#wait > 0) return
    const sent = this.#items.filter(({ state }) => state === 'sent')
    const rest = this.#running.size === 0
    if (sent.length === 0 || (sent.length < TOGETHER && !rest)) return
    const together = sent.filter(({ alone }) => !alone)
    const hand = together.length > 0 ? together.slice(0, TOGETHER) : sent.slice(0, 1)
    this.#adding = work
      .add(hand.flatMap(({ id }) => id ?? []))
      .then(
        (added) => hand.forEach((item, i) => (item.state = i < added ? 'added' : 'known')),
        (error: unknown) => {
          if (hand.length > 1 && work.reasonOf(error) !== undefined) for (const item of hand) item.alone = true
          else this.#fail(hand, error, 'sent')
        },
      )
      .finally(() => {
        this.#adding = undefined
        this.#go()
      })
  }

  #show(): void {
    const size = (items: readonly Item[]) => items.reduce((sum, { file }) => sum + file.size, 0)
    const of = (...states: ItemState[]) => this.#items.filter(({ state }) => states.includes(state))
    const coming = of('waiting', 'sending')
    const arrived = coming.reduce((sum, { file, done }) => sum + file.size * done, 0)
    const bytesLeft = size(coming) - arrived
    const all = size(this.#items)
    this.state.set({
      all: this.#items.length,
      done: of('added', 'known').length,
      known: of('known').length,
      failed: of('failed').map(({ file, why }) => ({ name: file.name, why: why ?? '' })),
      bytesLeft,
      share: all === 0 ? 1 : 1 - bytesLeft / all,
      running: this.#isBusy(),
      paused: this.#paused,
      offline: this.#wait > 0,
    })
  }
}
