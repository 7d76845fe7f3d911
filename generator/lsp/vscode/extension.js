// A small client of `atelier lsp` that needs no build and no packages: messages with their length before them.
/* oxlint-disable typescript/no-require-imports -- VS Code loads it as it is */
const vscode = require('vscode')
const { spawn } = require('node:child_process')
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const SELECTOR = { language: 'json', scheme: 'file', pattern: '**/schemas/**/*.json' }

class Client {
  constructor(root) {
    const own = join(root, 'bin/atelier.mjs')
    const bin = existsSync(own) ? own : join(root, 'node_modules/atelier/bin/atelier.mjs')
    this.waiting = new Map()
    this.next = 1
    this.buffer = Buffer.alloc(0)
    this.diagnostics = vscode.languages.createDiagnosticCollection('atelier')
    this.process = spawn('node', [bin, 'lsp'], { cwd: root })
    this.process.stdout.on('data', (chunk) => this.read(chunk))
    const rootUri = vscode.Uri.file(root).toString()
    this.ready = this.ask('initialize', { processId: process.pid, rootUri, capabilities: {} }).then(() =>
      this.tell('initialized', {}),
    )
  }

  write(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  ask(method, params) {
    const id = this.next++
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.write({ id, method, params })
    })
  }

  tell(method, params) {
    this.write({ method, params })
  }

  read(chunk) {
    this.buffer = Buffer.concat([this.buffer, chunk])
    for (;;) {
      const head = this.buffer.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/Content-Length: (\d+)/i.exec(this.buffer.subarray(0, head).toString())[1])
      if (this.buffer.length < head + 4 + length) return
      const message = JSON.parse(this.buffer.subarray(head + 4, head + 4 + length).toString())
      this.buffer = this.buffer.subarray(head + 4 + length)
      this.take(message)
    }
  }

  take({ id, method, params, result, error }) {
    if (method === 'textDocument/publishDiagnostics') return this.show(params)
    if (method && id !== undefined) return this.write({ id, result: null })
    const asked = this.waiting.get(id)
    if (!asked) return undefined
    this.waiting.delete(id)
    return error ? asked.reject(new Error(error.message)) : asked.resolve(result)
  }

  show({ uri, diagnostics }) {
    const all = diagnostics.map(({ range, message, severity, code }) => {
      const one = new vscode.Diagnostic(rangeOf(range), message, severity - 1)
      return Object.assign(one, { code, source: 'atelier' })
    })
    this.diagnostics.set(vscode.Uri.parse(uri), all)
  }
}

const rangeOf = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character)
const locationOf = ({ uri, range }) => new vscode.Location(vscode.Uri.parse(uri), rangeOf(range))
const at = (document, position) => ({ textDocument: { uri: document.uri.toString() }, position })

function editOf({ documentChanges }) {
  const edit = new vscode.WorkspaceEdit()
  for (const change of documentChanges) {
    if (change.kind === 'create') edit.createFile(vscode.Uri.parse(change.uri))
    else if (change.kind === 'delete') edit.deleteFile(vscode.Uri.parse(change.uri))
    else
      for (const one of change.edits)
        edit.replace(vscode.Uri.parse(change.textDocument.uri), rangeOf(one.range), one.newText)
  }
  return edit
}

function activate(context) {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath
  if (!root) return
  const client = new Client(root)
  const ask = async (method, params) => (await client.ready, client.ask(`textDocument/${method}`, params))
  const told = (document) => document.languageId === 'json'
  const open = (document) => {
    if (!told(document)) return
    const { uri, version } = document
    client.ready.then(() =>
      client.tell('textDocument/didOpen', {
        textDocument: { uri: uri.toString(), languageId: 'json', version, text: document.getText() },
      }),
    )
  }
  vscode.workspace.textDocuments.forEach(open)
  const change = ({ document }) => {
    if (!told(document)) return
    const textDocument = { uri: document.uri.toString(), version: document.version }
    client.tell('textDocument/didChange', { textDocument, contentChanges: [{ text: document.getText() }] })
  }
  const end = (method) => (document) => {
    if (told(document)) client.tell(`textDocument/${method}`, { textDocument: { uri: document.uri.toString() } })
  }
  const { languages, workspace } = vscode
  context.subscriptions.push(
    { dispose: () => client.process.kill() },
    client.diagnostics,
    workspace.onDidOpenTextDocument(open),
    workspace.onDidChangeTextDocument(change),
    workspace.onDidCloseTextDocument(end('didClose')),
    workspace.onDidSaveTextDocument(end('didSave')),
    languages.registerCompletionItemProvider(
      SELECTOR,
      {
        provideCompletionItems: async (document, position) =>
          (await ask('completion', at(document, position))).map(({ label, detail, kind }) =>
            Object.assign(new vscode.CompletionItem(label, kind - 1), { detail }),
          ),
      },
      '.',
      "'",
      '=',
    ),
    languages.registerDefinitionProvider(SELECTOR, {
      provideDefinition: async (document, position) => {
        const found = await ask('definition', at(document, position))
        return found && locationOf(found)
      },
    }),
    languages.registerReferenceProvider(SELECTOR, {
      provideReferences: async (document, position) =>
        (await ask('references', { ...at(document, position), context: { includeDeclaration: true } })).map(locationOf),
    }),
    languages.registerHoverProvider(SELECTOR, {
      provideHover: async (document, position) => {
        const found = await ask('hover', at(document, position))
        return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value))
      },
    }),
    languages.registerRenameProvider(SELECTOR, {
      prepareRename: async (document, position) => {
        const found = await ask('prepareRename', at(document, position))
        if (!found) throw new Error('no name stands here')
        return { range: rangeOf(found.range), placeholder: found.placeholder }
      },
      provideRenameEdits: async (document, position, newName) =>
        editOf(await ask('rename', { ...at(document, position), newName })),
    }),
  )
}

module.exports = { activate }
