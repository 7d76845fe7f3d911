/** Values of dictionaries where the server says the name: the number that SQL written by hand needs, sentences, labels. */
import type { DictionaryValues, Sentences } from '../../generated/dictionaries.ts'
import type { DictionaryValue, Model, Text } from '../../model/model.ts'
import { filled, textIn } from '../../model/words.ts'
import type { CallContext, FieldOf, ResourceName, Row } from './call.ts'

/** A value of a dictionary by its name. Throws when the schemas have none. */
function valueNamed(model: Model, dictionary: string, name: string): DictionaryValue {
  const found = model.dictionaries[dictionary]?.values.find((one) => one.name === name)
  if (!found) throw new Error(`${dictionary} has no value "${name}"`)
  return found
}

/** What the database holds for a value of a dictionary. Throws when the schemas have no such value. */
export function stored<D extends keyof DictionaryValues>(
  { model }: { model: Model },
  dictionary: D,
  name: DictionaryValues[D],
): number {
  return heldNumber(model, dictionary, name)
}

/** As `stored`, of a name that a product's own schemas have typed. */
export function heldNumber(model: Model, dictionary: string, name: string): number {
  const { value } = valueNamed(model, dictionary, name)
  if (typeof value !== 'number') throw new Error(`"${name}" of ${dictionary} is held as a text`)
  return value
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

/** A sentence as it is stored in a field that names its dictionary (`words`), its holes filled: readers see it in their language. */
export function words<D extends Sentences>(
  { model }: { model: Model },
  dictionary: D,
  name: DictionaryValues[D],
  holes: Readonly<Record<string, string | number>> = {},
): string {
  return filled(String(valueNamed(model, dictionary, name).value), holes)
}

/** What a value of a dictionary is called, in both languages. */
export function labelOf<D extends keyof DictionaryValues>(
  { model }: { model: Model },
  dictionary: D,
  name: DictionaryValues[D],
): Text {
  return valueNamed(model, dictionary, name).label
}

/** A text of a row in the language of whoever asks. */
export function textOf<R extends ResourceName>(
  { model, actor }: CallContext,
  resource: R,
  row: Row<R>,
  name: FieldOf<R>,
): string {
  const field = model.resources[resource]!.fields[name]!
  return textIn(actor.lang, String(row[name] ?? ''), row, field, model.dictionaries)
}
