/** A product in one language says its texts in that one; where the model wants another beside it, or the platform has one, the same stands there. */
import { isObject, Source, valueAt } from '../base/source.ts'
import { LANGUAGES } from '../base/texts.ts'

type Lang = (typeof LANGUAGES)[number]

/** The one language of a product; nothing where it has several, or does not say. One that is not known does not count. */
export function onlyLanguage(app: Source | undefined): Lang | undefined {
  const available = app && valueAt(app.data, ['languages', 'available'])
  const known = LANGUAGES.filter((lang) => Array.isArray(available) && available.includes(lang))
  return known.length === 1 ? known[0] : undefined
}

/** A file with every text in both languages. The same object for the same file, so that a watcher notices no change. */
export function inBoth(source: Source, lang: Lang): Source {
  const known = made.get(source)
  if (known) return known
  const filled = new Source(source.file, source.text, filledOf(source.data, lang) as object)
  made.set(source, filled)
  return filled
}

const made = new WeakMap<Source, Source>()

/** Texts stand alone, or, in an entry of a dictionary, beside what it means. */
const BESIDE = ['zh', 'en', 'value', 'tone', 'clients', 'retired', 'note', 'was', 'icon']

function filledOf(value: unknown, lang: Lang): unknown {
  if (Array.isArray(value)) return value.map((one) => filledOf(one, lang))
  if (!isObject(value)) return value
  const done = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledOf(one, lang)]))
  const other = LANGUAGES.find((one) => one !== lang)!
  const isText = typeof value[lang] === 'string' && Object.keys(value).every((key) => BESIDE.includes(key))
  return isText ? { ...done, [other]: value[lang] } : done
}
