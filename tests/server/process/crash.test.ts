/** Killed while it writes (I-09, I-40; check 29): what was acknowledged is there once, what was not is whole or absent. */
import { describe, expect, it, vi } from 'vitest'
import type { Requests, Sent, Told as Data } from '../../../src/generated/wire.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import { hasPostgres, onServer } from '../support/server.ts'
import { generatedModel, MOBILES, type Told, type Values } from '../support/product.ts'
import type { Database } from '../../../src/server/types.ts'
import { database, directory, type Place } from './places.ts'
import { killAll, Running } from './running.ts'

const MINUTE = 60_000
/** How often it is killed; fifty and two hundred are for whoever has the time. */
const KILLS = Number(process.env.ATELIER_KILLS ?? 2)
/** How often its database goes away. */
const CUTS = Math.max(2, Math.ceil(KILLS / 40))
const WRITERS = 6
/** Acknowledged between two kills. */
const BETWEEN = 12

const PAY = 'cashRegister/pay'

/** What is asked for again and again until it is acknowledged. */
type Wish = { [P in typeof PAY | 'customer/add']: { no: string; path: P; input: Requests[P] } }[
  | typeof PAY
  | 'customer/add']

class Crashing {
  readonly acknowledged = new Map<string, unknown>()
  /** Sent, and not answered when the process was killed. */
  readonly open: Wish[] = []
  /** Payments acknowledged since the last repetition. */
  private readonly answered: Wish[] = []
  refused: string[] = []
  /** How often somebody was told to come again. */
  private turnedAway = 0
  /** Bills nobody has paid yet. */
  private readonly bills: number[] = []
  private way = 0
  private placeId = 0
  private running!: Running
  private token = ''
  private made = 0
  private readonly env: Record<string, string>

  constructor(env: Record<string, string>) {
    this.env = env
  }

  async start(): Promise<void> {
    this.running = await new Running(this.env).ready()
    this.token ||= await this.running.signIn(MOBILES.administrator)
  }

  /** A place to pay at, somebody to take the money, and a way of paying. */
  async openTill(): Promise<void> {
    const ways = await this.must('payMethod/query', { pageNO: 1, pageRows: 50 })
    const [place] = await this.must('place/query', { pageNO: 1, pageRows: 50 })
    const { userDO } = await this.must('index/init')
    this.way = ways.find(({ code }) => code === 'cash')?.id ?? 0
    this.placeId = place?.id ?? 0
    const { employeeId } = userDO as { employeeId: number }
    const { id } = await this.must('cashier/add', { employeeId, placeIds: [this.placeId] })
    await this.must('cashier/bind', { id, placeId: this.placeId })
  }

  /** Bills enough for the next round. */
  async bill(customerId: number): Promise<void> {
    while (this.bills.length < BETWEEN + WRITERS) {
      const { id } = await this.must('cashRegister/otherAdd', { customerId, title: '崩溃', payableAmount: 10.01 })
      this.bills.push(id)
    }
  }

  /** Writes until so many more were acknowledged, then kills while others are on their way. */
  async writeAndKill(tagId: number): Promise<void> {
    const enough = this.acknowledged.size + BETWEEN
    let killed = false
    const kill = (): void => {
      if (killed || this.acknowledged.size < enough) return
      killed = true
      this.running.child.kill('SIGKILL')
    }
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (!killed) {
          const wish = this.open.shift() ?? this.next(tagId)
          await this.send(wish).catch(() => this.open.push(wish))
          kill()
        }
      }),
    )
    expect(await this.running.ended).toMatchObject({ signal: 'SIGKILL' })
  }

  /** Writes while `cut` takes the database away and gives it back, until so many more were acknowledged after that. */
  async writeAndCutOff(tagId: number, cut: (isTold: () => boolean) => Promise<void>): Promise<void> {
    const turnedAway = this.turnedAway
    let enough = Infinity
    const cutting = cut(() => this.turnedAway > turnedAway).then(() => {
      enough = this.acknowledged.size + BETWEEN
    })
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (this.acknowledged.size < enough) {
          await this.send(this.open.shift() ?? this.next(tagId))
        }
      }),
    )
    await cutting
  }

  /** Sends the newest payments that were acknowledged once more, as a browser does that lost the answer. */
  async repeat(): Promise<void> {
    for (const wish of this.answered.splice(0).slice(-3)) {
      expect((await this.post(wish)).data).toEqual(this.acknowledged.get(wish.no))
    }
  }

  /** Sends again what was not answered. */
  async finish(): Promise<void> {
    for (const wish of this.open.splice(0)) await this.send(wish)
  }

  must<P extends keyof Requests, K extends string>(path: P, input?: Sent<P, K>): Promise<Data[P]> {
    return this.running.must(path, input, this.token)
  }

  private post({ path, input }: Wish): Promise<Told> {
    return this.running.raw(path, input, this.token)
  }

  async stop(): Promise<void> {
    expect(await this.running.end('SIGTERM')).toEqual({ code: 0, signal: null })
  }

  private async send(wish: Wish): Promise<void> {
    const told = await this.post(wish)
    // A customer whose add was done but not heard of is refused by its number when it is asked for again.
    const known = wish.path === 'customer/add' && told.status === 400 && (told.data as Values).field === 'mobile'
    if (told.status === 200 && wish.path === PAY) this.answered.push(wish)
    if (told.status === 200 || known) this.acknowledged.set(wish.no, told.data)
    else if (AGAIN.has(told.status)) {
      this.turnedAway += 1
      this.open.push(wish)
    } else this.refused.push(`${wish.path}: ${told.status} ${told.msg}`)
  }

  /** Every third is a customer, with all that comes with one; the others are payments with a request number, while there are bills. */
  private next(tagId: number): Wish {
    const n = (this.made += 1)
    const no = `wish-${n}`
    return n % 3 === 0 || this.bills.length === 0
      ? { no, path: 'customer/add', input: { realName: no, mobile: `170${String(n).padStart(8, '0')}`, tags: [tagId] } }
      : {
          no,
          path: PAY,
          input: {
            billIds: this.bills.splice(0, 1),
            methods: [{ payMethodId: this.way, amount: 10.01 }],
            placeId: this.placeId,
            remark: no,
            requestNo: no,
          },
        }
  }
}

/** Nothing was done, or nobody knows: whoever is told so asks again. */
const AGAIN = new Set([409, 503])

const names = async (db: Database, sql: string): Promise<string[]> =>
  (await db.query<{ name: string }>(sql)).map((row) => row.name)
const figure = async (db: Database, sql: string): Promise<number> => (await db.query<{ n: number }>(sql))[0]?.n ?? 0

/** Each acknowledged wish once, nothing else, and all that hangs together the same number of times. */
async function check(db: Database, acknowledged: ReadonlyMap<string, unknown>, tagId: number): Promise<void> {
  const customers = await names(
    db,
    'select "realName" as name from "customer" where "realName" like \'wish-%\' order by "id"',
  )
  const payments = [...acknowledged]
    .filter(([, data]) => typeof data === 'object' && data !== null && 'payNo' in data)
    .map(([, data]) => String((data as Values).payNo))
  const paid = 'from "payRecord" where "customerId" = (select "id" from "customer" where "realName" = \'联系人\')'
  expect(customers.length + payments.length).toBe(acknowledged.size)
  expect(await names(db, `select "payNo" as name ${paid} order by 1`)).toEqual(payments.sort())
  expect(await figure(db, `select count(*) as n from "cashRecord" where "payDetailId" in (select "id" ${paid})`)).toBe(
    payments.length,
  )
  expect(
    (await verify(db, generatedModel()))
      .filter(({ broken }) => broken.length > 0)
      .map(({ invariant }) => invariant.code),
  ).toEqual([])
  const ofCustomers = (table: string): string =>
    `select count(*) as n from "${table}" where "customerId" in (select "id" from "customer" where "realName" like 'wish-%')`
  expect({
    families: await figure(
      db,
      'select count(*) as n from "family" where "id" in (select "familyId" from "customer" where "realName" like \'wish-%\')',
    ),
    accounts: await figure(db, ofCustomers('account')),
    tagged: await figure(db, `select "useCount" as n from "tags" where "id" = ${tagId}`),
    logged: await figure(
      db,
      'select count(*) as n from "operateLog" where "entity" = \'customer\' and "entityId" in (select "id" from "customer" where "realName" like \'wish-%\')',
    ),
    numbers: await figure(
      db,
      'select count(distinct "customerNo") as n from "customer" where "realName" like \'wish-%\'',
    ),
    answers:
      (await figure(
        db,
        'select count(*) as n from "once_answer" where "answer" is not null and "key" like \'%/wish-%\'',
      )) + customers.length,
  }).toEqual({
    families: customers.length,
    accounts: customers.length,
    tagged: customers.length,
    logged: customers.length,
    numbers: customers.length,
    answers: acknowledged.size,
  })
}

/** The database server goes away from a database, and comes back once callers were told. */
async function cutOff(name: string, isTold: () => boolean): Promise<void> {
  await onServer(async (client) => {
    await client.query(`alter database ${name} allow_connections false`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await vi.waitFor(() => expect(isTold()).toBe(true), MINUTE)
    await client.query(`alter database ${name} allow_connections true`)
  })
}

/** Connections to a database that listen. */
const listeners = (name: string): Promise<number> =>
  onServer(async (client) => {
    const { rows } = await client.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where datname = $1 and query like 'listen %'",
      [name],
    )
    return rows[0]?.n ?? 0
  })

/** What befalls a program, and what must hold besides before it is told to end. */
interface Fate {
  place: Place
  kills: number
  cuts: number
  after?: () => Promise<void>
}

/** Writes while the program is killed and its database goes away; then everything acknowledged must be there, once. */
async function survives({ place, kills, cuts, after }: Fate): Promise<void> {
  const crashing = new Crashing(place.env)
  await crashing.start()
  const { id: tagId } = await crashing.must('tags/add', { name: '崩溃' })
  const { id: customerId } = await crashing.must('customer/add', { realName: '联系人', mobile: '17999999999' })
  await crashing.openTill()
  for (let round = 0; round < kills; round += 1) {
    await crashing.bill(customerId)
    await crashing.writeAndKill(tagId)
    await crashing.start()
    await crashing.repeat()
  }
  for (let round = 0; round < cuts; round += 1) {
    await crashing.bill(customerId)
    await crashing.writeAndCutOff(tagId, (isTold) => cutOff(databaseOf(place), isTold))
    await crashing.repeat()
  }
  await crashing.bill(customerId)
  await crashing.finish()
  expect(crashing.refused).toEqual([])
  await after?.()
  await crashing.stop()
  const db = await place.open()
  await check(db, crashing.acknowledged, tagId).finally(() => db.close())
}

const databaseOf = ({ env }: Place): string => new URL(env.DATABASE_URL as string).pathname.slice(1)

const WITHIN = { timeout: (10 + KILLS) * MINUTE }

/** A place of its own for a fate; what is left of it is cleared away. */
async function at(make: () => Promise<Place>, work: (place: Place) => Promise<void>): Promise<void> {
  const place = await make()
  try {
    await work(place)
  } finally {
    killAll()
    await place.remove()
  }
}

describe('the program loses nothing acknowledged, doubles nothing repeated, leaves nothing half done', () => {
  it(`on the embedded database, killed ${KILLS} times`, WITHIN, () =>
    at(directory, (place) => survives({ place, kills: KILLS, cuts: 0 })),
  )

  it.runIf(hasPostgres)(
    'on PostgreSQL, killed, and its database gone under load; it listens once after that, and ends when it is told to',
    WITHIN,
    () =>
      at(database, (place) =>
        survives({
          place,
          kills: Math.ceil(KILLS / 5),
          cuts: CUTS,
          after: () => vi.waitFor(async () => expect(await listeners(databaseOf(place))).toBe(1), MINUTE),
        }),
      ),
  )
})
