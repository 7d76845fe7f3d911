/** The studio's code on the platform, as the program puts it together. */
import { onUndeclared } from '../../../src/server/calls/answer.ts'
import { extend, handlersWith } from '../../../src/server/platform/index.ts'
import { product } from '../../../src/server/domain/index.ts'

extend(product)
onUndeclared((path, name) => {
  throw new Error(`${path} answers "${name}", which its "output" does not name`)
})

export const handlers = handlersWith(product)
