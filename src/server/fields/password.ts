/** A password on its way in; what is stored is its hash, which the owner of the field makes. Never sent, so never masked. */
import { textCodec } from './text-like.ts'

export const password = textCodec(
  { index: 'none', sample: (_field, n) => `Sample-${n % 10_000}-word`, mask: () => null },
  false,
)
