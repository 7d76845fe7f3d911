/** A signature drawn with the finger, kept as a picture. */
import { uploadCodec } from './upload-like.ts'

export const sign = uploadCodec()
