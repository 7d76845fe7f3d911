/** How demo data is written: by the calls that staff would make, at a moment of choice. */
import type { Code, DictionaryValues } from '../src/generated/dictionaries.ts'
import type { Listed, Only, Records, Requests, Sent, Told, Values as Made } from '../src/generated/wire.ts'

export type { Row } from '../src/generated/wire.ts'

/** The wire value of a name of a dictionary. */
export type Values = <D extends keyof DictionaryValues, N extends DictionaryValues[D]>(
  dictionary: D,
  name: N,
) => Code<D, N>

/** One company's writer. Ids come back, so that later rows can point at earlier ones. */
export interface Seeder {
  /** Adds one record by its `add` call; answers its id. */
  add<R extends keyof Records, K extends string>(resource: R, values: Only<K, Made<R>>): Promise<number>
  /** Adds many, in order, in as few transactions as may be. */
  addAll<R extends keyof Records, K extends string>(resource: R, rows: readonly Only<K, Made<R>>[]): Promise<number[]>
  /** Makes any call; answers its data. */
  call<P extends keyof Requests, K extends string>(path: P, input: Sent<P, K>): Promise<Told[P]>
  /** Makes a call whose function answers several. */
  list<P extends keyof Requests, K extends string>(path: P, input: Sent<P, K>): Promise<Listed<P>>
  /** The same writer as another person of the company (employee id). */
  as(employeeId: number): Seeder
  /** The same writer at another moment (ms). */
  at(moment: number): Seeder
  /** The moment in whose name it writes. */
  readonly now: number
}
