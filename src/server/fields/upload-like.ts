/** Shared by the types that hold uploaded files: `{ id, url, origName }` (rules 6.3). */
import type { FieldCodec } from './codec.ts'
import { jsonCodec } from './json-like.ts'

interface Upload {
  id: number
  url: string
  origName: string
}

/** Only what an upload is; what else came along is dropped. */
export function pickUpload(value: unknown): Upload {
  const { id, url, origName } = value as Upload
  return { id, url, origName }
}

/** One upload. */
export function uploadCodec(): FieldCodec {
  return jsonCodec({
    fromWire: (value) => (value === null || value === undefined ? null : pickUpload(value)),
    sample: () => undefined,
  })
}
