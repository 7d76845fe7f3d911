import { rowCount, rowCountText } from './rowCells.tsx'
import { lazyInput } from './lazy.tsx'
import { fromParts, grantParts, grantWords, ticked } from './grantTree.ts'
import type { FieldView } from './types.ts'

/** A registered type: what a role may open and press, as a tree of screens with their buttons. */
export const grants: FieldView = {
  text: rowCountText,
  cell: rowCount,
  width: 120,
  wide: true,
  Input: lazyInput(async () => (await import('./inputs/grants.tsx')).GrantsInput),
  fromWire: ticked,
  parts: {
    of: grantParts,
    together: fromParts,
    words: (key, _part, _field, source, { lang }) => grantWords(key, source, lang === 'en'),
  },
}
