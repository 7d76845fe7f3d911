/** One entry of a nested field, by the codecs of its own fields. */
import { membersOf } from '../../model/fields.ts'
import type { DictionaryModel, FieldModel } from '../../model/model.ts'
import type { FieldCodec } from './codec.ts'

type Entry = Record<string, unknown>

/** The codecs, handed in so that the registry and the nested types need not import one another. */
export type CodecOf = (field: FieldModel) => FieldCodec

/** Every field of the entry in the other form; what is no field is dropped. */
export function convertEntry(entry: unknown, field: FieldModel, to: 'fromWire' | 'toWire', codecOf: CodecOf): Entry {
  const inner = membersOf(field)
  return Object.fromEntries(inner.map((one) => [one.name, codecOf(one)[to]((entry as Entry)[one.name], one)]))
}

/** A valid entry, or nothing when a required field has no sample. */
export function sampleEntry(
  field: FieldModel,
  n: number,
  dictionaries: Record<string, DictionaryModel>,
  zone: string,
  codecOf: CodecOf,
): Entry | undefined {
  const entry: Entry = {}
  for (const one of membersOf(field)) {
    const value = codecOf(one).sample(one, n, dictionaries, zone)
    if (value === undefined && one.required) return undefined
    if (value !== undefined) entry[one.name] = value
  }
  return entry
}
