/** VS Code's own service for JSON, as VS Code sets it up for a folder: it reads schemas from files and hosts nobody. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getLanguageService, TextDocument, type SchemaConfiguration } from 'vscode-json-languageservice'

interface Settings {
  'json.schemas'?: { fileMatch: string[]; url: string; schema: object }[]
}

/** What an editor says of a text. */
export interface Editor {
  offers(file: string, text: string, offset: number): Promise<string[]>
  warns(file: string, text: string): Promise<{ line: number; message: string; text: string }[]>
}

/** An editor with this folder open. `generated`: files that are newer than those of the folder. */
export function openFolder(root: string, generated: Record<string, string> = {}): Editor {
  const at = (path: string): string => pathToFileURL(join(root, path)).href
  const newer = new Map(Object.entries(generated).map(([path, text]) => [at(path), text]))
  const service = getLanguageService({
    schemaRequestService: (uri) => Promise.resolve(newer.get(uri) ?? readFileSync(fileURLToPath(uri), 'utf8')),
    workspaceContext: { resolveRelativePath: (path, from) => new URL(path, from).href },
  })
  service.configure({ validate: true, allowComments: false, schemas: configured(root, at) })
  const opened = (file: string, text: string) => {
    const document = TextDocument.create(at(file), 'json', 1, text)
    return { document, json: service.parseJSONDocument(document) }
  }
  return {
    async offers(file, text, offset) {
      const { document, json } = opened(file, text)
      const found = await service.doComplete(document, document.positionAt(offset), json)
      return (found?.items ?? []).map(({ label }) => label.replaceAll('"', ''))
    },
    async warns(file, text) {
      const { document, json } = opened(file, text)
      const said = await service.doValidation(document, json, { schemaValidation: 'warning', trailingCommas: 'error' })
      return said.map(({ range, message }) => ({
        line: range.start.line + 1,
        message: String(message),
        text: document.getText(range),
      }))
    },
  }
}

/** The settings of the folder, as VS Code hands them to the service. */
function configured(root: string, at: (path: string) => string): SchemaConfiguration[] {
  const file = join(root, '.vscode/settings.json')
  const settings = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Settings) : {}
  return (settings['json.schemas'] ?? []).map(({ fileMatch, url, schema }) => ({ uri: at(url), fileMatch, schema }))
}
