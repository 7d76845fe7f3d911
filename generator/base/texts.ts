/** Texts for people who write schemas, who may read either language. */
import type { Text } from '../../src/model/model.ts'

/** The languages that a text may have. */
export const LANGUAGES = ['zh', 'en'] as const

/** Stands for a text that is missing, which is told where it should be. */
export const MISSING = '?'

const bare = (text: string): string => text.replaceAll(' ', '')

/** A text in both languages, or once where both say the same but for spaces: so it is in a product in one language. */
export const inWords = ({ zh, en }: Text): string => (bare(zh) === bare(en) ? en : `${zh} / ${en}`)
