/** Values of a dictionary by name and names by value. What is none of the dictionary stays as it is. */
import type { DictionaryModel, FieldModel } from '../../model/model.ts'
import type { Dictionaries } from './codec.ts'

interface Names {
  values: Map<unknown, string | number>
  names: Map<unknown, string>
}

const made = new WeakMap<DictionaryModel, Names>()

function namesIn(dictionary: DictionaryModel): Names {
  const known = made.get(dictionary)
  if (known) return known
  const names = {
    values: new Map(dictionary.values.map((one) => [one.name, one.value])),
    names: new Map(dictionary.values.map((one) => [one.value, one.name])),
  }
  made.set(dictionary, names)
  return names
}

const namesOf = (field: FieldModel, dictionaries: Dictionaries): Names | undefined => {
  const dictionary = field.type === 'enum' || field.type === 'enums' ? dictionaries[field.of ?? ''] : undefined
  return dictionary && namesIn(dictionary)
}

/** The value for a name of a dictionary, as expressions ask for it. */
export const valueIn =
  (dictionaries: Dictionaries) =>
  (dictionary: string, name: unknown): unknown => {
    const known = dictionaries[dictionary]
    return known && typeof name === 'string' ? (namesIn(known).values.get(name) ?? name) : name
  }

/** What the wire and the database hold for the name of a value. */
export const valueOfName = (name: unknown, field: FieldModel, dictionaries: Dictionaries): unknown =>
  typeof name === 'string' ? (namesOf(field, dictionaries)?.values.get(name) ?? name) : name

/** The name of a value of the wire or the database. */
export const nameOfValue = (value: unknown, field: FieldModel, dictionaries: Dictionaries): unknown =>
  namesOf(field, dictionaries)?.names.get(value) ?? value
