/** Several pictures or other files, in order. */
import { jsonCodec } from './json-like.ts'
import { pickUpload } from './upload-like.ts'

export const images = jsonCodec(
  {
    fromWire: (value) => ((value ?? []) as unknown[]).map(pickUpload),
    sample: () => undefined,
  },
  true,
)
