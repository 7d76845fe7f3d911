import { say } from './feedback.tsx'

/** Copies a text and confirms it; does nothing where the browser does not allow it. */
export function copyText(text: string, sentence: string): void {
  void navigator.clipboard?.writeText(text).then(
    () => say.done(sentence),
    () => undefined,
  )
}

/** An address of this site with its origin, as it is given to somebody else; any other text as it is. */
export const absolute = (address: string): string =>
  address.startsWith('/') ? new URL(address, location.origin).href : address
