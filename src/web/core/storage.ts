import { appModel } from './model.ts'

/**
 * The browser's local storage. It may be refused (private windows, full disk): then nothing is remembered,
 * and nothing breaks.
 */
const local = (): Storage | undefined => {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/** The storage key of a name: as `app.json` says, else after the product. */
function storageKey(name: string): string {
  return appModel()?.storage[name] ?? `atelier-${name}`
}

/** A remembered text. */
export function readText(name: string): string | undefined {
  return local()?.getItem(storageKey(name)) ?? undefined
}

/** Remembers a text; `undefined` forgets it. */
export function writeText(name: string, value: string | undefined): void {
  try {
    if (value === undefined) local()?.removeItem(storageKey(name))
    else local()?.setItem(storageKey(name), value)
  } catch {
    // Full or refused: see above.
  }
}

/** A remembered value; what cannot be read is as good as not there. */
export function readValue<T>(name: string): T | undefined {
  const text = readText(name)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

/** Remembers a value. */
export function writeValue(name: string, value: unknown): void {
  writeText(name, value === undefined ? undefined : JSON.stringify(value))
}
