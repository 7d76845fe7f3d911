/** Values of dictionaries in SQL written by hand: the database holds the number, the server says the name. */
import type { DictionaryValues } from '../../generated/dictionaries.ts'
import type { Model } from '../../model/model.ts'

/** What the database holds for a value of a dictionary. Throws when the schemas have no such value. */
export function stored<D extends keyof DictionaryValues>(
  { model }: { model: Model },
  dictionary: D,
  name: DictionaryValues[D],
): number {
  const found = model.dictionaries[dictionary]?.values.find((one) => one.name === name)?.value
  if (typeof found !== 'number') throw new Error(`${dictionary} has no value "${name}"`)
  return found
}

/** The name of a value that the database holds; nothing for nothing. */
const nameOf = (model: Model, dictionary: string, held: unknown): string | null =>
  model.dictionaries[dictionary]?.values.find((one) => one.value === held)?.name ?? null

/** Rows read by hand, with the values of these columns by name. */
export const named = <T extends Record<string, unknown>>(
  { model }: { model: Model },
  rows: readonly T[],
  columns: { [K in keyof T]?: keyof DictionaryValues },
): T[] => {
  const coded = Object.entries<string | undefined>(columns)
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(coded.map(([column, of = '']) => [column, nameOf(model, of, row[column])])),
  }))
}
