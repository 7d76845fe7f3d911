import type { SentenceKey } from './zh.ts'

/** Sentences of the shell and the core in English. */
export const en: Record<SentenceKey, string> = {
  ok: 'OK',
  cancel: 'Cancel',
  serverBusy: 'The server is busy. Sign in again, or reload and retry.',
  loading: 'Loading…',
}
