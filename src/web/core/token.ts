import { readText, writeText } from './storage.ts'
import { createStore } from './store.ts'

/** The bearer token, stored in the browser under a fixed key (rules 6.4, 6.9). Empty: nobody is signed in. */
export const token = createStore('')

/** What a person leaves in the browser besides the token; language and colours are the window's, filters wait for them. */
const LEFT = ['tabs', 'sidebar']

function forgetLeft(): void {
  for (const name of LEFT) writeText(name, undefined)
}

/** Restores the token of an earlier visit, and follows other windows that sign in or out. */
export function restoreToken(): void {
  token.set(readText('token') ?? '')
  if (!token.get()) forgetLeft()
  globalThis.addEventListener?.('storage', () => token.set(readText('token') ?? ''))
}

/** Stores a token, or removes it and what the person left. */
export function keepToken(value: string): void {
  writeText('token', value || undefined)
  if (!value) forgetLeft()
  token.set(value)
}
