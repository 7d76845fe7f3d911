/** A product over the platform: what it adds, what it replaces, and what is said of a layer that does not fit. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { study } from '../../generator/index.ts'
import { load } from '../../generator/load/index.ts'
import { rename } from '../../generator/tools/rename.ts'

const text = (en: string) => ({ zh: en, en })

/** The least product: the platform, and one screen of its own. */
const LEAST: Record<string, object> = {
  'app.json': {
    layers: ['platform'],
    name: text('Shop'),
    languages: { available: ['zh', 'en'], default: 'en' },
    home: '/desk/books',
  },
  'resources/desk/book.json': {
    label: text('Book'),
    title: 'name',
    fields: { name: { type: 'name', required: true } },
    filters: { name: true },
    columns: ['name'],
  },
  'screens/desk/_group.json': { label: text('Desk'), order: 10 },
  'screens/desk/books.json': { code: 'desk-001', label: text('Books'), view: 'list', resource: 'book' },
}

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

function made(files: Record<string, object> = {}) {
  const root = join(mkdtempSync(join(tmpdir(), 'atelier-layers-')), 'schemas')
  folders.push(dirname(root))
  for (const [name, data] of Object.entries({ ...LEAST, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), JSON.stringify(data, null, 2))
  }
  const found = study(load(root), { references: true })
  const told = found.problems
    .filter((one) => one.severity === 'error')
    .map(
      (one) => `${one.file.replace(/^.*platform\//, 'platform/')}:${one.line}:${one.column} ${one.code} ${one.message}`,
    )
  return { root, found, model: found.model, told }
}

const ORG = 'resources/system/org.json'
const BADGE = { type: 'string', max: 10, label: text('Badge') }

describe('a product on the platform', () => {
  it('needs no file of the studio', () => {
    const { told, model } = made()
    expect(told).toEqual([])
    expect(Object.keys(model!.screens)).toEqual(expect.arrayContaining(['/desk/books', '/login', '/system/staff']))
    expect(model!.resources.customer).toBeUndefined()
  })

  it('adds a field and a column, and keeps everything else', () => {
    const { told, model } = made({ [ORG]: { layer: 'add', fields: { badge: BADGE }, columns: { add: ['badge'] } } })
    expect(told).toEqual([])
    const usual = made().model!.resources.org!
    const org = model!.resources.org!
    expect(Object.keys(org.fields)).toEqual([...Object.keys(usual.fields), 'badge'])
    expect(org.columns.map((one) => one.path)).toEqual([...usual.columns.map((one) => one.path), 'badge'])
  })

  it('changes one word of a field and leaves its others', () => {
    const { model } = made({ [ORG]: { layer: 'add', fields: { name: { max: 12 } } } })
    expect(model!.resources.org!.fields.name).toMatchObject({ max: 12, required: true, type: 'string' })
  })

  it('drops from a list, and takes a key away by null', () => {
    const { told, model } = made({
      [ORG]: { layer: 'add', columns: { drop: ['sortNum'] }, filters: { orgType: null } },
    })
    expect(told).toEqual([])
    expect(model!.resources.org!.columns.map((one) => one.path)).not.toContain('sortNum')
    expect(Object.keys(model!.resources.org!.filters)).not.toContain('orgType')
  })

  it('adds entries to a dictionary, buttons to a screen, a line to app.json', () => {
    const { told, model } = made({
      'app.json': { ...LEAST['app.json'], limits: { page: 25 } },
      'dictionaries/org_type.json': { layer: 'add', values: { shop: { value: 9, ...text('Shop') } } },
      'screens/system/positions.json': { layer: 'add', actions: { del: null } },
    })
    expect(told).toEqual([])
    expect(model!.dictionaries.org_type!.values.map((one) => one.name)).toContain('shop')
    expect(model!.permissions['system-003']!.buttons.map((one) => one.code)).not.toContain('del')
    expect(model!.app.limits).toMatchObject({ page: 25, badge: 99 })
  })

  it('stands in the place of a screen', () => {
    const { told, model } = made({
      'screens/system/positions.json': {
        layer: 'replace',
        code: 'system-003',
        label: text('Jobs'),
        view: 'list',
        resource: 'position',
      },
    })
    expect(told).toEqual([])
    expect(model!.screens['/system/positions']!.label.en).toBe('Jobs')
  })
})

it('asks a product in one language for no text in another', () => {
  const app = { ...LEAST['app.json'], name: { en: 'Shop' }, languages: { available: ['en'], default: 'en' } }
  const book = { ...LEAST['resources/desk/book.json'], label: { fr: 'Livre' } }
  const told = made({ 'app.json': app, 'resources/desk/book.json': book }).told.join('\n')
  expect(told).toContain('the text in "en" is missing')
  expect(told).not.toContain('"zh" is missing')
  const bare = made({ 'app.json': app, 'resources/desk/book.json': { ...book, label: undefined } }).told.join('\n')
  expect(bare).toContain('"label" is missing: a text')
  expect(bare).not.toContain('both languages')
})

describe('a layer that does not fit', () => {
  it.each([
    [
      'a file that does not say what it does',
      { [ORG]: { fields: { badge: BADGE } } },
      /^schemas\/resources\/system\/org.json:1:1 REF019 this is also in .*platform\/resources\/system\/org.json/,
    ],
    [
      'a file with nothing below',
      { 'resources/desk/book.json': { ...LEAST['resources/desk/book.json'], layer: 'add' } },
      /^schemas\/resources\/desk\/book.json:\d+:3 REF019 there is nothing below/,
    ],
    [
      'a column dropped that is not there',
      { [ORG]: { layer: 'add', columns: { drop: ['colour'] } } },
      /^schemas\/resources\/system\/org.json:5:7 REF019 there is no "colour" to drop/,
    ],
    [
      'a misspelt name in what is added',
      { [ORG]: { layer: 'add', columns: { add: ['nmae'] } } },
      /^schemas\/resources\/system\/org.json:5:8 REF004 unknown field of org "nmae"/,
    ],
    [
      'what the platform says and no longer fits',
      { [ORG]: { layer: 'add', fields: { leaderId: null } } },
      /^platform\/resources\/system\/org.json:\d+:\d+ REF004 unknown field of org "leaderId"/,
    ],
    [
      'a key that does not exist',
      { [ORG]: { layer: 'add', feilds: {} } },
      /^schemas\/resources\/system\/org.json:3:3 SHP001/,
    ],
  ] as [string, Record<string, object>, RegExp][])('tells %s, in the file that says it', (_what, files, says) => {
    expect(made(files).told.join('\n')).toMatch(says)
  })
})

describe('rename', () => {
  it('leaves what the platform declares', () => {
    const { root, found } = made()
    expect(rename(root, found, 'field', 'org.name', 'title')).toMatch(/not this product's to change/)
  })

  it('takes a field that the product added', () => {
    const { root, found } = made({ [ORG]: { layer: 'add', fields: { badge: BADGE }, columns: { add: ['badge'] } } })
    const done = rename(root, found, 'field', 'org.badge', 'token')
    expect(done).toMatchObject({ places: 2 })
  })
})
