import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

type Module<P> = { default: ComponentType<P> }

/** A lazily loaded component whose code can be fetched before it is drawn. */
export type Preloadable<P> = LazyExoticComponent<ComponentType<P>> & { preload(): Promise<unknown> }

/**
 * `React.lazy` with `preload`. Code that is there already is drawn at once: a promise, even a fulfilled
 * one, would show the fallback first, and React then waits 300 ms before it shows the next thing.
 */
export function preloadable<P>(load: () => Promise<Module<P>>): Preloadable<P> {
  let running: Promise<Module<P>> | undefined
  let loaded: Module<P> | undefined
  const once = () => {
    running ??= load().then(
      (module) => (loaded = module),
      (error: unknown) => {
        // The next one to ask tries again.
        running = undefined
        throw error
      },
    )
    return running
  }
  const Lazy = lazy(() => (loaded ? atOnce(loaded) : once()))
  return Object.assign(Lazy, { preload: once })
}

/** What `React.lazy` needs of a promise, without the wait. */
function atOnce<T>(value: T): Promise<T> {
  return { then: (ready: (value: T) => void) => ready(value) } as Promise<T>
}

/** Fetches the code of a component if it can be fetched ahead; errors are ignored, because it is not needed yet. */
export function preload(component: unknown): void {
  const ahead = (component as Partial<Preloadable<unknown>> | undefined)?.preload
  ahead?.().catch(() => undefined)
}
