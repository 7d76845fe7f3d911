/** The context of the compiler's stages: the sources, the problems, and the tables of names built by `link`. */
import type { DictionaryModel, FieldModel, Text } from '../../src/model/model.ts'
import type { AuthoredApp, AuthoredField, AuthoredResource } from './authored.ts'
import type { Loaded } from './loaded.ts'
import type { CallWords, ResourceWords } from './parts.ts'
import { Reporter } from './problems.ts'
import { References, type RefKind, type RefOptions, type Scope } from './references.ts'
import type { JsonPath, Source } from './source.ts'

/** A place while compiling. */
export interface At {
  source: Source
  path: JsonPath
}
/** The key at a place, not its value. */
export const keyAt = (at: At): At & { key: true } => ({ ...at, key: true })
export const below = (at: At, ...keys: JsonPath): At => ({ source: at.source, path: [...at.path, ...keys] })

/** A resource between link and normalize: its names are resolved, its expressions are not compiled yet. */
export interface ResourceDraft {
  name: string
  area: string
  source: Source<AuthoredResource>
  data: ResourceWords
  label: Text
  /** The label of a list of its records. */
  many: Text
  /** First part of its wire paths. */
  path: string
  key: string
  fields: Map<string, FieldModel>
  /** Base of an `extends`. */
  base?: { field: string; resource: string }
  parent?: { field: string; resource: string }
}

/** Problems, and data for later stages. */
export type Findings = Pick<Compilation, 'report' | 'wantedSorts' | 'askedCodes'>

/** A call between link and normalize. */
export interface CallDraft {
  /** Wire path, or `resource.name` for a preset. */
  id: string
  name: string
  resource: ResourceDraft
  data: CallWords
  at: At
  preset: boolean
  standard: boolean
}

export class Compilation {
  report = new Reporter()
  /** Orders that screens use: each needs an index. */
  wantedSorts: { at: At; resource: string; path: string }[] = []
  /** Codes in `can()`: they can only be checked when every button is known. */
  askedCodes: { at: At; code: string; offset: number }[] = []
  /** Names with a broken declaration: uses of these names are not reported again. */
  readonly lost = new Set<string>()
  /** Only recorded on request: `used` and `rename` read them. */
  readonly references: References | undefined
  readonly dictionaries = new Map<string, DictionaryModel>()
  readonly resources = new Map<string, ResourceDraft>()
  /** By id (see CallDraft). */
  readonly calls = new Map<string, CallDraft>()
  /** Further names of calls: aliases, and `path/preset`. */
  readonly callNames = new Map<string, string>()
  plannedCalls = new Set<string>()
  plannedRoutes = new Set<string>()
  /** Permission codes of planned routes, so that a role may name them. */
  plannedCodes = new Set<string>()
  app: Partial<AuthoredApp> = {}
  types: Record<string, AuthoredField> = {}
  loaded: Loaded

  constructor(loaded: Loaded, options: { references?: boolean } = {}) {
    if (options.references) this.references = new References()
    this.loaded = loaded
    this.use(loaded)
  }

  /** Continues with these files. */
  use(loaded: Loaded): void {
    this.loaded = loaded
    this.app = loaded.app?.data ?? {}
    this.types = loaded.types?.data.types ?? {}
    this.plannedCalls = new Set(loaded.planned?.data.calls ?? [])
    this.plannedRoutes = new Set(loaded.planned?.data.routes ?? [])
    this.plannedCodes = new Set(loaded.planned?.data.codes ?? [])
  }

  #byResource: { size: number; index: Map<ResourceDraft, CallDraft[]> } | undefined

  /** Calls by the resource that declares them. */
  callsByResource(): Map<ResourceDraft, CallDraft[]> {
    if (this.#byResource?.size === this.calls.size) return this.#byResource.index
    const index = new Map<ResourceDraft, CallDraft[]>()
    for (const call of this.calls.values()) {
      const list = index.get(call.resource)
      if (list) list.push(call)
      else index.set(call.resource, [call])
    }
    this.#byResource = { size: this.calls.size, index }
    return index
  }

  /** The engine's own records (person, department …): the resource of this product for each. */
  record(part: string): string | undefined {
    const records: Record<string, string | undefined> = this.app.records ?? {}
    return records[part]
  }

  error(
    at: At,
    code: string,
    message: string,
    extra: { key?: boolean; offset?: number; length?: number } = {},
  ): undefined {
    return this.report.error(at.source, at.path, code, message, extra)
  }

  unknown(
    at: At & { key?: boolean },
    code: string,
    what: string,
    name: string,
    candidates: Iterable<string>,
  ): undefined {
    if (this.lost.has(name)) return undefined
    return this.report.unknown(at, code, what, name, candidates)
  }

  /** Records that a name is used here. */
  refer(kind: RefKind, name: string, at: At, options?: RefOptions): void {
    this.references?.add(kind, name, at, options)
  }

  /** Records what a text may name, for whoever writes it. */
  allow(at: At, scope: Scope): void {
    this.references?.allow(at, scope)
  }

  /** What is odd; nothing where the file says why it is meant (`answers`). */
  note(at: At, code: string, message: string): void {
    if ((at.source.data as { answers?: Record<string, string> }).answers?.[code] !== undefined) return
    this.report.note(at.source, at.path, code, message)
  }

  /** The side results of a part of the work, kept apart so that the part can be reused. */
  collect<T>(work: () => T): { result: T; findings: Findings } {
    const { report, wantedSorts, askedCodes } = this
    const findings: Findings = { report: new Reporter(), wantedSorts: [], askedCodes: [] }
    Object.assign(this, findings)
    try {
      return { result: work(), findings }
    } finally {
      Object.assign(this, { report, wantedSorts, askedCodes })
    }
  }

  /** Adds side results that were kept apart. */
  take(findings: Findings): void {
    this.report.take(findings.report)
    this.wantedSorts.push(...findings.wantedSorts)
    this.askedCodes.push(...findings.askedCodes)
  }

  resource(name: string, at: At): ResourceDraft | undefined {
    this.refer('resource', name, at)
    return this.resources.get(name) ?? this.unknown(at, 'REF001', 'resource', name, this.resources.keys())
  }
}

/** A "name or object": its name, and the keys of the object. */
export function nameOrObject<K extends string, T extends Record<K, string>>(
  item: string | T,
  key: K,
): { name: string; more: Partial<T> } {
  return typeof item === 'string' ? { name: item, more: {} } : { name: item[key], more: item }
}

/** `id!` → required `id`. */
export function inputName(name: string): { name: string; required: boolean } {
  return name.endsWith('!') ? { name: name.slice(0, -1), required: true } : { name, required: false }
}
