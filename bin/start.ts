/** `npm start`: builds what is not built, fills an empty database of its own with demo data, serves, and says where and for whom. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACCOUNTS, PASSWORD } from '../mock/organisation.ts'
import { generatedModel, isDemo, root, say, serverOptions } from './environment.ts'
import { fillNew, withDemoData } from './seed.ts'
import { orSay, serve } from './serve.ts'

/** What a build depends on. */
const SOURCES = [
  'schemas',
  'generator',
  'src/model',
  'src/web',
  'index.html',
  'vite.config.ts',
  'vite.lean.ts',
  'package.json',
]

export const run = (): Promise<number> =>
  orSay(async () => {
    const demo = isDemo()
    if (demo) process.env.ATELIER_DEV_CODES ??= '1'
    build()
    const model = generatedModel()
    const options = { ...serverOptions(model), log: say }
    if (!demo) return serve(options, (address) => say(`\nAtelier is ready: ${address}`))
    await fillNew(options)
    return serve(withDemoData(options), (address) => {
      say(`\nAtelier is ready: ${address}\n\nAccounts (password ${PASSWORD}, code 888888):`)
      for (const account of ACCOUNTS)
        say(
          `  ${account.mobile}  ${model.roles[account.role]?.label.en ?? account.role}${account.active === false ? ' (not activated yet)' : ''}`,
        )
    })
  })

/** Generates and builds when a source changed since the last build. */
function build(): void {
  const stamp = join(root, 'dist/build-stamp')
  const now = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now && existsSync(join(root, 'src/generated/model.json')))
    return
  say('Building …')
  step(process.execPath, ['bin/atelier.mjs', 'generate'])
  step(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, now)
}

function step(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`The build failed at: ${args.join(' ')}`)
}

/** Names, sizes and times of all sources. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((source) => filesBelow(join(root, source)))) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}:${size}:${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}
