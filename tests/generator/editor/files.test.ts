/** What a plain editor finds by itself: every schema that a file leads to is a file, and knows the names of the product. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatedFiles } from '../../../generator/emit/index.ts'
import { filesBelow } from '../../../generator/load/files.ts'
import { load } from '../../../generator/load/index.ts'
import { isObject, valueAt } from '../../../generator/base/source.ts'
import { productModel, ROOT, SCHEMAS } from '../schemas.ts'

interface Settings {
  'json.schemas': { fileMatch: string[]; url: string; schema: { $ref: string } }[]
}

const files = filesBelow(SCHEMAS).filter((file) => !file.startsWith('meta/'))
const generated = await generatedFiles(productModel(), { loaded: load(SCHEMAS) })
const settings = JSON.parse(readFileSync(join(ROOT, '.vscode/settings.json'), 'utf8')) as Settings

/** A file of the project as an editor has it after `generate`. */
function textAt(path: string): string | undefined {
  return generated[path] ?? (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined)
}

const parsed = new Map<string, unknown>()

/** The same, read. */
function dataAt(path: string): unknown {
  if (!parsed.has(path)) parsed.set(path, JSON.parse(textAt(path) ?? 'null'))
  return parsed.get(path)
}

/** Every `$ref` below a node. */
function* refsIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  if (isObject(node) && typeof node.$ref === 'string') yield node.$ref
  for (const inner of Object.values(node)) yield* refsIn(inner)
}

/** References of a schema file that lead to no part of a file. */
function lost(path: string): string[] {
  return [...refsIn(dataAt(path))].filter((ref) => {
    const [file = '', pointer = ''] = ref.split('#')
    const data = dataAt(file === '' ? path : join(dirname(path), file))
    return data === null || valueAt(data, pointer.split('/').filter(Boolean)) === undefined
  })
}

describe('an editor finds, without a network,', () => {
  it('the schema that each file names', () => {
    const wrong = files.filter((file) => {
      const { $schema } = JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')) as { $schema?: string }
      return $schema === undefined || textAt(join('schemas', dirname(file), $schema)) === undefined
    })
    expect(wrong).toEqual([])
  })

  it('every part that a schema refers to', () => {
    const metas = [...load(SCHEMAS).meta.keys()].map((name) => `schemas/meta/${name}.json`)
    const editors = Object.keys(generated).filter((path) => path.startsWith('src/generated/editor/'))
    expect(metas.filter((path) => !editors.includes(`src/generated/editor/${basename(path)}`))).toEqual([])
    expect([...metas, ...editors].flatMap((path) => lost(path).map((ref) => `${path}: ${ref}`))).toEqual([])
  })

  it('the names of the product in their place, as the settings say', () => {
    for (const { url, schema } of settings['json.schemas']) {
      expect(textAt(join(url)), url).toBeDefined()
      const named = join(dirname(join(url)), schema.$ref)
      expect(named).toBe(`src/generated/editor/${basename(url)}`)
      expect(textAt(named), named).toBeDefined()
    }
    const known = settings['json.schemas'].map(({ url }) => basename(url))
    const kinds = new Set(files.filter((file) => file.startsWith('platform/')).map((file) => schemaNamed(file)))
    expect([...kinds].filter((kind) => !known.includes(kind))).toEqual([])
  })
})

const schemaNamed = (file: string): string =>
  basename((JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')) as { $schema: string }).$schema)
