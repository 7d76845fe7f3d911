/** emit: a model as files. Only changed files are written, so that watchers are not triggered. */
import { mkdirSync, readFileSync, rmSync, writeFileSync, existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Model } from '../../src/model/model.ts'
import type { Loaded } from '../base/loaded.ts'
import { generatedIn, packageRoot } from '../base/package.ts'
import { load } from '../load/index.ts'
import { callTypesOfProduct, fromPackage } from './product.ts'
import { editorSchemas } from './editor/index.ts'
import { openApi } from './openapi.ts'
import { indexTable, permissionTable } from './tables.ts'
import { callTypes, recordTypes } from './records.ts'
import { AUTHORED, authoredTypes, dictionaryTypes } from './types.ts'
import { wireTypes } from './wire.ts'

/** The sources of generated files besides the model. `earlier`: the current generated file, so that expensive ones need not be made again. */
interface EmitFrom {
  /** The product's folder; without it, as for the product of this package. */
  root?: string
  loaded: Loaded
  earlier?: (path: string) => string | undefined
}

/** Every generated file by its path from the project's root. The same model gives the same bytes. */
export async function generatedFiles(model: Model, from: EmitFrom | string): Promise<Record<string, string>> {
  const {
    root = packageRoot(),
    loaded,
    earlier = () => undefined,
  }: EmitFrom = typeof from === 'string' ? { loaded: load(from) } : from
  const folder = generatedIn(root)
  const typed = root === packageRoot() ? (text: string) => text : fromPackage
  const editor = Object.entries(editorSchemas(loaded, model))
  return {
    [`${folder}/model.json`]: JSON.stringify(model),
    [`${folder}/records.ts`]: typed(recordTypes(model)),
    [`${folder}/calls.ts`]: typed(callTypes(model)),
    [`${folder}/wire.ts`]: typed(wireTypes(model)),
    ...(root === packageRoot() ? { [AUTHORED]: await authoredTypes(loaded.meta, earlier(AUTHORED)) } : {}),
    [`${folder}/dictionaries.ts`]: dictionaryTypes(model),
    ...(root === packageRoot() ? {} : { [`${folder}/call.ts`]: callTypesOfProduct() }),
    [`${folder}/openapi.json`]: JSON.stringify(openApi(model)),
    [`${folder}/permissions.md`]: permissionTable(model),
    [`${folder}/indexes.txt`]: indexTable(model),
    ...Object.fromEntries(editor.map(([name, schema]) => [`${folder}/editor/${name}`, JSON.stringify(schema)])),
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
  const folder = join(root, generatedIn(root))
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
      .slice(root.length + 1)
      .replaceAll('\\', '/')
    if (entry.isFile() && !kept.has(path)) rmSync(join(root, path))
  }
}
