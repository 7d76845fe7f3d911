/** Text in the language of the reader: a field may have its English beside it, or hold sentences that the server writes. */
import type { DictionaryModel, FieldModel, Lang, Text } from './model.ts'

/** What stands between a sentence and what is said about it, in each language. */
const COLON: Text = { zh: '：', en: ': ' }

interface Sentence {
  label: Text
  /** What is stored, with its holes. */
  holes: RegExp
}

/** The sentences of a dictionary by what is stored of them; those with holes by the form of it. */
interface Sentences {
  whole: Map<string, Text>
  open: Sentence[]
}

const sentencesOf = new WeakMap<DictionaryModel, Sentences>()

function sentences(dictionary: DictionaryModel): Sentences {
  const known = sentencesOf.get(dictionary)
  if (known) return known
  const made: Sentences = { whole: new Map(), open: [] }
  for (const { value, label } of dictionary.values) {
    // Words are stored as their value says; of other dictionaries somebody wrote the Chinese down.
    const stored = dictionary.words ? String(value) : label.zh
    if (stored.includes('{')) made.open.push({ label, holes: formOf(stored) })
    else made.whole.set(stored, label)
  }
  sentencesOf.set(dictionary, made)
  return made
}

const formOf = (stored: string): RegExp =>
  new RegExp(
    `^${stored
      .split(/(\{\w+\})/)
      .map((part) =>
        /^\{\w+\}$/.test(part) ? `(?<${part.slice(1, -1)}>.+)` : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
      )
      .join('')}$`,
    'su',
  )

/** A text with its holes filled. */
export const filled = (text: string, holes: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => String(holes[name] ?? hole))

/**
 * A stored text in the language of the reader, where it is a sentence of the dictionary, or one with something said after it. Any
 * other text stays as it is.
 */
export function inWords(stored: string, dictionary: DictionaryModel, lang: Lang): string {
  const { whole, open } = sentences(dictionary)
  const label = whole.get(stored)
  if (label) return label[lang]
  for (const one of open) {
    const holes = one.holes.exec(stored)?.groups
    if (holes) return filled(one.label[lang], holes)
  }
  const [head, ...rest] = stored.split(COLON.zh)
  const said = rest.length > 0 ? whole.get(head!) : undefined
  return said ? said[lang] + COLON[lang] + inWords(rest.join(COLON.zh), dictionary, lang) : stored
}

/** The text of a field in the language of the reader. */
export function textIn(
  lang: Lang,
  text: string,
  row: Readonly<Record<string, unknown>>,
  field: FieldModel,
  dictionaries: Readonly<Record<string, DictionaryModel>>,
): string {
  const english = lang === 'en' && field.en !== undefined ? row[field.en] : undefined
  if (typeof english === 'string' && english !== '') return english
  const words = field.words === undefined ? undefined : dictionaries[field.words]
  return words ? inWords(text, words, lang) : text
}
