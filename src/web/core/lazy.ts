import { lazy, useCallback, useState, useSyncExternalStore, type ComponentType, type LazyExoticComponent } from 'react'

type Module<P> = { default: ComponentType<P> }

/** A lazily loaded component whose code can be loaded before it is drawn. */
export type Preloadable<P> = LazyExoticComponent<ComponentType<P>> & {
  preload(): Promise<unknown>
  isLoaded(): boolean
}

/**
 * `React.lazy` with `preload`. Loaded code is drawn at once: a promise, even a fulfilled one, would show the
 * fallback first, and React then waits 300 ms before it shows the next thing.
 */
export function preloadable<P>(load: () => Promise<Module<P>>): Preloadable<P> {
  let running: Promise<Module<P>> | undefined
  let loaded: Module<P> | undefined
  const once = () => {
    running ??= load().then(
      (module) => (loaded = module),
      (error: unknown) => {
        // A later request tries again.
        running = undefined
        throw error
      },
    )
    return running
  }
  const Lazy = lazy(() => (loaded ? atOnce(loaded) : once()))
  return Object.assign(Lazy, { preload: once, isLoaded: () => loaded !== undefined })
}

/** The part of a promise that `React.lazy` needs, without the wait. */
function atOnce<T>(value: T): Promise<T> {
  return { then: (ready: (value: T) => void) => ready(value) } as Promise<T>
}

/**
 * Whether the code of a component is there, which begins to load at once. One that could not be loaded says so when it
 * is drawn. Whoever waits by this and not by a fallback waits no longer than it takes.
 */
export function useCode(component: Pick<Preloadable<never>, 'preload' | 'isLoaded'> | undefined): boolean {
  const [failed, setFailed] = useState<unknown>()
  const load = useCallback(
    (heard: () => void) => {
      component?.preload().then(heard, () => setFailed(component))
      return () => undefined
    },
    [component],
  )
  const isLoaded = useSyncExternalStore(load, () => component === undefined || component.isLoaded())
  return isLoaded || failed === component
}

/** Loads the code of a component if it supports this; errors are ignored, because the code is not needed yet. */
export function preload(component: unknown): void {
  const ahead = (component as Partial<Preloadable<unknown>> | undefined)?.preload
  ahead?.().catch(() => undefined)
}
