/** `atelier mcp`, asked by the client of the protocol's own kit over standard input and output. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ATELIER, smallProduct } from './small.ts'

const client = new Client({ name: 'test', version: '1' })
let root = ''
let remove = (): void => undefined

beforeAll(async () => {
  ;({ root, remove } = await smallProduct())
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [ATELIER, 'mcp'], cwd: root }))
})
afterAll(async () => {
  await client.close()
  remove()
})

async function ask(name: string, input: Record<string, unknown> = {}): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: input })
  const [first] = content as { text: string }[]
  return { text: first?.text ?? '', isError: isError === true }
}

const ITEM = 'schemas/resources/desk/item.json'
const read = (): string => readFileSync(join(root, ITEM), 'utf8')

describe.sequential('a coding agent', () => {
  it('is told which tools there are, and what they take', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['check', 'explain', 'used', 'rename', 'new', 'try'])
    expect(tools.find(({ name }) => name === 'rename')?.inputSchema.required).toEqual(['from', 'to'])
  })

  it('checks, and has a screen explained', async () => {
    expect(await ask('check')).toEqual({ text: 'no problem', isError: false })
    expect((await ask('explain', { route: '/desk/items' })).text).toContain('"name": "sell"')
    expect(await ask('explain', { route: '/desk/itms' })).toEqual({
      text: 'no screen has the route "/desk/itms"; did you mean "/desk/items"?',
      isError: true,
    })
  })

  it('finds every place of a name', async () => {
    const { text } = await ask('used', { name: 'item.buyer' })
    expect(text).toMatch(/resources\/desk\/item\.json:\d+:\d+ fields\.buyer \(declared here\)/)
    expect(text).toContain('calls.sell.input[1]')
  })

  it('tries a change, is told what it does, and nothing is written', async () => {
    const before = read()
    const text = before.replace(
      '"sell": { "from": "offered", "to": "sold" }',
      '"sell": { "from": "offered", "to": "sld" }',
    )
    expect((await ask('try', { files: { 'resources/desk/item.json': text } })).text).toContain(
      '"sld" is not a value of item_state; did you mean "sold"?',
    )
    const without = readFileSync(join(root, 'schemas/screens/desk/items.json'), 'utf8').replace('"sell": true, ', '')
    const said = await ask('try', { files: { 'screens/desk/items.json': without } })
    expect(said.text).toMatch(/^no problem/)
    expect(said.text).toContain('Sell')
    expect(read()).toBe(before)
    expect((await ask('try', { files: { '../package.json': '{}' } })).isError).toBe(true)
  })

  it('makes a screen that compiles, first to look at', async () => {
    const file = join(root, 'schemas/screens/desk/more.json')
    const input = { what: 'screen', name: '/desk/more', resource: 'item', en: 'More' }
    expect((await ask('new', input)).text).toContain('nothing is written')
    expect(existsSync(file)).toBe(false)
    await ask('new', { ...input, write: true })
    expect(readFileSync(file, 'utf8')).toContain('"code": "desk-002"')
    expect((await ask('new', { ...input, resource: 'itm' })).isError).toBe(true)
  })

  it('renames everywhere', async () => {
    expect((await ask('rename', { from: 'item.buyer', to: 'customer' })).text).toContain('(nothing is written)')
    await ask('rename', { from: 'item.buyer', to: 'customer', write: true })
    expect(read()).toContain('"customer!"')
    expect((await ask('check')).text).toBe('no problem')
  })

  it('is told what it asked wrongly', async () => {
    expect(await ask('rename', { from: 'x' })).toEqual({ text: '"to" is missing', isError: true })
    expect((await ask('check', { note: true })).text).toBe('there is no "note"; check takes notes')
    expect((await ask('chek')).text).toContain('there is no tool "chek"')
  })
})
