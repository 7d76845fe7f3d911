/** TXT004: a text that stands in the other language, or has other holes there. */
import type { At, Compilation } from '../../base/context.ts'
import { isObject, type Source } from '../../base/source.ts'
import { MISSING } from '../../base/texts.ts'

const CHINESE = /[㐀-鿿]/
/** A word of three letters and more, which is no abbreviation. */
const WORDS = /[a-z]{3,} [a-z]{2,}/
const HOLES = /\{[\w.]+\}/g

export function noteTexts(c: Compilation): void {
  // A product in one language has no other to compare with.
  if ((c.app.languages?.available.length ?? 2) < 2) return
  const { app, types, dictionaries, resources, screens, groups, roles } = c.loaded
  const sources = [app, types, ...dictionaries.values(), ...screens.values(), ...groups.values(), ...roles.values()]
  for (const source of [...sources, ...[...resources.values()].map((one) => one.source)])
    if (source) look(c, source, source.data, [])
}

function look(c: Compilation, source: Source, value: unknown, path: (string | number)[]): void {
  if (Array.isArray(value)) return value.forEach((one, i) => look(c, source, one, [...path, i]))
  if (!isObject(value)) return
  if (typeof value.zh === 'string' && typeof value.en === 'string')
    return noteText(c, { source, path }, value.zh, value.en)
  for (const [key, one] of Object.entries(value)) if (typeof one === 'object') look(c, source, one, [...path, key])
}

function noteText(c: Compilation, at: At, zh: string, en: string): void {
  if (zh === MISSING || en === MISSING) return
  if (CHINESE.test(en)) c.note({ ...at, path: [...at.path, 'en'] }, 'TXT004', `"${en}" is Chinese; say it in English`)
  else if (!CHINESE.test(zh) && WORDS.test(zh))
    c.note({ ...at, path: [...at.path, 'zh'] }, 'TXT004', `"${zh}" is English; say it in Chinese`)
  const holes = (text: string): string => [...new Set(text.match(HOLES) ?? [])].sort().join(', ')
  if (holes(zh) !== holes(en))
    c.note(
      at,
      'TXT004',
      `the languages have other holes: ${holes(zh) || 'none'} in Chinese, ${holes(en) || 'none'} in English`,
    )
}
