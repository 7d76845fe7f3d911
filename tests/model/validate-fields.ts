/** Hand-made fields and dictionaries for tests that do not go through the compiler. */
import type { DictionaryModel, DictionaryValue, FieldModel, FieldType } from '../../src/model/model.ts'

/** A field with the defaults the compiler would give it. */
export function field(name: string, type: FieldType, over: Partial<FieldModel> = {}): FieldModel {
  const required = over.required ?? false
  return {
    name,
    type,
    label: { zh: name, en: name },
    required,
    locked: false,
    negative: false,
    with: {},
    fill: {},
    managed: false,
    once: false,
    secret: false,
    masked: false,
    search: false,
    stored: false,
    column: type !== 'own',
    nullable: !required && over.default === undefined && over.value === undefined,
    was: [],
    ...over,
  }
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
  return { name, label: { zh: name, en: name }, ordered: false, numeric, values: list, was: [] }
}
