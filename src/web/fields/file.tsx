import { lazyInput } from './lazy.tsx'
import { fileLinks, uploadNames } from './uploads.tsx'
import type { FieldView } from './types.ts'

/** One file. */
export const file: FieldView = {
  text: uploadNames,
  cell: fileLinks,
  width: 160,
  Input: lazyInput(async () => (await import('./inputs/upload.tsx')).FileInput),
}
