/**
 * The one session of an embedded database, in its worker thread: requests are sent as they come and answered in order.
 * A request that takes too long ends the thread; requests that had not begun are sent to the next thread.
 */
import { DbError } from '../errors.ts'
import type { EngineMessage } from './engine.mjs'
import { startThread, type Thread } from './thread.ts'

const CLOSE_TIMEOUT = 20_000

export type Bytes = Uint8Array<ArrayBuffer>

interface SessionOptions {
  /** Absent: in memory, where the data ends with the thread; no request is stopped then. */
  directory?: string
  template?: string
  /** Runs in the thread of the caller; no request is stopped then. */
  sameThread: boolean
  log: (message: string, error?: unknown) => void
  /** A thread starts. The state of an earlier one is lost; the bytes returned here are sent first. */
  begun: () => Bytes
  /** A thread replaced one that was lost. */
  restarted: () => void
}

export interface RequestOptions {
  /** Longest time it may run, ms. */
  limit?: number
  /** Number of the thread of its transaction: the request is lost with that thread and never sent to another. */
  thread?: number
}

interface Request extends RequestOptions {
  id: number
  encode: () => Bytes
  resolve: (bytes: Uint8Array) => void
  reject: (error: DbError) => void
}

const gone = (cause?: unknown): DbError =>
  new DbError('connection', 'database: the embedded database is not open', { cause })

export class Session {
  /** The number of threads so far. */
  thread = 0
  closed = false
  private worker: Thread | undefined
  /** Number of the last request the thread began, written by the thread, because it cannot report it after its end. */
  private begun = new BigInt64Array(new SharedArrayBuffer(8))
  private opening: Promise<void> | undefined
  private waiting: Request[] = []
  private timer: NodeJS.Timeout | undefined
  private lastId = 0

  constructor(private readonly options: SessionOptions) {}

  /** Starts the thread; fails with the error of the database. */
  open(): Promise<void> {
    return (this.opening ??= this.start())
  }

  /** Sends one request and returns protocol bytes. `encode` runs when a thread takes the request, so perhaps again. */
  send(encode: () => Bytes, options: RequestOptions): Promise<Uint8Array> {
    if (this.closed || (options.thread ?? this.thread) !== this.thread) return Promise.reject(gone())
    return new Promise((resolve, reject) => {
      this.lastId += 1
      const request = { ...options, id: this.lastId, encode, resolve, reject }
      this.waiting.push(request)
      if (this.waiting.length === 1) this.watch()
      if (this.worker) this.post(this.worker, request)
      else this.open().catch((error: unknown) => this.fail(error))
    })
  }

  /** Answers pending requests, writes everything to disk and ends the thread. */
  async close(): Promise<void> {
    this.closed = true
    await this.opening?.catch(() => undefined)
    const worker = this.worker
    if (worker) {
      const ended = new Promise<void>((resolve) => worker.once('exit', resolve))
      const late = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT)
      worker.postMessage('close')
      await ended
      clearTimeout(late)
    }
    clearTimeout(this.timer)
    this.fail()
  }

  /** Ends the thread at once and for good. */
  async abandon(): Promise<void> {
    this.closed = true
    await this.worker?.terminate()
    this.fail()
  }

  private start(): Promise<void> {
    const { directory, template, sameThread } = this.options
    this.begun = new BigInt64Array(new SharedArrayBuffer(8))
    const worker = startThread({ dataDir: directory, template, begun: this.begun }, sameThread)
    return new Promise((ready, failed) => {
      worker.on('message', (message: EngineMessage) => {
        if (message === 'ready') {
          this.take(worker)
          ready()
        } else if (message !== 'closed') {
          if ('id' in message) this.answer(message)
          else failed(new Error(message.failed))
        }
      })
      worker.on('error', (error) => {
        failed(error)
        this.options.log('the embedded database failed', error)
      })
      worker.on('exit', () => {
        failed(gone())
        this.ended(worker)
      })
    })
  }

  /** The thread is ready: sends it the waiting requests. */
  private take(worker: Thread): void {
    this.worker = worker
    worker.postMessage({ id: 0, bytes: this.options.begun() })
    for (const request of this.waiting) this.post(worker, request)
    this.watch()
  }

  private post(worker: Thread, request: Request): void {
    const bytes = request.encode()
    worker.postMessage({ id: request.id, bytes }, [bytes.buffer])
  }

  private answer(message: { id: number; bytes?: Uint8Array; failed?: string }): void {
    // The first bytes of the thread, or an answer that came just too late.
    if (message.id !== this.waiting[0]?.id) return
    const request = this.waiting.shift() as Request
    this.watch()
    if (message.bytes) request.resolve(message.bytes)
    else request.reject(new DbError('other', 'database: the embedded database broke off', { cause: message.failed }))
  }

  /** Only the first request is running: its time limit starts now. */
  private watch(): void {
    clearTimeout(this.timer)
    const limit = this.waiting[0]?.limit
    const { directory, sameThread } = this.options
    if (this.worker && limit !== undefined && directory && !sameThread)
      this.timer = setTimeout(() => this.stop(limit), limit)
  }

  private stop(limit: number): void {
    this.options.log(`a statement ran for more than ${limit} ms and was stopped`)
    this.waiting.shift()?.reject(new DbError('timeout', `database: stopped after ${limit} ms`))
    void this.worker?.terminate()
  }

  /** The thread ended. Its running request and its open transaction are lost; the other requests go to the next thread. */
  private ended(worker: Thread): void {
    if (worker !== this.worker) return
    this.worker = undefined
    this.opening = undefined
    this.thread += 1
    clearTimeout(this.timer)
    const isLost = (request: Request): boolean =>
      request.thread !== undefined || request.id <= Atomics.load(this.begun, 0)
    const lost = this.waiting.filter(isLost)
    this.waiting = this.waiting.filter((request) => !isLost(request))
    for (const request of lost) request.reject(gone())
    if (this.closed || !this.options.directory) return this.fail()
    this.open().then(
      () => this.options.restarted(),
      (error: unknown) => this.fail(error),
    )
  }

  private fail(cause?: unknown): void {
    this.opening = undefined
    const lost = this.waiting
    this.waiting = []
    if (cause && !this.closed) this.options.log('the embedded database could not be opened', cause)
    for (const request of lost) request.reject(gone(cause))
  }
}
