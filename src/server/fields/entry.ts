/** One entry of a nested field, by the codecs of its own fields. */
import { membersOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import type { Dictionaries, FieldCodec } from './codec.ts'

type Entry = Record<string, unknown>

/** The codecs, handed in so that the registry and the nested types need not import one another. */
export type CodecOf = (field: FieldModel) => FieldCodec

/** Every field of the entry in the other form; what is no field is dropped. */
export function convertEntry(
  entry: unknown,
  to: 'fromWire' | 'toWire',
  { field, dictionaries, codecOf }: { field: FieldModel; dictionaries: Dictionaries; codecOf: CodecOf },
): Entry {
  return Object.fromEntries(
    membersOf(field).map((one) => [one.name, codecOf(one)[to]((entry as Entry)[one.name], one, dictionaries)]),
  )
}

/** An entry with its masked members as somebody sees them who may not see them whole. */
export const maskEntry = (entry: unknown, field: FieldModel, codecOf: CodecOf): unknown =>
  typeof entry !== 'object' || entry === null
    ? entry
    : Object.fromEntries(
        Object.entries(entry).map(([name, value]) => {
          const member = membersOf(field).find((one) => one.name === name)
          return [name, member?.masked ? (codecOf(member).mask?.(value, member) ?? null) : value]
        }),
      )

/** An entry as it is stored or was stored: what is kept in one value with its record holds values of dictionaries, not names. */
export function storedEntry(
  entry: unknown,
  to: 'toDb' | 'fromDb',
  { field, dictionaries, codecOf }: { field: FieldModel; dictionaries: Dictionaries; codecOf: CodecOf },
): unknown {
  if (typeof entry !== 'object' || entry === null) return entry
  const stored: Entry = { ...entry }
  for (const one of membersOf(field))
    if ((one.type === 'enum' || one.type === 'enums') && stored[one.name] !== undefined)
      stored[one.name] = codecOf(one)[to]?.(stored[one.name], one, dictionaries)
  return stored
}

/** A valid entry, or nothing when a required field has no sample. */
export function sampleEntry(
  field: FieldModel,
  n: number,
  dictionaries: Dictionaries,
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
