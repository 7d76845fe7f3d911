/** emit: a model as files under src/generated and docs. Written only when they differ, so that watchers stay quiet. */
import { mkdirSync, readFileSync, rmSync, writeFileSync, existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Model } from '../../src/model/model.ts'
import { load } from '../load.ts'
import { editorSchemas } from './editor.ts'
import { openApi } from './openapi.ts'
import { indexTable, permissionTable } from './tables.ts'
import { handlerTypes, recordTypes } from './types.ts'
import { splitForWeb } from './web.ts'

/** Every generated file by its path from the project's root. Same model, same bytes. */
export async function generatedFiles(model: Model, schemas: string): Promise<Record<string, string>> {
  const { core, parts } = splitForWeb(model)
  const editor = Object.entries(editorSchemas(load(schemas)))
  return {
    'src/generated/model.json': JSON.stringify(model),
    'src/generated/web/core.json': JSON.stringify(core),
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [`src/generated/web/${name}.json`, JSON.stringify(part)])),
    'src/generated/records.ts': await recordTypes(model),
    'src/generated/handlers.ts': handlerTypes(model),
    'src/generated/openapi.json': JSON.stringify(openApi(model)),
    'src/generated/permissions.md': permissionTable(model),
    'src/generated/indexes.txt': indexTable(model),
    ...Object.fromEntries(editor.map(([name, schema]) => [`src/generated/editor/${name}`, JSON.stringify(schema)])),
  }
}

/** Writes what differs and removes what is no longer generated; answers the paths written. */
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
    const path = join(entry.parentPath, entry.name).slice(root.length + 1).replaceAll('\\', '/')
    if (entry.isFile() && !kept.has(path)) rmSync(join(root, path))
  }
}
