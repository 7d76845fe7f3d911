/** A list of entries kept inside the record. */
import type { FieldCodec } from './codec.ts'
import { convertEntry, maskEntry, sampleEntry, storedEntry, type CodecOf } from './entry.ts'
import { jsonCodec, toJson } from './json-like.ts'

export function rowsCodec(codecOf: CodecOf): FieldCodec {
  return jsonCodec(
    {
      fromWire: (value, field, dictionaries) =>
        ((value ?? []) as unknown[]).map((entry) => convertEntry(entry, 'fromWire', { field, dictionaries, codecOf })),
      toWire: (inside, field, dictionaries) =>
        ((inside ?? []) as unknown[]).map((entry) => convertEntry(entry, 'toWire', { field, dictionaries, codecOf })),
      toDb: (inside, field, dictionaries) =>
        toJson(((inside ?? []) as unknown[]).map((one) => storedEntry(one, 'toDb', { field, dictionaries, codecOf }))),
      fromDb: (value, field, dictionaries) =>
        ((value ?? []) as unknown[]).map((one) => storedEntry(one, 'fromDb', { field, dictionaries, codecOf })),
      mask: (inside, field) => ((inside ?? []) as unknown[]).map((one) => maskEntry(one, field, codecOf)),
      sample(field, n, dictionaries, zone) {
        const entry = sampleEntry(field, n, dictionaries, zone, codecOf)
        return entry && Array.from({ length: Math.max(1, field.min ?? 1) }, () => entry)
      },
    },
    true,
  )
}
