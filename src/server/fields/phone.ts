/** A mobile number of mainland China (rules 6.5). */
import { maskPhone } from '../../model/format.ts'
import { textCodec } from './text-like.ts'

export const phone = textCodec({
  sample: (_field, n) => `139${String(n % 100_000_000).padStart(8, '0')}`,
  mask: (inside) => (typeof inside === 'string' ? maskPhone(inside) : inside),
})
