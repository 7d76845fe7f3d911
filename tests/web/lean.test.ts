import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { leftOut } from '../../vite.lean.ts'

describe('what builds leave out of pro-components', () => {
  it.each(
    [...leftOut()].map(([file, { exports }]) => [file.slice(file.indexOf('@ant-design')), file, exports] as const),
  )('%s is where it was and exports what stands in its place', (_name, file, exports) => {
    expect(existsSync(file)).toBe(true)
    expect(exportsOf(file).sort()).toEqual([...exports].sort())
  })

  it('keeps the languages of the product', () => {
    expect([...leftOut().keys()].filter((file) => /locale[\\/](zh_CN|en_US)\.js$/.test(file))).toEqual([])
    expect([...leftOut().values()].filter(({ kind }) => kind === 'words').length).toBeGreaterThan(10)
  })
})

/** The names a module exports. */
function exportsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  const listed = [...code.matchAll(/^export \{([^}]*)\};?$/gm)].flatMap((found) => found[1]!.split(','))
  const named = [...code.matchAll(/^export (?:var|function|const|class) (\w+)/gm)].map((found) => found[1]!)
  const main = /^export default /m.test(code) ? ['default'] : []
  return [
    ...main,
    ...named,
    ...listed.map((one) =>
      one
        .trim()
        .split(/\s+as\s+/)
        .at(-1)!,
    ),
  ]
}
