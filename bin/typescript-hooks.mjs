/**
 * Makes JavaScript of TypeScript modules as they are loaded, and keeps it in `node_modules/.cache`. Imports name
 * their files in full, so nothing has to be resolved. Functions are not given their names anew (as tsx does it):
 * that costs a third of a request.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHE = fileURLToPath(new URL('../node_modules/.cache/typescript', import.meta.url))
/** Counted up when what is made of a module changes. */
const MADE = 1
const OPTIONS = { loader: 'ts', format: 'esm', target: 'node20', sourcemap: 'inline', sourcesContent: false }

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !/\.m?ts$/.test(url)) return next(url, context)
  const file = fileURLToPath(url)
  return { format: 'module', shortCircuit: true, source: await javascriptOf(file, await readFile(file, 'utf8')) }
}

async function javascriptOf(file, text) {
  const kept = join(
    CACHE,
    `${createHash('sha1')
      .update(`${MADE}\n${basename(file)}\n${text}`)
      .digest('hex')}.mjs`,
  )
  try {
    return await readFile(kept, 'utf8')
  } catch {
    const code = await made(text, basename(file))
    await keep(kept, code)
    return code
  }
}

/** How many modules are made at the moment, and when nobody has asked for one any more. */
let busy = 0
let idle

/** The process that makes JavaScript goes once all modules are there: a server runs on for weeks. */
async function made(text, sourcefile) {
  clearTimeout(idle)
  busy += 1
  const esbuild = await import('esbuild')
  try {
    return (await esbuild.transform(text, { ...OPTIONS, sourcefile })).code
  } finally {
    busy -= 1
    if (busy === 0) idle = setTimeout(() => esbuild.stop(), 1000).unref()
  }
}

/** Whole or not at all: another process may read it meanwhile. A folder that cannot be written costs time, nothing else. */
async function keep(path, code) {
  const fresh = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await mkdir(CACHE, { recursive: true })
    await writeFile(fresh, code)
    await rename(fresh, path)
  } catch {
    return
  }
}
