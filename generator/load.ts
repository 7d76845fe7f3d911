/** load: reads `schemas/` into sources. Nothing is interpreted here. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { Source, type Authored } from './source.ts'
import type { Problem } from './problems.ts'

/** The files by kind. Keys are the names their places give them. */
export interface Loaded {
  root: string
  app: Source | undefined
  types: Source | undefined
  planned: Source | undefined
  dictionaries: Map<string, Source>
  /** Key: resource name. `area` is the folder it lies in. */
  resources: Map<string, { area: string; source: Source }>
  /** Key: route. */
  screens: Map<string, Source>
  /** Key: path of the folder, as a route. */
  groups: Map<string, Source>
  roles: Map<string, Source>
  meta: Map<string, Authored>
  /** Files that are no JSON, or lie where no file belongs. */
  problems: Problem[]
}

/** Reads a folder of schemas. `overlay` replaces or adds files (path relative to the folder), for tests and unsaved editors. */
export function load(root: string, overlay: Record<string, string | null> = {}): Loaded {
  const loaded: Loaded = {
    root, app: undefined, types: undefined, planned: undefined, dictionaries: new Map(), resources: new Map(),
    screens: new Map(), groups: new Map(), roles: new Map(), meta: new Map(), problems: [],
  }
  const names = new Set([...filesBelow(root), ...Object.keys(overlay)])
  for (const name of [...names].sort()) {
    if (overlay[name] === null) continue
    place(loaded, name, overlay[name] ?? readFileSync(join(root, name), 'utf8'))
  }
  return loaded
}

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

function place(loaded: Loaded, name: string, text: string): void {
  const [folder = '', ...rest] = name.split('/')
  const stem = name.replace(/\.json$/, '')
  const last = rest.at(-1)?.replace(/\.json$/, '') ?? ''
  const source = read(loaded, `schemas/${name}`, text)
  if (!source) return
  if (folder === 'meta') loaded.meta.set(last, source.data)
  else if (name === 'app.json') loaded.app = source
  else if (name === 'types.json') loaded.types = source
  else if (name === 'planned.json') loaded.planned = source
  else if (folder === 'dictionaries' && rest.length === 1) loaded.dictionaries.set(last, source)
  else if (folder === 'roles' && rest.length === 1) loaded.roles.set(last, source)
  else if (folder === 'resources' && rest.length >= 1) placeResource(loaded, last, rest.slice(0, -1).join('/'), source)
  else if (folder === 'screens' && last === '_group') loaded.groups.set(`/${rest.slice(0, -1).join('/')}`, source)
  else if (folder === 'screens') loaded.screens.set(`/${stem.slice('screens/'.length)}`, source)
  else loaded.problems.push(problem(source.file, 1, 1, 'REF009', `no file belongs here: expected app.json, types.json, dictionaries/, resources/, screens/ or roles/`))
}

function placeResource(loaded: Loaded, name: string, area: string, source: Source): void {
  const earlier = loaded.resources.get(name)
  if (earlier) loaded.problems.push(problem(source.file, 1, 1, 'REF009', `resource "${name}" is also in ${earlier.source.file}`))
  else loaded.resources.set(name, { area, source })
}

function read(loaded: Loaded, file: string, text: string): Source | undefined {
  try {
    const data = JSON.parse(text) as Authored
    if (!data || typeof data !== 'object' || Array.isArray(data)) {
      loaded.problems.push(problem(file, 1, 1, 'FMT001', 'a schema file is a JSON object'))
      return undefined
    }
    for (const { key, offset } of repeatedKeys(text)) loaded.problems.push(problemAt(file, text, offset, 'FMT002', `the key "${key}" is there already`))
    return new Source(file, text, data)
  } catch {
    loaded.problems.push(syntaxProblem(file, text))
  }
  return undefined
}

/** Braces, and strings with the colon that makes them keys. */
const TOKENS = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}]/g

/** Keys that an object says twice, of which JSON keeps only the last: at each but the first. */
export function repeatedKeys(text: string): { key: string; offset: number }[] {
  const found: { key: string; offset: number }[] = []
  const open: Set<string>[] = []
  for (const token of text.matchAll(TOKENS)) {
    if (token[0] === '{') open.push(new Set())
    else if (token[0] === '}') open.pop()
    else if (token[2] !== undefined) {
      const keys = open.at(-1)!
      if (keys.has(token[1]!)) found.push({ key: token[1]!, offset: token.index })
      keys.add(token[1]!)
    }
  }
  return found
}
function syntaxProblem(file: string, text: string): Problem {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  const first = errors[0]
  const words = first ? printParseErrorCode(first.error).replace(/([A-Z])/g, ' $1').trim().toLowerCase() : 'unreadable'
  return problemAt(file, text, first?.offset ?? 0, 'FMT001', `not JSON: ${words}`)
}

function problemAt(file: string, text: string, offset: number, code: string, message: string): Problem {
  const before = text.slice(0, offset)
  return problem(file, before.split('\n').length, offset - before.lastIndexOf('\n'), code, message)
}

const problem = (file: string, line: number, column: number, code: string, message: string): Problem =>
  ({ file, line, column, code, message, severity: 'error' })
