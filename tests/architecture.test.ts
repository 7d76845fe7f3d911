import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Folders, and which of the others each may import. A folder may always import itself and the generated files of its side. */
const MAY_IMPORT: Record<string, string[]> = {
  'src/model': [],
  'src/server': ['src/model', 'src/generated'],
  'src/web': ['src/model', 'src/generated'],
  'src/samples': ['src/model'],
  'src/preview': ['src/samples', 'src/model', 'src/web'],
  generator: ['src/model'],
  'src/exports': ['generator', 'src/server', 'src/model'],
  mock: ['src/server', 'src/samples', 'src/model', 'src/generated'],
  bin: ['generator', 'src/server', 'src/samples', 'src/preview', 'src/model', 'src/generated', 'mock'],
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

/**
 * The rooms inside the big folders, lowest first: a room may import those before it. A room in a list of its own line has
 * neighbours that do not know one another.
 */
const FLOORS: Record<string, string[][]> = {
  generator: [
    ['base'],
    ['load'],
    ['validate'],
    ['expand', 'link'],
    ['normalize'],
    ['derive'],
    ['.'],
    ['emit'],
    ['tools'],
    ['cli'],
    ['lsp', 'mcp'],
  ],
  'src/server': [
    ['types.ts', 'errors.ts'],
    ['lane.ts', 'network.ts'],
    ['db'],
    ['db/postgres', 'db/embedded', 'tables.ts'],
    ['fields'],
    ['db/schema'],
    ['query'],
    ['auth', 'files', 'sms', 'express'],
    ['push'],
    ['engine'],
    ['jobs'],
    ['calls'],
    ['platform'],
    ['domain'],
    ['http'],
    ['.'],
  ],
  'src/server/platform': [['.'], ['auth', 'company', 'messages', 'invariants', 'sync'], ['accounts'], ['home']],
  'src/server/domain': [
    ['.'],
    ['cash', 'catalogue', 'messages', 'resource', 'invariants'],
    ['vip', 'crm', 'work', 'course'],
    ['client', 'referral', 'schedule'],
    ['order', 'home'],
    ['produce'],
    ['task'],
    ['selection'],
    ['payment', 'photo'],
  ],
  'src/web': [
    ['i18n'],
    ['core'],
    ['theme', 'fields'],
    ['forms'],
    ['lists'],
    ['views'],
    ['access'],
    ['pages'],
    ['studio', 'shell'],
    ['.'],
  ],
}

describe('rooms stand one above the other', () => {
  it.each(Object.entries(FLOORS))('inside %s', (folder, floors) => {
    const rooms = new Map(floors.flatMap((names, floor) => names.map((name) => [name, floor] as const)))
    const wrong = sources(folder).flatMap((file) => {
      const from = roomOf(folder, file, rooms)
      return importsOf(file)
        .filter((target) => inside(target, [folder]))
        .map((target) => ({ target, to: roomOf(folder, target, rooms) }))
        .filter(({ to }) => to !== from && rooms.get(to)! >= rooms.get(from)! && !isDoor(folder, to, from))
        .map(({ target }) => `${file} → ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('a command starts where nothing is generated yet', () => {
    const seen = new Set<string>()
    const visit = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      if (!file.startsWith('src/generated/') && file.endsWith('.ts')) importsOf(file, 'values').forEach(visit)
    }
    sources('bin').forEach(visit)
    expect([...seen].filter((file) => file.startsWith('src/generated/'))).toEqual([])
  })

  it('no module needs itself by way of others', () => {
    const graph = new Map(files.map(({ file }) => [file, importsOf(file, 'values')]))
    expect(cyclesOf(graph)).toEqual([])
  })

  it('in the browser not even by a type, or later on', () => {
    const graph = new Map(sources('src/web').map((file) => [file, importsOf(file)]))
    expect(cyclesOf(graph)).toEqual([])
  })
})

/** Files right in the folder put its rooms together; `db` opens the engine that is asked for. */
const isDoor = (folder: string, to: string, from: string): boolean =>
  (['src/server/domain', 'src/server/platform'].includes(folder) && from === '.') ||
  (from === 'db' && to.startsWith('db/'))

/** The deepest room that a file lies in; `.` for what stands right in the folder. */
function roomOf(folder: string, file: string, rooms: ReadonlyMap<string, number>): string {
  const parts = relative(folder, file).split('/')
  for (let depth = parts.length; depth > 0; depth--) {
    const name = parts.slice(0, depth).join('/')
    if (rooms.has(name)) return name
  }
  if (parts.length > 1) throw new Error(`${file} lies in a room that has no floor: say where it stands`)
  return '.'
}

/** Groups of modules that import one another in a circle. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file)
    if (at >= 0) found.push(way.slice(at))
    if (at >= 0 || done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...way, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}

describe('engine code knows no product', () => {
  const engine = files.filter(
    ({ file }) =>
      !['src/server/domain/', 'src/server/platform/', 'mock/', 'src/web/pages/', 'src/web/studio/'].some((room) =>
        file.startsWith(room),
      ),
  )
  const model = JSON.parse(readFileSync(join(ROOT, 'src/generated/model.json'), 'utf8')) as {
    resources: Record<string, { path: string }>
    calls: Record<string, unknown>
    aliases: Record<string, string>
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

  it('types the hand-written calls of any product by the platform alone', () => {
    const platform = readdirSync(join(ROOT, 'schemas/platform/resources'), { recursive: true, encoding: 'utf8' })
    const of = new Set(platform.map((file) => basename(file, '.json')))
    const text = withoutComments(readFileSync(join(ROOT, 'src/server/platform/call.ts'), 'utf8'))
    expect(Object.keys(model.resources).filter((name) => !of.has(name) && text.includes(`'${name}'`))).toEqual([])
  })

  it('names no call in the browser: app.json says which calls it makes by itself', () => {
    const web = engine.filter(({ folder }) => folder === 'src/web')
    const paths = [...Object.keys(model.calls), ...Object.keys(model.aliases)]
    const found = web.flatMap(({ file }) => {
      const text = withoutComments(readFileSync(join(ROOT, file), 'utf8'))
      return paths.filter((path) => text.includes(`'${path}'`)).map((path) => `${file}: '${path}'`)
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

/** Files that a file imports; `values`: only what is there at run time, and not what is imported later on. */
function importsOf(file: string, what: 'all' | 'values' = 'all'): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const pattern =
    what === 'all'
      ? /(?:from|import)\s*\(?\s*'(\.[^']+)'/g
      : /^(?:import|export)\s(?!type\s)(?:[^;'()]*?\sfrom\s)?\s*'(\.[^']+)'/gm
  return [...text.matchAll(pattern)].map((m) => normalize(join(dirname(file), m[1]!)))
}

const inside = (target: string, folders: string[]): boolean =>
  folders.some((folder) => target === folder || target.startsWith(`${folder}/`))
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')

// The package has both in one folder: the script of a page would take the place of a module.
it('has no file beside a module that is called as it is once compiled', () => {
  const twice = files
    .filter(({ file }) => /\.tsx?$/.test(file))
    .map(({ file }) => file.replace(/\.tsx?$/, '.js'))
    .filter((file) => existsSync(join(ROOT, file)) || existsSync(file))
  expect(twice).toEqual([])
})
