/** The seams of the server: what is injected from outside, and what a hand-written call sees. */
import type { Lang, Model, Text } from '../model/model.ts'

/** A statement with its parameters, as Kysely compiles it. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** Rows come back as JavaScript values set alike on both engines: int8 and numeric → number, timestamptz → ms, date → ms at midnight of the product's time zone, jsonb → object, arrays → arrays. */
export type DbRow = Record<string, unknown>

/** Inside a transaction only its own `tx` may be used; a query on the `Database` there would wait for ever on an embedded database. */
export interface Queryable {
  query<T extends DbRow = DbRow>(sql: string, parameters?: readonly unknown[]): Promise<T[]>
}

export interface Transaction extends Queryable {
  /**
   * Runs a statement whose rows nobody needs. It is sent with the next one, or with the end, and whatever comes next fails
   * if it fails (docs/decisions/0042-batches.md).
   */
  later(sql: string, parameters?: readonly unknown[]): void
}

/** PostgreSQL or embedded PGlite behind one interface. */
export interface Database extends Queryable {
  readonly engine: 'postgres' | 'pglite'
  /** Runs `work` in one transaction; serialization failures and deadlocks are retried, so `work` must have no effect outside `tx`. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs many statements as one transaction, without parameters and without a time limit: schema changes, maintenance. */
  script(sql: string): Promise<void>
  /** Calls back on NOTIFY of a channel; an empty payload after an interruption: something may have been missed. Resolves to a function that stops it. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /** Connections that are open, and statements and transactions that wait for one. */
  load(): { open: number; idle: number; waiting: number }
  /** Embedded, in a directory: copies it as it is between two transactions, into an absent place. Everything else waits meanwhile. */
  copyTo?(directory: string): Promise<void>
  close(): Promise<void>
}

/** The time, injected so that tests and the demo data may move it. Milliseconds since the epoch. */
export interface Clock {
  now(): number
}

/** Sends a short message. The built-in one logs it and keeps the last code of each number for development. */
export interface SmsGateway {
  send(mobile: string, text: string): Promise<{ ok: boolean; ref?: string; error?: string }>
}

/** Signs and checks addresses of originals. Moments in ms. */
export interface Seal {
  /** The address of a stored file, good until this moment. */
  address(url: string, until: number): string
  /** Whether the query of an address lets this key be read now. */
  opens(key: string, query: URLSearchParams, now: number): boolean
  /** An address that stands for this one until a moment, as long as a session lives, where one is named; it does not tell this one. */
  veil(url: string, until: number, sessionId?: number): string
  /** What a veiled key stands for; nothing where it is over or was made up. */
  unveil(key: string, now: number): Veiled | undefined
  /** 32 hex digits for a text: the same each time, and worked out by nobody who only knows the text. */
  stem(text: string): string
}

/** The address of a file behind a veiled one, and the session it was made for. */
interface Veiled {
  url: string
  sessionId?: number
}

/** Stored bytes behind a key; local disk by default, S3 by configuration. */
export interface FileStore {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Stores a file of this machine, never whole in memory. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  get(key: string): Promise<Buffer>
  stream(key: string, range?: { start: number; end: number }): Promise<NodeJS.ReadableStream>
  stat(key: string): Promise<{ size: number } | undefined>
  del(key: string): Promise<void>
  /** Deletes what is given out no longer, and answers how much; absent where a rule of the bucket does it. */
  removePassed?(now: number): Promise<number>
  /** Signs the addresses of originals. */
  readonly seal: Seal
}

/** Who asks. `staff`: an employee in a company under a role. `client`: a customer. `system`: a job or the demo data. */
export interface Actor {
  kind: 'staff' | 'client' | 'system' | 'anyone'
  userId?: number
  employeeId?: number
  customerId?: number
  /** The link by which a customer came: what it does not name is not there. */
  linkId?: number
  companyId?: number
  orgId?: number
  /** `/1/4/9/`: the department and those above it. */
  orgPath?: string
  roleId?: number
  realName?: string
  mobile?: string
  dutyId?: number
  sessionId?: number
  /** The window of a browser that asks: another one of the same person hears of what this one did. */
  window?: string
  ip?: string
  lang: Lang
}

/** A row inside the server: booleans true/false, money in cents, moments and days in ms. */
export type Row = Record<string, unknown> & { id: number; version: number }

/** Everything a running application is made of. */
export interface AppDeps {
  db: Database
  model: Model
  clock: Clock
  sms: SmsGateway
  files: FileStore
}

/**
 * What a hand-written call sees. It runs inside the call's transaction, after grant, scope, validation
 * and guard; audit and push are the engine's. Every method below uses that transaction.
 */
export interface CallContext {
  readonly tx: Queryable
  readonly model: Model
  readonly actor: Actor
  readonly now: number
  /** Checked input in inside form. */
  readonly input: Record<string, unknown>
  /** The row(s) the call is made on (`id`/`ids`), locked, in scope. */
  readonly row: Row | undefined
  readonly rows: Row[]
  readonly settings: Record<string, unknown>
  readonly sms: SmsGateway
  readonly files: FileStore
  /**
   * A row of the company by its id: what a rule reads does not depend on who asks. Nothing where the id is empty.
   * `lock` takes the row for the rest of the transaction.
   */
  find(resource: string, id: number | null | undefined, options?: { lock?: boolean }): Promise<Row | undefined>
  /** A row that the person may see, by an id that came from outside. */
  seen(resource: string, id: number | null | undefined, options?: { lock?: boolean }): Promise<Row | undefined>
  /** A field of a record that the person may see, masked for nobody; nothing where there is no such record. */
  whole(resource: string, id: number, field: string): Promise<unknown>
  /** As `seen`, locked; refused at the input where it is not there. */
  must(resource: string, id: number | null | undefined, field: string): Promise<Row>
  /** As `must`, of several: locked in the order of their ids, answered once each in the order asked. */
  mustAll(resource: string, ids: readonly number[], field: string): Promise<Row[]>
  /** The record that a reference of a row in hand leads to, by the name it is followed under; nothing where it is empty. */
  ref(row: Row, as: string, options?: { lock?: boolean }): Promise<Row | undefined>
  /** As `ref`, where there must be one. */
  mustRef(row: Row, as: string, options?: { lock?: boolean }): Promise<Row>
  /** How many rows there are; what a field of them comes to; whether there is one. `seen`: of those the person may see. */
  count(resource: string, where: Record<string, unknown>, options?: { seen?: boolean }): Promise<number>
  sum(resource: string, field: string, where: Record<string, unknown>, options?: { seen?: boolean }): Promise<number>
  exists(resource: string, where: Record<string, unknown>, options?: { seen?: boolean }): Promise<boolean>
  /** Rows of the company by equal fields (a list: any of them; a `Span`: between), oldest first. `seen`: only what the person may see. */
  select(
    resource: string,
    where: Record<string, unknown>,
    options?: { lock?: boolean; limit?: number; seen?: boolean; sort?: string[] },
  ): Promise<Row[]>
  /** Adds a row with defaults, serial numbers, computed fields, uniqueness, audit and push. */
  insert(resource: string, values: Record<string, unknown>): Promise<Row>
  /** Adds rows in order, with few statements for all of them. */
  insertMany(resource: string, many: readonly Record<string, unknown>[]): Promise<Row[]>
  /** Changes a row (version, computed fields, uniqueness, audit, push). */
  update(resource: string, row: Row, values: Record<string, unknown>): Promise<Row>
  /** Makes a declared move of a state machine, its guard checked, its `set` applied. */
  move(resource: string, row: Row, move: string, values?: Record<string, unknown>): Promise<Row>
  remove(resource: string, row: Row): Promise<void>
  /** Makes another call as the same actor, its grant taken as given, in this transaction. Input and answer are in wire form. */
  call(path: string, input: Record<string, unknown>): Promise<unknown>
  /** A message to an employee: stored, counted in the badge, pushed. What the product says it says in both languages; what a person wrote stays as it is. */
  notify(
    receiverId: number,
    message: {
      title: string | { zh: string; en: string }
      content: string | { zh: string; en: string }
      sourceType: string
      source?: Record<string, unknown>
    },
  ): Promise<void>
  /** How and why the changes of hands from here on came about; the reason otherwise comes from the input of that name. */
  assignment(said: { mode?: string; reason?: string | null | undefined }): void
  /** Stops with a sentence (status 400), at a field when named. */
  refuse(field: string | undefined, why: { zh: string; en: string } | string): never
  /** After commit only. */
  afterCommit(work: () => Promise<void> | void): void
  /** Whether the person holds a code: `menu`, `menu.button`, or a button's code alone. The system holds all. */
  can(code: string): boolean
  /** Whether another person of the company holds a code under a role, and sees a row that this context gave. */
  another(person: Colleague, code: string, row: Row): Promise<boolean>
  /** A record as it stood at a moment (ms) and as it stands, in wire form, by what this person may see. */
  asOf(asked: {
    entity: string
    id: number
    at: number
  }): Promise<{ row: Record<string, unknown>; now: Record<string, unknown>; changed: string[]; unknown: string[] }>
  /** Why a computed or counted number of a record is what it is, by what this person may see. */
  why(asked: { entity: string; id: number; field: string }): Promise<{
    value: unknown
    formula: string
    put: string
    terms: unknown
  }>
  /** Takes back what an earlier call of this person did; refuses where that is too late or somebody changed it since. Answers how many records. */
  undo(key: string): Promise<number>
  /** Replaces the audit sentence of this call. */
  log(message: Text): void
  /**
   * The engine's own part of a call that is both declared and hand-written (its add, edit, del, move, set or
   * list), with `values` over the input. The function stands in its place and makes it here, before or after
   * its own work; a call of kind `handler` has none. Answers what the call would answer without the function.
   */
  standard(values?: Record<string, unknown>): Promise<unknown>
  /** The other parts of the answer: `msg` (else empty), `total` of a list, `count`. */
  answer(parts: AnswerParts): void
}

/** A member of staff under one of their roles. */
export type Colleague = Pick<Actor, 'userId' | 'employeeId' | 'roleId' | 'orgId' | 'orgPath'>

/** What stands beside `data` in an answer. */
export interface AnswerParts {
  msg?: string
  total?: number
  count?: number | Record<string, number>
}

/**
 * What a call sees that opens its own transactions: signing in, where hashing must not hold one and a refusal
 * must not undo the count of wrong tries. Input is checked; grant, audit and push are its own business.
 */
export interface OwnContext extends AppDeps {
  readonly actor: Actor
  readonly now: number
  readonly input: Record<string, unknown>
  refuse: CallContext['refuse']
  answer: CallContext['answer']
  /** Makes another call as the system of a company, in a transaction of its own. It is sent and answers wire form. */
  bySystem(companyId: number, path: string, input: Record<string, unknown>): Promise<unknown>
}

/** A hand-written call: what it returns is the answer's `data` (inside form; the engine writes the wire form by the call's output). */
export type Handler = (c: CallContext) => Promise<unknown>
/** A hand-written call without the engine's transaction. */
export interface OwnHandler {
  own: (c: OwnContext) => Promise<unknown>
}
/** Handlers by wire path; one module an area and resource in src/server/domain. */
export type Handlers = Record<string, Handler | OwnHandler>
