import i18next from 'i18next'
import { useCallback } from 'react'
import type { Lang, Text } from '../../model/model.ts'
import { appModel } from './model.ts'
import { readText, writeText } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** Values for the `{holes}` of a sentence. */
type Holes = Record<string, string | number>

void i18next.init({ resources: {}, fallbackLng: false })

const language = createStore<Lang>('en')

/** The current language, outside React. */
export const currentLang = (): Lang => language.get()

/** Restores the language of an earlier visit, else the product's default (rules 6.9: en). */
export function restoreLang(): void {
  const stored = readText('language')
  applyLang(stored === 'zh' || stored === 'en' ? stored : (appModel()?.languages.default ?? 'en'))
}

/** How often the language was changed: what the server said in the other one is asked for anew. */
export const changesOfLang = createStore(0)

/** Changes the language everywhere at once, and stores it. */
export function setLang(lang: Lang): void {
  writeText('language', lang)
  applyLang(lang)
  changesOfLang.set((old) => old + 1)
}

function applyLang(lang: Lang): void {
  if (typeof document !== 'undefined') document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en'
  language.set(lang)
}

/** The language; the component is drawn again when it changes. */
export const useLang = (): Lang => useStore(language)

/** Fills the `{holes}` of a text. A hole without a value becomes empty. */
export function fillHoles(text: string, holes: Holes): string {
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => String(holes[name] ?? ''))
}

/** A text of the model in the language of the person, with its `{holes}` filled when `holes` are passed. */
export function useText(): (text: Text, holes?: Holes) => string {
  const lang = useLang()
  return useCallback((text, holes) => (holes ? fillHoles(text[lang], holes) : text[lang]), [lang])
}

/**
 * Declares texts of the code (not of the model) in both languages; a key that is missing in one is a
 * type error. Lazily loaded code declares its own under its own namespace.
 * `t` returns a text; `useT` returns a `t` that draws the component again when the language changes.
 */
export function defineSentences<K extends string>(namespace: string, zh: Record<K, string>, en: Record<K, string>) {
  i18next.addResourceBundle('zh', namespace, zh)
  i18next.addResourceBundle('en', namespace, en)
  const says = { zh: sentencesOf<K>('zh', namespace), en: sentencesOf<K>('en', namespace) }
  const t = (key: K, holes?: Holes): string => says[language.get()](key, holes)
  const useT = (): typeof t => says[useLang()]
  return { t, useT }
}

/** The sentences of one language. Each is looked up once: a wall of pictures says hundreds at a time. */
function sentencesOf<K extends string>(lang: Lang, namespace: string): (key: K, holes?: Holes) => string {
  const say = i18next.getFixedT(lang, namespace)
  const found = new Map<K, string>()
  return (key, holes) => {
    // Holes are filled here, as those of the schemas are.
    const text = found.get(key) ?? say(key, { skipInterpolation: true })
    found.set(key, text)
    return holes ? fillHoles(text, holes) : text
  }
}
