/** A value of a dictionary: its name inside, its number or word on the wire and in the database. */
import { dictionaryOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import type { Dictionaries, FieldCodec } from './codec.ts'
import { nameOfValue, valueOfName } from './value-names.ts'

/** Values of the dictionary that may still be chosen. */
export function offered(field: FieldModel, dictionaries: Dictionaries): (string | number)[] {
  return (dictionaryOf(dictionaries, field)?.values ?? [])
    .filter((one) => !one.retired && field.in?.includes(one.value) !== false)
    .map((one) => one.value)
}

/** SQL type of one value. */
export function enumColumn(field: FieldModel, dictionaries: Dictionaries): string {
  return dictionaryOf(dictionaries, field)?.numeric ? 'integer' : 'text'
}

export const enumCodec: FieldCodec = {
  column: enumColumn,
  index: 'btree',
  fromWire: (value, field, dictionaries) => (value === '' ? null : (nameOfValue(value, field, dictionaries) ?? null)),
  toWire: (inside, field, dictionaries) => valueOfName(inside, field, dictionaries) ?? null,
  toDb: (inside, field, dictionaries) => valueOfName(inside, field, dictionaries) ?? null,
  fromDb: (value, field, dictionaries) => nameOfValue(value, field, dictionaries) ?? null,
  sample(field, n, dictionaries) {
    const values = offered(field, dictionaries)
    return values[n % values.length]
  },
}
