/** The code of the product in the project's folder. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeOf, packageRoot, type ProductCode } from '../generator/base/package.ts'
import type { Demo } from '../src/server/demo.ts'
import type { Product } from '../src/server/platform/product.ts'

/** What a product adds to the platform; nothing where it has no code. */
export async function productOf(root: string): Promise<Product> {
  const { product } = (await moduleOf(root, 'server')) as { product?: Product }
  return product ?? { handlers: {} }
}

/** The demo data of a product, where it has any. */
export async function demoOf(root: string): Promise<Demo | undefined> {
  const { demo } = (await moduleOf(root, 'demo')) as { demo?: Demo }
  return demo
}

/**
 * A module as Node runs it. TypeScript of another product is built before, with all that it imports of its own; that of
 * this package runs as it stands.
 */
async function runnable(root: string, path: string): Promise<string> {
  const file = join(root, path)
  if (root === packageRoot() || !/\.tsx?$/.test(path)) return file
  const { build } = await import('esbuild')
  const outfile = join(root, 'dist/code', path.replace(/\.tsx?$/, '.mjs'))
  await build({
    ...{ entryPoints: [file], outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' },
    ...{ target: 'node20', sourcemap: 'inline', logLevel: 'error' },
  })
  return outfile
}

async function moduleOf(root: string, kind: keyof ProductCode): Promise<object> {
  const path = codeOf(root)[kind]
  if (path === undefined) return {}
  if (!existsSync(join(root, path)))
    throw new Error(`package.json names ${path} as the product's ${kind}, and there is no such file.`)
  return (await import(pathToFileURL(await runnable(root, path)).href)) as object
}
