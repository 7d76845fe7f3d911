/** RUN001: calls without their function in the code of the product or the platform, and functions without a call. Reads the text of the files, runs nothing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Compilation } from '../base/context.ts'
import { codeOf, packageRoot } from '../base/package.ts'
import { suggestion, type Problem } from '../base/problems.ts'

/** Where the platform's functions lie in the package: as they were written, or built. */
const PLATFORM = ['src/server/platform', 'dist/lib/src/server/platform']

/** A function under its wire path: `'role/clone_role': cloneRole`. */
interface Found {
  file: string
  line: number
  column: number
}

export function checkFunctions(c: Compilation, root: string): Problem[] {
  const { server = 'server/index.ts' } = codeOf(root)
  const own = dirname(server)
  const platform = PLATFORM.map((folder) => join(packageRoot(), folder)).find((folder) => existsSync(folder))
  const found = new Map([
    ...(platform && c.loaded.platform.size > 0 ? functionsBelow(platform, root) : []),
    ...functionsBelow(join(root, own), root),
  ])
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
      const message = `"${call.id}" has no function below ${own}/${near}`
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

/** Keys of the objects that files below a folder export as `handlers`. `root`: problems name the files from there. */
function functionsBelow(folder: string, root: string): Map<string, Found> {
  const found = new Map<string, Found>()
  if (!existsSync(folder)) return found
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /(?<!\.d)\.[jt]s$/.test(entry.name),
  )
  for (const entry of files) {
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    const start = text.search(/\bhandlers(?:: Handlers)? = \{/)
    if (start < 0) continue
    const body = text.slice(start, closing(text, text.indexOf('{', start)))
    for (const key of body.matchAll(/'([\w]+(?:\/\w+)+)'\s*:/g)) {
      const before = text.slice(0, start + key.index)
      found.set(key[1]!, {
        file: relative(root, file).replaceAll('\\', '/'),
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
