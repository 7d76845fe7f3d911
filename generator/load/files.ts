/**
 * The files of a product's schemas, by their names: its own, the meta-schemas, and the platform that it builds on. What
 * the product does not hold itself comes from the package of the compiler.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { packageRoot } from '../base/package.ts'

/** Folders of schemas that come with the compiler. */
export const META = 'meta'
export const PLATFORM = 'platform'

const packageSchemas = (): string => join(packageRoot(), 'schemas')

/** Every schema file by its name below `schemas`, with the path where it lies. */
export function schemaFiles(root: string): Map<string, string> {
  const own = filesBelow(root).map((name) => [name, join(root, name)] as const)
  const files = new Map(own)
  const given = [META, ...(buildsOnPlatform(root) ? [PLATFORM] : [])].filter(
    (folder) => !existsSync(join(root, folder)),
  )
  for (const folder of given)
    for (const name of filesBelow(join(packageSchemas(), folder)))
      files.set(`${folder}/${name}`, join(packageSchemas(), folder, name))
  return files
}

/** Whether `app.json` names the platform; a file that cannot be read says nothing. */
function buildsOnPlatform(root: string): boolean {
  try {
    const app = JSON.parse(readFileSync(join(root, 'app.json'), 'utf8')) as { layers?: unknown }
    return Array.isArray(app.layers) && app.layers.includes(PLATFORM)
  } catch {
    return false
  }
}

/** The path of a file as problems name it: from the folder that holds `schemas`. */
export const shownPath = (root: string, path: string): string => relative(dirname(root), path).split(sep).join('/')

/** Every JSON file below a folder, relative to it, with forward slashes. */
export function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
