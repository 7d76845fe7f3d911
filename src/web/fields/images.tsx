import { lazyInput } from './lazy.tsx'
import { thumbnails, uploadNames } from './uploads.tsx'
import type { FieldView } from './types.ts'

/** Several pictures. */
export const images: FieldView = {
  text: uploadNames,
  cell: thumbnails,
  width: 140,
  wide: true,
  Input: lazyInput(async () => (await import('./inputs/upload.tsx')).ImagesInput),
}
