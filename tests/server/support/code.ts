/** The studio's code on the platform, as the program puts it together. */
import { extend, handlersWith } from '../../../src/server/platform/index.ts'
import { product } from '../../../src/server/domain/index.ts'

extend(product)

export const handlers = handlersWith(product)
