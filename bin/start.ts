/** `npm start`: builds what is not built, fills an empty database of its own with demo data, serves, and says where and for whom. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedIn, packageRoot } from '../generator/base/package.ts'
import { generatedModel, isDemo, mustHavePort, root, say, serverOptions } from './environment.ts'
import { demoOf } from './product.ts'
import { fillNew, withDemoData } from './seed.ts'
import { orSay, serve } from './serve.ts'

/** The product of this package is built with the browser part; another one has that from the package, built. */
const isOwn = root === packageRoot()

/** What a build depends on. */
const SOURCES = isOwn
  ? ['schemas', 'generator', 'src/model', 'src/web', 'index.html', 'vite.config.ts', 'vite.lean.ts', 'package.json']
  : ['schemas', 'package.json']

export const run = (): Promise<number> =>
  orSay(async () => {
    const demo = isDemo()
    await mustHavePort()
    if (demo) process.env.ATELIER_DEV_CODES ??= '1'
    const built = build()
    const model = generatedModel()
    // One core builds the pages while the other writes the demo data.
    await Promise.all([built, demo && fillNew({ ...(await serverOptions(model)), log: say })])
    const options = { ...(await serverOptions(model)), log: say }
    if (!options.webDir) throw new Error(`There are no built pages: run "npm run build" in ${packageRoot()}.`)
    const data = demo ? await demoOf(root) : undefined
    return serve(data ? withDemoData(options) : options, (address) => {
      say(`\n${model.app.name.en} is ready: ${address}`)
      for (const line of data?.greeting(model, address) ?? []) say(line)
    })
  })

/** Generates and builds when a source changed since the last build; what is generated is there when this returns. */
function build(): Promise<void> | undefined {
  const stamp = join(root, 'dist/build-stamp')
  const now = fingerprint()
  if (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === now &&
    existsSync(join(root, generatedIn(root), 'model.json'))
  )
    return undefined
  say('Building …')
  const generate = [join(packageRoot(), 'bin/atelier.mjs'), 'generate']
  mustBeDone(spawnSync(process.execPath, generate, CHILD).status, generate)
  if (isOwn) return buildPages(stamp, now)
  keep(stamp, now)
  return undefined
}

const CHILD: { cwd: string; stdio: ['ignore', 'inherit', 'inherit'] } = {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
}

async function buildPages(stamp: string, now: string): Promise<void> {
  const pages = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
  // Whatever the surroundings say: pages built for development do not run.
  const env = { ...process.env, NODE_ENV: 'production' }
  const [status] = (await once(spawn(process.execPath, pages, { ...CHILD, env }), 'close')) as [number | null]
  mustBeDone(status, pages)
  keep(stamp, now)
}

function keep(stamp: string, now: string): void {
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, now)
}

function mustBeDone(status: number | null, args: string[]): void {
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
