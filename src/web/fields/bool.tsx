import { BoolFilter } from './filters/choice.tsx'
import { BoolInput } from './inputs/bool.tsx'
import { tag, NONE } from './cells.tsx'
import { t } from './sentences.ts'
import type { FieldView } from './types.ts'

const text: FieldView['text'] = (value) => (value === 1 ? t('yes') : value === 0 ? t('no') : '')

/** Yes or no; 1 or 0 on the wire. */
export const bool: FieldView = {
  text,
  cell: (value) => (value === 1 ? tag(t('yes'), 'active') : value === 0 ? tag(t('no'), 'off') : NONE),
  width: 72,
  Input: BoolInput,
  Filter: BoolFilter,
}
