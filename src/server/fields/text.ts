/** Pages of text; blanks at the ends may be meant. */
import { textCodec } from './text-like.ts'

export const text = textCodec(
  {
    sample: (field, n) => `第 ${n} 段\nparagraph ${n}`.slice(0, field.max).padEnd(field.min ?? 0, '.'),
  },
  false,
)
