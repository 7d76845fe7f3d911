/** A film. */
import { uploadCodec } from './upload-like.ts'

export const video = uploadCodec()
