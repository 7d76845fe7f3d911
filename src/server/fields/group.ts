/** One entry kept inside the record. */
import type { FieldCodec } from './codec.ts'
import { convertEntry, maskEntry, sampleEntry, storedEntry, type CodecOf } from './entry.ts'
import { jsonCodec, toJson } from './json-like.ts'

export function groupCodec(codecOf: CodecOf): FieldCodec {
  return jsonCodec({
    fromWire: (value, field, dictionaries) =>
      value ? convertEntry(value, 'fromWire', { field, dictionaries, codecOf }) : null,
    toWire: (inside, field, dictionaries) =>
      inside ? convertEntry(inside, 'toWire', { field, dictionaries, codecOf }) : null,
    toDb: (inside, field, dictionaries) =>
      toJson(storedEntry(inside ?? null, 'toDb', { field, dictionaries, codecOf })),
    fromDb: (value, field, dictionaries) => storedEntry(value ?? null, 'fromDb', { field, dictionaries, codecOf }),
    mask: (inside, field) => maskEntry(inside, field, codecOf),
    sample: (field, n, dictionaries, zone) => sampleEntry(field, n, dictionaries, zone, codecOf),
  })
}
