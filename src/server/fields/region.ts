/** A region code of 6 digits. */
import { textCodec } from './text-like.ts'

export const region = textCodec({ sample: (_field, n) => ['500100', '510100', '520100', '310100'][n % 4] })
