/** Clerks at a board who hold, book, move, confirm and cancel at random, all at once: what they are told is gathered. */
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { Requests, Sent, Told as Data } from '../../../src/generated/wire.ts'

interface Told {
  status: number
  data?: unknown
}

export interface Board {
  siteId: number
  dates: readonly number[]
  sessions: readonly number[]
  teams: readonly number[]
}

/** How many clerks there are, and how much each does; with `seconds` as much as they can for so long. */
interface Shift {
  clerks: number
  acts: number
  seconds?: number
}

/** A shift that is short, or a long one with `ATELIER_CLERKS_SECONDS=60`. */
export const shiftOf = (short: Shift): Shift => {
  const seconds = Number(process.env.ATELIER_CLERKS_SECONDS)
  return seconds > 0 ? { clerks: 200, acts: 0, seconds } : short
}

/** A call by a clerk. */
type Ask = (clerk: number, path: keyof Requests, input: object) => Promise<Told>

/** What happened: how often each call was made, and how often it was done. Whatever is neither done nor refused is odd. */
interface Happened {
  asked: Record<string, number>
  done: Record<string, number>
  odd: string[]
}

/** Numbers that look random, the same each time: mulberry32. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** Lets clerks work at a board until all went home. */
export async function work(ask: Ask, board: Board, { clerks, acts, seconds }: Shift): Promise<Happened> {
  const happened: Happened = { asked: {}, done: {}, odd: [] }
  const end = seconds === undefined ? 0 : performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: clerks }, async (_, clerk) => {
      const one = new Clerk(ask, board, clerk, numbers(1000 + clerk), happened)
      for (let act = 0; end > 0 ? performance.now() < end : act < acts; act += 1) await one.act()
    }),
  )
  return happened
}

class Clerk {
  private seats: number[] = []
  private readonly ask: Ask
  private readonly board: Board
  private readonly me: number
  private readonly below: (most: number) => number
  private readonly happened: Happened
  constructor(ask: Ask, board: Board, me: number, below: (most: number) => number, happened: Happened) {
    this.ask = ask
    this.board = board
    this.me = me
    this.below = below
    this.happened = happened
  }

  private pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(Math.max(list.length, 1))]
  }

  private async call<P extends keyof Requests, K extends string>(
    path: P,
    input: Sent<P, K>,
  ): Promise<Data[P] | undefined> {
    const { asked, done, odd } = this.happened
    asked[path] = (asked[path] ?? 0) + 1
    const { status, data } = await this.ask(this.me, path, input)
    if (status === 200) done[path] = (done[path] ?? 0) + 1
    else if (![400, 404, 409].includes(status)) odd.push(`${path} ${status}`)
    return status === 200 ? (data as Data[P]) : undefined
  }

  /** Looks at a day: its seats, whoever has them by now. */
  private async look(): Promise<Data['schSetting/listSch']['seats']> {
    const { siteId, dates } = this.board
    const told = await this.call('schSetting/listSch', { siteId, date: this.pick(dates), type: DICT.control_type.set })
    const seats = told?.seats ?? []
    this.seats = seats.map(({ id }) => id)
    return seats
  }

  /** One thing that a clerk does, with what may have changed since they looked. */
  async act(): Promise<void> {
    const seats = await this.look()
    const [seatId, newSeatId] = [this.pick(this.seats), this.pick(this.seats)]
    const id = this.pick(seats.flatMap(({ schedulingId }) => (schedulingId as number | null) ?? []))
    const orderSessionId = this.pick(this.board.sessions)
    const held = this.pick(seats.flatMap(({ holdId, mine }) => (mine && holdId ? [holdId] : [])))
    const acts: (() => Promise<unknown>)[] = [
      () => this.call('scheduling/holdSeat', { seatId, orderSessionId }),
      () => this.call('scheduling/schedule', { seatId, orderSessionId }),
      () => this.call('scheduling/schedule', { seatId, orderSessionId, teamId: this.pick(this.board.teams) }),
      () => this.call('scheduling/confirm', { id }),
      () => this.call('scheduling/changeSeat', { id, newSeatId }),
      () => this.away(id),
      () => this.call('scheduling/cancel', { id, cancelReason: '不拍了' }),
      () => this.release(held, { seatId, orderSessionId }),
    ]
    await this.pick(acts)?.()
  }

  /** Gives up a seat held before, or one held for a moment. */
  private async release(held: number | undefined, seat: Requests['scheduling/holdSeat']): Promise<void> {
    const made = held ? undefined : await this.call('scheduling/holdSeat', seat)
    await this.call('scheduling/cancelHoldSeat', { id: held ?? made?.id })
  }

  private async away(id: number | undefined): Promise<void> {
    const free = (await this.look())
      .filter(({ seatStatus }) => seatStatus === DICT.seat_status.free)
      .map((seat) => seat.id)
    await this.call('scheduling/changeDate', { id, newSeatId: this.pick(free), changeReason: '改期', force: 1 })
  }
}
