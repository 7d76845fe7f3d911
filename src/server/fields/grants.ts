/** Menus and buttons that are ticked: `[{ menuId, btnIds }]`. What is answered carries the whole tree and passes as it is. */
import { jsonCodec } from './json-like.ts'

interface Grant {
  menuId: number
  btnIds: number[]
}

export const grants = jsonCodec(
  {
    fromWire: (value) => ((value ?? []) as Grant[]).map(({ menuId, btnIds }) => ({ menuId, btnIds })),
    sample: () => undefined,
  },
  true,
)
