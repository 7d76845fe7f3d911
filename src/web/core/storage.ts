import { appModel } from './model.ts'

/**
 * The browser's local storage. It may be unavailable (private windows, full disk): then nothing is stored,
 * and nothing breaks.
 */
const local = (): Storage | undefined => {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/** The storage key of a name: from `app.json`, else made from the product's name. */
function storageKey(name: string): string {
  return appModel()?.storage[name] ?? `atelier-${name}`
}

/** A stored text. */
export function readText(name: string): string | undefined {
  return local()?.getItem(storageKey(name)) ?? undefined
}

/** Stores a text; `undefined` removes it. */
export function writeText(name: string, value: string | undefined): void {
  try {
    if (value === undefined) local()?.removeItem(storageKey(name))
    else local()?.setItem(storageKey(name), value)
  } catch {
    // Full or unavailable: see above.
  }
}

/** A stored value; an unreadable one counts as absent. */
export function readValue<T>(name: string): T | undefined {
  const text = readText(name)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

/** Stores a value. */
export function writeValue(name: string, value: unknown): void {
  writeText(name, value === undefined ? undefined : JSON.stringify(value))
}
