/** load: reads `schemas/` into sources. Interprets nothing. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { isOfEveryObject } from '../../src/model/reserved.ts'
import type { Loaded } from '../base/loaded.ts'
import { suggestion, type Problem } from '../base/problems.ts'
import type { JsonSchema } from '../base/jsonSchema.ts'
import { Source } from '../base/source.ts'
import { META, PLATFORM, schemaFiles, shownPath } from './files.ts'
import { inBoth, onlyLanguage } from './languages.ts'
import { layered, layerOf } from './layers.ts'

/** One file as read: its content, and its JSON errors. */
export interface ReadFile {
  name: string
  source: Source | undefined
  problems: Problem[]
}

/** Reads a folder of schemas. `overlay` replaces or adds files (path relative to the folder), for tests and unsaved editors. */
export function load(root: string, overlay: Record<string, string | null> = {}): Loaded {
  const files = schemaFiles(root)
  const names = [...new Set([...files.keys(), ...Object.keys(overlay)])].sort()
  return assemble(
    root,
    names
      .filter((name) => overlay[name] !== null)
      .map((name) =>
        typeof overlay[name] === 'string'
          ? readFile(name, overlay[name], `schemas/${name}`)
          : readCached(root, name, files.get(name)!),
      ),
  )
}

/** Parsed files by their path: most are unchanged when a folder is compiled again in one process. */
const cache = new Map<string, ReadFile>()

function readCached(root: string, name: string, path: string): ReadFile {
  const text = readFileSync(path, 'utf8')
  const shown = shownPath(root, path)
  const cached = cache.get(path)
  if (cached?.source?.text === text && cached.source.file === shown) return cached
  const read = readFile(name, text, shown)
  cache.set(path, read)
  return read
}

const isBelow = ({ name }: Pick<ReadFile, 'name'>): boolean => name.startsWith(`${PLATFORM}/`)

/** Files, sorted by name, by the kind that their place gives them. */
export function assemble(root: string, files: ReadFile[]): Loaded {
  const loaded: Loaded = {
    root,
    app: undefined,
    types: undefined,
    planned: undefined,
    dictionaries: new Map(),
    resources: new Map(),
    screens: new Map(),
    groups: new Map(),
    roles: new Map(),
    meta: new Map(),
    platform: new Set(files.filter(isBelow).flatMap(({ source }) => source?.file ?? [])),
    problems: [],
  }
  const lang = onlyLanguage(files.find(({ name }) => name === 'app.json')?.source)
  // What lies below comes first, so that the product's own files find it.
  for (const { name, source, problems } of [...files.filter(isBelow), ...files.filter((file) => !isBelow(file))]) {
    loaded.problems.push(...problems)
    const speaks = !name.startsWith(`${META}/`)
    if (source)
      place(
        loaded,
        name.startsWith(`${PLATFORM}/`) ? name.slice(PLATFORM.length + 1) : name,
        speaks && lang ? inBoth(source, lang) : source,
      )
  }
  return loaded
}

/** A file by the kind that its place gives it: `validate` checks its content before anything else reads it. */
const typed = <T extends object>(source: Source): Source<T> => source as Source<T>

function place(loaded: Loaded, name: string, source: Source): void {
  const [folder = '', ...rest] = name.split('/')
  const stem = name.replace(/\.json$/, '')
  const last = rest.at(-1)?.replace(/\.json$/, '') ?? ''
  const into = <T extends object>(map: Map<string, Source<T>>, key: string): void => {
    const placed = over(loaded, map.get(key), typed<T>(source), { name: key, others: map.keys() })
    if (placed) map.set(key, placed)
  }
  if (folder === META) loaded.meta.set(last, typed<JsonSchema>(source).data)
  else if (name === 'app.json') loaded.app = onTop(loaded, loaded.app, source)
  else if (name === 'types.json') loaded.types = onTop(loaded, loaded.types, source)
  else if (name === 'planned.json') loaded.planned = onTop(loaded, loaded.planned, source)
  else if (folder === 'dictionaries' && rest.length === 1) into(loaded.dictionaries, last)
  else if (folder === 'roles' && rest.length === 1) into(loaded.roles, last)
  else if (folder === 'resources' && rest.length >= 1) placeResource(loaded, last, rest.slice(0, -1).join('/'), source)
  else if (folder === 'screens' && last === '_group') into(loaded.groups, `/${rest.slice(0, -1).join('/')}`)
  else if (folder === 'screens') into(loaded.screens, `/${stem.slice('screens/'.length)}`)
  else
    loaded.problems.push(
      problem(
        source.file,
        1,
        1,
        'REF009',
        `no file belongs here: expected app.json, types.json, dictionaries/, resources/, screens/ or roles/`,
      ),
    )
}

/** The files that a product has one of: always over that of the platform. */
const onTop = <T extends object>(loaded: Loaded, below: Source<T> | undefined, source: Source): Source<T> =>
  below ? layered(below, typed<T>(source), loaded.problems) : typed(source)

/** A file over what lies at its place; nothing where it does not say which of the two it does. */
function over<T extends object>(
  loaded: Loaded,
  below: Source<T> | undefined,
  source: Source<T>,
  { name, others }: { name: string; others: Iterable<string> },
): Source<T> | undefined {
  const layer = layerOf(source)
  const wrong = (message: string): undefined =>
    void loaded.problems.push({
      ...problem(source.file, 1, 1, 'REF019', message),
      ...source.position({ path: ['layer'], key: true }),
    })
  if (!below) {
    if (layer === undefined) return source
    const meant = suggestion(name, [...others]) || '; leave "layer" out'
    wrong(`there is nothing below this file to change or to replace${meant}`)
    return source
  }
  if (layer === undefined)
    return wrong(`this is also in ${below.file}; say "layer": "add" to change that, or "layer": "replace"`)
  return layer === 'add' ? layered(below, source, loaded.problems) : source
}

function placeResource(loaded: Loaded, name: string, area: string, source: Source): void {
  const below = loaded.resources.get(name)
  const isTwin = below !== undefined && !loaded.platform.has(below.source.file)
  if (isTwin)
    loaded.problems.push(problem(source.file, 1, 1, 'REF009', `resource "${name}" is also in ${below.source.file}`))
  const others = loaded.resources.keys()
  const placed = isTwin ? undefined : over(loaded, below?.source, typed(source), { name, others })
  if (placed) loaded.resources.set(name, { area: below?.area ?? area, source: placed })
}

/** A file's text as a source. Invalid JSON is read as far as possible, so that the rest can still be checked. */
export function readFile(name: string, text: string, file: string): ReadFile {
  const stem = basename(name, '.json')
  if (isOfEveryObject(stem))
    return { name, source: undefined, problems: [problem(file, 1, 1, 'REF018', ofEveryObject(stem))] }
  const problems: Problem[] = []
  const data = parsed(file, text, problems)
  if (data && typeof data === 'object' && !Array.isArray(data)) {
    for (const { key, offset } of repeatedKeys(text))
      problems.push(problemAt(file, text, offset, 'FMT002', `the key "${key}" is there already`))
    const taken = takenKeys(text)
    for (const { key, offset } of taken) problems.push(problemAt(file, text, offset, 'REF018', ofEveryObject(key)))
    return { name, source: new Source(file, text, taken.length > 0 ? withoutTaken(data) : data), problems }
  }
  if (problems.length === 0) problems.push(problem(file, 1, 1, 'FMT001', 'a schema file is a JSON object'))
  return { name, source: undefined, problems }
}

function parsed(file: string, text: string, problems: Problem[]): unknown {
  try {
    return JSON.parse(text)
  } catch {
    problems.push(syntaxProblem(file, text))
    return parse(text, [], { disallowComments: true })
  }
}

/** Braces, and strings with the colon that makes them keys. */
const TOKENS = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}]/g

/** Duplicate keys of an object, of which JSON keeps only the last: each but the first is reported. */
export function repeatedKeys(text: string): { key: string; offset: number }[] {
  const found: { key: string; offset: number }[] = []
  const open: Set<string>[] = []
  for (const token of text.matchAll(TOKENS)) {
    if (token[0] === '{') open.push(new Set())
    else if (token[0] === '}') open.pop()
    else if (token[2] !== undefined) {
      const keys = open.at(-1) ?? new Set()
      if (keys.has(token[1]!)) found.push({ key: token[1]!, offset: token.index })
      keys.add(token[1]!)
    }
  }
  return found
}

/** Keys that every object of JavaScript has. */
const takenKeys = (text: string): { key: string; offset: number }[] =>
  [...text.matchAll(TOKENS)].flatMap(({ 1: key, 2: colon, index }) =>
    key !== undefined && colon !== undefined && isOfEveryObject(key) ? [{ key, offset: index }] : [],
  )

const ofEveryObject = (name: string): string => `"${name}" is a name that every object of JavaScript has; take another`

/** The content without such keys, so that the rest can still be checked. */
function withoutTaken(data: object): object {
  const inside = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? withoutTaken(value) : value
  if (Array.isArray(data)) return data.map(inside)
  const kept = Object.entries(data).filter(([key]) => !isOfEveryObject(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, inside(value)]))
}

/** A syntax error, at the token it belongs to: a comma is missing after the token before, not at the next line. */
function syntaxProblem(file: string, text: string): Problem {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  const { offset = 0 } = errors[0] ?? {}
  const error = errors[0] ? printParseErrorCode(errors[0].error) : 'InvalidSymbol'
  const before = text.slice(0, offset).trimEnd()
  if (before.endsWith(',') && ['PropertyNameExpected', 'ValueExpected'].includes(error))
    return problemAt(file, text, before.length - 1, 'FMT001', 'not JSON: a comma too many')
  if (error === 'CommaExpected' && text[offset] === ':')
    return problemAt(file, text, beforeLastString(before), 'FMT001', 'not JSON: a "]" is missing here')
  const missing = error === 'CommaExpected' && CLOSED_BY[text[offset]!] ? CLOSED_BY[text[offset]!] : MISSING[error]
  if (missing)
    return problemAt(file, text, Math.max(before.length - 1, 0), 'FMT001', `not JSON: ${missing} is missing here`)
  return problemAt(file, text, offset, 'FMT001', `not JSON: ${WRONG[error] ?? error}`)
}

/** A colon in a list: the token before it is a key, so the list should have ended before that. */
const beforeLastString = (text: string): number =>
  Math.max(text.replace(/"(?:[^"\\]|\\.)*"$/, '').trimEnd().length - 1, 0)

/** A bracket that closes nothing open means that another bracket is missing. */
const CLOSED_BY: Record<string, string> = { '}': 'a "]"', ']': 'a "}"' }

const MISSING: Record<string, string> = {
  CommaExpected: 'a comma',
  ColonExpected: 'a colon',
  ValueExpected: 'a value',
  CloseBraceExpected: 'a "}"',
  CloseBracketExpected: 'a "]"',
  PropertyNameExpected: 'a key in double quotes',
}

const WRONG: Record<string, string> = {
  InvalidSymbol: 'a word without quotes',
  InvalidNumberFormat: 'no number',
  EndOfFileExpected: 'something stands behind the end',
  InvalidCommentToken: 'there are no comments; a remark stands in "note"',
  UnexpectedEndOfString: 'the text does not end on its line',
  InvalidEscapeCharacter: 'no such escape',
  InvalidCharacter: 'a character that must be escaped',
  InvalidUnicode: 'no such character',
}

function problemAt(file: string, text: string, offset: number, code: string, message: string): Problem {
  const before = text.slice(0, offset)
  return problem(file, before.split('\n').length, offset - before.lastIndexOf('\n'), code, message)
}

const problem = (file: string, line: number, column: number, code: string, message: string): Problem => ({
  file,
  line,
  column,
  code,
  message,
  severity: 'error',
})
