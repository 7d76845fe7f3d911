/** A number made by the server from a pattern (`C{yyMMdd}{0000}`). */
import { textCodec } from './text-like.ts'

export const serial = textCodec({ sample: () => undefined })
