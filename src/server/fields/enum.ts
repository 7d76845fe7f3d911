/** A value of a dictionary: the number or word of the wire, everywhere. */
import { dictionaryOf } from '../../model/fields.ts'
import type { DictionaryModel, FieldModel } from '../../model/model.ts'
import type { FieldCodec } from './codec.ts'

/** Values of the dictionary that may still be chosen. */
export function offered(field: FieldModel, dictionaries: Record<string, DictionaryModel>): (string | number)[] {
  return (dictionaryOf(dictionaries, field)?.values ?? [])
    .filter((one) => !one.retired && field.in?.includes(one.value) !== false)
    .map((one) => one.value)
}

/** SQL type of one value. */
export function enumColumn(field: FieldModel, dictionaries: Record<string, DictionaryModel>): string {
  return dictionaryOf(dictionaries, field)?.numeric ? 'integer' : 'text'
}

export const enumCodec: FieldCodec = {
  column: enumColumn,
  index: 'btree',
  fromWire: (value) => (value === '' ? null : (value ?? null)),
  toWire: (inside) => inside ?? null,
  toDb: (inside) => inside ?? null,
  sample(field, n, dictionaries) {
    const values = offered(field, dictionaries)
    return values[n % values.length]
  },
}
