/** What the stages of the compiler share: the sources, the problems, and the tables of names built by `link`. */
import type { DictionaryModel, FieldModel, Text } from '../src/model/model.ts'
import type { Loaded } from './load.ts'
import { Reporter } from './problems.ts'
import type { Authored, JsonPath, Source } from './source.ts'

/** A place while compiling. */
export interface At { source: Source; path: JsonPath }
export const below = (at: At, ...keys: JsonPath): At => ({ source: at.source, path: [...at.path, ...keys] })

/** A resource between link and normalize: names are known, expressions are not compiled yet. */
export interface ResourceDraft {
  name: string
  area: string
  source: Source
  data: Authored
  label: Text
  /** First part of its wire paths. */
  path: string
  key: string
  fields: Map<string, FieldModel>
  /** Base of an `extends`. */
  base?: { field: string; resource: string }
  parent?: { field: string; resource: string }
}

/** A call between link and normalize. */
export interface CallDraft {
  /** Wire path, or `resource.name` for a preset. */
  id: string
  name: string
  resource: ResourceDraft
  data: Authored
  at: At
  preset: boolean
  standard: boolean
}

export class Compilation {
  readonly report = new Reporter()
  readonly dictionaries = new Map<string, DictionaryModel>()
  readonly resources = new Map<string, ResourceDraft>()
  /** By id (see CallDraft). */
  readonly calls = new Map<string, CallDraft>()
  /** Further names of calls: aliases, and `path/preset`. */
  readonly callNames = new Map<string, string>()
  readonly plannedCalls: Set<string>
  readonly plannedRoutes: Set<string>
  /** Permission codes of planned routes, so that a role may name them. */
  readonly plannedCodes: Set<string>
  readonly app: Authored
  readonly types: Authored

  constructor(readonly loaded: Loaded) {
    this.app = loaded.app?.data ?? {}
    this.types = loaded.types?.data.types ?? {}
    this.plannedCalls = new Set(loaded.planned?.data.calls ?? [])
    this.plannedRoutes = new Set(loaded.planned?.data.routes ?? [])
    this.plannedCodes = new Set(loaded.planned?.data.codes ?? [])
  }

  /** The engine's own records (person, department …): which resource of this product plays the part. */
  record(part: string): string | undefined { return this.app.records?.[part] }

  error(at: At, code: string, message: string, extra: { key?: boolean; offset?: number; length?: number } = {}): undefined {
    return this.report.error(at.source, at.path, code, message, extra)
  }

  unknown(at: At, code: string, what: string, name: string, candidates: Iterable<string>, extra: { key?: boolean } = {}): undefined {
    return this.report.unknown(at.source, at.path, code, what, name, candidates, extra)
  }

  note(at: At, code: string, message: string): void { this.report.note(at.source, at.path, code, message) }

  resource(name: string, at: At): ResourceDraft | undefined {
    return this.resources.get(name) ?? this.unknown(at, 'REF001', 'resource', name, this.resources.keys())
  }
}

/** The part of a "name or object" that is its name, and the object. */
export function nameOrObject(item: string | Authored, key: string): { name: string; more: Authored } {
  return typeof item === 'string' ? { name: item, more: {} } : { name: item[key], more: item }
}

/** `id!` → required `id`. */
export function bang(name: string): { name: string; required: boolean } {
  return name.endsWith('!') ? { name: name.slice(0, -1), required: true } : { name, required: false }
}
