/**
 * Words about pictures on their way: one after the other, in the order in which they were said. While the connection is
 * broken they wait, and outlive a reload of the page; each carries a number, so that one whose answer was lost is
 * heard once.
 */
import { createStore } from '../../core/store.ts'
import type { WireRow } from '../../fields/types.ts'

/** A word as it is sent. `judged`: what is thought of the picture by it. */
export interface Word {
  input: WireRow
  requestNo: string
  picture: unknown
  judged?: unknown
}

/** What came of a word: nothing is known while the connection is broken. */
export type Heard = 'heard' | 'refused' | 'lost'

interface Waiting {
  word: Word
  told: (heard: boolean) => void
}

const FIRST_WAIT = 1000
const LONGEST_WAIT = 15_000

export class WordLine {
  /** How many wait, and whether that is for the connection. */
  readonly state = createStore({ waiting: 0, offline: false })
  #waiting: Waiting[] = []
  #sending = false
  #waits = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #send: ((word: Word) => Promise<Heard>) | undefined
  readonly #keep: (words: Word[]) => void

  /** `kept`: words of an earlier visit; `keep` gets those that wait now, whenever that changes. */
  constructor(kept: readonly Word[], keep: (words: Word[]) => void) {
    this.#waiting = kept.map((word) => ({ word, told: () => undefined }))
    this.#keep = keep
    this.#show()
  }

  /** How words are sent, as the page says it now. */
  use(send: (word: Word) => Promise<Heard>): void {
    this.#send = send
    void this.#go()
  }

  /** The words that wait, the oldest first. */
  words(): Word[] {
    return this.#waiting.map(({ word }) => word)
  }

  /** Says a word; resolves to whether it was heard. */
  say(word: Word): Promise<boolean> {
    return new Promise((told) => {
      this.#waiting.push({ word, told })
      this.#show()
      void this.#go()
    })
  }

  /** Tries at once, e.g. because the network is back. */
  readonly wake = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    void this.#go()
  }

  /** The page is left: what waits is kept. */
  close(): void {
    clearTimeout(this.#timer)
    this.#send = undefined
  }

  async #go(): Promise<void> {
    if (this.#sending || this.#timer !== undefined) return
    this.#sending = true
    for (let next = this.#waiting[0]; next && this.#send; next = this.#waiting[0]) {
      const heard = await this.#send(next.word)
      if (heard === 'lost') {
        this.#wait()
        break
      }
      this.#waits = 0
      this.#waiting.shift()
      this.#show()
      next.told(heard === 'heard')
    }
    this.#sending = false
  }

  #wait(): void {
    const wait = Math.min(FIRST_WAIT * 2 ** this.#waits, LONGEST_WAIT)
    this.#waits += 1
    this.#timer = setTimeout(this.wake, wait)
    this.#show()
  }

  #show(): void {
    this.state.set({ waiting: this.#waiting.length, offline: this.#waits > 0 })
    this.#keep(this.words())
  }
}
