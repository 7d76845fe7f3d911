/** The product on a PostgreSQL database of its own: demo data of the smallest size, and as many customers as asked. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withDemoData } from '../../bin/seed.ts'
import { ACCOUNTS, PASSWORD } from '../../mock/organisation.ts'
import type { Requests } from '../../src/generated/wire.ts'
import type { Model } from '../../src/model/model.ts'
import type { SplitForWeb } from '../../src/model/web.ts'
import { createApp, type App, type AppOptions } from '../../src/server/app.ts'
import { createAuth, type Authenticate } from '../../src/server/auth/index.ts'
import { openDatabase } from '../../src/server/db/index.ts'
import { CONNECTIONS } from '../../src/server/db/options.ts'
import { handlers } from '../server/support/code.ts'
import { product } from '../../src/server/domain/index.ts'
import { sessionStore } from '../../src/server/platform/index.ts'
import { serveFile } from '../../src/server/files/serve.ts'
import { listenOn, makeServer } from '../../src/server/http/listen.ts'
import { attachPush } from '../../src/server/push/index.ts'
import { createRuntime } from '../../src/server/runtime.ts'
import type { Actor, Database, FileStore, Handlers } from '../../src/server/types.ts'
import { addBills, FIRST } from './bills.ts'
import { addCashRecords } from './cash.ts'
import { CUSTOMERS } from './customers.ts'
import { ownDatabase } from './database.ts'
import { fill, valueIn } from './filling.ts'
import { ordersOf } from './orders.ts'
import { Recording } from './recording.ts'
import { addTasks } from './tasks.ts'

/** Which rows there are: ids, and moments they were made (ms); and who and what they may belong to. */
export interface Span {
  firstId: number
  lastId: number
  from: number
  to: number
  people: { orgId: number; realName: string }[]
  cities: string[]
  places: number[]
  /** Ways of paying: from the balance, and in cash. */
  ways: { balance: number; cash: number }
}

export { CONNECTIONS, PASSWORD }
/** The administrator of the demo. */
export const MOBILE = ACCOUNTS[0]?.mobile ?? ''
/** Gives stored files out, and takes none in. */
const givingOut =
  (files: FileStore): NonNullable<AppOptions['mount']> =>
  (hono) =>
    void hono.get(
      '/files/:key',
      async (c, next) => (await serveFile(c.req.param('key'), c.req.raw, { files, clock })) ?? next(),
    )
const SEED_SIZE = 0.01
const clock = { now: (): number => Date.now() }

export interface ServeOptions {
  split?: SplitForWeb
  webDir?: string
  /** Where stored files are given out from; absent: there are none. */
  files?: FileStore
}

/** A server of the product on a port of its own. */
export interface Served {
  app: App
  port: number
  close(): Promise<void>
}

export class Product {
  span: Span = {
    firstId: 0,
    lastId: 0,
    from: 0,
    to: 0,
    people: [],
    cities: [],
    places: [],
    ways: { balance: 0, cash: 0 },
  }
  private count = 0
  private readonly authenticate: Authenticate

  private constructor(
    readonly model: Model,
    readonly db: Database,
    readonly url: string,
    private readonly drop: () => Promise<void>,
    private readonly files: string,
  ) {
    this.authenticate = createAuth({ store: sessionStore(db), clock }).authenticate
  }

  static async open(model: Model, say: (line: string) => void): Promise<Product> {
    const { url, drop } = await ownDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
    try {
      const split: SplitForWeb = () => ({ core: {}, parts: {} }) as never
      const seeded = await createRuntime(
        withDemoData({ model, split, product, databaseUrl: url, dataDir, log: say }, SEED_SIZE),
      )
      await seeded.close()
      const db = await openDatabase({ url, timezone: model.app.timezone })
      await db.query('truncate "customer" restart identity cascade')
      return new Product(model, db, url, drop, dataDir)
    } catch (error) {
      await drop()
      throw error
    }
  }

  /** Brings the number of customers up to `rows`. */
  async fill(rows: number): Promise<void> {
    if (rows > this.count) await fill(this.db, this.model, CUSTOMERS, this.count + 1, rows)
    this.count = Math.max(rows, this.count)
    this.span = await this.spanOf('customer')
  }

  /** `after`: of rows with greater ids. */
  async spanOf(table: string, after = 0): Promise<Span> {
    const [span] = await this.db.query<{ firstId: number; lastId: number; from: number; to: number }>(
      `select min("id") as "firstId", max("id") as "lastId", min("createTime") as "from", max("createTime") as "to" from "${table}" where "id" > $1`,
      [after],
    )
    const own = 'where "companyId" = (select min("id") from "company")'
    const people = await this.db.query<{ orgId: number; realName: string }>(
      `select "orgId", "realName" from "employee" ${own} order by "id"`,
    )
    const cities = await this.db.query<{ cityCode: string }>('select "cityCode" from "saleCity" order by "id"')
    const places = await this.db.query<{ id: number }>(`select "id" from "place" ${own} order by "id"`)
    const ways = await this.db.query<{ id: number; kind: number }>(`select "id", "kind" from "payMethod" ${own}`)
    const wayOf = (name: string): number => {
      const kind = valueIn(this.model, 'pay_kind', name)
      return ways.find((one) => one.kind === kind)?.id ?? 0
    }
    return {
      ...(span as Pick<Span, 'firstId' | 'lastId' | 'from' | 'to'>),
      people,
      cities: cities.map((one) => one.cityCode),
      places: places.map((one) => one.id),
      ways: { balance: wayOf('accountBalance'), cash: wayOf('cash') },
    }
  }

  /** Puts so many orders in the place of those there are. */
  async fillOrders(count: number): Promise<Span> {
    await this.db.script('set local session_replication_role = replica; delete from "order"')
    await fill(this.db, this.model, ordersOf(count), 1, count)
    return this.spanOf('order')
  }

  async fillCashRecords(count: number): Promise<Span> {
    await addCashRecords(this.db, this.model, count)
    return this.spanOf('cashRecord')
  }

  /** So many tasks of the orders there are. */
  async fillTasks(count: number, orders: number): Promise<Span> {
    await addTasks(this.db, this.model, count, orders)
    return this.spanOf('workTask')
  }

  /** Bills to be paid, and the mobiles of those who take money; all of them sign in with the password of the demo. */
  async fillBills(count: number): Promise<Span & { cashiers: string[] }> {
    await addBills(this.db, this.model, count)
    const cashiers = await this.db.query<{ mobile: string }>(
      `update "user" u set "password" = a."password", "activation" = true from "cashier" c, "user" a
      where u."employeeId" = c."employeeId" and a."mobile" = $1 and c."companyId" = (select min("id") from "company")
      returning u."mobile"`,
      [MOBILE],
    )
    return { ...(await this.spanOf('bill', FIRST.bill)), cashiers: cashiers.map((one) => one.mobile) }
  }

  /** The whole HTTP stack. A customer is added as any record is: the studio's family and account are left out. */
  async serve({ split, webDir, files }: ServeOptions = {}): Promise<Served> {
    const app = await createApp({
      ...this.parts(this.db),
      authenticate: this.authenticate,
      ...(files ? { files, mount: givingOut(files) } : {}),
      ...(split ? { split } : {}),
      ...(webDir ? { webDir } : {}),
    })
    const server = makeServer((request, env) => app.fetch(request, env), {
      requestMs: this.model.app.limits.request,
    })
    const push = await attachPush(server, {
      db: this.db,
      authenticate: this.authenticate,
      canRead: (actor, resource) => app.canRead(actor, resource),
    })
    const port = await listenOn(server, 0, '127.0.0.1')
    const close = async (): Promise<void> => {
      await push.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      await app.close()
    }
    return { app, port, close }
  }

  /** A token of the administrator, or of somebody else, got by signing in. */
  async signIn({ app }: Served, mobile = MOBILE): Promise<string> {
    const told = await app.answer(
      'system/checkLogin',
      { kind: 'anyone', lang: 'zh', ip: '127.0.0.1' },
      { mobile, password: PASSWORD },
    )
    const token = (told.data as { token?: string } | null)?.token
    if (!token) throw new Error(`signing in: ${told.msg}`)
    return token
  }

  /** The statements of one call, made by the engine itself. The first request is not written down: it also fetches rights and settings. */
  async statementsOf(
    token: string,
    path: keyof Requests,
    ask: () => object,
  ): Promise<{ asked: Record<string, unknown>; said: Recording['said'] }> {
    const actor = (await this.authenticate(token, '127.0.0.1')) as Actor
    const recording = new Recording(this.db)
    const app = await createApp({ ...this.parts(recording.db), authenticate: this.authenticate })
    await app.run(path, actor, { ...ask() })
    recording.said.length = 0
    const asked = { ...ask() }
    await app.run(path, actor, asked)
    // The hint to read the outbox is given for many writes together, some time after them.
    const said = recording.said.filter(({ sql }) => !sql.includes('pg_notify'))
    await app.close()
    return { asked, said }
  }

  async close(): Promise<void> {
    await this.db.close()
    await this.drop()
    rmSync(this.files, { recursive: true, force: true })
  }

  private parts(db: Database): Omit<AppOptions, 'authenticate'> {
    const plain: Handlers = { ...handlers, 'customer/add': (c) => c.standard() }
    return {
      db,
      model: this.model,
      clock,
      sms: { send: async () => ({ ok: true }) },
      files: undefined as never,
      handlers: plain,
    }
  }
}
