/** TXT004: a text that stands in the other language, or has other holes there. TXT005: one that is not written yet. */
import { below, type At, type Compilation } from '../../base/context.ts'
import { isObject, type Source } from '../../base/source.ts'
import { MISSING } from '../../base/texts.ts'
import { onlyLanguage } from '../../load/languages.ts'

const CHINESE = /[㐀-鿿]/
/** A word of three letters and more, which is no abbreviation. */
const WORDS = /[a-z]{3,} [a-z]{2,}/
const HOLES = /\{[\w.]+\}/g

/** What stands where nobody has written anything yet. */
const PLACEHOLDER = /\b(?:TODO|FIXME)\b|^[xX]{3,}$/
/** A technical name: words run together, each with a capital but the first. */
const TECHNICAL = /^[a-z]+[a-z\d]*(?:[A-Z][a-z\d]*)+$/

export function noteTexts(c: Compilation): void {
  const { app, types, dictionaries, resources, screens, groups, roles } = c.loaded
  const sources = [app, types, ...dictionaries.values(), ...screens.values(), ...groups.values(), ...roles.values()]
  for (const source of [...sources, ...[...resources.values()].map((one) => one.source)])
    if (source) look(c, source, source.data, [])
}

function look(c: Compilation, source: Source, value: unknown, path: (string | number)[]): void {
  if (Array.isArray(value)) {
    noteSections(c, { source, path }, value)
    return value.forEach((one, i) => look(c, source, one, [...path, i]))
  }
  if (!isObject(value)) return
  if (typeof value.zh === 'string' && typeof value.en === 'string')
    return noteText(c, { source, path }, value.zh, value.en)
  if (isObject(value.help) && isObject(value.label) && isSame(value.help, value.label))
    c.note(
      { source, path: [...path, 'help'] },
      'TXT003',
      'this says just what the label says; leave it out, or say more',
    )
  for (const [key, one] of Object.entries(value)) if (typeof one === 'object') look(c, source, one, [...path, key])
}

/** Two texts that are there in some language, and alike in all. */
const isSame = (a: Record<string, unknown>, b: Record<string, unknown>): boolean =>
  ['zh', 'en'].every((lang) => a[lang] === b[lang]) && ['zh', 'en'].some((lang) => typeof a[lang] === 'string')

/** Sections of one form: each has fields, and a title of its own. */
function noteSections(c: Compilation, at: At, items: readonly unknown[]): void {
  const met: { section: Record<string, unknown>; isShown: boolean }[] = []
  for (const [i, item] of items.entries()) {
    if (!isObject(item) || !isObject(item.section)) continue
    const { section, show, fields } = item
    if (Array.isArray(fields) && fields.length === 0)
      c.note(below(at, i, 'fields'), 'USE001', 'nothing stands in this section; name its fields, or leave it out')
    if (met.some((other) => isSame(other.section, section) && (other.isShown || show === undefined)))
      c.note(
        below(at, i, 'section'),
        'TXT003',
        `two sections are called “${String(section.en ?? section.zh)}”; make one of them, or call it otherwise`,
      )
    met.push({ section, isShown: show === undefined })
  }
}

function noteText(c: Compilation, at: At, zh: string, en: string): void {
  if (zh === MISSING || en === MISSING) return
  const only = onlyLanguage(c.loaded.app)
  for (const [lang, text] of Object.entries({ zh, en }))
    if (!only || only === lang) noteUnwritten(c, below(at, lang), text)
  if (CHINESE.test(en) && only !== 'zh') c.note(below(at, 'en'), 'TXT004', `"${en}" is Chinese; say it in English`)
  // A product in one language has no other to compare with.
  if (only) return
  if (!CHINESE.test(en) && !CHINESE.test(zh) && WORDS.test(zh))
    c.note(below(at, 'zh'), 'TXT004', `"${zh}" is English; say it in Chinese`)
  const turned = OPPOSITES.find(([one, other]) => says(en, zh, one, other) || says(en, zh, other, one))
  if (turned) c.note(at, 'TXT004', `“${en}” and “${zh}” say opposite things; say the same in both`)
  const holes = (text: string): string => [...new Set(text.match(HOLES) ?? [])].sort().join(', ')
  if (holes(zh) !== holes(en))
    c.note(
      at,
      'TXT004',
      `the languages have other holes: ${holes(zh) || 'none'} in Chinese, ${holes(en) || 'none'} in English`,
    )
}

/** What buttons do, and undo: the English and the Chinese word of each. */
const OPPOSITES = [
  [
    { en: 'confirm', zh: '确认' },
    { en: 'cancel', zh: '取消' },
  ],
  [
    { en: 'approve', zh: '通过' },
    { en: 'reject', zh: '驳回' },
  ],
  [
    { en: 'enable', zh: '启用' },
    { en: 'disable', zh: '停用' },
  ],
  [
    { en: 'start', zh: '开始' },
    { en: 'end', zh: '结束' },
  ],
  [
    { en: 'freeze', zh: '冻结' },
    { en: 'release', zh: '解冻' },
  ],
] as const

type Deed = (typeof OPPOSITES)[number][number]

/** Whether the English begins with one deed, and the Chinese with its opposite. */
const says = (en: string, zh: string, one: Deed, other: Deed): boolean =>
  en.toLowerCase().startsWith(`${one.en} `) && zh.startsWith(other.zh)

/** TXT005: a placeholder, or the name by which files know the thing. */
function noteUnwritten(c: Compilation, at: At, text: string): void {
  if (PLACEHOLDER.test(text)) c.note(at, 'TXT005', `"${text}" stands where a text is still to be written`)
  else if (text.includes('{id}'))
    c.note(at, 'TXT005', 'people do not know a record by its "id"; name it by its title or number')
  else if (TECHNICAL.test(text) && at.path.includes(text))
    c.note(at, 'TXT005', `"${text}" is the name in files; say what people call it`)
}
