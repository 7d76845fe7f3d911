/** What a plain editor offers and underlines where the cursor stands: positions of `positions.json`, in three products. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run as init } from '../../../generator/cli/init.ts'
import { generatedFiles } from '../../../generator/emit/index.ts'
import { study } from '../../../generator/index.ts'
import { filesBelow } from '../../../generator/load/files.ts'
import { load } from '../../../generator/load/index.ts'
import { ROOT, SCHEMAS } from '../schemas.ts'
import { openFolder, type Editor } from './editor.ts'

/** `put` stands where `find` stood, with the cursor at `¦`; `bad` stands there and must be underlined. */
interface Position {
  at: string
  product?: 'shop'
  file: string
  find: string
  put: string
  offers: string[]
  lacks?: string[]
  bad?: string
}

const positions = JSON.parse(readFileSync(join(import.meta.dirname, 'positions.json'), 'utf8')) as Position[]
const folder = mkdtempSync(join(tmpdir(), 'atelier-editor-'))
const roots = { studio: ROOT, shop: join(folder, 'shop') }
const editors: Partial<Record<keyof typeof roots, Editor>> = {}

async function generated(root: string): Promise<Record<string, string>> {
  const loaded = load(join(root, 'schemas'))
  return generatedFiles(study(loaded).model!, { root, loaded, earlier: (path) => read(root, path) })
}

const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8')

beforeAll(async () => {
  await init([roots.shop])
  editors.studio = openFolder(ROOT, await generated(ROOT))
  editors.shop = openFolder(roots.shop, await generated(roots.shop))
})

afterAll(() => rmSync(folder, { recursive: true }))

function replaced({ product, file, find }: Position, by: string): string {
  const text = read(roots[product ?? 'studio'], file)
  if (!text.includes(find)) throw new Error(`${file} does not hold ${find}`)
  return text.replace(find, () => by)
}

describe('a plain editor knows', () => {
  it.each(positions)('$at', async (position) => {
    const editor = editors[position.product ?? 'studio']!
    const text = replaced(position, position.put)
    const offset = text.indexOf('¦')
    const offered = await editor.offers(position.file, text.replace('¦', ''), offset)
    expect(offered).toEqual(expect.arrayContaining(position.offers))
    for (const name of position.lacks ?? []) expect(offered).not.toContain(name)
    if (position.bad === undefined) return
    const said = await editor.warns(position.file, replaced(position, position.bad))
    expect(said.map((one) => position.bad!.includes(one.text))).toContain(true)
  })
})

describe('a plain editor finds nothing wrong', () => {
  it('in the files of the studio and the platform', async () => {
    const files = filesBelow(SCHEMAS).filter((file) => !file.startsWith('meta/'))
    const said = await Promise.all(
      files.map(async (file) => {
        const warned = await editors.studio!.warns(`schemas/${file}`, read(SCHEMAS, file))
        return warned.map(({ line, message }) => `${file}:${line} ${message.slice(0, 120)}`)
      }),
    )
    expect(said.flat()).toEqual([])
  })

  it('in the files of a new product', async () => {
    const said = await Promise.all(
      filesBelow(join(roots.shop, 'schemas')).map((file) =>
        editors.shop!.warns(`schemas/${file}`, read(join(roots.shop, 'schemas'), file)),
      ),
    )
    expect(said.flat()).toEqual([])
  })
})
