/** How demo data is written: by the calls that staff would make, at a moment of choice. */
import type { CallPath, Inputs, StandardInputs, Subjects } from '../src/generated/calls.ts'
import type { DictionaryValues } from '../src/generated/dictionaries.ts'
import type { Columns, Values as InsideValues } from '../src/generated/records.ts'

declare const NAME: unique symbol
/** The value of a dictionary as the wire carries it. Only its name makes one, so that no bare number stands for it. */
export type Coded<Name extends string = string> = (number | string) & { readonly [NAME]: Name }

/** The wire value of a name of a dictionary. */
export type Values = <D extends keyof DictionaryValues, N extends DictionaryValues[D]>(
  dictionary: D,
  name: N,
) => Coded<N>

/** The dictionaries that have all of these names; none has the words of a text with fixed values. */
type DictionaryOf<Name extends string> = {
  [D in keyof DictionaryValues]: [Name] extends [DictionaryValues[D]] ? D : never
}[keyof DictionaryValues]
type Word<T extends string> = string extends T ? string : [DictionaryOf<T>] extends [never] ? T : Coded<T>

type One<T> = [T] extends [never]
  ? never
  : [T] extends [boolean]
    ? number
    : [T] extends [string]
      ? Word<T>
      : [T] extends [number]
        ? number
        : { [K in keyof T]?: Wire<T[K]> }
/**
 * A value inside the server as it is sent: names of dictionaries as their values, booleans as 0 and 1, money in yuan. What
 * must be there is said by the call when it is made.
 */
type Wire<T> = One<Exclude<T, List | null | undefined>> | Many<Extract<T, List>> | Extract<T, null | undefined>
type List = readonly unknown[]
type Many<T> = T extends readonly (infer E)[] ? readonly Wire<E>[] : never

type Resource = keyof Columns
/** What a record of a resource may be made from. */
type WireRow<R extends Resource> = Wire<InsideValues<R>>
/** A record as a list answers it. */
export type Row<R extends Resource> = { [K in keyof Columns[R]]: Wire<Columns[R][K]> }
/** An edit takes states too: the preset that makes the move sends where it leads. */
type StatesOf<P extends keyof Inputs> = P extends `${string}/edit`
  ? Subjects[P] extends { of: infer R extends Resource }
    ? Wire<Partial<Omit<Columns[R], keyof Inputs[P]>>>
    : unknown
  : unknown
/** What a call takes. */
type WireInput<P extends CallPath> = P extends keyof Inputs
  ? Wire<Inputs[P]> & StatesOf<P> & { requestNo?: string }
  : P extends keyof StandardInputs
    ? Wire<StandardInputs[P]>
    : Record<string, unknown>

/** No key that is not known, also where the object was made elsewhere. */
type Only<T, Known> = T & { [K in keyof T]: K extends keyof Known ? Within<T[K], Known[K]> : never }
type Within<T, Known> = T extends number | string | null | undefined
  ? T
  : T extends readonly (infer E)[]
    ? readonly Within<E, Extract<Known, List>[number]>[]
    : Only<T, Exclude<Known, List | number | string | null | undefined>>

/** One company's writer. Ids come back, so that later rows can point at earlier ones. */
export interface Seeder {
  /** Adds one record by its `add` call; answers its id. */
  add<R extends Resource, T extends WireRow<R>>(resource: R, values: Only<T, WireRow<R>>): Promise<number>
  /** Adds many, in order, in as few transactions as may be. */
  addAll<R extends Resource, T extends WireRow<R>>(resource: R, rows: readonly Only<T, WireRow<R>>[]): Promise<number[]>
  /** Makes any call; answers its data, which whoever asks knows. */
  call<P extends CallPath, T extends WireInput<P>, Answer = unknown>(
    path: P,
    input: Only<T, WireInput<P>>,
  ): Promise<Answer>
  /** The same writer as another person of the company (employee id). */
  as(employeeId: number): Seeder
  /** The same writer at another moment (ms). */
  at(moment: number): Seeder
  /** The moment in whose name it writes. */
  readonly now: number
}
