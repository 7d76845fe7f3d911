import { readText, writeText } from './storage.ts'
import { createStore } from './store.ts'

/** The bearer token, stored in the browser under a fixed key (rules 6.4, 6.9). Empty: nobody is signed in. */
export const token = createStore('')

/** Customers' tokens are kept apart: whoever opens a shared link is not signed out as a member of staff. */
let place: 'token' | 'clientToken' = 'token'

/** What a person leaves in the browser besides the token; language and colours are the window's, filters wait for them. */
const LEFT = ['tabs', 'sidebar']

function forgetLeft(): void {
  if (place === 'clientToken') return
  for (const name of LEFT) writeText(name, undefined)
}

/** Restores the token of an earlier visit, and follows other windows that sign in or out. */
export function restoreToken(whose: 'staff' | 'client' = 'staff'): void {
  place = whose === 'client' ? 'clientToken' : 'token'
  token.set(readText(place) ?? '')
  if (!token.get()) forgetLeft()
  globalThis.addEventListener?.('storage', () => token.set(readText(place) ?? ''))
}

/** Stores a token, or removes it and what the person left. */
export function keepToken(value: string): void {
  writeText(place, value || undefined)
  if (!value) forgetLeft()
  token.set(value)
}

/** Stores the token of a customer who signed in among staff; the customers' pages are loaded with it. */
export function keepClientToken(value: string): void {
  writeText('clientToken', value)
}
