/** Literals, lists and entries as they are written. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { didYouMean } from '../../nearest.ts'
import type { ExprNode, ExprType } from '../types.ts'
import { fail, isWrong, type Check, type Span } from './context.ts'
import { asRef } from './members.ts'
import { BOOL, describe, either, NUMBER } from './typing.ts'

/** A text literal is a value of a dictionary where the other side is one, so the other side is checked first. */
export function isOpen(ast: ASTNode): boolean {
  if (ast.op === 'value') return typeof ast.args === 'string'
  if (ast.op === 'list') return ast.args.some(isOpen)
  return ast.op === '?:' && (isOpen(ast.args[1]) || isOpen(ast.args[2]))
}

/** A literal. Text becomes the value of a dictionary when one is expected. */
export function literal(c: Check, ast: ASTNode & { op: 'value' }, want?: ExprType): ExprNode {
  const v = ast.args
  if (typeof v === 'string')
    return want?.t === 'enum' ? enumLiteral(c, ast, v, want.of) : { k: 'lit', v, type: { t: 'text', empty: v === '' } }
  if (typeof v === 'bigint') return { k: 'lit', v: Number(v), type: NUMBER }
  if (typeof v === 'number') return { k: 'lit', v, type: NUMBER }
  if (typeof v === 'boolean') return { k: 'lit', v, type: BOOL }
  if (v === null) return { k: 'lit', v, type: { t: 'null' } }
  return fail(c, ast, 'CEL001', 'numbers are written without a suffix, texts without a prefix')
}

function enumLiteral(c: Check, at: Span, name: string, of: string): ExprNode {
  const values = c.place.types.dictionary(of)?.values ?? {}
  if (Object.hasOwn(values, name)) c.place.saw?.({ kind: 'value', dictionary: of, name, at })
  if (Object.hasOwn(values, name)) return { k: 'lit', v: values[name]!, type: { t: 'enum', of, empty: false } }
  return fail(c, at, 'REF003', `"${name}" is not a value of ${of}${didYouMean(name, Object.keys(values))}`)
}
/** `[a, b]`: one type of element. */
export function list(c: Check, ast: ASTNode & { op: 'list' }, want?: ExprType): ExprNode {
  const wanted = want?.t === 'list' ? want.of : undefined
  const closed = wanted ? undefined : ast.args.find((item) => !isOpen(item))
  const hint = wanted ?? (closed && c.visit({ ...c, problems: [] }, closed).type)
  const items = ast.args.map((item) => asRef(c, c.visit(c, item, hint)))
  let of: ExprType | undefined
  for (const [i, item] of items.entries()) {
    const next: ExprType | undefined = of ? either(of, item.type) : item.type
    if (!next) return fail(c, ast.args[i]!, 'CEL003', `the list holds ${describe(of!)}, this is ${describe(item.type)}`)
    of = next
  }
  return (
    items.find(isWrong) ?? { k: 'list', items, type: { t: 'list', of: of ?? wanted ?? { t: 'any', empty: false } } }
  )
}
/** `{ 'a': 1 }`: a value for a field that holds an entry. */
export function record(c: Check, ast: ASTNode & { op: 'map' }, want?: ExprType): ExprNode {
  const entries: Record<string, ExprNode> = {}
  const fields: Record<string, ExprType> = {}
  for (const [key, value] of ast.args) {
    if (key.op !== 'value' || typeof key.args !== 'string')
      return fail(c, key, 'CEL003', "names of an entry are texts: { 'name': … }")
    const node = asRef(c, c.visit(c, value, want?.t === 'record' ? want.fields[key.args] : undefined))
    if (isWrong(node)) return node
    entries[key.args] = node
    fields[key.args] = node.type
  }
  return { k: 'record', entries, type: { t: 'record', fields, empty: false } }
}
