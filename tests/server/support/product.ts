/**
 * The seeded product as a test sees it: calls go over the wire form through the web server's own door (without a
 * port), by people who hold real sessions.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { splitForWeb } from '../../../generator/emit/web.ts'
import type { Listed, Requests, Sent, Told as Data } from '../../../src/generated/wire.ts'
import type { Model } from '../../../src/model/model.ts'
import type { Answer } from '../../../src/model/web.ts'
import { createApp, type App } from '../../../src/server/app.ts'
import { createAuth } from '../../../src/server/auth/index.ts'
import { beginSession } from '../../../src/server/platform/auth/sessions.ts'
import { handlers } from './code.ts'
import { registerNightlyCalls, registerSystemJobs, sessionStore } from '../../../src/server/platform/index.ts'
import { createFileStore } from '../../../src/server/files/store.ts'
import { openIncoming } from '../../../src/server/files/body.ts'
import { openPieces } from '../../../src/server/files/pieces.ts'
import { mountFiles } from '../../../src/server/http/files.ts'
import type { LogEntry } from '../../../src/server/http/log.ts'
import { createJobs, type Jobs } from '../../../src/server/jobs/index.ts'
import { smsLog, type SmsLog } from '../../../src/server/sms/index.ts'
import type { Database, DbRow, FileStore } from '../../../src/server/types.ts'
import type { Engine } from './engines.ts'
import { NOW, ROOT } from './template.ts'

export type Values = Record<string, unknown>

/** The password of every demo account. */
export const PASSWORD = 'Star2026'

/** The demo account of each role, in the first company (rules 5.3). */
export const MOBILES = {
  administrator: '13800000001',
  manager: '13800000002',
  telemarketer: '13800000003',
  cashier: '13800000004',
  photographer: '13800000005',
  selector: '13800000006',
  designer: '13800000007',
  retoucher: '13800000008',
  production: '13800000009',
  director: '13800000010',
  consultant: '13800000011',
  finance: '13800000012',
  scheduler: '13800000013',
  inactive: '13800000014',
  limited: '13800000015',
} as const

const isAccount = (name: string): name is keyof typeof MOBILES => Object.hasOwn(MOBILES, name)

/** Somebody who is signed in. */
export interface Person {
  token: string
  userId: number
  employeeId: number
  companyId: number
  orgId: number
  roleId: number
  realName: string
  mobile: string
}

/** Whom to make: a member of staff with an account under a role. */
export interface Hire {
  name: string
  companyId: number
  orgId: number
  roleId: number
}

/** Wire answer of a call. */
export type Told = Answer & { total?: number; after?: string; totals?: Values }

/** The model as it was generated. */
export const generatedModel = (): Model =>
  JSON.parse(readFileSync(join(ROOT, 'src/generated/model.json'), 'utf8')) as Model

export class Product {
  readonly clock = {
    at: NOW,
    now(): number {
      return this.at
    },
  }
  readonly sms: SmsLog = smsLog(() => undefined)
  readonly log: LogEntry[] = []
  readonly db: Database
  readonly model: Model
  app!: App
  files!: FileStore
  private readonly dir = mkdtempSync(join(tmpdir(), 'atelier-product-'))
  private readonly people = new Map<string, Promise<Person>>()
  private hired = 0
  private jobs: Jobs | undefined

  private constructor(db: Database, model: Model) {
    this.db = db
    this.model = model
  }

  /** A copy of the demo on an engine. */
  static async open(engine: Engine): Promise<Product> {
    const model = generatedModel()
    const product = new Product(await engine.open(), model)
    await product.assemble()
    return product
  }

  private async assemble(): Promise<void> {
    this.files = createFileStore(this.dir)
    this.app = await this.another()
  }

  /** One more application on the same database, as a second process is. */
  another(): Promise<App> {
    const { db, model, clock, sms, files } = this
    const { authenticate } = createAuth({ store: sessionStore(db), clock })
    return createApp({
      db,
      model,
      clock,
      sms,
      files,
      handlers,
      authenticate,
      split: splitForWeb,
      log: (entry) => this.log.push(entry),
      mount: (hono, app, door) =>
        mountFiles(hono, {
          languages: model.app.languages,
          calls: model.app.engineCalls,
          files,
          take: openIncoming(join(this.dir, 'incoming')),
          pieces: openPieces(join(this.dir, 'pieces')),
          authenticate,
          enter: (entry, actor) => app.enterFile(entry, actor),
          door,
          clock,
        }),
    })
  }

  private async worker(): Promise<Jobs> {
    if (this.jobs) return this.jobs
    const { db, clock, sms, model, files } = this
    this.jobs = await createJobs({ db, clock, timezone: model.app.timezone })
    this.app.registerJobs(this.jobs)
    registerSystemJobs(this.jobs, { db, clock, sms, files, app: this.app })
    registerNightlyCalls(this.jobs, { db, app: this.app })
    return this.jobs
  }

  /** Starts the worker of jobs. */
  async work(): Promise<void> {
    await (await this.worker()).start()
  }

  /** Runs all jobs that are due now. */
  async runJobs(): Promise<void> {
    await (await this.worker()).runDue()
  }

  async close(): Promise<void> {
    await this.jobs?.stop()
    await this.app.close()
    await this.db.close()
    rmSync(this.dir, { recursive: true, force: true })
  }

  /** A request as it comes from the network. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.app.fetch(new Request(`http://studio.test${path}`, init))
  }

  /** Makes a call with a token, or without one. */
  async send(
    token: string | undefined,
    path: string,
    input: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<Told> {
    const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` }
    const response = await this.fetch(`/api/${path}.json`, {
      method: 'POST',
      body: JSON.stringify({ data: input }),
      headers: { 'content-type': 'application/json', ...authorization, ...headers },
    })
    return (await response.json()) as Told
  }

  /** Makes a call as a demo account (`manager`), or a person made here. */
  post<P extends keyof Requests, K extends string>(
    who: string | Person,
    path: P,
    input?: Sent<P, K>,
    headers?: Record<string, string>,
  ): Promise<Told> {
    return this.raw(who, path, input, headers)
  }

  /** Sends to any path what no type allows: the one door for input that is wrong on purpose, and for calls that are found out. */
  async raw(
    who: string | Person,
    path: string,
    input: object = {},
    headers: Record<string, string> = {},
  ): Promise<Told> {
    const { token } = typeof who === 'string' ? await this.person(who) : who
    return await this.send(token, path, input, headers)
  }

  /** A call that must succeed; answers its data. */
  must<P extends keyof Requests, K extends string>(
    who: string | Person,
    path: P,
    input?: Sent<P, K>,
  ): Promise<Data[P]> {
    return this.rawMust(who, path, input)
  }

  /** As `must`, of a call whose function answers several. */
  list<P extends keyof Requests, K extends string>(
    who: string | Person,
    path: P,
    input?: Sent<P, K>,
  ): Promise<Listed<P>> {
    return this.rawMust(who, path, input)
  }

  /** As `raw`, where it must succeed; answers the data. */
  async rawMust<T = Values>(who: string | Person, path: string, input: object = {}): Promise<T> {
    const told = await this.raw(who, path, input)
    if (told.status !== 200)
      throw new Error(`${path} ${JSON.stringify(input)}: ${told.status} ${told.msg} ${JSON.stringify(told.data)}`)
    return told.data as T
  }

  /** The demo account of a name of {@link MOBILES}, signed in once a product. */
  person(name: string): Promise<Person> {
    const known = this.people.get(name) ?? this.enter(isAccount(name) ? MOBILES[name] : name)
    this.people.set(name, known)
    return known
  }

  /** A session of an account under the role it is in, begun without the price of its password. */
  async enter(mobile: string): Promise<Person> {
    const user = await this.row<Person & { companyId: number; roleId: number }>(
      `select "id" as "userId", "employeeId", coalesce("currentCorpId", "companyId") as "companyId", "orgId", "currentRoleId" as "roleId", "realName", "mobile"
       from "user" where "mobile" = $1 and not "isDel"`,
      [mobile],
    )
    const { token } = await beginSession(
      this.db,
      { userId: user.userId, corpId: user.companyId, roleId: user.roleId },
      this.clock.now(),
      undefined,
    )
    return { ...user, token }
  }

  /** A further session of somebody. */
  async again(person: Person): Promise<Person> {
    const { token } = await beginSession(
      this.db,
      { userId: person.userId, corpId: person.companyId, roleId: person.roleId },
      this.clock.now(),
      undefined,
    )
    return { ...person, token }
  }

  /** A new member of staff with an account, signed in. Written past the calls: who may hire whom is not the point. */
  async hire({ name, companyId, orgId, roleId }: Hire): Promise<Person> {
    this.hired += 1
    const mobile = `199${String(this.hired).padStart(8, '0')}`
    const system = { kind: 'system', lang: 'zh', companyId } as const
    const [employeeId] = (await this.app.insertAll('employee', system, [{ realName: name, mobile, orgId }])) as [number]
    const { id: userId } = await this.row<{ id: number }>(
      `insert into "user" ("companyId", "mobile", "password", "realName", "employeeId", "orgId", "currentCorpId", "currentRoleId", "activation", "status")
       values ($1, $2, 'none', $3, $4, $5, $1, $6, true, 1) returning "id"`,
      [companyId, mobile, name, employeeId, orgId, roleId],
    )
    await this.rows('update "employee" set "accountCount" = 1 where "id" = $1', [employeeId])
    await this.app.insertAll('userRole', system, [{ userId, corpId: companyId, orgId, roleId, isDefault: true }])
    return this.enter(mobile)
  }

  /** The id of a role of a company by its code. */
  async role(code: string, companyId: number): Promise<number> {
    return (
      await this.row<{ id: number }>('select "id" from "role" where "code" = $1 and "companyId" = $2 and not "isDel"', [
        code,
        companyId,
      ])
    ).id
  }

  rows<T extends DbRow = DbRow>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    return this.db.query<T>(sql, parameters)
  }

  async row<T = Values>(sql: string, parameters: readonly unknown[] = []): Promise<T> {
    const [row] = await this.db.query(sql, parameters)
    if (!row) throw new Error(`no row: ${sql}`)
    return row as T
  }

  /** How many live rows a table has. */
  async count(table: string, where = 'true', parameters: readonly unknown[] = []): Promise<number> {
    return (
      await this.row<{ n: number }>(`select count(*) as n from "${table}" where not "isDel" and ${where}`, parameters)
    ).n
  }
}
