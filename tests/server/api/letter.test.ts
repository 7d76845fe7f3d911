/** What the specification says to the letter of the wire. */
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '../support/engines.ts'
import type { Person } from '../support/product.ts'
import { useProduct } from '../support/useProduct.ts'

onEachEngine('the letter of the wire', (engine) => {
  const product = useProduct(engine)
  let admin: Person
  beforeAll(async () => {
    admin = await product().person('administrator')
  })
  const told = (path: string, input: Record<string, unknown> = {}) => product().postTo(admin, path, input)
  const count = async (path: string, input: Record<string, unknown> = {}): Promise<number> =>
    Number((await told(path, { pageRows: 1, ...input })).total)

  it('names the call that is none', async () => {
    expect(await told('customer/nothing')).toMatchObject({ status: 404, data: { unknownCall: 'customer/nothing' } })
  })

  it('takes "update" for "edit"', async () => {
    const made = await told('tags/add', { name: `更新${engine.name}` })
    const { id } = made.data as { id: number }
    expect(await told('tags/update', { id, color: 'done' })).toMatchObject({ status: 200 })
    expect(await told('tags/detail', { id })).toMatchObject({ data: { color: 'done' } })
  })

  it('has the picture of a person, if there is none too', async () => {
    const { data } = await told('index/init')
    expect(Object.keys((data as { userDO: object }).userDO)).toContain('avatar')
  })

  it('filters nothing by the value that stands for all', async () => {
    const leads = await count('lead/query')
    expect(await count('lead/query', { isPhoto: -1 })).toBe(leads)
    expect(await count('lead/query', { isPhoto: 1 })).toBeLessThan(leads)
    const records = await count('cashRecord/query')
    expect(records).toBeGreaterThan(0)
    expect(await count('cashRecord/query', { billTypes: [0] })).toBe(records)
    expect(await count('cashRecord/query', { billTypes: [3] })).toBeLessThan(records)
  })

  it('shows the public pool of clues where no pool is named', async () => {
    expect(await count('analysis/pool')).toBe(await count('analysis/pool', { queryType: 1 }))
    expect(await count('analysis/pool', { queryType: 2 })).not.toBe(await count('analysis/pool'))
  })
})
