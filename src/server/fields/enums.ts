/** Several values of a dictionary. */
import { enumColumn, offered } from './enum.ts'
import { listCodec } from './list-like.ts'

export const enums = listCodec({
  column: (field, dictionaries) => `${enumColumn(field, dictionaries)}[]`,
  sample: (field, n, dictionaries) => {
    const values = offered(field, dictionaries)
    return values.slice(0, Math.max(field.min ?? 1, Math.min(field.max ?? values.length, 1 + (n % 2))))
  },
})
