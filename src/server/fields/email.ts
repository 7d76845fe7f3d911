/** An e-mail address (rules 6.5). */
import { textCodec } from './text-like.ts'

export const email = textCodec({
  sample: (_field, n) => `user${n}@example.com`,
  mask: (inside) => (typeof inside === 'string' ? inside.replace(/^(.)[^@]*/, '$1***') : inside),
})
