/** What the specification says to the letter of the wire. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { beforeAll, expect, it } from 'vitest'
import { clientPackage } from '../../../generator/emit/client/package.ts'
import { onEachEngine } from '../support/engines.ts'
import { generatedModel, type Person, type Values } from '../support/product.ts'
import { useProduct } from '../support/useProduct.ts'

onEachEngine('the letter of the wire', (engine) => {
  const product = useProduct(engine)
  let admin: Person
  beforeAll(async () => {
    admin = await product().person('administrator')
  })
  const told = (path: string, input: Record<string, unknown> = {}) => product().raw(admin, path, input)
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
    expect(await count('cashRecord/query', { billTypes: [DICT.bill_type.all] })).toBe(records)
    expect(await count('cashRecord/query', { billTypes: [DICT.bill_type.recharge] })).toBeLessThan(records)
  })

  it('means the same by that value in every list', () => {
    const filters = Object.values(product().model.resources).flatMap((one) => Object.values(one.filters))
    const named = new Map<string, Set<unknown>>()
    for (const { wire, control, all } of filters) {
      const key = `${wire.join()} of ${control.of ?? control.type}`
      named.set(key, (named.get(key) ?? new Set()).add(all))
    }
    expect([...named].filter(([, values]) => values.size > 1).map(([key]) => key)).toEqual([])
  })

  it('shows the public pool of clues where no pool is named', async () => {
    expect(await count('analysis/pool')).toBe(await count('analysis/pool', { queryType: DICT.pool_type.public }))
    expect(await count('analysis/pool', { queryType: DICT.pool_type.department })).not.toBe(
      await count('analysis/pool'),
    )
  })

  it('is spoken by the client that is made of the calls', async () => {
    const { createClient } = await madeClient()
    const client = createClient({
      address: 'http://studio.test/',
      token: admin.token,
      lang: 'en',
      fetch: (address, init) => product().app.fetch(new Request(address as string, init)),
    })
    const { rows, total } = await client.page('customer/query', { pageRows: 3 })
    expect(rows).toHaveLength(3)
    const ids: number[] = []
    for await (const row of client.each('customer/query', {})) ids.push(row.id as number)
    expect([ids.length, new Set(ids).size]).toEqual([total, total])
    expect(await client.call('customer/detail', { id: ids[0] })).toMatchObject({ id: ids[0] })
    await expect(client.call('customer/add', { realName: 'Ann' })).rejects.toMatchObject({
      name: 'Refused',
      status: 400,
      field: 'mobile',
      message: 'The phone number is required',
      requestId: expect.stringMatching(/^[\da-f]{12}$/) as string,
    })
    client.token = undefined
    await expect(client.call('customer/query', {})).rejects.toMatchObject({ status: 401 })
  })

  it('sends and fetches files by that client', async () => {
    const { createClient } = await madeClient()
    const client = createClient({
      address: 'http://studio.test',
      token: admin.token,
      fetch: (address, init) => product().app.fetch(new Request(address as string, init)),
    })
    const text = new Blob(['Dear Ann'], { type: 'text/plain' })
    const letter = await client.upload(text, { name: `letter-${engine.name}.txt` })
    expect(letter).toMatchObject({ id: expect.any(Number) as number, origName: `letter-${engine.name}.txt` })
    expect(await (await client.file(letter.url)).text()).toBe('Dear Ann')
    await expect(client.file('/files/none.txt')).rejects.toMatchObject({ name: 'Refused', status: 404 })
    await expect(client.upload(text, { name: 'letter.exe' })).rejects.toMatchObject({ status: 400, field: 'picture' })
    client.token = undefined
    await expect(client.upload(text, { name: 'letter.txt' })).rejects.toMatchObject({ status: 401 })
  })

  it('is no answer of the product where something else answers', async () => {
    const { createClient } = await madeClient()
    const fetch = (): Promise<Response> => Promise.resolve(new Response('<html>', { status: 502, statusText: 'Bad' }))
    await expect(createClient({ address: '', fetch }).call('customer/query', {})).rejects.toMatchObject({
      status: 502,
      message: 'HTTP 502 Bad',
    })
  })
})

interface MadeOptions {
  address: string
  token?: string
  lang?: string
  fetch: typeof fetch
}

interface MadeClient {
  token: string | undefined
  call(path: string, data: object): Promise<unknown>
  page(path: string, data: object): Promise<{ rows: Values[]; total: number }>
  each(path: string, data: object): AsyncGenerator<Values>
  upload(file: Blob, options: { name: string }): Promise<{ id: number; url: string; origName: string }>
  file(url: string): Promise<Blob>
}

/** The client as it is installed elsewhere; its types are tried by `tests/generator/client.test.ts`. */
async function madeClient(): Promise<{ createClient(options: MadeOptions): MadeClient }> {
  const home = mkdtempSync(join(tmpdir(), 'atelier-client-'))
  try {
    for (const [path, text] of Object.entries(clientPackage(generatedModel(), 'made')))
      if (/\.js(on)?$/.test(path)) writeFileSync(join(home, path), text)
    return (await import(pathToFileURL(join(home, 'index.js')).href)) as Awaited<ReturnType<typeof madeClient>>
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
