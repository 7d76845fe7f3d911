/**
 * What a hand-written call sees, typed by the schemas: rows by resource, inputs, answers and moves by name. A field, a
 * value, a move or a call that is misspelt does not compile.
 */
import type { Answers, Inputs, Parts, Right, Several, Subjects } from '../../generated/calls.ts'
import type { DictionaryValues, Named } from '../../generated/dictionaries.ts'
import type { Children, Columns, Moves, PartRecords, Refs, Settings, Values } from '../../generated/records.ts'
import type { Only, Requests, Told } from '../../generated/wire.ts'
import type { Model, Text } from '../../model/model.ts'
import type { Span } from '../engine/span.ts'
import type {
  Actor,
  AnswerParts,
  Colleague,
  FileStore,
  OwnContext as AnyOwnContext,
  Queryable,
  SmsGateway,
} from '../types.ts'

export { Span } from '../engine/span.ts'
export type { Right } from '../../generated/calls.ts'
export type { Values } from '../../generated/records.ts'

/** Puts values of dictionaries into a statement by name: what invariants are written with. */
export type In = <D extends keyof DictionaryValues>(dictionary: D, ...names: DictionaryValues[D][]) => string

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

export type FieldOf<R extends ResourceName> = keyof Columns[R] & string

/** How rows are read. `seen`: only what the person may see. */
interface ReadOptions<R extends ResourceName> {
  lock?: boolean
  limit?: number
  seen?: boolean
  sort?: (FieldOf<R> | `-${FieldOf<R>}`)[]
}

/** Columns that hold a number. */
type NumberKey<R extends ResourceName> = {
  [K in FieldOf<R>]: NonNullable<Columns[R][K]> extends number ? K : never
}[FieldOf<R>]

type Id = number | null | undefined

/** What a call is sent, a dictionary value by its name. */
type Saying<T> = { [K in keyof T]: Named<T[K]> }

/** What an input holds that has names of its own: entries by their number, or a group. */
type Inner<K extends string, V> = V extends readonly (infer E)[]
  ? `${K}[${number}]` | (E extends object ? `${K}[${number}].${keyof E & string}` : never)
  : V extends object
    ? `${K}.${keyof V & string}`
    : never
/** Where a call is refused: at an input, or at a place inside one. */
type PlaceIn<I> = (keyof I & string) | { [K in keyof I & string]-?: Inner<K, NonNullable<I[K]>> }[keyof I & string]
/** The inputs of all hand-written calls. */
export type Place = { [P in HandlerPath]: PlaceIn<Inputs[P]> }[HandlerPath]

/** The record a reference leads to. */
type Followed<R extends ResourceName, K extends keyof Refs[R]> = Refs[R][K] extends ResourceName
  ? Row<Refs[R][K]>
  : never

/** How a change of hands came about, where the product keeps their history. */
type Mode = PartRecords extends { assignment: infer R extends ResourceName }
  ? Columns[R] extends { allocMode: infer M }
    ? M
    : never
  : never

/** What a hand-written call may use. It all happens in the transaction of the call. */
interface Tools {
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
  whole<R extends ResourceName, K extends FieldOf<R>>(
    resource: R,
    id: number,
    field: K,
  ): Promise<Columns[R][K] | undefined>
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
  /** Makes another call as the same actor, its grant taken as given, in this transaction. It is sent and answers wire form, but for a dictionary value, which is sent by its name. */
  call<P extends keyof Requests, K extends string>(path: P, input: Saying<Only<K, Requests[P]>>): Promise<Told[P]>
  /** A message to an employee: stored, counted in the badge, pushed. Sentences of the product are given in both languages. */
  notify(receiverId: number, message: Notice): Promise<void>
  /** How and why the changes of hands from here on came about; the reason otherwise comes from the input of that name. */
  assignment(said: { mode?: Mode; reason?: string | null | undefined }): void
  /** After commit only. */
  afterCommit(work: () => Promise<void> | void): void
  /** Whether the person holds a code: `menu`, `menu.button`, or a button's code alone. The system holds all. */
  can(code: Right): boolean
  /** Whether another person of the company holds a code under a role, and sees a row that this context gave. */
  another(person: Colleague, code: Right, row: { id: number }): Promise<boolean>
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
  /** Takes back what an earlier call of this person did; refuses where it is too late or somebody changed it since. Answers how many records. */
  undo(key: string): Promise<number>
  /** Replaces the audit sentence of this call. */
  log(message: Text): void
  /** The other parts of the answer: `msg` (else empty), `total` of a list, `count`. */
  answer(parts: AnswerParts): void
}

/** What a notification says, and what it is about. */
export interface Notice {
  title: string | Text
  content: string | Text
  sourceType: Row<'pushMessage'>['messageSourceType']
  source?: Record<string, unknown>
}

/** Those of them that name an input: `F`. */
interface Refusing<F> {
  /** As `seen`, locked; refused at the input where it is not there. */
  must<R extends ResourceName>(resource: R, id: Id, field: F): Promise<Row<R>>
  /** As `must`, of several: locked in the order of their ids, answered once each in the order asked. */
  mustAll<R extends ResourceName>(resource: R, ids: readonly number[], field: F): Promise<Row<R>[]>
  /** Stops with a sentence (status 400), at an input when named. A product in one language says it in that one. */
  refuse(field: F | undefined, why: Text | string): never
}

/** What a piece of several calls may use. */
export interface CallContext extends Tools, Refusing<Place> {}

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
  read: object
  none: object
}[Parts[P]]

/** One hand-written call at work: what it was given, and the rows it is made on (locked, in scope). */
export interface Call<P extends HandlerPath> extends Tools, Refusing<PlaceIn<Inputs[P]>> {
  readonly input: Inputs[P]
  readonly row: Subjects[P] extends { always: true } ? Row<SubjectOf<P>> : Row<SubjectOf<P>> | undefined
  readonly rows: Row<SubjectOf<P>>[]
  /**
   * The engine's own part of a call that is both declared and hand-written, with `values` over the input. The function
   * stands in its place and makes it here, before or after its own work; a call of kind `handler` has none.
   */
  standard(values?: Values<SubjectOf<P>>): Promise<PartOf<P>>
}

/** What a call answers: what its schema says, one or several; the engine's own part, where it has one; else nothing. */
type AnswerOf<P extends HandlerPath> =
  | (P extends keyof Answers ? (P extends Several ? readonly Answers[P][] : Answers[P]) : Record<string, never>)
  | (Parts[P] extends 'none' ? never : PartOf<P>)
  | null
  | undefined

/** A hand-written call: what it returns is the answer's `data` in inside form. */
export type Handler<P extends HandlerPath> = (c: Call<P>) => Promise<AnswerOf<P>>

/** A hand-written call that opens its own transactions: signing in, changing a password. */
export interface OwnHandler<P extends HandlerPath> {
  own: (c: OwnContext & { readonly input: Inputs[P] }) => Promise<unknown>
}
export interface OwnContext extends Omit<AnyOwnContext, 'input' | 'bySystem'> {
  /** Makes another call as the system of a company, in a transaction of its own. It is sent and answers wire form. */
  bySystem<P extends keyof Requests, K extends string>(
    companyId: number,
    path: P,
    input: Saying<Only<K, Requests[P]>>,
  ): Promise<Told[P]>
}

/** Handlers by wire path; each module exports its own. */
export type Handlers = { [P in HandlerPath]?: Handler<P> | OwnHandler<P> }
