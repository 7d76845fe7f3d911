import { useSyncExternalStore } from 'react'

/** A value outside React that components may read: the only kind of shared state in the browser. */
interface Store<T> {
  get(): T
  set(next: T | ((old: T) => T)): void
  subscribe(listener: () => void): () => void
}

/** Makes a store. Setting the same value again calls no listener. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      const replaced = typeof next === 'function' ? (next as (old: T) => T)(value) : next
      if (Object.is(replaced, value)) return
      value = replaced
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

const identity = <T>(value: T) => value

/** Reads a store, or a part of it. `select` must return a value of the store, not a new object. */
export function useStore<T, S = T>(store: Store<T>, select: (value: T) => S = identity as (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/** An event with its listeners. */
export interface Signal<T> {
  emit(value: T): void
  on(listener: (value: T) => void): () => void
}

/** Makes a signal. */
export function createSignal<T = void>(): Signal<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    emit: (value) => {
      for (const listener of [...listeners]) listener(value)
    },
    on(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
