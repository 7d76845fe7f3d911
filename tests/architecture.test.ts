import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Folders, and which of the others each may import. A folder may always import itself and the generated files of its side. */
const MAY_IMPORT: Record<string, string[]> = {
  'src/model': [],
  'src/server': ['src/model', 'src/generated'],
  'src/web': ['src/model', 'src/generated'],
  generator: ['src/model'],
  mock: ['src/server', 'src/model', 'src/generated'],
  bin: ['generator', 'src/server', 'src/model', 'src/generated', 'mock'],
}

const ROOT = process.cwd()
const files = Object.keys(MAY_IMPORT).flatMap((folder) => sources(folder).map((file) => ({ folder, file })))

describe('imports point one way', () => {
  it.each(Object.entries(MAY_IMPORT))('%s imports only %j', (folder, allowed) => {
    const wrong = files
      .filter((f) => f.folder === folder)
      .flatMap(({ file }) =>
        importsOf(file)
          .filter((target) => !inside(target, [folder, ...allowed]))
          .map((target) => `${file} → ${target}`),
      )
    expect(wrong).toEqual([])
  })
})

describe('engine code knows no product', () => {
  const engine = files.filter(
    ({ file }) =>
      !file.startsWith('src/server/domain/') && !file.startsWith('mock/') && !file.startsWith('src/web/pages/'),
  )
  const model = JSON.parse(readFileSync(join(ROOT, 'src/generated/model.json'), 'utf8')) as {
    resources: Record<string, { path: string }>
    screens: Record<string, unknown>
    app: { home: string }
  }
  /** Words of the language and of programming that some resource happens to be called by. */
  const COMMON = new Set([
    'site',
    'record',
    'order',
    'place',
    'menu',
    'role',
    'user',
    'res',
    'file',
    'team',
    'org',
    'message',
    'subject',
    'category',
    'service',
    'scene',
    'theme',
    'button',
    'btn',
    'store',
    'track',
    'photo',
    'pick',
    'bill',
    'session',
    'parameter',
    'company',
    'contact',
    'tags',
    'upload',
    'system',
    'setting',
    'index',
    'delivery',
    'goods',
    'account',
    'members',
    'points',
    'award',
    'family',
    'club',
    'worker',
    'vehicle',
    'address',
    'product',
    'activity',
    'coupon',
    'channel',
    'lead',
    'chance',
    'customer',
    'employee',
    'position',
    'dict',
  ])
  const names = Object.keys(model.resources).filter((name) => !COMMON.has(name))
  const routes = Object.keys(model.screens).filter((route) => route.split('/').length > 2)

  it('names no resource', () => {
    const found = engine.flatMap(({ file }) => {
      const text = withoutComments(readFileSync(join(ROOT, file), 'utf8'))
      return names.filter((name) => text.includes(`'${name}'`)).map((name) => `${file}: '${name}'`)
    })
    expect(found).toEqual([])
  })

  it('names no screen', () => {
    const found = engine.flatMap(({ file }) => {
      const text = withoutComments(readFileSync(join(ROOT, file), 'utf8'))
      return routes.filter((route) => text.includes(`'${route}'`)).map((route) => `${file}: ${route}`)
    })
    expect(found).toEqual([])
  })
})

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((m) => normalize(join(dirname(file), m[1]!)))
}

const inside = (target: string, folders: string[]): boolean =>
  folders.some((folder) => target === folder || target.startsWith(`${folder}/`))
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
