/** One entry kept inside the record. */
import type { FieldCodec } from './codec.ts'
import { convertEntry, sampleEntry, type CodecOf } from './entry.ts'
import { jsonCodec } from './json-like.ts'

export function groupCodec(codecOf: CodecOf): FieldCodec {
  return jsonCodec({
    fromWire: (value, field) => (value ? convertEntry(value, field, 'fromWire', codecOf) : null),
    toWire: (inside, field) => (inside ? convertEntry(inside, field, 'toWire', codecOf) : null),
    sample: (field, n, dictionaries, zone) => sampleEntry(field, n, dictionaries, zone, codecOf),
  })
}
