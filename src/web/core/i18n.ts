import i18next from 'i18next'
import { useCallback } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Lang, Text } from '../../model/model.ts'
import { appModel } from './model.ts'
import { readText, writeText } from './storage.ts'
import { createStore } from './store.ts'

/** Values for the `{holes}` of a sentence. */
type Holes = Record<string, string | number>

void i18next.use(initReactI18next).init({
  lng: 'en',
  resources: {},
  fallbackLng: false,
  // Placeholders have one form everywhere: `{name}`, as in the sentences of the schemas.
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  react: { useSuspense: false },
})

/** The current language, outside React. */
export function currentLang(): Lang {
  return i18next.language === 'zh' ? 'zh' : 'en'
}

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
  void i18next.changeLanguage(lang)
}

/** The language; the component is drawn again when it changes. */
export function useLang(): Lang {
  return useTranslation().i18n.language === 'zh' ? 'zh' : 'en'
}

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
  const t = (key: K, holes?: Holes): string => i18next.t(key, { ns: namespace, ...holes })
  const useT = (): ((key: K, holes?: Holes) => string) => {
    const { t: say } = useTranslation(namespace)
    return say as (key: K, holes?: Holes) => string
  }
  return { t, useT }
}
