/** Where things lie: in the package of the compiler and engine, and in a product that builds on it. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the package that this compiler belongs to. */
export function packageRoot(): string {
  for (let at = import.meta.dirname; ; at = dirname(at)) {
    if (existsSync(join(at, 'schemas/meta'))) return at
    if (dirname(at) === at) throw new Error('the meta-schemas of the compiler are missing')
  }
}

/** Where a product's generated files lie, from its folder: beside the sources of this package, in a folder of their own elsewhere. */
export const generatedIn = (root: string): string => (root === packageRoot() ? 'src/generated' : 'generated')

/** The modules of a product that has code, as paths from its folder. */
export interface ProductCode {
  /** Exports `product`: hand-written calls, and what is added to the platform. The folder it lies in holds them all. */
  server: string
  /** Exports `demo`. */
  demo: string
  /** Exports `productPages`, for the browser. */
  pages: string
}

/** Where a product has its modules whose `package.json` says nothing. */
const USUAL: ProductCode = { server: 'server/index.ts', demo: 'mock/index.ts', pages: 'pages/index.tsx' }

/** Where a product's modules lie: as `package.json` says under "atelier", or as usual where there is such a file. */
export function codeOf(root: string): Partial<ProductCode> {
  const file = join(root, 'package.json')
  const said = existsSync(file)
    ? ((JSON.parse(readFileSync(file, 'utf8')) as { atelier?: Partial<ProductCode> }).atelier ?? {})
    : {}
  const usual = Object.entries(USUAL).filter(([, path]) => existsSync(join(root, path)))
  return { ...Object.fromEntries(usual), ...said }
}
