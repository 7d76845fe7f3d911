import { it } from 'vitest'
import { onEachEngine } from '../support/engines.ts'
import { fillEverything } from '../support/everything.ts'
import { useProduct } from '../support/useProduct.ts'
onEachEngine('dbg', (engine) => {
  const product = useProduct(engine)
  it('x', { timeout: 300000 }, async () => {
    console.time('fill')
    console.log(await fillEverything(product(), 1))
    console.timeEnd('fill')
    console.log(await fillEverything(product(), 2))
    console.log(await fillEverything(product(), 1, 3))
  })
})
