/** A time of day, `09:30`. As text it sorts as it should. */
import { textCodec } from './text-like.ts'

/** Every quarter of an hour between 00:30 and 18:30 (rules 6.5). */
function sampleTime(n: number): string {
  const quarters = 2 + (n % 73)
  return `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`
}

export const time = textCodec({ sample: (_field, n) => sampleTime(n) })
