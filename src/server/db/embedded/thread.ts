/** The thread of the embedded database: its own, or that of the caller where nothing else waits. */
import { EventEmitter } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { EngineMessage, EnginePlace, EngineRequest } from './engine.mjs'

const WORKER = new URL('./worker.mjs', import.meta.url)
/** The longest time timers, signals and sockets wait for a database in the same thread, ms. */
const TURN = 10

/** The part of a thread that a session needs. */
export interface Thread {
  on(event: 'message', heard: (message: EngineMessage) => void): unknown
  on(event: 'error', heard: (error: unknown) => void): unknown
  on(event: 'exit', heard: () => void): unknown
  once(event: 'exit', heard: () => void): unknown
  postMessage(message: EngineRequest, transfer?: ArrayBuffer[]): void
  terminate(): Promise<unknown>
}

export function startThread(place: EnginePlace, sameThread: boolean): Thread {
  return sameThread ? new SameThread(place) : new Worker(WORKER, { workerData: place, execArgv: [] })
}

/**
 * A statement in another thread costs two thread switches, which take as long as a short statement. Here it costs
 * none, but nothing else runs during a statement, and no statement can be stopped.
 */
class SameThread extends EventEmitter implements Thread {
  private turned = performance.now()
  private held: EngineMessage[] = []
  private readonly take: Promise<((message: EngineRequest) => void) | undefined>

  constructor(place: EnginePlace) {
    super()
    this.take = import('./engine.mjs').then(({ startEngine }) => startEngine(place, (message) => this.tell(message)))
    this.take.catch((error: unknown) => this.emit('error', error))
  }

  postMessage(message: EngineRequest): void {
    void this.take.then((take) => take?.(message))
  }

  async terminate(): Promise<void> {
    this.removeAllListeners('message')
    this.emit('exit')
  }

  private tell(message: EngineMessage): void {
    if (this.held.length === 0 && performance.now() - this.turned < TURN) return this.hand(message)
    if (this.held.push(message) > 1) return
    setImmediate(() => {
      this.turned = performance.now()
      for (const one of this.held.splice(0)) this.hand(one)
    })
  }

  private hand(message: EngineMessage): void {
    this.emit('message', message)
    if (message === 'closed') this.emit('exit')
  }
}
