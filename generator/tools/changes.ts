/** Values put into the text of a file, which keeps its form. */
import { applyEdits, modify } from 'jsonc-parser'
import type { JsonPath } from '../base/source.ts'
import { formatText } from './format.ts'

/** A change of one value (undefined: it goes). `at`: index among the keys of an object, for a new key. */
export interface Change {
  path: JsonPath
  value: unknown
  at?: number | undefined
}

/** The text with changed values; formatted where `inForm` says that it was. */
export function changed(text: string, changes: readonly Change[], inForm: boolean): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }
  const result = changes.reduce((done, { path, value, at }) => {
    const place = at === undefined ? {} : { getInsertionIndex: (keys: string[]) => Math.min(at, keys.length) }
    return applyEdits(done, modify(done, path, value, { formattingOptions, ...place }))
  }, text)
  return (inForm && formatText(result)) || result
}
