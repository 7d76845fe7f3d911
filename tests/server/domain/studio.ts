/**
 * A small chain of studios on an empty database: the product's own schemas, two companies, a few people with the
 * product's roles. Calls go through the engine as the server makes them, without HTTP.
 */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Columns } from '../../../src/generated/records.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { Listed, Records, Requests, Sent, Told } from '../../../src/generated/wire.ts'
import type { Model } from '../../../src/model/model.ts'
import type { Answer } from '../../../src/model/web.ts'
import { createApp } from '../../../src/server/app.ts'
import type { App } from '../../../src/server/app.ts'
import { createAuth } from '../../../src/server/auth/index.ts'
import type { Auth } from '../../../src/server/auth/index.ts'
import { hashPassword } from '../../../src/server/auth/passwords.ts'
import { migrate } from '../../../src/server/db/schema/migrate.ts'
import { handlers } from '../support/code.ts'
import { sessionStore, syncBuiltIns } from '../../../src/server/platform/index.ts'
import { sealOf } from '../../../src/server/files/seal.ts'
import { createJobs } from '../../../src/server/jobs/index.ts'
import type { Jobs } from '../../../src/server/jobs/index.ts'
import { OUTBOX_TABLE } from '../../../src/server/push/outbox.ts'
import { smsLog } from '../../../src/server/sms/index.ts'
import type { SmsLog } from '../../../src/server/sms/index.ts'
import type { Actor, Database, FileStore } from '../../../src/server/types.ts'
import type { Engine } from '../db/engines.ts'
import { ZONE } from '../db/engines.ts'
import { generatedModel } from '../support/product.ts'

/** Monday 2026-03-16, 09:00 in Shanghai. */
export const MONDAY = Date.UTC(2026, 2, 16, 1)
/** Its midnight: the day itself. */
export const TODAY = MONDAY - 9 * 3600_000
export const PASSWORD = 'Star2026'

type Input = Record<string, unknown>

/** A row as the database holds it: money in cents, dictionary values as on the wire. */
export type Stored<R extends keyof Columns> = {
  [K in keyof Columns[R]]: true extends Columns[R][K]
    ? Columns[R][K]
    : R extends keyof Records
      ? K extends keyof Records[R]
        ? Records[R][K]
        : Columns[R][K]
      : never
}

const model = generatedModel()

/** Somebody who works here, under a role. */
export type Staff = Actor & Required<Pick<Actor, 'userId' | 'employeeId' | 'companyId' | 'orgId' | 'roleId'>>

/** A call and what it is sent, in tables of calls. */
export type Ask<Q extends keyof Requests = keyof Requests> = { [P in Q]: readonly [path: P, input: Requests[P]] }[Q]

/** The calls of one person, as {@link Studio} makes them. */
export interface Asking {
  call: <P extends keyof Requests, K extends string>(
    path: P,
    input?: Sent<P, K>,
    by?: Actor | string,
  ) => Promise<Answer>
  must: <P extends keyof Requests, K extends string>(
    path: P,
    input?: Sent<P, K>,
    by?: Actor | string,
  ) => Promise<Told[P]>
  list: <P extends keyof Requests, K extends string>(
    path: P,
    input?: Sent<P, K>,
    by?: Actor | string,
  ) => Promise<Listed<P>>
  add: <P extends keyof Requests, K extends string>(path: P, input: Sent<P, K>, by?: Actor | string) => Promise<number>
  raw: (path: string, input?: unknown, by?: Actor | string) => Promise<Answer>
}

export class Studio {
  readonly clock = {
    at: MONDAY,
    now() {
      return this.at
    },
  }
  readonly sms: SmsLog = smsLog(() => undefined)
  readonly people: Record<string, Staff> = {}
  private constructor(
    readonly db: Database,
    readonly model: Model,
    readonly app: App,
    readonly auth: Auth,
    readonly jobs: Jobs,
    readonly files: FileStore,
  ) {}

  static async open(engine: Engine): Promise<Studio> {
    const db = await engine.filled('studio', async (empty) => {
      await migrate(empty, model)
      await empty.query(OUTBOX_TABLE)
      await (await Studio.over(empty)).furnish()
    })
    const studio = await Studio.over(db)
    for (const { name, mobile } of PEOPLE) studio.people[name] = await studio.met(mobile)
    return studio
  }

  private static async over(db: Database): Promise<Studio> {
    const parts = {
      clock: { now: (): number => studio.clock.now() },
      sms: { send: (mobile: string, text: string) => studio.sms.send(mobile, text) },
    }
    const auth = createAuth({ store: sessionStore(db), clock: parts.clock })
    const files = memoryFiles()
    const app = await createApp({ db, model, files, handlers, authenticate: auth.authenticate, ...parts })
    const jobs = await createJobs({ db, clock: parts.clock, timezone: ZONE })
    const studio: Studio = new Studio(db, model, app, auth, jobs, files)
    return studio
  }

  /** Makes a call as a person; a refusal is an answer too. */
  call<P extends keyof Requests, K extends string>(who: Actor | string, path: P, input?: Sent<P, K>): Promise<Answer> {
    return this.raw(who, path, input)
  }

  /** Makes a call that must succeed; answers its data. */
  must<P extends keyof Requests, K extends string>(who: Actor | string, path: P, input?: Sent<P, K>): Promise<Told[P]> {
    return this.done(who, path, input)
  }

  /** As `must`, of a call whose function answers several. */
  list<P extends keyof Requests, K extends string>(
    who: Actor | string,
    path: P,
    input?: Sent<P, K>,
  ): Promise<Listed<P>> {
    return this.done(who, path, input)
  }

  /** As `must`, of a call that makes a record; answers its id. */
  async add<P extends keyof Requests, K extends string>(
    who: Actor | string,
    path: P,
    input: Sent<P, K>,
  ): Promise<number> {
    return (await this.done<{ id: number }>(who, path, input)).id
  }

  /** The calls of one person; or of another, where one is named. */
  as(who: Actor | string): Asking {
    return {
      call: (path, input, by = who) => this.raw(by, path, input),
      must: (path, input, by = who) => this.done(by, path, input),
      list: (path, input, by = who) => this.done(by, path, input),
      add: (path, input, by = who) => this.add(by, path, input),
      raw: (path, input, by = who) => this.raw(by, path, input),
    }
  }

  /** Sends to any path what no type allows: the one door for input that is wrong on purpose, or found out. */
  async raw(who: Actor | string, path: string, input: unknown = {}): Promise<Answer> {
    const actor = typeof who === 'string' ? await this.actor(who) : who
    return this.app.answer(path, actor, input as Input)
  }

  private async done<T>(who: Actor | string, path: string, input?: object): Promise<T> {
    const told = await this.raw(who, path, input)
    if (told.status !== 200) throw new Error(`${path}: ${told.status} ${told.msg} ${JSON.stringify(told.data)}`)
    return told.data as T
  }

  /** A stranger who signs in; the token. */
  async signIn(mobile: string, password = PASSWORD): Promise<string> {
    const { token } = await this.must(STRANGER, 'system/checkLogin', { mobile, password })
    return token
  }

  async actor(name: string): Promise<Staff> {
    const known = this.people[name]
    if (!known) throw new Error(`nobody called ${name}`)
    return known
  }

  row<T = Input>(sql: string, parameters: unknown[] = []): Promise<T> {
    return this.db.query(sql, parameters).then((rows) => rows[0] as T)
  }

  rows<T = Input>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.db.query(sql, parameters).then((rows) => rows as T[])
  }

  async close(): Promise<void> {
    await this.jobs.stop()
    await this.db.close()
  }

  /** Somebody more of the first company, who sells by telephone unless another role is named; answers the person's id. */
  async colleague(realName: string, mobile: string, orgId: number, role = 'telemarketer'): Promise<number> {
    const somebody = { companyId: 1, name: mobile, realName, mobile, role, sales: true, orgId }
    return this.hire({ kind: 'system', lang: 'zh' }, somebody, await hashPassword(PASSWORD))
  }

  private async furnish(): Promise<void> {
    const system: Actor = { kind: 'system', lang: 'zh' }
    for (const [code, name] of [
      ['XB-CQ', '星宝摄影（重庆）'],
      ['XB-CD', '星宝摄影（成都）'],
    ] as const) {
      await this.db.query('insert into "company" ("code", "name", "status") values ($1, $2, 1)', [code, name])
    }
    await syncBuiltIns(this.db, this.model, this.clock.now())
    const password = await hashPassword(PASSWORD)
    for (const companyId of [1, 2]) {
      const head = await this.must({ ...system, companyId }, 'org/add', {
        name: '总经办',
        code: 'HQ',
        orgType: DICT.org_type.department,
      })
      const sales = await this.must({ ...system, companyId }, 'org/add', {
        name: '电销部',
        code: 'TEL',
        orgType: DICT.org_type.department,
        parentId: head.id,
      })
      for (const person of PEOPLE.filter((one) => one.companyId === companyId)) {
        await this.hire(system, { ...person, orgId: person.sales ? sales.id : head.id }, password)
      }
    }
  }

  private async hire(
    system: Actor,
    { companyId, realName, mobile, role, orgId }: (typeof PEOPLE)[number] & { orgId: number },
    password: string,
  ): Promise<number> {
    const company = { ...system, companyId }
    const employee = await this.must(company, 'employee/add', { realName, mobile, orgId })
    const { id: roleId } = await this.row<{ id: number }>(
      'select "id" from "role" where "code" = $1 and "companyId" = $2',
      [role, companyId],
    )
    const user = await this.row<{ id: number }>(
      `insert into "user" ("companyId", "mobile", "password", "realName", "employeeId", "orgId", "currentCorpId", "currentRoleId", "activation", "status")
       values ($1, $2, $3, $4, $5, $6, $1, $7, true, 1) returning "id"`,
      [companyId, mobile, password, realName, employee.id, orgId, roleId],
    )
    await this.db.query('update "employee" set "accountCount" = 1 where "id" = $1', [employee.id])
    await this.app.insertAll('userRole', company, [
      { userId: user.id, corpId: companyId, orgId, roleId, isDefault: true },
    ])
    return employee.id
  }

  async met(mobile: string): Promise<Staff> {
    const person = await this.row<Omit<Staff, 'kind' | 'lang'>>(
      `select u."id" as "userId", u."employeeId", u."companyId", u."orgId", o."path" as "orgPath", u."currentRoleId" as "roleId", u."realName", u."mobile"
       from "user" u join "org" o on o."id" = u."orgId" where u."mobile" = $1`,
      [mobile],
    )
    return { ...person, kind: 'staff', lang: 'zh' }
  }
}

export const STRANGER: Actor = { kind: 'anyone', lang: 'zh', ip: '10.0.0.9' }

const PEOPLE = [
  { companyId: 1, name: 'admin', realName: '管理员', mobile: '13800000001', role: 'administrator', sales: false },
  { companyId: 1, name: 'manager', realName: '孙晓梅', mobile: '13800000002', role: 'manager', sales: false },
  { companyId: 1, name: 'lin', realName: '林静', mobile: '13800000003', role: 'telemarketer', sales: true },
  { companyId: 1, name: 'zhou', realName: '周洁', mobile: '13800000004', role: 'telemarketer', sales: true },
  { companyId: 1, name: 'seller', realName: '周雨桐', mobile: '13800000011', role: 'consultant', sales: true },
  { companyId: 1, name: 'finance', realName: '钱会计', mobile: '13800000012', role: 'finance', sales: false },
  { companyId: 2, name: 'chengdu', realName: '成都管理员', mobile: '13800000005', role: 'administrator', sales: false },
]

function memoryFiles(): FileStore {
  const kept = new Map<string, Buffer>()
  return {
    seal: sealOf(),
    async put(key, bytes) {
      kept.set(key, bytes)
    },
    async putFile(key, path) {
      kept.set(key, await readFile(path))
    },
    async get(key) {
      return kept.get(key) as Buffer
    },
    async stream(key) {
      return Readable.from([kept.get(key) as Buffer])
    },
    async stat(key) {
      const bytes = kept.get(key)
      return bytes && { size: bytes.length }
    },
    async del(key) {
      kept.delete(key)
    },
  }
}
