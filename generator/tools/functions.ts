/** RUN001: calls without their function in src/server/domain, and functions without a call. Reads the text of the files, runs nothing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compilation } from '../base/context.ts'
import { suggestion, type Problem } from '../base/problems.ts'

const FOLDER = 'src/server/domain'

/** A function under its wire path: `'role/clone_role': cloneRole`. */
interface Found {
  file: string
  line: number
  column: number
}

/** Undefined for a project without hand-written calls. */
export function checkFunctions(c: Compilation, root: string): Problem[] {
  if (!existsSync(join(root, FOLDER))) return []
  const found = functionsOf(root)
  const wanted = [...c.calls.values()].filter((call) => call.data.handler === true)
  const paths = new Set(wanted.map((call) => call.id))
  const missing = wanted
    .filter((call) => !found.has(call.id))
    .map((call): Problem => {
      const { source, path } = call.at
      const near = suggestion(
        call.id,
        [...found.keys()].filter((key) => !paths.has(key)),
      )
      const message = `"${call.id}" has no function below ${FOLDER}/${near}`
      return {
        file: source.file,
        ...source.position({ path: [...path, 'handler'], key: true }),
        code: 'RUN001',
        message,
        severity: 'error',
      }
    })
  const unused = [...found]
    .filter(([path]) => !paths.has(path))
    .map(([path, at]): Problem => ({
      ...at,
      code: 'RUN001',
      message: `the function "${path}" has no call that says "handler": true${suggestion(path, paths)}`,
      severity: 'error',
    }))
  return [...missing, ...unused]
}

/** Keys of the objects that files export as `handlers`. */
function functionsOf(root: string): Map<string, Found> {
  const found = new Map<string, Found>()
  const files = readdirSync(join(root, FOLDER), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.ts'),
  )
  for (const entry of files) {
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    const start = text.search(/\bhandlers: Handlers = \{/)
    if (start < 0) continue
    const body = text.slice(start, closing(text, text.indexOf('{', start)))
    for (const key of body.matchAll(/'([\w]+(?:\/\w+)+)'\s*:/g)) {
      const before = text.slice(0, start + key.index)
      found.set(key[1]!, {
        file: file.slice(root.length + 1).replaceAll('\\', '/'),
        line: before.split('\n').length,
        column: before.length - before.lastIndexOf('\n'),
      })
    }
  }
  return found
}

/** Where the brace that opens at `from` closes. */
function closing(text: string, from: number): number {
  for (let at = from, depth = 0; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return text.length
}
