/** A picture. */
import { uploadCodec } from './upload-like.ts'

export const image = uploadCodec()
