/** Problems of the schemas: all at once, each with its place and a stable code (docs/ERRORS.md). */
import type { Place, Source, JsonPath } from './source.ts'
import { nearest } from '../../src/model/nearest.ts'
import { byText } from './order.ts'

/** One problem as tools read it (`atelier check --json`). A `note` is information and stops nothing. */
export interface Problem {
  file: string
  line: number
  column: number
  code: string
  message: string
  severity: 'error' | 'note'
}

/** Codes of errors with their meaning. docs/ERRORS.md is made from this. */
export const CODES: Record<string, string> = {
  FMT001: 'the file is not JSON',
  FMT002: 'a key that an object says twice',
  SHP001: 'a key that does not exist here',
  SHP002: 'a value of the wrong kind',
  SHP003: 'a key that is missing',
  SHP004: 'a value out of its limits',
  SHP005: 'keys that exclude one another',
  TXT001: 'a text without one of the languages',
  TXT002: 'something that people read has no label',
  TXT003: 'two things of one label where people choose by it',
  TXT004: 'a text in the wrong language, or with other holes than in the other one',
  TXT005: 'a text that is not written yet: a placeholder, or a technical name',
  REF001: 'a resource that does not exist',
  REF002: 'a dictionary that does not exist',
  REF003: 'a value that a dictionary does not have',
  REF004: 'a field that does not exist',
  REF005: 'a call that does not exist',
  REF006: 'an input or filter that a call does not know',
  REF007: 'a route that does not exist',
  REF008: 'a type that does not exist',
  REF009: 'two things with one name',
  REF010: 'a page, icon or other registered name that does not exist',
  REF011: 'a "like" of what is like another one itself',
  REF012: 'owners or base records that lead back to themselves',
  REF013: 'no single way to link two resources',
  REF014: 'a dictionary value without the number it needs',
  REF015: 'a key that does not fit this type',
  REF016: 'something planned that is there by now',
  REF017: 'a list, filter or condition said once that does not exist',
  REF018: 'a name that the engine or JavaScript has already',
  REF019: 'a layer that does not fit what lies below it',
  REF020: 'a name twice, or two names that are hard to tell apart',
  CEL001: 'an expression that cannot be read',
  CEL002: 'a name that does not exist in this expression',
  CEL003: 'types that do not fit in an expression',
  CEL004: 'a value that may be empty where it must not be',
  CEL005: 'a function that does not exist, or with wrong arguments',
  CEL006: 'a computed value that depends on itself',
  CEL007: 'a condition that never holds, or always does',
  SQL001: 'an expression that the database cannot run',
  STA001: 'a state field that is no enum of this resource',
  STA002: 'a move that nobody makes',
  STA003: 'a move that does not exist',
  STA004: 'a state that is no end and has no way out, or an end with one',
  STA005: 'a state that no move reaches',
  STA006: 'a state set without a move',
  FRM001: 'a required input that nobody gives',
  FRM002: 'a parameter of the opened screen that nobody gives',
  FRM003: 'a required field that stands in no form',
  FRM004: 'what can never be filled in',
  FRM005: 'a screen opened with a record of another kind',
  FRM006: 'a reference that nothing can be chosen for',
  IDX001: 'a filter or sort that no index can serve',
  IDX002: 'a search of what is computed when read',
  ACT001: 'the row could fill more than one input',
  ACT002: 'an input wants a row that is not there',
  ACT003: 'a button that does nothing, or two things',
  PRM001: 'a screen without a permission code',
  PRM002: 'a permission code used twice',
  PRM003: 'a permission code that does not exist',
  PRM004: 'a button code that does not exist',
  PRM005: 'a screen open to more people than its calls',
  PRM006: 'a permission code unlike those beside it, so that no pattern covers it',
  PRM007: 'a right that is wider than it looks',
  PRM008: 'a screen that no role opens',
  PRM009: 'a role that holds a part of what it needs',
  NUM001: 'a number that lies',
  NUM002: 'a picture that shows something else than it asks for',
  USE001: 'something that nothing uses',
  UNQ001: 'a uniqueness check of a field that is not unique',
  UNQ002: 'a uniqueness that hardly anything has',
  CAL001: 'a call that does nothing, or more than one thing',
  CAL002: 'a change that does not say which record',
  RUN001: 'a hand-written call without its function, or a function without its call',
  RUN002: 'schemas that are right, but that the running server or its database cannot take over (`npm run dev`)',
}

/** One problem with its place, before its line and column are computed. */
interface Found {
  place: Place
  code: string
  message: string
  severity: 'error' | 'note'
}

export class Reporter {
  readonly #found: Found[] = []
  /** Names of planned routes and calls that were used: no errors, only counted. */
  readonly planned = new Set<string>()

  /** Adds the problems of another reporter. */
  take(other: Reporter): void {
    this.#found.push(...other.#found)
    for (const name of other.planned) this.planned.add(name)
  }

  error(source: Source, path: JsonPath, code: string, message: string, extra: Partial<Place> = {}): undefined {
    if (!(code in CODES)) throw new Error(`unknown problem code ${code}`)
    this.#found.push({ place: source.written({ path, ...extra }), code, message, severity: 'error' })
    return undefined
  }

  note(source: Source, path: JsonPath, code: string, message: string, extra: Partial<Place> = {}): void {
    this.#found.push({ place: source.written({ path, ...extra }), code, message, severity: 'note' })
  }

  /** `unknown field "mobil"; did you mean "mobile"?` at a place. */
  unknown(place: Place, code: string, what: string, name: string, candidates: Iterable<string>): undefined {
    const names = [...new Set(candidates)]
    const { source, path } = place
    return this.error(source, path, code, `unknown ${what} "${name}"${suggestion(name, names) || listed(names)}`, place)
  }

  get failed(): boolean {
    return this.#found.some((f) => f.severity === 'error')
  }

  /**
   * Every problem with line and column, in file order, without duplicates. A tab inherits from its list: a problem that is
   * found again in the inherited text is reported only where it is written.
   */
  list(): Problem[] {
    const seen = new Set<string>()
    const reported = new Set(this.#found.filter((f) => f.place.source.exists(f.place)).map(sameProblem))
    return this.#found
      .filter((f) => f.place.source.exists(f.place) || !reported.has(sameProblem(f)))
      .map(({ place, code, message, severity }) => {
        const { line, column } = place.source.position(place)
        return { file: place.source.file, line, column, code, message, severity }
      })
      .filter((p) => {
        const key = JSON.stringify(p)
        return seen.has(key) ? false : seen.add(key)
      })
      .sort(inOrder)
  }
}

/** The most names that a message lists. */
const FEW = 12

/** `; known are a, b, c`, when no name is near and there are few. */
export const listed = (names: string[]): string =>
  names.length > 0 && names.length <= FEW ? `; known are ${names.join(', ')}` : ''

/** In the order of files and places. */
export const inOrder = (a: Problem, b: Problem): number =>
  byText(a.file, b.file) || a.line - b.line || a.column - b.column

const sameProblem = (f: { place: Place; code: string; message: string }): string =>
  `${f.place.source.file} ${f.code} ${f.message}`

/** `; did you mean "x"?`, or '' when no name is near. */
export function suggestion(name: string, candidates: Iterable<string>): string {
  const close = nearest(name, [...candidates])
  return close ? `; did you mean "${close}"?` : ''
}

/** The line for a terminal. */
export function formatProblem(p: Problem): string {
  return `${p.file}:${p.line}:${p.column}  ${p.message}  [${p.code}]`
}
