/**
 * What a hand-written call sees, typed by the schemas: rows by resource, inputs, answers and moves by name. A field, a
 * value, a move or a call that is misspelt does not compile.
 */
import type { Answers, Inputs, Parts, Subjects } from '../../generated/calls.ts'
import type { Children, Columns, Moves, Refs, Settings, Values } from '../../generated/records.ts'
import type { Requests } from '../../generated/wire.ts'
import type { Model, Text } from '../../model/model.ts'
import type { Span } from '../engine/span.ts'
import type { Actor, AnswerParts, FileStore, OwnContext as AnyOwnContext, Queryable, SmsGateway } from '../types.ts'

export { Span } from '../engine/span.ts'
export type { Values } from '../../generated/records.ts'

/** A resource with a table. */
export type ResourceName = keyof Columns
/** A call with a hand-written function. */
type HandlerPath = keyof Inputs

declare const OF: unique symbol

/** A row of a resource: its columns in inside form, and child rows where they were just written. */
export type Row<R extends ResourceName = ResourceName> = Columns[R] & {
  [K in keyof Children[R]]?: Children[R][K] extends ResourceName ? Row<Children[R][K]>[] : never
} & { readonly [OF]?: R }

/** Equal fields; a list: any of them; a span: between. */
export type Where<R extends ResourceName> = {
  [K in keyof Columns[R]]?: Columns[R][K] | readonly NonNullable<Columns[R][K]>[] | Span | null
}

type SortKey<R extends ResourceName> = keyof Columns[R] & string

/** How rows are read. `seen`: only what the person may see. */
interface ReadOptions<R extends ResourceName> {
  lock?: boolean
  limit?: number
  seen?: boolean
  sort?: (SortKey<R> | `-${SortKey<R>}`)[]
}

/** Columns that hold a number. */
type NumberKey<R extends ResourceName> = {
  [K in SortKey<R>]: NonNullable<Columns[R][K]> extends number ? K : never
}[SortKey<R>]

type Id = number | null | undefined
/** The record a reference leads to. */
type Followed<R extends ResourceName, K extends keyof Refs[R]> = Refs[R][K] extends ResourceName
  ? Row<Refs[R][K]>
  : never

/** What every piece of a hand-written call may use. It all happens in the transaction of the call. */
export interface CallContext {
  readonly tx: Queryable
  readonly model: Model
  readonly actor: Actor
  readonly now: number
  readonly settings: Settings
  readonly sms: SmsGateway
  readonly files: FileStore
  /** The record that a reference of a row in hand leads to, by the name it is followed under; nothing where it is empty. */
  ref<R extends ResourceName, K extends keyof Refs[R] & string>(
    row: Row<R>,
    as: K,
    options?: { lock?: boolean },
  ): Promise<Followed<R, K> | undefined>
  /** As `ref`, where there must be one: refused otherwise. */
  mustRef<R extends ResourceName, K extends keyof Refs[R] & string>(
    row: Row<R>,
    as: K,
    options?: { lock?: boolean },
  ): Promise<Followed<R, K>>
  /** A row of the company by its id; nothing where the id is empty. What a rule reads does not depend on who asks. */
  find<R extends ResourceName>(resource: R, id: Id, options?: { lock?: boolean }): Promise<Row<R> | undefined>
  /** A row that the person may see, by an id that came from outside. */
  seen<R extends ResourceName>(resource: R, id: Id, options?: { lock?: boolean }): Promise<Row<R> | undefined>
  /** A field of a record that the person may see, masked for nobody; nothing where there is no such record. */
  whole(resource: ResourceName, id: number, field: string): Promise<unknown>
  /** As `seen`, locked; refused at the input where it is not there. */
  must<R extends ResourceName>(resource: R, id: Id, field: string): Promise<Row<R>>
  /** Rows of the company, oldest first. */
  select<R extends ResourceName>(resource: R, where: Where<R>, options?: ReadOptions<R>): Promise<Row<R>[]>
  count<R extends ResourceName>(resource: R, where: Where<R>, options?: { seen?: boolean }): Promise<number>
  sum<R extends ResourceName>(
    resource: R,
    field: NumberKey<R>,
    where: Where<R>,
    options?: { seen?: boolean },
  ): Promise<number>
  exists<R extends ResourceName>(resource: R, where: Where<R>, options?: { seen?: boolean }): Promise<boolean>
  /** Adds a row with defaults, serial numbers, computed fields, uniqueness, audit and push. */
  insert<R extends ResourceName>(resource: R, values: Values<R>): Promise<Row<R>>
  /** Adds rows in order, with few statements for all of them. */
  insertMany<R extends ResourceName>(resource: R, many: readonly Values<R>[]): Promise<Row<R>[]>
  /** Changes a row (version, computed fields, uniqueness, audit, push). */
  update<R extends ResourceName>(resource: R, row: { id: number }, values: Values<R>): Promise<Row<R>>
  /** Makes a declared move of a state machine, its guard checked, its `set` applied. */
  move<R extends ResourceName>(resource: R, row: { id: number }, move: Moves[R], values?: Values<R>): Promise<Row<R>>
  remove(resource: ResourceName, row: { id: number }): Promise<void>
  /** Makes another call as the same actor, its grant taken as given, in this transaction. Its answer is in wire form. */
  call<P extends keyof Requests>(path: P, input: { [K in keyof Requests[P]]?: unknown }): Promise<unknown>
  /** A message to an employee: stored, counted in the badge, pushed. Sentences of the product are given in both languages. */
  notify(
    receiverId: number,
    message: {
      title: string | Text
      content: string | Text
      sourceType: Row<'pushMessage'>['messageSourceType']
      source?: Record<string, unknown>
    },
  ): Promise<void>
  /** How and why the changes of hands from here on came about; the reason otherwise comes from the input of that name. */
  assignment(said: { mode?: Row<'allocation'>['allocMode']; reason?: string | null | undefined }): void
  /** Stops with a sentence (status 400), at a field when named. */
  refuse(field: string | undefined, why: Text): never
  /** After commit only. */
  afterCommit(work: () => Promise<void> | void): void
  /** Whether the person holds a code: `menu`, `menu.button`, or a button's code alone. The system holds all. */
  can(code: string): boolean
  /** Replaces the audit sentence of this call. */
  log(message: Text): void
  /** The other parts of the answer: `msg` (else empty), `total` of a list, `count`. */
  answer(parts: AnswerParts): void
}

/** The resource a call is about. */
type SubjectOf<P extends HandlerPath> = Subjects[P] extends { of: infer R extends ResourceName } ? R : never

/** What the engine's own part left: the records before and after, in the order of the call's rows. Returned, it is the answer. */
interface Added<R extends ResourceName> {
  readonly after: Row<R>
}
interface Changed<R extends ResourceName> {
  readonly before: Row<R>
  readonly after: Row<R>
  readonly all: readonly { before: Row<R>; after: Row<R> }[]
}
interface Removed<R extends ResourceName> {
  readonly before: Row<R>
  readonly all: readonly { before: Row<R> }[]
}

type PartOf<P extends HandlerPath> = {
  added: Added<SubjectOf<P>>
  changed: Changed<SubjectOf<P>>
  removed: Removed<SubjectOf<P>>
  none: object
}[Parts[P]]

/** One hand-written call at work: what it was given, and the rows it is made on (locked, in scope). */
export interface Call<P extends HandlerPath> extends CallContext {
  readonly input: Inputs[P]
  readonly row: Subjects[P] extends { always: true } ? Row<SubjectOf<P>> : Row<SubjectOf<P>> | undefined
  readonly rows: Row<SubjectOf<P>>[]
  /**
   * The engine's own part of a call that is both declared and hand-written, with `values` over the input. The function
   * stands in its place and makes it here, before or after its own work; a call of kind `handler` has none.
   */
  standard(values?: Values<SubjectOf<P>>): Promise<PartOf<P>>
}

type AnswerOf<P extends HandlerPath> = P extends keyof Answers
  ? Answers[P] | readonly Answers[P][] | (Parts[P] extends 'none' ? never : PartOf<P>) | null | undefined
  : unknown

/** A hand-written call: what it returns is the answer's `data` in inside form. */
export type Handler<P extends HandlerPath> = (c: Call<P>) => Promise<AnswerOf<P>>

/** A hand-written call that opens its own transactions: signing in, changing a password. */
export interface OwnHandler<P extends HandlerPath> {
  own: (c: OwnContext & { readonly input: Inputs[P] }) => Promise<unknown>
}
export type OwnContext = Omit<AnyOwnContext, 'input'>

/** Handlers by wire path; each module exports its own. */
export type Handlers = { [P in HandlerPath]?: Handler<P> | OwnHandler<P> }
