/** Generated code of a product outside this package: what it takes from the engine comes from the package. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../base/package.ts'

/** Where the types of a hand-written call lie in the package: as they were written, or built. */
const CALL = ['src/server/platform/call.ts', 'dist/lib/src/server/platform/call.d.ts']

/** The doors of the package, for modules that its own code finds by their paths. */
const DOORS: [RegExp, string][] = [
  [/'\.\.\/\.\.\/generated\/(\w+)\.ts'/g, "'./$1.ts'"],
  [/'(?:\.\.\/)+model\/\w+\.ts'/g, "'atelier/model'"],
  [/'\.\.\/(?:engine\/span|types)\.ts'/g, "'atelier/server'"],
]

/** A generated file whose imports of the engine lead to the package. */
export const fromPackage = (text: string): string =>
  DOORS.reduce((done, [path, door]) => done.replaceAll(path, door), text)

/** The types of a hand-written call, over the generated types of the product. */
export function callTypesOfProduct(): string {
  const file = CALL.map((path) => join(packageRoot(), path)).find((path) => existsSync(path))
  if (!file) throw new Error('the types of calls are missing in the package')
  return fromPackage(readFileSync(file, 'utf8'))
}
