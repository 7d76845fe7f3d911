/** Other records. */
import { listCodec } from './list-like.ts'

export const refs = listCodec({
  column: (_field, _dictionaries, keyType = 'bigint') => `${keyType}[]`,
  sample: () => undefined,
})
