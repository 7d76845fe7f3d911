/** What ways of paying are called. */
import type { CallContext, Row } from '../../platform/call.ts'

/** A way of paying in the language of whoever asks. */
export const wayName = (c: CallContext, { name, nameEn }: Row<'payMethod'>): string =>
  (c.actor.lang === 'en' && nameEn) || name
