/** Killed while it writes (I-09, I-40; security check 29): what was acknowledged is there once, what was not is whole or absent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres } from '../support/server.ts'
import { MOBILES, type Told, type Values } from '../support/product.ts'
import type { Database } from '../../../src/server/types.ts'
import { database, directory, type Place } from './places.ts'
import { killAll, program, Running } from './running.ts'

const MINUTE = 60_000
/** How often it is killed; the figure to reach, two hundred, is for whoever has the time. */
const KILLS = Number(process.env.ATELIER_KILLS ?? 10)
const WRITERS = 6

/** What is asked for again and again until it is acknowledged. */
interface Wish { no: string; path: string; input: Values }

class Crashing {
  readonly acknowledged = new Map<string, unknown>()
  /** Sent, and not answered when the process was killed. */
  readonly open: Wish[] = []
  /** Contacts acknowledged since the last repetition. */
  private readonly answered: Wish[] = []
  refused: string[] = []
  private running!: Running
  private token = ''
  private made = 0
  private readonly env: Record<string, string>

  constructor(env: Record<string, string>) {
    this.env = env
  }

  async start(): Promise<void> {
    this.running = await new Running(this.env, program('once.ts')).ready()
    this.token ||= await this.running.signIn(MOBILES.administrator as string)
  }

  /** Writes until so many more were acknowledged, then kills while others are on their way. */
  async writeAndKill(count: number, tagId: number, customerId: number): Promise<void> {
    const enough = this.acknowledged.size + count
    let killed = false
    const kill = (): void => {
      if (killed || this.acknowledged.size < enough) return
      killed = true
      this.running.child.kill('SIGKILL')
    }
    await Promise.all(Array.from({ length: WRITERS }, async () => {
      while (!killed) {
        const wish = this.open.shift() ?? this.next(tagId, customerId)
        await this.send(wish).catch(() => this.open.push(wish))
        kill()
      }
    }))
    expect(await this.running.ended).toMatchObject({ signal: 'SIGKILL' })
  }

  /** Sends the newest contacts that were acknowledged once more, as a browser does that lost the answer. */
  async repeat(): Promise<void> {
    for (const wish of this.answered.splice(0).slice(-3)) {
      expect((await this.post(wish.path, wish.input)).data).toEqual(this.acknowledged.get(wish.no))
    }
  }

  /** Sends again what was not answered. */
  async finish(): Promise<void> {
    for (const wish of this.open.splice(0)) await this.send(wish)
  }

  async post(path: string, input: Values): Promise<Told> {
    return await this.running.post(path, input, this.token)
  }

  async stop(): Promise<void> {
    expect(await this.running.end('SIGTERM')).toEqual({ code: 0, signal: null })
  }

  private async send(wish: Wish): Promise<void> {
    const told = await this.post(wish.path, wish.input)
    // A customer whose add was done but not heard of is refused by its number when it is asked for again.
    const known = wish.path === 'customer/add' && told.status === 400 && (told.data as Values).field === 'mobile'
    if (told.status === 200 && wish.path === 'contact/add') this.answered.push(wish)
    if (told.status === 200 || known) this.acknowledged.set(wish.no, told.data)
    else this.refused.push(`${wish.path}: ${told.status} ${told.msg}`)
  }

  /** Every third is a customer, with all that comes with one; the others are contacts with a request number. */
  private next(tagId: number, customerId: number): Wish {
    const n = (this.made += 1)
    const no = `wish-${n}`
    return n % 3 === 0
      ? { no, path: 'customer/add', input: { realName: no, mobile: `170${String(n).padStart(8, '0')}`, tags: [tagId] } }
      : { no, path: 'contact/add', input: { customerId, contactMode: 1, content: no, requestNo: no } }
  }
}

const names = async (db: Database, sql: string): Promise<string[]> => (await db.query<{ name: string }>(sql)).map((row) => row.name)
const figure = async (db: Database, sql: string): Promise<number> => (await db.query<{ n: number }>(sql))[0]?.n ?? 0

/** Each acknowledged wish once, nothing else, and all that hangs together the same number of times. */
async function check(db: Database, acknowledged: ReadonlyMap<string, unknown>, tagId: number): Promise<void> {
  const customers = await names(db, 'select "realName" as name from "customer" where "realName" like \'wish-%\' order by "id"')
  const contacts = await names(db, 'select "content" as name from "contact" where "content" like \'wish-%\' order by "id"')
  expect([...customers, ...contacts].sort()).toEqual([...acknowledged.keys()].sort())
  const ofCustomers = (table: string): string => `select count(*) as n from "${table}" where "customerId" in (select "id" from "customer" where "realName" like 'wish-%')`
  expect({
    families: await figure(db, 'select count(*) as n from "family" where "id" in (select "familyId" from "customer" where "realName" like \'wish-%\')'),
    accounts: await figure(db, ofCustomers('account')),
    tagged: await figure(db, `select "useCount" as n from "tags" where "id" = ${tagId}`),
    logged: await figure(db, 'select count(*) as n from "operateLog" where "entity" = \'customer\' and "entityId" in (select "id" from "customer" where "realName" like \'wish-%\')'),
    numbers: await figure(db, 'select count(distinct "customerNo") as n from "customer" where "realName" like \'wish-%\''),
    answers: await figure(db, 'select count(*) as n from "once_answer" where "answer" is not null and "key" like \'%/wish-%\'') + customers.length,
  }).toEqual({
    families: customers.length, accounts: customers.length, tagged: customers.length, logged: customers.length, numbers: customers.length, answers: acknowledged.size,
  })
}

function suite(make: () => Promise<Place>, kills: number): void {
  let place: Place
  let crashing: Crashing
  beforeAll(async () => {
    place = await make()
    crashing = new Crashing(place.env)
  }, 10 * MINUTE)
  afterAll(async () => {
    killAll()
    await place.remove()
  })

  it(`loses nothing acknowledged, doubles nothing repeated, leaves nothing half done, killed ${kills} times`, { timeout: (2 + kills) * MINUTE }, async () => {
    await crashing.start()
    const { id: tagId } = (await crashing.post('tags/add', { name: '崩溃' })).data as { id: number }
    const { id: customerId } = (await crashing.post('customer/add', { realName: '联系人', mobile: '17999999999' })).data as { id: number }
    for (let round = 0; round < kills; round += 1) {
      await crashing.writeAndKill(6 + 3 * round, tagId, customerId)
      await crashing.start()
      await crashing.repeat()
    }
    await crashing.finish()
    expect(crashing.refused).toEqual([])
    await crashing.stop()
    const db = await place.open()
    await check(db, crashing.acknowledged, tagId).finally(() => db.close())
  })
}

describe('the program on the embedded database', () => suite(directory, KILLS))
describe.runIf(hasPostgres)('the program on PostgreSQL', () => suite(database, Math.ceil(KILLS / 5)))
