/** What the server knows of a field type: its column, and its value in each of the three forms. */
import type { DictionaryModel, FieldModel } from '../../model/model.ts'

/** The lists of values of a model, by name. */
export type Dictionaries = Readonly<Record<string, DictionaryModel>>

/**
 * One field type on the server. A value has three forms: *wire* (what JSON carries: yuan, 1/0, the number of a
 * dictionary value), *inside* (what the server computes with: cents, true/false, the name of a dictionary value) and
 * *database* (what a statement is given). Nothing is `null` inside, for lists an empty list.
 */
export interface FieldCodec {
  /** SQL type of the column, or nothing for a type without one. `keyType`: SQL type of the key a reference carries. */
  column(field: FieldModel, dictionaries: Dictionaries, keyType?: KeyType): string | undefined
  /** Which index serves a filter on it. */
  index: 'btree' | 'gin' | 'none'
  /** Wire → inside. Only for values that passed `checkValue`. */
  fromWire(value: unknown, field: FieldModel, dictionaries: Dictionaries): unknown
  /** Inside → wire. */
  toWire(inside: unknown, field: FieldModel, dictionaries: Dictionaries): unknown
  /** Inside → parameter of a statement. */
  toDb(inside: unknown, field: FieldModel, dictionaries: Dictionaries): unknown
  /** What the database answers → inside, where the type parsers of `src/server/db` do not suffice. */
  fromDb?(value: unknown, field: FieldModel, dictionaries: Dictionaries): unknown
  /** A valid wire value, another one for each `n`; nothing where only a record or the server can give one. For generated tests. */
  sample(field: FieldModel, n: number, dictionaries: Dictionaries, zone: string): unknown
  /** Inside → inside with the private part hidden. A type without it is hidden whole. */
  mask?(inside: unknown, field: FieldModel): unknown
}

export type KeyType = 'bigint' | 'text'
