/** emit: a model as files under src/generated and docs. Only changed files are written, so that watchers are not triggered. */
import { mkdirSync, readFileSync, rmSync, writeFileSync, existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Model } from '../../src/model/model.ts'
import type { Loaded } from '../base/loaded.ts'
import { load } from '../load/index.ts'
import { editorSchemas } from './editor.ts'
import { openApi } from './openapi.ts'
import { indexTable, permissionTable } from './tables.ts'
import { callTypes, recordTypes } from './records.ts'
import { AUTHORED, authoredTypes, dictionaryTypes } from './types.ts'
import { wireTypes } from './wire.ts'

/** The sources of generated files besides the model. `earlier`: the current generated file, so that expensive ones need not be made again. */
interface EmitFrom {
  loaded: Loaded
  earlier?: (path: string) => string | undefined
}

/** Every generated file by its path from the project's root. The same model gives the same bytes. */
export async function generatedFiles(model: Model, from: EmitFrom | string): Promise<Record<string, string>> {
  const { loaded, earlier = () => undefined } = typeof from === 'string' ? { loaded: load(from) } : from
  const editor = Object.entries(editorSchemas(loaded))
  return {
    'src/generated/model.json': JSON.stringify(model),
    'src/generated/records.ts': recordTypes(model),
    'src/generated/calls.ts': callTypes(model),
    'src/generated/wire.ts': wireTypes(model),
    [AUTHORED]: await authoredTypes(loaded.meta, earlier(AUTHORED)),
    'src/generated/dictionaries.ts': dictionaryTypes(model),
    'src/generated/openapi.json': JSON.stringify(openApi(model)),
    'src/generated/permissions.md': permissionTable(model),
    'src/generated/indexes.txt': indexTable(model),
    ...Object.fromEntries(editor.map(([name, schema]) => [`src/generated/editor/${name}`, JSON.stringify(schema)])),
  }
}

/** Reads a generated file of a project, if it exists. */
export const earlierIn =
  (root: string) =>
  (path: string): string | undefined =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined

/** Writes changed files and removes obsolete ones; returns the written paths. */
export function writeGenerated(root: string, files: Record<string, string>): string[] {
  const written: string[] = []
  for (const [path, text] of Object.entries(files)) {
    const full = join(root, path)
    if (existsSync(full) && readFileSync(full, 'utf8') === text) continue
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
    written.push(path)
  }
  removeStale(root, new Set(Object.keys(files)))
  return written
}

function removeStale(root: string, kept: Set<string>): void {
  const folder = join(root, 'src/generated')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
      .slice(root.length + 1)
      .replaceAll('\\', '/')
    if (entry.isFile() && !kept.has(path)) rmSync(join(root, path))
  }
}
