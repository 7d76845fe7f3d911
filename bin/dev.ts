/**
 * `npm run dev`: serves with Vite in front and watches `schemas/`. A good save replaces the model under the running
 * server and tells the open browsers; a wrong one is shown in the terminal and over the page, the last good model stays.
 */
import { watch } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createVite } from 'vite'
import { schemasOf } from '../generator/cli/project.ts'
import { generatedFiles, writeGenerated } from '../generator/emit/index.ts'
import { splitForWeb } from '../generator/emit/web.ts'
import { compile, type Compiled } from '../generator/index.ts'
import { formatProblem } from '../generator/problems.ts'
import type { Model } from '../src/model/model.ts'
import { desiredSchema } from '../src/server/db/schema.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { syncBuiltIns } from '../src/server/domain/index.ts'
import { createRuntime, type Runtime } from '../src/server/runtime.ts'
import { port, root, say, serverOptions } from './environment.ts'
import { withDemoData } from './seed.ts'
import { orSay, untilStopped } from './serve.ts'

/** Several files of one change (a rename, a branch switch) are taken together. */
const GATHER_MS = 30
/** What the engine answers itself; everything else is Vite's. */
const OURS = /^\/(api|model|files|healthz)(\/|$|\?)/

export const run = (): Promise<number> => orSay(async () => {
  process.env.ATELIER_DEV_CODES ??= '1'
  const first = compile(schemasOf(root))
  report(first)
  if (!first.model) return 1
  writeGenerated(root, await generatedFiles(first.model, schemasOf(root)))
  const runtime = await createRuntime(withDemoData({ ...serverOptions(first.model), webDir: undefined, split: splitForWeb, log: say }))
  const vite = await createVite({ root, appType: 'spa', server: { middlewareMode: true, hmr: { server: runtime.server } } })
  putInFront(runtime.server, vite.middlewares)
  const watcher = watchSchemas(runtime)
  say(`Atelier (development) listens on http://localhost:${await runtime.listen(port(), process.env.HOST)}`)
  await untilStopped(async () => { watcher.close(); await vite.close(); await runtime.close() })
  return 0
})

/** Lets Vite answer what the engine does not. */
function putInFront(server: Server, vite: (request: IncomingMessage, response: ServerResponse) => void): void {
  const engine = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (OURS.test(request.url ?? '')) for (const answer of engine) answer(request, response)
    else vite(request, response)
  })
}

function watchSchemas(runtime: Runtime): { close(): void } {
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()
  const watcher = watch(schemasOf(root), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => { working = working.then(() => replaceModel(runtime)).catch((error) => say(String(error))) }, GATHER_MS)
  })
  return { close: () => { clearTimeout(timer); watcher.close() } }
}

/** Takes what was saved; a model that does not compile, or whose calls have no functions, changes nothing. */
async function replaceModel(runtime: Runtime): Promise<void> {
  const began = performance.now()
  const compiled = compile(schemasOf(root))
  report(compiled)
  const { model } = compiled
  if (!model) return tell(runtime, runtime.app.model.hash, compiled)
  if (model.hash === runtime.app.model.hash) return tell(runtime, model.hash, compiled)
  if (tablesOf(model) !== tablesOf(runtime.app.model)) await migrate(runtime.db, model)
  runtime.app.swapModel(model)
  tell(runtime, model.hash, compiled)
  say(`Model ${model.hash} is running (${Math.round(performance.now() - began)} ms)`)
  await settle(runtime, model)
}

/** What the database has to look like; most saves do not touch it. */
const tablesOf = (model: Model): string => JSON.stringify(desiredSchema(model))

/** What need not be there before the browser has the new screens: menus and rights, generated files. */
async function settle(runtime: Runtime, model: Model): Promise<void> {
  await syncBuiltIns(runtime.db, model, Date.now())
  await runtime.app.forget()
  writeGenerated(root, await generatedFiles(model, schemasOf(root)))
}

function tell(runtime: Runtime, hash: string, { problems }: Compiled): void {
  const errors = problems.filter((p) => p.severity === 'error')
  runtime.push.broadcast({ path: '/api/push/model', data: { hash, problems: errors } })
}

function report({ problems }: Compiled): void {
  for (const problem of problems) if (problem.severity === 'error') say(formatProblem(problem))
}

