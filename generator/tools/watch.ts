/**
 * An incremental compiler: a file is parsed and validated once, resources and calls are made again only when something
 * other than screens changed, and a screen only when it or its group changed.
 */
import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { Compilation, type Findings } from '../base/context.ts'
import { expand } from '../expand/index.ts'
import { checkFunctions } from './functions.ts'
import { finished, unlessBroken, type Compiled } from '../index.ts'
import type { Loaded } from '../base/loaded.ts'
import { schemaFiles, shownPath } from '../load/files.ts'
import { assemble, readFile, type ReadFile } from '../load/index.ts'
import { makeModel } from '../derive/index.ts'
import { makeBase, makeScreens, type Base } from '../normalize/index.ts'
import { Reporter } from '../base/problems.ts'
import type { MadeScreen } from '../normalize/screens.ts'
import type { Source } from '../base/source.ts'
import { validate } from '../validate/index.ts'

interface WatchedCompiler {
  /** Compiles the current files. `changed`: the files to read (absolute, or below the schemas folder); without it the time of every file is checked. */
  compile(changed?: string[]): Compiled
  /** The files as last read. */
  loaded(): Loaded
}

/** A compiler over a folder of schemas that reuses earlier results. `project`: the place of the hand-written functions of its calls. */
export function createWatchedCompiler(root: string, project?: string): WatchedCompiler {
  const files = new Map<string, Kept>()
  let last: Last | undefined
  /** Whether each call of the last good schemas has its function. */
  let fits = false
  let meta: Loaded['meta'] | undefined
  const read = (): Loaded =>
    assemble(
      root,
      [...files.keys()].sort().map((name) => files.get(name)!.read),
    )
  return {
    loaded: read,
    compile(changed) {
      if (changed && files.size > 0) for (const path of changed) refresh(root, files, placeOf(root, path), true)
      else refreshAll(root, files)
      const loaded = read()
      if (meta && sameValues(meta, loaded.meta)) loaded.meta = meta
      meta = loaded.meta
      const { compiled, kept: next } = compileIncrementally(loaded, last)
      const sameCalls = next !== undefined && next.base === last?.base
      last = next ?? last
      // The functions of calls that existed before are present.
      if (project === undefined || !next || !compiled.model || (sameCalls && fits)) return compiled
      const checked = withFunctions(compiled, next.c, project)
      fits = checked.model !== undefined
      return checked
    },
  }
}

/** No model when a call has no function, even when the schemas are valid. */
function withFunctions(compiled: Compiled, c: Compilation, project: string): Compiled {
  const missing = checkFunctions(c, project)
  return missing.length === 0
    ? compiled
    : { ...compiled, model: undefined, problems: [...compiled.problems, ...missing] }
}

/** A file as last read, with its time and size then. */
interface Kept {
  time: number
  size: number
  read: ReadFile
}

/** The results of a compilation that the next one reuses. */
interface Last {
  key: unknown[]
  c: Compilation
  base: Base
  findings: Findings
  lost: string[]
  made: Map<string, MadeScreen>
  valid: Loaded
}

/** A schema file: its name below `schemas`, and where it lies. */
interface SchemaFile {
  name: string
  path: string
}

function placeOf(root: string, path: string): SchemaFile {
  const name = (isAbsolute(path) ? relative(root, path) : path.replace(/^schemas[\\/]/, '')).split(sep).join('/')
  return { name, path: join(root, name) }
}

function refreshAll(root: string, files: Map<string, Kept>): void {
  const there = schemaFiles(root)
  for (const name of files.keys()) if (!there.has(name)) files.delete(name)
  for (const [name, path] of there) refresh(root, files, { name, path })
}

/** Reads a changed file; `surely`: reads it whatever its time is. */
function refresh(root: string, files: Map<string, Kept>, { name, path }: SchemaFile, surely = false): void {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile() || !name.endsWith('.json')) return void files.delete(name)
  const cached = files.get(name)
  const { mtimeMs: time, size } = stat
  if (!surely && cached?.time === time && cached.size === size) return
  const text = readFileSync(path, 'utf8')
  const isSame = cached?.read.source?.text === text
  files.set(name, { time, size, read: isSame ? cached.read : readFile(name, text, shownPath(root, path)) })
}

const sameValues = (a: Map<string, unknown>, b: Map<string, unknown>): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value)

function compileIncrementally(loaded: Loaded, last: Last | undefined): { compiled: Compiled; kept: Last | undefined } {
  const fresh = new Compilation(loaded)
  const valid = expand(fresh, validate(fresh, loaded))
  fresh.use(valid)
  if (!valid.app) return { compiled: finished(fresh, loaded, undefined), kept: undefined }
  const key = keyOf(valid)
  const reused =
    last !== undefined &&
    loaded.problems.length === 0 &&
    fresh.lost.size === 0 &&
    key.length === last.key.length &&
    key.every((one, i) => one === last.key[i])
  let kept: Last | undefined
  const c = reused ? reuse(last, fresh, valid) : fresh
  const done = unlessBroken(c, loaded, () => {
    kept = reused ? { ...last, key, valid, made: remade(c, last, valid) } : first(c, key, valid)
    return makeModel(c, kept.base, kept.made)
  })
  return { compiled: finished(c, loaded, done.model), kept }
}

/** Everything that resources and calls depend on: their files, and of screens only names and resources. */
function keyOf(valid: Loaded): unknown[] {
  const screens = [...valid.screens].map(([route, { data }]) =>
    JSON.stringify([route, data.params, data.view, data.resource]),
  )
  return [
    valid.app,
    valid.types,
    valid.planned,
    valid.meta,
    ...valid.dictionaries.values(),
    ...[...valid.resources.values()].map((r) => r.source),
    screens.join('\n'),
  ]
}

function first(c: Compilation, key: unknown[], valid: Loaded): Last {
  const { result: base, findings } = c.collect(() => makeBase(c))
  c.take(findings)
  const lost = [...c.lost]
  return { key, c, base, findings, lost, valid, made: makeScreens(c, base) }
}

/** The earlier compilation with the new screens; the problems of resources and files are reported again. */
function reuse(last: Last, fresh: Compilation, valid: Loaded): Compilation {
  const { c } = last
  c.loaded = valid
  Object.assign(c, { report: new Reporter(), wantedSorts: [], askedCodes: [] })
  c.lost.clear()
  for (const name of last.lost) c.lost.add(name)
  c.report.take(fresh.report)
  c.take(last.findings)
  return c
}

function remade(c: Compilation, last: Last, valid: Loaded): Map<string, MadeScreen> {
  const same = (pick: (loaded: Loaded) => Source | undefined): boolean => pick(valid) === pick(last.valid)
  const labelOf = ({ screens }: Loaded, route: string): string => JSON.stringify(screens.get(route)?.data.label)
  const relabelled = [...valid.screens.keys()].filter((route) => labelOf(valid, route) !== labelOf(last.valid, route))
  // A button that opens a screen may have its label.
  const namesOne = (route: string): boolean =>
    relabelled.some((one) =>
      valid.screens
        .get(route)!
        .parts()
        .some(({ text }) => text.includes(`"${one}"`)),
    )
  return makeScreens(c, last.base, (route) => {
    const earlier = last.made.get(route)
    const path = earlier?.group?.path
    const isUnchanged =
      earlier &&
      same((l) => l.screens.get(route)) &&
      !namesOne(route) &&
      sameGroups(valid, last.valid) &&
      (path === undefined || same((l) => l.groups.get(path)))
    return isUnchanged ? earlier : undefined
  })
}

/** Whether the same folders are groups, so that every screen is in the same group as before. */
const sameGroups = (a: Loaded, b: Loaded): boolean =>
  a.groups.size === b.groups.size && [...a.groups.keys()].every((path) => b.groups.has(path))
