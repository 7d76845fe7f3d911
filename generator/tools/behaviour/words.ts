/** What the parts of a difference of behaviour share: a change as a sentence, and which things of two models are the same. */
import type { Bounds, Condition, FieldModel, Text } from '../../../src/model/model.ts'
import type { Expr } from '../../../src/model/expr/types.ts'

/** The headings of a difference, in the order in which they are printed. */
export const AREAS = ['rights', 'screens', 'forms', 'values', 'checks', 'moves', 'reports', 'words'] as const

/** One change of behaviour. `effect`: somebody may or must do more or less; neither of both: it is done otherwise. */
export interface Change {
  area: (typeof AREAS)[number]
  effect: 'more' | 'less' | 'other'
  text: Text
}

/** A text that stands in both languages. */
export const both = (text: string): Text => ({ zh: text, en: text })

/** A sentence with its parts put in: `{name}`. */
export function say(zh: string, en: string, parts: Record<string, Text | string> = {}): Text {
  const filled = (sentence: string, lang: keyof Text): string =>
    sentence.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const part = parts[name]
      return part === undefined ? hole : typeof part === 'string' ? part : part[lang]
    })
  return { zh: filled(zh, 'zh'), en: filled(en, 'en') }
}

/** Several texts as one: “A”, “B”. */
export const quotedAll = (texts: Text[]): Text => ({
  zh: texts.map(({ zh }) => `“${zh}”`).join('、'),
  en: texts.map(({ en }) => `“${en}”`).join(', '),
})

/** The same things of two models, and those that only one of them has. */
interface Pairs<T> {
  kept: { old: T; now: T }[]
  gone: T[]
  added: T[]
}

/** Pairs by name; a thing that says its former name in `was` is the one of that name. */
export function pairsOf<T extends { was?: string[] }>(before: Record<string, T>, after: Record<string, T>): Pairs<T> {
  const taken = new Set<string>()
  const result: Pairs<T> = { kept: [], gone: [], added: [] }
  for (const [name, now] of Object.entries(after)) {
    const former = [name, ...(now.was ?? [])].find((one) => before[one] && !taken.has(one))
    if (former === undefined) result.added.push(now)
    else {
      taken.add(former)
      result.kept.push({ old: before[former]!, now })
    }
  }
  result.gone = Object.entries(before).flatMap(([name, one]) => (taken.has(name) ? [] : [one]))
  return result
}

/** A list by a name of each. */
export const byName = <T>(list: readonly T[], name: (one: T) => string): Record<string, T> =>
  Object.fromEntries(list.map((one) => [name(one), one]))

/** What two lists do not share. */
export const lacking = (from: readonly string[], other: readonly string[]): string[] =>
  from.filter((one) => !other.includes(one))

/** Whether two parts of a model say the same. Places and labels are left out by the caller. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Whether two expressions mean the same: how they are written does not count. */
export const sameExpr = (a: Expr | undefined, b: Expr | undefined): boolean => same(a?.ast, b?.ast)

const NONE = { zh: '（无）', en: '(none)' }

/** An expression as it is written. */
export const exprText = (expr: Expr | undefined): Text => (expr ? both(`\`${expr.src}\``) : NONE)

/** A fixed value or a formula as it is written. */
export const boundText = (bound: FieldModel['default']): Text =>
  bound === undefined ? NONE : 'expr' in bound ? exprText(bound.expr) : both(`\`${JSON.stringify(bound.value)}\``)

const meaning = (bounds: Bounds): unknown =>
  Object.entries(bounds).map(([name, bound]) => [name, 'expr' in bound ? bound.expr.ast : bound.value])

/** Whether two sets of fixed inputs mean the same. */
export const sameBounds = (a: Bounds, b: Bounds): boolean => same(meaning(a), meaning(b))

/** Conditions as sentences: what is asked, in the words that a refusal says. */
const reasons = (conditions: readonly Condition[]): Text[] => conditions.map(({ why }) => why)

/** Conditions that one of two lists has and the other has not, by what they mean. */
export function changedConditions(
  old: readonly Condition[],
  now: readonly Condition[],
): { gone: Text[]; added: Text[] } {
  const known = (list: readonly Condition[], one: Condition): boolean =>
    list.some(({ expr }) => sameExpr(expr, one.expr))
  return {
    gone: reasons(old.filter((one) => !known(now, one))),
    added: reasons(now.filter((one) => !known(old, one))),
  }
}
