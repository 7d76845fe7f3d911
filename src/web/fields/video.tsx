import { lazyInput } from './lazy.tsx'
import { fileLinks, uploadNames } from './uploads.tsx'
import type { FieldView } from './types.ts'

/** One video. */
export const video: FieldView = {
  text: uploadNames,
  cell: fileLinks,
  width: 160,
  Input: lazyInput(async () => (await import('./inputs/upload.tsx')).VideoInput),
}
