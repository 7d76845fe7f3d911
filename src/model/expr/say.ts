/** An expression in words: as a formula over labels, or with the values in their places. */
import type { Lang, Text } from '../model.ts'
import type { ExprNode, FunctionName } from './types.ts'

/** Says a node that has a name or a value of its own; nothing: it is said by its parts. */
type Leaf = (node: ExprNode) => string | undefined

const BINDS: Partial<Record<ExprNode['k'], number>> = { or: 1, and: 2, not: 3, cmp: 4, in: 4 }
const SUM = 5
const PRODUCT = 6
const WHOLE = 9

/** How tightly a node holds together: looser ones are put in brackets. */
function bindingOf(node: ExprNode): number {
  if (node.k === 'math') return node.op === '+' || node.op === '-' ? SUM : PRODUCT
  if (node.k === 'concat') return SUM
  return BINDS[node.k] ?? (node.k === 'if' ? 0 : WHOLE)
}

const SIGNS: Record<string, string> = { '-': '−', '*': '×', '/': '÷', '==': '=', '!=': '≠', '<=': '≤', '>=': '≥' }

const WORDS = {
  and: { zh: '且', en: 'and' },
  or: { zh: '或', en: 'or' },
  not: { zh: '非 {a}', en: 'not {a}' },
  in: { zh: '{a} 属于 {b}', en: '{a} is one of {b}' },
  if: { zh: '若 {cond} 则 {then}，否则 {else}', en: '{then} if {cond}, else {else}' },
  where: { zh: '{list}（{cond}）', en: '{list} where {cond}' },
  all: { zh: '所有{list}满足 {cond}', en: 'all {list} have {cond}' },
  exists: { zh: '有{list}满足 {cond}', en: 'some {list} has {cond}' },
  empty: { zh: '空', en: 'nothing' },
  yes: { zh: '是', en: 'yes' },
  no: { zh: '否', en: 'no' },
} satisfies Record<string, Text>

/** `{0}` and `{1}` are the arguments, `{*}` all of them. */
const FUNCTIONS: Record<FunctionName, Text> = {
  size: { zh: '{0}的数量', en: 'number of {0}' },
  sum: { zh: '{0}合计', en: 'sum of {0}' },
  or: { zh: '{0}（为空时 {1}）', en: '{0} (where empty {1})' },
  contains: { zh: '{0} 含有 {1}', en: '{0} contains {1}' },
  startsWith: { zh: '{0} 以 {1} 开头', en: '{0} starts with {1}' },
  endsWith: { zh: '{0} 以 {1} 结尾', en: '{0} ends with {1}' },
  max: { zh: '最大（{*}）', en: 'greatest of ({*})' },
  min: { zh: '最小（{*}）', en: 'least of ({*})' },
  round: { zh: '取整（{0}）', en: 'rounded ({0})' },
  today: { zh: '今天', en: 'today' },
  monthOf: { zh: '{0}所在月', en: 'month of {0}' },
  addDays: { zh: '{0} 加 {1} 天', en: '{0} plus {1} days' },
  addHours: { zh: '{0} 加 {1} 小时', en: '{0} plus {1} hours' },
  hoursBetween: { zh: '{0} 到 {1} 的小时数', en: 'hours from {0} to {1}' },
  enumValue: { zh: '{0}', en: '{0}' },
}

const LISTS: ReadonlySet<FunctionName> = new Set(['sum', 'size'])

/** A formula in the words of a language. */
export function sayExpr(node: ExprNode, leaf: Leaf, lang: Lang): string {
  const say = (one: ExprNode): string => sayExpr(one, leaf, lang)
  const within = (one: ExprNode, least: number): string => {
    const text = say(one)
    return leaf(one) === undefined && bindingOf(one) < least ? `(${text})` : text
  }
  /** A list that is added up or counted, as one word. */
  const whole = (one: ExprNode): string =>
    one.k === 'each' && one.fn === 'map' ? within(one.body, WHOLE) : within(one, WHOLE)
  const filled = (words: Text, parts: Record<string, string>): string =>
    words[lang].replace(/\{(.+?)\}/g, (_all, name: string) => parts[name] ?? '')
  const own = leaf(node)
  if (own !== undefined) return own
  const binding = bindingOf(node)
  switch (node.k) {
    case 'lit':
      return node.v === null
        ? WORDS.empty[lang]
        : typeof node.v === 'boolean'
          ? WORDS[node.v ? 'yes' : 'no'][lang]
          : String(node.v)
    case 'list':
      return node.items.map(say).join(', ')
    case 'math':
      return `${within(node.a, binding)} ${SIGNS[node.op] ?? node.op} ${within(node.b, binding + 1)}`
    case 'concat':
      return `${within(node.a, binding)} & ${within(node.b, binding)}`
    case 'neg':
      return `−${within(node.a, WHOLE)}`
    case 'cmp':
      return `${within(node.a, binding + 1)} ${SIGNS[node.op] ?? node.op} ${within(node.b, binding + 1)}`
    case 'and':
    case 'or':
      return `${within(node.a, binding)} ${WORDS[node.k][lang]} ${within(node.b, binding)}`
    case 'not':
      return filled(WORDS.not, { a: within(node.a, WHOLE) })
    case 'in':
      return filled(WORDS.in, { a: within(node.a, binding + 1), b: `(${say(node.b)})` })
    case 'if':
      return filled(WORDS.if, { cond: within(node.cond, 1), then: within(node.then, 1), else: say(node.else) })
    case 'call': {
      const [first, second] = node.args
      // Nothing counts as zero: nobody need be told.
      if (node.fn === 'or' && first && second?.k === 'lit' && second.v === 0) return say(first)
      const parts = node.args.map((one) => (LISTS.has(node.fn) ? whole(one) : say(one)))
      return filled(FUNCTIONS[node.fn], Object.fromEntries([...parts.entries(), ['*', parts.join(', ')]]))
    }
    case 'each': {
      if (node.fn === 'map') return say(node.body)
      const words = node.fn === 'filter' ? WORDS.where : WORDS[node.fn]
      return filled(words, { list: say(node.of), cond: say(node.body) })
    }
    case 'computed':
      return say(node.body)
    case 'field':
    case 'follow':
    case 'rows':
    case 'root':
    case 'var':
    case 'record':
    case 'can':
      return ''
  }
}
