import { say } from './feedback.tsx'

/** Copies a text and confirms it; does nothing where the browser does not allow it. */
export function copyText(text: string, sentence: string): void {
  void navigator.clipboard?.writeText(text).then(
    () => say.done(sentence),
    () => undefined,
  )
}
