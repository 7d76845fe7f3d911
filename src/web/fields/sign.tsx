import { lazyInput } from './lazy.tsx'
import { thumbnails, uploadNames } from './uploads.tsx'
import type { FieldView } from './types.ts'

/** A registered type: a signature drawn with the finger, stored as a picture. */
export const sign: FieldView = {
  text: uploadNames,
  cell: thumbnails,
  width: 96,
  wide: true,
  Input: lazyInput(async () => (await import('./inputs/sign.tsx')).SignInput),
}
