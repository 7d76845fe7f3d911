/** One product for the tests of a suite. */
import { afterAll, beforeAll } from 'vitest'
import type { Engine } from './engines.ts'
import { Product } from './product.ts'

/** The first suite of a run may have to write the demo data first (ms). */
const OPENING_MS = 600_000

/** Opens the product before the suite's tests and closes it after them; answers a way to it. */
export function useProduct(engine: Engine, prepare?: (product: Product) => Promise<void>): () => Product {
  let product: Product | undefined
  beforeAll(async () => {
    product = await Product.open(engine)
    await prepare?.(product)
  }, OPENING_MS)
  afterAll(() => product?.close(), OPENING_MS)
  return () => {
    if (!product) throw new Error('the product is not open')
    return product
  }
}

/** Runs work over many things, some at once; answers in order. */
export async function batched<T, R>(things: readonly T[], work: (thing: T) => Promise<R>, atOnce = 24): Promise<R[]> {
  const found: R[] = []
  for (let i = 0; i < things.length; i += atOnce)
    found.push(...(await Promise.all(things.slice(i, i + atOnce).map(work))))
  return found
}
