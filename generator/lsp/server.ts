/**
 * `atelier lsp`: a language server over standard input and output. It knows what the compiler knows, of texts that are not
 * saved too. Plain names complete by JSON Schema (docs/EDITORS.md); this adds expressions, places, meanings and names.
 */
import {
  createConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type Connection,
} from 'vscode-languageserver/node.js'
import type { Diagnostic, Location, Position, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node.js'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '../cli/project.ts'
import { formatProblem } from '../base/problems.ts'
import type { Place } from '../base/source.ts'
import { rename } from '../tools/rename.ts'
import type { Offer } from './names.ts'
import { hoverAt } from './hover.ts'
import { Workspace } from './workspace.ts'

/** A text is checked when nobody has typed for so long. */
const PAUSE_MS = 150
const FULL_TEXT = 1
const KINDS: Record<Offer['kind'], number> = { field: 5, function: 3, value: 12, root: 6 }

/** Serves until the editor ends it. */
export function run(): Promise<number> {
  const connection = createConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout))
  return new Promise((resolve) => {
    listen(connection, () => resolve(0))
    connection.listen()
  })
}

interface At {
  textDocument: { uri: string }
  position: Position
}

function listen(connection: Connection, ended: () => void): void {
  let workspace = new Workspace(projectRoot())
  const told = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => tell(connection, workspace, told), PAUSE_MS)
  }
  connection.onInitialize(({ rootUri, workspaceFolders }) => {
    const folder = workspaceFolders?.[0]?.uri ?? rootUri
    if (folder) workspace = new Workspace(projectRoot(fileURLToPath(folder)))
    return {
      capabilities: {
        textDocumentSync: { openClose: true, change: FULL_TEXT, save: true },
        completionProvider: { triggerCharacters: ['.', "'", '=', '{', '('] },
        definitionProvider: true,
        referencesProvider: true,
        hoverProvider: true,
        renameProvider: { prepareProvider: true },
      },
      serverInfo: { name: 'atelier' },
    }
  })
  connection.onInitialized(soon)
  const take = (uri: string, text: string | undefined): void => {
    const file = workspace.fileOf(uri)
    if (file === undefined) return
    workspace.take(file, text)
    soon()
  }
  connection.onDidOpenTextDocument(({ textDocument }) => take(textDocument.uri, textDocument.text))
  connection.onDidChangeTextDocument(({ textDocument, contentChanges }) =>
    take(textDocument.uri, contentChanges.at(-1)?.text),
  )
  connection.onDidCloseTextDocument(({ textDocument }) => take(textDocument.uri, undefined))
  connection.onDidSaveTextDocument(() => {
    workspace.refresh()
    soon()
  })
  connection.onDidChangeWatchedFiles(() => {
    workspace.refresh()
    soon()
  })
  answer(connection, () => workspace)
  connection.onExit(() => {
    clearTimeout(timer)
    ended()
  })
}

function answer(connection: Connection, workspaceNow: () => Workspace): void {
  const at = ({ textDocument, position }: At) => {
    const workspace = workspaceNow()
    const file = workspace.fileOf(textDocument.uri)
    const text =
      file === undefined ? undefined : (workspace.textOf(file) ?? readFileSync(fileURLToPath(textDocument.uri), 'utf8'))
    if (file === undefined || text === undefined || !workspace.good) return undefined
    const offset = offsetOf(text, position)
    return { workspace, file, text, offset, good: workspace.good, name: workspace.nameAt(file, offset) }
  }
  connection.onCompletion((asked) => {
    const here = at(asked)
    return here
      ? here.workspace.offers(here.file, here.text, here.offset).map(({ name, about, kind }) => ({
          label: name,
          detail: about,
          kind: KINDS[kind] as never,
        }))
      : []
  })
  connection.onDefinition((asked): Location | null => {
    const here = at(asked)
    const declared = here?.name && here.workspace.declarationOf(here.name.kind, here.name.name)
    return here && declared ? locationOf(here.workspace, declared.place) : null
  })
  connection.onReferences((asked): Location[] => {
    const here = at(asked)
    if (!here?.name) return []
    const places = here.good.c.references!.of(here.name.kind, here.name.name)
    return places.filter((one) => !one.implied).map(({ place }) => locationOf(here.workspace, place))
  })
  connection.onHover((asked) => {
    const here = at(asked)
    const value = here && hoverAt(here.good, here.file, asked.position.line + 1, here.name)
    return value === undefined ? null : { contents: { kind: 'markdown', value } }
  })
  connection.onPrepareRename((asked) => {
    const here = at(asked)
    return here?.name ? { range: rangeOf(here.name.place), placeholder: here.name.text } : null
  })
  connection.onRenameRequest((asked) => {
    const here = at(asked)
    if (!here?.name) return null
    const { kind, name } = here.name
    const done = rename(here.workspace.schemas, here.good, kind, name, asked.newName)
    if (typeof done === 'string') throw new Error(done)
    if (Array.isArray(done))
      throw new Error(`this would be wrong then: ${done.slice(0, 3).map(formatProblem).join('; ')}`)
    return edits(here.workspace, done.files)
  })
}

/** Problems of every file; a file that has none any more is told so once. */
function tell(connection: Connection, workspace: Workspace, told: Set<string>): void {
  const byFile = new Map<string, Diagnostic[]>([...told].map((file) => [file, []]))
  for (const { file, line, column, code, message, severity } of workspace.problems()) {
    const start = { line: line - 1, character: column - 1 }
    const end = { line: line - 1, character: column - 1 + 1 }
    const list = byFile.get(file) ?? []
    list.push({ range: { start, end }, severity: severity === 'error' ? 1 : 3, code, source: 'atelier', message })
    byFile.set(file, list)
  }
  for (const [file, diagnostics] of byFile) {
    void connection.sendDiagnostics({
      uri: workspace.uriOf(file),
      diagnostics: diagnostics.map((one) => ({ ...one, range: word(workspace, file, one.range) })),
    })
    if (diagnostics.length > 0) told.add(file)
    else told.delete(file)
  }
}

/** The string or word that begins at a place. */
function word(workspace: Workspace, file: string, range: Range): Range {
  const text = workspace.textOf(file) ?? readFileSync(fileURLToPath(workspace.uriOf(file)), 'utf8')
  const line = text.split('\n')[range.start.line] ?? ''
  const found = /^("(?:[^"\\]|\\.)*"|[\w.-]+)/.exec(line.slice(range.start.character))
  return {
    start: range.start,
    end: { line: range.start.line, character: range.start.character + (found?.[0].length ?? 1) },
  }
}

function offsetOf(text: string, { line, character }: Position): number {
  const lines = text.split('\n')
  return lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character
}

function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length - 1, character: before.at(-1)!.length }
}

/** A place without its quotes. */
function rangeOf(place: Place): Range {
  const { source } = place.source.written(place)
  const { start, end } = place.source.range(place)
  const quoted = source.text[start] === '"' && place.offset === undefined ? 1 : 0
  return { start: positionOf(source.text, start + quoted), end: positionOf(source.text, end - quoted) }
}

const locationOf = (workspace: Workspace, place: Place): Location => ({
  uri: workspace.uriOf(place.source.written(place).source.file),
  range:
    place.path.length === 0 ? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } : rangeOf(place),
})

/** The files of a renaming as edits: whole texts, new files, and files that go. */
function edits(workspace: Workspace, files: Map<string, string | null>): WorkspaceEdit {
  const whole = (newText: string): TextEdit => ({
    range: { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } },
    newText,
  })
  return {
    documentChanges: [...files].flatMap(([file, text]): NonNullable<WorkspaceEdit['documentChanges']> => {
      const uri = workspace.uriOf(file)
      if (text === null) return [{ kind: 'delete', uri }]
      const isNew = !existsSync(fileURLToPath(uri))
      return [
        ...(isNew ? [{ kind: 'create' as const, uri }] : []),
        { textDocument: { uri, version: null }, edits: [whole(text)] },
      ]
    }),
  }
}
