import { lazyInput } from './lazy.tsx'
import { thumbnails, uploadNames } from './uploads.tsx'
import type { FieldView } from './types.ts'

/** One picture. */
export const image: FieldView = {
  text: uploadNames,
  cell: thumbnails,
  width: 72,
  Input: lazyInput(async () => (await import('./inputs/upload.tsx')).ImageInput),
}
