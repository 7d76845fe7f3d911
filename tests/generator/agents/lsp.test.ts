/** `atelier lsp`, driven over standard input and output with the messages of an editor, on a small product. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-languageserver/node.js'
import { ATELIER, smallProduct } from './small.ts'

interface Told {
  uri: string
  diagnostics: {
    message: string
    code: string
    severity: number
    range: { start: { line: number; character: number } }
  }[]
}

let root = ''
let remove = (): void => undefined
let program: ChildProcess
let server: MessageConnection
const waiting: ((told: Told) => void)[] = []

beforeAll(async () => {
  ;({ root, remove } = await smallProduct())
  program = spawn(process.execPath, [ATELIER, 'lsp'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  server = createMessageConnection(new StreamMessageReader(program.stdout!), new StreamMessageWriter(program.stdin!))
  server.onNotification('textDocument/publishDiagnostics', (told: Told) => waiting.forEach((one) => one(told)))
  server.listen()
  await server.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    capabilities: {},
  })
  await server.sendNotification('initialized', {})
})
afterAll(() => {
  server.dispose()
  program.kill()
  remove()
})

const ITEM = 'schemas/resources/desk/item.json'
const ITEMS = 'schemas/screens/desk/items.json'
const uri = (file: string): string => pathToFileURL(join(root, file)).href
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The next problems of a file that are as wanted. */
const told = (file: string, wanted: (told: Told) => boolean): Promise<Told> =>
  new Promise((resolve) => {
    const hear = (said: Told): void => {
      if (said.uri !== uri(file) || !wanted(said)) return
      waiting.splice(waiting.indexOf(hear), 1)
      resolve(said)
    }
    waiting.push(hear)
  })

let version = 1
async function type(file: string, text: string): Promise<void> {
  const method = version++ === 1 ? 'textDocument/didOpen' : 'textDocument/didChange'
  const opened = { textDocument: { uri: uri(file), languageId: 'json', version, text } }
  const changed = { textDocument: { uri: uri(file), version }, contentChanges: [{ text }] }
  await server.sendNotification(method, method.endsWith('didOpen') ? opened : changed)
}

/** The place of a mark `¦` in a text, and the text without it. */
function marked(text: string): { text: string; position: { line: number; character: number } } {
  const before = text.slice(0, text.indexOf('¦')).split('\n')
  return { text: text.replace('¦', ''), position: { line: before.length - 1, character: before.at(-1)!.length } }
}

async function offered(put: string): Promise<string[]> {
  const { text, position } = marked(read(ITEM).replace('"remark": "remark"', () => put))
  await type(ITEM, text)
  const found: { label: string }[] = await server.sendRequest('textDocument/completion', {
    textDocument: { uri: uri(ITEM) },
    position,
  })
  return found.map(({ label }) => label)
}

const at = (file: string, find: string, into = 1) => {
  const { position } = marked(read(file).replace(find, () => `${find.slice(0, into)}¦${find.slice(into)}`))
  return { textDocument: { uri: uri(file) }, position }
}

describe.sequential('an editor', () => {
  it('is offered fields, steps, functions and values in an expression', async () => {
    const field = (value: string): string =>
      `"remark": "remark", "x": { "type": "string", "label": { "en": "X" }, "show": "${value}" }`
    expect(await offered(field('row.¦'))).toEqual(expect.arrayContaining(['buyer', 'price', 'state', 'createTime']))
    expect(await offered(field("row.state == '¦'"))).toEqual(['offered', 'sold'])
    expect(await offered(field('¦'))).toEqual(expect.arrayContaining(['row', 'can', 'today']))
    expect(await offered(field("can('¦')"))).toContain('desk-001.sell')
    expect(await offered('"remark": "¦"')).toEqual([])
  })

  it('is told what is wrong while somebody types, and when it is mended', async () => {
    const wrong = told(ITEM, ({ diagnostics }) => diagnostics.some(({ code }) => code === 'REF003'))
    await type(ITEM, read(ITEM).replace('"from": "offered"', '"from": "offred"'))
    const { diagnostics } = await wrong
    const [said] = diagnostics.filter(({ code }) => code === 'REF003')
    expect(said).toMatchObject({ severity: 1, message: expect.stringContaining('did you mean "offered"?') as string })
    const mended = told(ITEM, (said) => said.diagnostics.length === 0)
    await type(ITEM, read(ITEM))
    await mended
  })

  it('is led to where a field, a resource, a button of a role and a value are declared', async () => {
    const lead = (params: object): Promise<{ uri: string; range: { start: { line: number } } }> =>
      server.sendRequest('textDocument/definition', params)
    const line = (file: string, find: string): number =>
      read(file).slice(0, read(file).indexOf(find)).split('\n').length - 1
    const buyer = await lead(at(ITEM, '"buyer!"', 3))
    expect([buyer.uri, buyer.range.start.line]).toEqual([uri(ITEM), line(ITEM, '"buyer": {')])
    expect((await lead(at(ITEMS, '"item"', 2))).uri).toBe(uri(ITEM))
    const state = 'schemas/dictionaries/item_state.json'
    const sold = await lead(at(ITEM, '"sold"', 2))
    expect([sold.uri, sold.range.start.line]).toEqual([uri(state), line(state, '"sold"')])
  })

  it('is told what a name came out as', async () => {
    const hover: { contents: { value: string } } = await server.sendRequest(
      'textDocument/hover',
      at(ITEM, '"price", "total"', 2),
    )
    expect(hover.contents.value).toContain('Price: money, required')
    const button: { contents: { value: string } } = await server.sendRequest(
      'textDocument/hover',
      at(ITEMS, '"sell": true', 2),
    )
    expect(button.contents.value).toContain('`sell`')
  })

  it('renames a name everywhere, and not to one that is taken', async () => {
    const edit: { documentChanges: { textDocument: { uri: string }; edits: { newText: string }[] }[] } =
      await server.sendRequest('textDocument/rename', { ...at(ITEM, '"buyer!"', 3), newName: 'customer' })
    const [change] = edit.documentChanges
    expect(change?.textDocument.uri).toBe(uri(ITEM))
    expect(change?.edits[0]?.newText).toContain('"customer!"')
    expect(change?.edits[0]?.newText).not.toContain('"buyer!"')
    await expect(
      server.sendRequest('textDocument/rename', { ...at(ITEM, '"buyer!"', 3), newName: 'price' }),
    ).rejects.toThrow('exists already')
  })
})
