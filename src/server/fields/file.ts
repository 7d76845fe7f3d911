/** A file of any kind. */
import { uploadCodec } from './upload-like.ts'

export const file = uploadCodec()
