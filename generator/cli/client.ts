/** `atelier client [--out dist/client] [--name studio-client]`: a typed client of the product's calls, as a package of its own. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clientPackage } from '../emit/client/package.ts'
import { option, projectRoot, studyProject } from './project.ts'

/** A package's name as npm takes it. */
const NAME = /^(@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*$/

export async function run(args: string[]): Promise<number> {
  const root = projectRoot()
  const out = resolve(option(args, 'out') ?? join(root, 'dist/client'))
  if (option(args, 'out') === '') {
    console.error('--out needs a folder')
    return 2
  }
  const name = option(args, 'name') ?? 'atelier-client'
  if (!NAME.test(name)) {
    console.error(`--name: "${name}" is no name of a package`)
    return 2
  }
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, 'wire.d.ts'))) {
    console.error(`${out} holds something else than a client; choose another folder`)
    return 1
  }
  const found = studyProject(root)
  if (!found) return 1
  const files = clientPackage(found.model, name)
  mkdirSync(out, { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(out, path), text)
  console.log(`${name} in ${out}; install it with: npm install ${out}`)
  return 0
}
