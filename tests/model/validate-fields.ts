/** Hand-made fields and dictionaries for tests that do not go through the compiler. */
import type { FieldType } from '../../src/model/fields.ts'
import { PLAIN_FIELD, type DictionaryModel, type DictionaryValue, type FieldModel } from '../../src/model/model.ts'

/** A field with the defaults the compiler would give it. */
export function field(name: string, type: FieldType, over: Partial<FieldModel> = {}): FieldModel {
  const required = over.required ?? false
  const made = {
    ...KEYS[type],
    ...PLAIN_FIELD,
    name,
    type,
    label: { zh: name, en: name },
    required,
    stored: false,
    column: type !== 'own',
    nullable: !required && over.default === undefined && over.value === undefined,
    ...over,
  }
  return made as FieldModel
}

/** Keys that a field of the type always has. */
const KEYS: Partial<Record<FieldType, Partial<FieldModel>>> = {
  enum: { of: '' },
  enums: { of: '' },
  ref: { key: 'id' },
  refs: { key: 'id' },
  rows: { fields: [] },
  group: { fields: [] },
}

/** A dictionary of `name → wire value`; more of a value through `over`. */
export function dictionary(
  name: string,
  values: Record<string, string | number>,
  over: Record<string, Partial<DictionaryValue>> = {},
): DictionaryModel {
  const list = Object.entries(values).map(([key, value]) => ({
    name: key,
    value,
    label: { zh: key, en: key },
    retired: false,
    was: [],
    ...over[key],
  }))
  const numeric = list.every((one) => typeof one.value === 'number')
  return { name, label: { zh: name, en: name }, ordered: false, numeric, words: false, values: list, was: [] }
}
