/** What a product does otherwise than it did: two models compared, and said in sentences for a review. */
import type { Lang, Model, Text } from '../../../src/model/model.ts'
import { changedRecords } from './records.ts'
import { changedRights } from './rights.ts'
import { changedScreens } from './screens.ts'
import { AREAS, type Change } from './words.ts'

export type { Change } from './words.ts'

/** Every change of behaviour, each sentence once: rights first, then by area. */
export function behaviour(before: Model, after: Model): Change[] {
  const found = [...changedRights(before, after), ...changedScreens(before, after), ...changedRecords(before, after)]
  const once = new Map(found.map((one) => [`${one.area} ${one.text.en}`, one]))
  return [...once.values()].sort((a, b) => AREAS.indexOf(a.area) - AREAS.indexOf(b.area))
}

const HEADINGS: Record<Change['area'], Text> = {
  rights: { zh: '权限', en: 'Rights' },
  screens: { zh: '页面', en: 'Screens' },
  forms: { zh: '表单', en: 'Forms' },
  values: { zh: '数据与公式', en: 'Values and formulas' },
  checks: { zh: '校验', en: 'Checks' },
  moves: { zh: '状态流转', en: 'Moves' },
  reports: { zh: '统计', en: 'Reports' },
  words: { zh: '字典', en: 'Dictionaries' },
}

const MARKS = { more: '+', less: '−', other: '~' } as const
const NOTHING: Text = { zh: '行为没有变化。', en: 'Nothing behaves otherwise.' }

/** A difference as markdown, for a pull request. */
export function markdown(changes: Change[], lang: Lang): string {
  if (changes.length === 0) return NOTHING[lang]
  return AREAS.flatMap((area) => {
    const found = changes.filter((one) => one.area === area)
    if (found.length === 0) return []
    const count = lang === 'zh' ? `（${found.length}）` : ` (${found.length})`
    return [
      `### ${HEADINGS[area][lang]}${count}`,
      '',
      ...found.map(({ effect, text }) => `- ${MARKS[effect]} ${text[lang]}`),
      '',
    ]
  })
    .join('\n')
    .trimEnd()
}
