import { readText, writeText } from './storage.ts'
import { createStore } from './store.ts'

/** The bearer token, kept in browser storage under a fixed key (rules 6.4, 6.9). Empty: nobody is signed in. */
export const token = createStore('')

/** Takes over what an earlier visit left, and follows other windows that sign in or out. */
export function restoreToken(): void {
  token.set(readText('token') ?? '')
  globalThis.addEventListener?.('storage', () => token.set(readText('token') ?? ''))
}

/** Keeps a token, or forgets it. */
export function keepToken(value: string): void {
  writeText('token', value || undefined)
  token.set(value)
}
