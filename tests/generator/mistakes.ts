/** Deliberate mistakes as data (`mistakes/*.json`): what somebody gets wrong, where, and what must be said about it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdits, findNodeAtLocation, modify, parseTree, type JSONPath } from 'jsonc-parser'
import { compile } from '../../generator/index.ts'
import type { Problem } from '../../generator/base/problems.ts'
import { SCHEMAS, textOf } from './schemas.ts'

/** One change of one file: a value, a key, a piece of text, or the whole file. `file` is below `schemas/`. */
export interface Edit {
  file: string
  set?: JSONPath
  remove?: JSONPath
  rename?: JSONPath
  to?: unknown
  replace?: [string, string]
  write?: string
}

/**
 * A mistake. `also`: further changes it takes. `code`: of the problem. `shows`: the text that stands at the reported line
 * and column. `in`/`either`: the file reported, when it is another one, or may be. `says`: part of the sentence.
 */
export interface Mistake extends Edit {
  does: string
  also?: Edit[]
  code: string
  shows: string
  says: string
  in?: string
  either?: string
}

export const TOPICS = readdirSync(join(import.meta.dirname, 'mistakes'))
  .map((file) => file.replace('.json', ''))
  .sort()

export const mistakesAbout = (topic: string): Mistake[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'mistakes', `${topic}.json`), 'utf8')) as Mistake[]

/** The files with the mistake in them. */
export function withMistake(
  mistake: Edit & { also?: Edit[] },
  files: Record<string, string> = {},
): Record<string, string> {
  return [...(mistake.also ?? []), mistake].reduce(
    (done, edit) => ({ ...done, [edit.file]: edited(edit, done[edit.file]) }),
    files,
  )
}

function edited(edit: Edit, earlier: string | undefined): string {
  if (edit.write !== undefined) return edit.write
  const text = earlier ?? textOf(edit.file)
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }
  if (edit.set) return changed(text, applyEdits(text, modify(text, edit.set, edit.to, { formattingOptions })), edit)
  if (edit.remove)
    return changed(text, applyEdits(text, modify(text, edit.remove, undefined, { formattingOptions })), edit)
  if (edit.rename) return changed(text, renamed(text, edit.rename, String(edit.to)), edit)
  const [find, by] = edit.replace!
  return changed(
    text,
    text.replace(find, () => by),
    edit,
  )
}

/** A mistake that changes nothing any more has to be written anew. */
function changed(before: string, after: string, edit: Edit): string {
  if (before === after) throw new Error(`${edit.file}: ${JSON.stringify(edit)} changes nothing`)
  return after
}

function renamed(text: string, path: JSONPath, to: string): string {
  const key = findNodeAtLocation(parseTree(text)!, path)!.parent!.children![0]!
  return `${text.slice(0, key.offset)}${JSON.stringify(to)}${text.slice(key.offset + key.length)}`
}

export const problemsOf = (files: Record<string, string>): Problem[] => compile(SCHEMAS, files).problems

/** Whether a problem is what a mistake must lead to: its code, its place to the character, its sentence. */
export function tells(mistake: Mistake, p: Problem, files: Record<string, string>): boolean {
  const file = p.file.replace('schemas/', '')
  const expected = [mistake.in ?? mistake.file, mistake.either]
  return (
    p.code === mistake.code &&
    expected.includes(file) &&
    p.message.includes(mistake.says) &&
    textAt(files[file] ?? textOf(file), p).startsWith(mistake.shows)
  )
}

/** What stands at a problem's line and column. */
export function textAt(text: string, { line, column }: Pick<Problem, 'line' | 'column'>): string {
  const lines = text.split('\n')
  return [lines[line - 1]?.slice(column - 1), ...lines.slice(line)].join('\n')
}
