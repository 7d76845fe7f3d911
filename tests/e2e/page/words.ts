/** The product's own sentences, so that a test asks for a button by the word that stands on it. */
import type { Lang } from '../../../src/model/model.ts'
import { en } from '../../../src/web/i18n/en.ts'
import { viewsEn } from '../../../src/web/i18n/views.en.ts'
import { viewsZh } from '../../../src/web/i18n/views.zh.ts'
import { zh, type SentenceKey } from '../../../src/web/i18n/zh.ts'
import type { ViewSentence } from '../../../src/web/i18n/views.zh.ts'

type Holes = Record<string, string | number>

/** Sentences of the shell and of the views. */
export interface Words {
  shell(key: SentenceKey, holes?: Holes): string
  view(key: ViewSentence, holes?: Holes): string
}

const SHELL: Record<Lang, Record<SentenceKey, string>> = { zh, en }
const VIEWS: Record<Lang, Record<ViewSentence, string>> = { zh: viewsZh, en: viewsEn }

const fill = (text: string, holes: Holes) =>
  text.replace(/\{(\w+)\}/g, (_all, name: string) => String(holes[name] ?? ''))

/** The sentences of a language. */
export const wordsOf = (lang: Lang): Words => ({
  shell: (key, holes = {}) => fill(SHELL[lang][key], holes),
  view: (key, holes = {}) => fill(VIEWS[lang][key], holes),
})

/** This text and no other, blanks around it apart: buttons have icons with names of their own. */
export const whole = (text: string): RegExp => new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`)

/**
 * The language that a journey is made in: it is the same journey in both, and every screen is read in both by the tests
 * of screens. `ATELIER_EACH_LANGUAGE=1` makes each journey twice.
 */
export const journeyIn = (lang: Lang): readonly Lang[] => (process.env.ATELIER_EACH_LANGUAGE ? ['en', 'zh'] : [lang])

/** Days that journeys of the second language come later: those of both take the same people to the same places. */
export const daysApart = (lang: Lang): number => (lang === 'zh' ? 0 : 120)
