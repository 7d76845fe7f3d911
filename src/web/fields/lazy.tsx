/** Controls whose code is loaded when first drawn. Their space is reserved, so that nothing jumps. */
import { Suspense, type ComponentType } from 'react'
import { preloadable } from '../core/lazy.ts'
import type { FilterProps, InputProps } from './types.ts'

function lazyControl<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Control = preloadable<P>(async () => ({ default: await load() }))
  const Loaded = (props: P) => (
    <Suspense fallback={<span className="at-input-coming" />}>
      <Control {...props} />
    </Suspense>
  )
  return Object.assign(Loaded, { preload: () => Control.preload() })
}

/** A part of an input that is loaded when first drawn; nothing stands for it until then. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = preloadable<P>(async () => ({ default: await load() }))
  return (props: P) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}

/** An input loaded when first drawn; `preload` (core/lazy) loads it earlier. */
export const lazyInput = (load: () => Promise<ComponentType<InputProps>>): ComponentType<InputProps> =>
  lazyControl(load)

/** A filter loaded when first drawn. */
export const lazyFilter = (load: () => Promise<ComponentType<FilterProps>>): ComponentType<FilterProps> =>
  lazyControl(load)
