import { useEffect } from 'react'
import type { AppModel, ScreenModel } from '../../model/model.ts'
import { setLocal } from '../../model/local.ts'
import { MODEL_HASH, type WebCore, type WebPart, type WebRoute } from '../../model/web.ts'
import { shared } from './shared.ts'
import { createStore, useStore } from './store.ts'

interface ModelState {
  core?: WebCore
  parts: Record<string, WebPart>
  failed: Record<string, true>
}

const model = createStore<ModelState>({ parts: {}, failed: {} })
const loading = new Map<string, Promise<WebPart>>()

async function fetchModel(url: string): Promise<Response> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return answer
}

const fetchCore = async () => (await (await fetchModel('/model/core.json')).json()) as WebCore

/** A part of the model of this hash; `undefined` where the server has another model by now. */
async function fetchPart(part: string, hash: string): Promise<WebPart | undefined> {
  const answer = await fetchModel(`/model/${encodeURIComponent(part)}.json?h=${encodeURIComponent(hash)}`)
  return (answer.headers.get(MODEL_HASH) ?? hash) === hash ? ((await answer.json()) as WebPart) : undefined
}

/** A part as the server has it now, and the core that it belongs to. */
async function newestPart(part: string): Promise<WebPart> {
  const found = await fetchPart(part, (await loadCore()).hash)
  if (!found) throw new Error(`${part}: the model changed while it was loaded`)
  return found
}

/** Loads the core of the model; everything else waits for it. */
export async function loadCore(): Promise<WebCore> {
  const core = await fetchCore()
  setLocal(core.app)
  model.set((old) => ({ ...old, core }))
  return core
}

/** The core of the model, outside React; `undefined` only before `loadCore`. */
export function coreModel(): WebCore | undefined {
  return model.get().core
}

/** The compiled `app.json`, outside React. */
export function appModel(): AppModel | undefined {
  return model.get().core?.app
}

/** A limit or timing of the product; `usual` is the value of rules 6.9 where the product sets none. */
export function limit(name: string, usual: number): number {
  return appModel()?.limits[name] ?? usual
}

/** The core of the model. Components are only drawn once it is loaded. */
export function useCore(): WebCore {
  const core = useStore(model, (state) => state.core)
  if (!core) throw new Error('The model is not loaded yet')
  return core
}

/**
 * Loads a part once. After an update the server has another model: then the core is loaded again, and after it the part.
 * Whoever waits for it goes on before the page that shows it is drawn, so that its rows are asked for first.
 */
export function loadPart(part: string): Promise<WebPart> {
  const loadedPart = model.get().parts[part]
  if (loadedPart) return Promise.resolve(loadedPart)
  const running = loading.get(part)
  if (running) return running
  const job = fetchPart(part, coreModel()?.hash ?? '')
    .catch(() => undefined)
    .then(async (found) => found ?? (await newestPart(part)))
  loading.set(part, job)
  job
    .then(
      (loaded) => nextTask().then(() => showPart(part, loaded)),
      () => model.set((old) => ({ ...old, failed: { ...old.failed, [part]: true } })),
    )
    .finally(() => loading.delete(part))
  return job
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

const showPart = (part: string, loaded: WebPart): void =>
  model.set((old) => ({ ...old, parts: { ...old.parts, [part]: loaded }, failed: without(old.failed, part) }))

function without(failed: Record<string, true>, part: string): Record<string, true> {
  const { [part]: _gone, ...rest } = failed
  return rest
}

/** A part of the model, loaded on first use; `undefined` until it is loaded. */
export function usePart(part: string): WebPart | undefined {
  const loaded = useStore(model, (state) => state.parts[part])
  useEffect(() => {
    if (!loaded) loadPart(part).catch(() => undefined)
  }, [part, loaded])
  return loaded
}

/** Whether the last try to load a part failed; `loadPart` tries again. */
export function usePartFailed(part: string): boolean {
  return useStore(model, (state) => Boolean(state.failed[part]))
}

/** The route as the shell knows it, or `undefined` for an unknown path. */
export function findScreen(route: string): WebRoute | undefined {
  return coreModel()?.routes.find((candidate) => candidate.route === route)
}

/** The screen of a route with its view, once its part is loaded. */
export function useScreen(route: WebRoute): ScreenModel | undefined {
  return usePart(route.part)?.screens[route.route]
}

let replacing = 0

/**
 * Replaces the model by the server's newest, all loaded parts at once, so that no screen is ever drawn
 * with half of it. Mounted pages stay mounted: they are keyed by tab, not by model. When several replacements
 * run, the last one counts. `beside`: runs together with the replacement, so that everything is drawn once.
 */
export async function replaceModel(hash: string, beside?: Promise<() => void>): Promise<void> {
  replacing += 1
  const mine = replacing
  const parts = Object.keys(model.get().parts).map((name) =>
    fetchPart(name, hash).then(
      (part) => (part ? [[name, part] as const] : []),
      () => [],
    ),
  )
  const core = await fetchCore()
  const loaded = await Promise.all(parts)
  const takeBeside = await beside
  // The server may have an even newer model: it announces that next, and no longer has the parts of this hash.
  if (mine !== replacing || core.hash !== hash) return
  takeBeside?.()
  model.set((old) => shared(old, { core, parts: Object.fromEntries(loaded.flat()), failed: {} }))
}
