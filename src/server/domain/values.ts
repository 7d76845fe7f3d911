/** Values of dictionaries by name: a hand-written call says `order`, and the schemas alone say that this is 1. */
import type { DictionaryValues } from '../../generated/dictionaries.ts'
import type { Model } from '../../model/model.ts'

interface Names {
  byName: Map<string, string | number>
  byValue: Map<string | number, string>
}

const known = new WeakMap<Model, Map<string, Names>>()

function namesOf(model: Model, dictionary: string): Names {
  let all = known.get(model)
  if (!all) known.set(model, (all = new Map()))
  let names = all.get(dictionary)
  if (!names) {
    const values = model.dictionaries[dictionary]?.values ?? []
    names = {
      byName: new Map(values.map((one) => [one.name, one.value])),
      byValue: new Map(values.map((one) => [one.value, one.name])),
    }
    all.set(dictionary, names)
  }
  return names
}

export const value = <D extends keyof DictionaryValues>(
  _c: { model: Model },
  _dictionary: D,
  name: DictionaryValues[D],
): never => name as never

/** What the database holds for a value of a dictionary. Throws when the schemas have no such value. */
export function stored<D extends keyof DictionaryValues>(
  { model }: { model: Model },
  dictionary: D,
  name: DictionaryValues[D],
): number {
  const found = namesOf(model, dictionary).byName.get(name)
  if (found === undefined) throw new Error(`${dictionary} has no value "${String(name)}"`)
  return found as number
}

/** The name of a value that the database holds. */
export const nameOf = <D extends keyof DictionaryValues>(
  { model }: { model: Model },
  dictionary: D,
  held: unknown,
): DictionaryValues[D] | undefined =>
  (namesOf(model, dictionary).byValue.get(held as number) ?? held ?? undefined) as DictionaryValues[D] | undefined

/** Whether a row holds one of these values. */
export const isOneOf = <D extends keyof DictionaryValues>(
  c: { model: Model },
  dictionary: D,
  held: unknown,
  ...names: DictionaryValues[D][]
): boolean => names.includes(nameOf(c, dictionary, held) as DictionaryValues[D])

/** Rows read by hand, with the values of these columns by name. */
export const named = <T extends Record<string, unknown>>(
  c: { model: Model },
  rows: readonly T[],
  columns: { [K in keyof T]?: keyof DictionaryValues },
): T[] =>
  rows.map((row) => {
    const out: Record<string, unknown> = { ...row }
    for (const [column, dictionary] of Object.entries(columns))
      out[column] = nameOf(c, dictionary as keyof DictionaryValues, out[column]) ?? null
    return out as T
  })
