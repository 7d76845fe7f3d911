/** Types of what stands before the cursor in an expression that is not finished: chains of names, and names of elements. */
import type { TypeSource } from '../../src/model/expr/check/index.ts'
import type { ExprType } from '../../src/model/expr/types.ts'

/** The names that a place has, each with its type. */
export type Names = Record<string, ExprType | undefined>

/** A name in a chain, with what stands in its brackets: `row`, `lines`, `filter(l, l.amount > 0)`. */
interface Step {
  name: string
  args?: string
}

const EACH = /\.(?:map|filter|all|exists)$/

/** The names before the cursor: those of the place, and the elements of the lists that are gone through around it. */
export function namesBefore(types: TypeSource, names: Names, before: string): Names {
  const all = { ...names }
  for (const open of openBrackets(before)) {
    const head = before.slice(0, open)
    const name = /^\s*([A-Za-z_]\w*)\s*,/.exec(before.slice(open + 1))?.[1]
    if (name === undefined || !EACH.test(head)) continue
    const list = typeBefore(types, all, head.replace(EACH, ''))
    all[name] = list?.t === 'list' ? list.of : undefined
  }
  return all
}

/** The type of the chain that ends a text. */
export function typeBefore(types: TypeSource, names: Names, text: string): ExprType | undefined {
  const [root, ...steps] = chainBefore(text)
  if (!root || root.args !== undefined) return undefined
  return steps.reduce<ExprType | undefined>((type, step) => type && after(types, names, type, step), names[root.name])
}

/** What a step leads to. */
function after(types: TypeSource, names: Names, type: ExprType, { name, args }: Step): ExprType | undefined {
  if (args === undefined) return member(types, type, name)
  if (name === 'or' || name === 'filter') return type
  const [, element = '', body = ''] = /^\s*(\w+)\s*,(.*)$/s.exec(args) ?? []
  if (name !== 'map' || type.t !== 'list') return undefined
  const of = typeBefore(types, { ...names, [element]: type.of }, body.trimEnd())
  return of && { t: 'list', of }
}

function member(types: TypeSource, type: ExprType, name: string): ExprType | undefined {
  if (type.t === 'record') return type.fields[name]
  const shape = type.t === 'row' || type.t === 'ref' ? types.row(type.of) : undefined
  const child = shape?.rows[name]
  if (child) return { t: 'list', of: { t: 'row', of: child.resource, empty: false } }
  const ref = shape?.refs[name]
  return shape?.fields[name]?.type ?? (ref && { t: 'row', of: ref.resource, empty: ref.empty })
}

/** Offsets of the brackets that are open at the end of a text, outermost first. */
function openBrackets(text: string): number[] {
  const open: number[] = []
  let quoted = false
  for (const [i, sign] of [...text].entries()) {
    if (sign === "'") quoted = !quoted
    else if (!quoted && sign === '(') open.push(i)
    else if (!quoted && sign === ')') open.pop()
  }
  return open
}

/** The chain that ends a text, first name first; empty where something else ends it. */
function chainBefore(text: string): Step[] {
  const steps: Step[] = []
  let end = text.length
  for (;;) {
    const open = text[end - 1] === ')' ? opened(text, end - 1) : undefined
    const name = /[A-Za-z_]\w*$/.exec(text.slice(0, open ?? end))?.[0]
    if (name === undefined) return []
    steps.unshift(open === undefined ? { name } : { name, args: text.slice(open + 1, end - 1) })
    end = (open ?? end) - name.length
    if (text[end - 1] !== '.') return steps
    end--
  }
}

/** The bracket that the one at `close` closes. */
function opened(text: string, close: number): number | undefined {
  let depth = 0
  let quoted = false
  for (let i = close; i >= 0; i--) {
    if (text[i] === "'") quoted = !quoted
    else if (!quoted && text[i] === ')') depth++
    else if (!quoted && text[i] === '(' && --depth === 0) return i
  }
  return undefined
}
