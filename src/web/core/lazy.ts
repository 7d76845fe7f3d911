import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A lazily loaded component whose code can be fetched before it is drawn. */
export type Preloadable<P> = LazyExoticComponent<ComponentType<P>> & { preload(): Promise<unknown> }

/** `React.lazy` with `preload`. A failed load is tried again the next time. */
export function preloadable<P>(load: () => Promise<{ default: ComponentType<P> }>): Preloadable<P> {
  let running: Promise<{ default: ComponentType<P> }> | undefined
  const once = () => {
    running ??= load().catch((error: unknown) => {
      running = undefined
      throw error
    })
    return running
  }
  return Object.assign(lazy(once), { preload: once })
}

/** Fetches the code of a component if it can be fetched ahead; quiet, since nobody asked for it yet. */
export function preload(component: unknown): void {
  const ahead = (component as Partial<Preloadable<unknown>> | undefined)?.preload
  ahead?.().catch(() => undefined)
}
