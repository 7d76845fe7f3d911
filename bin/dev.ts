/**
 * `npm run dev`: serves with Vite in front and watches `schemas/`. A good save replaces the model under the running
 * server and tells the open browsers; a wrong one is shown in the terminal and over the page, the last good model stays.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { schemasOf } from '../generator/cli/project.ts'
import { codeOf, packageRoot } from '../generator/base/package.ts'
import type { SplitForWeb } from '../src/model/web.ts'
import { onUndeclared } from '../src/server/calls/answer.ts'
import { createRuntime, type Runtime } from '../src/server/runtime.ts'
import { Editing } from './editing.ts'
import { isDemo, mustHavePort, port, root, say, serverOptions, stopMs } from './environment.ts'
import { Saves } from './replace.ts'
import { demoOf } from './product.ts'
import { fillNew, withDemoData } from './seed.ts'
import { firstRunText, orSay, untilStopped } from './serve.ts'
import { watchFolder } from './watch.ts'

/** What the engine answers itself; everything else is Vite's. */
const OURS = /^\/(api|model|files|docs|healthz)(\/|$|\?)/

/** `--code`: React as its developers want it, with its warnings, and a saved module without a reload. */
export const run = (args: string[]): Promise<number> =>
  orSay(async () => {
    if (isDemo()) process.env.ATELIER_DEV_CODES ??= '1'
    await mustHavePort()
    process.env.NODE_ENV ??= args.includes('--code') ? 'development' : 'production'
    const saves = new Saves(root, say)
    const { model } = saves.compile()
    if (!model) return 1
    await saves.write(model)
    const isOwn = root === packageRoot()
    // Another product has its browser part from the package, built.
    const usual = await serverOptions(model)
    const within = stopMs()
    const options = { ...usual, split: withEditing(usual.split), ...(isOwn ? { webDir: undefined } : {}), log: say }
    onUndeclared((path, name) => say(`${path} answers "${name}", which its "output" does not name: it is left out`))
    await fillNew(options)
    const runtime = await createRuntime(withDemoData(options))
    const vite = isOwn ? await viteBefore(runtime.server) : undefined
    const editing = new Editing(root, runtime)
    putInFront(runtime.server, (request, response) => editing.take(request, response))
    const watchers = [watchSchemas(saves, runtime), ...watchCode()]
    const address = `http://localhost:${await runtime.listen(port(), process.env.HOST)}`
    say(`Atelier (development) listens on ${address}`)
    for (const line of isDemo() ? ((await demoOf(root))?.greeting(model, address) ?? []) : []) say(line)
    if (runtime.firstRun !== undefined) say(firstRunText(address, runtime.firstRun))
    await untilStopped(async () => {
      for (const watcher of watchers) watcher.close()
      await vite?.close()
      await runtime.close()
      await saves.write()
    }, within)
    return 0
  })

/** Vite, for those who work on the browser part. */
async function viteBefore(server: Server): Promise<{ close(): Promise<void> }> {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ root, appType: 'spa', server: { middlewareMode: true, hmr: { server } } })
  putInFront(server, (request, response) => {
    if (OURS.test(request.url ?? '')) return false
    vite.middlewares(request, response)
    return true
  })
  return vite
}

/** Tells the browser that screens can be changed by pointing at them. */
const withEditing =
  (split: SplitForWeb): SplitForWeb =>
  (model) => {
    const { core, parts } = split(model)
    return { core: { ...core, editing: true }, parts }
  }

type Answer<R> = (request: IncomingMessage, response: ServerResponse) => R

/** Lets something answer what it knows before the others are asked. */
function putInFront(server: Server, take: Answer<boolean>): void {
  const others = server.listeners('request') as Answer<void>[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!take(request, response)) for (const answer of others) answer(request, response)
  })
}

/** One save after the other. */
function watchSchemas(saves: Saves, runtime: Runtime): { close(): void } {
  let working = Promise.resolve()
  return watchFolder(schemasOf(root), () => {
    working = working.then(() => saves.take(runtime)).catch((error: unknown) => say(String(error)))
  })
}

/** The functions of the product run as they were at the start: whoever changes them is told so. */
function watchCode(): { close(): void }[] {
  const { server } = codeOf(root)
  if (server === undefined) return []
  return [watchFolder(join(root, dirname(server)), () => say(`${dirname(server)}/ changed: start again to run it`))]
}
