/** A list of entries kept inside the record. */
import type { FieldCodec } from './codec.ts'
import { convertEntry, sampleEntry, type CodecOf } from './entry.ts'
import { jsonCodec } from './json-like.ts'

export function rowsCodec(codecOf: CodecOf): FieldCodec {
  return jsonCodec(
    {
      fromWire: (value, field) =>
        ((value ?? []) as unknown[]).map((entry) => convertEntry(entry, field, 'fromWire', codecOf)),
      toWire: (inside, field) =>
        ((inside ?? []) as unknown[]).map((entry) => convertEntry(entry, field, 'toWire', codecOf)),
      sample(field, n, dictionaries, zone) {
        const entry = sampleEntry(field, n, dictionaries, zone, codecOf)
        return entry && Array.from({ length: Math.max(1, field.min ?? 1) }, () => entry)
      },
    },
    true,
  )
}
