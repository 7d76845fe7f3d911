/** Several values of a dictionary: their names inside. */
import type { Dictionaries, FieldCodec } from './codec.ts'
import { enumColumn, offered } from './enum.ts'
import { listCodec } from './list-like.ts'
import { nameOfValue, valueOfName } from './value-names.ts'
import type { FieldModel } from '../../model/model.ts'

type Translate = (one: unknown, field: FieldModel, dictionaries: Dictionaries) => unknown

const each =
  (translate: Translate): FieldCodec['toWire'] =>
  (list, field, dictionaries) =>
    Array.isArray(list) ? list.map((one) => translate(one, field, dictionaries)) : []

export const enums: FieldCodec = {
  ...listCodec({
    column: (field, dictionaries) => `${enumColumn(field, dictionaries)}[]`,
    sample: (field, n, dictionaries) => {
      const values = offered(field, dictionaries)
      return values.slice(0, Math.max(field.min ?? 1, Math.min(field.max ?? values.length, 1 + (n % 2))))
    },
  }),
  fromWire: each(nameOfValue),
  toWire: each(valueOfName),
  toDb: each(valueOfName),
  fromDb: each(nameOfValue),
}
