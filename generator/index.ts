/**
 * The compiler: load → validate → expand → link → normalize → derive → model. Pure: reads a folder, returns a frozen model
 * or the problems, writes nothing. `emit/` turns a model into files.
 */
import type { Model } from '../src/model/model.ts'
import { Compilation } from './base/context.ts'
import type { Loaded } from './base/loaded.ts'
import { expand } from './expand/index.ts'
import { load } from './load/index.ts'
import { makeModel } from './derive/index.ts'
import { makeBase, makeScreens } from './normalize/index.ts'
import { inOrder, type Problem } from './base/problems.ts'
import { validate } from './validate/index.ts'

export interface Compiled {
  /** Undefined when there is an error. */
  model: Model | undefined
  problems: Problem[]
  /** Planned routes and calls that were named. */
  plannedMet: string[]
}

/** The intermediate results of the stages, for the tools that inspect them: explain, used, rename, routes. */
export interface Study extends Compiled {
  c: Compilation
  /** Wire paths that a screen reaches with all its buttons. */
  reachOf: (route: string) => string[]
}

/** Compiles a folder of schemas. `overlay`: see load. */
export function compile(root: string, overlay: Record<string, string | null> = {}): Compiled {
  const { model, problems, plannedMet } = study(load(root, overlay))
  return { model, problems, plannedMet }
}

/** Compiles the loaded files. `references`: records every place of a name. */
export function study(loaded: Loaded, options: { references?: boolean } = {}): Study {
  const c = new Compilation(loaded, options)
  c.use(expand(c, validate(c, loaded)))
  const { model, reachOf } = c.loaded.app
    ? unlessBroken(c, loaded, () => {
        const base = makeBase(c)
        return makeModel(c, base, makeScreens(c, base))
      })
    : NOTHING
  return { ...finished(c, loaded, model), c, reachOf }
}

const NOTHING = { model: undefined, reachOf: (): string[] => [] }

/** The rest of broken files may be too little for later stages; the problems found until then are reported. */
export function unlessBroken<T>(c: Compilation, loaded: Loaded, work: () => T): T | typeof NOTHING {
  try {
    return work()
  } catch (error) {
    if (loaded.problems.length > 0 || c.report.failed) return NOTHING
    throw error
  }
}

/** The model, frozen, when there is no problem; and all problems. For a file that is not JSON, and for names from it, only that is reported. */
export function finished(c: Compilation, loaded: Loaded, model: Model | undefined): Compiled {
  const unreadable = new Set(loaded.problems.filter((p) => p.code === 'FMT001').map((p) => p.file))
  const names = [...unreadable].map(
    (file) =>
      new RegExp(
        `\\b${file
          .split('/')
          .at(-1)!
          .replace(/\.json$/, '')}\\b`,
      ),
  )
  const untyped = unreadable.has('schemas/types.json')
  const found = c.report
    .list()
    .filter(
      (p) =>
        !unreadable.has(p.file) && !names.some((name) => name.test(p.message)) && !(untyped && p.code === 'REF008'),
    )
  const missing = loaded.app || unreadable.has('schemas/app.json') ? [] : [problem('app.json is missing')]
  const problems = [...loaded.problems, ...missing, ...found].sort(inOrder)
  const failed = problems.some((p) => p.severity === 'error')
  return { model: model && !failed ? freeze(model) : undefined, problems, plannedMet: [...c.report.planned].sort() }
}

const problem = (message: string): Problem => ({
  file: 'schemas/app.json',
  line: 1,
  column: 1,
  code: 'FMT001',
  message,
  severity: 'error',
})

function freeze<T>(value: T): T {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const one of Object.values(value)) freeze(one)
  }
  return value
}
