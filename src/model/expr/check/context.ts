/** The context of a check while it walks an expression: the place, the visible names, the problems so far. */
import type { ASTNode } from '@marcbachmann/cel-js'
import type { ExprNode, ExprType, FieldUnit, RootName } from '../types.ts'
import { ANY } from './typing.ts'

/** What expressions see of one resource. */
export interface RowShape {
  /** `computed`: the expression of a field that is computed on read; absent or `undefined` for a column. */
  fields: Record<string, { type: ExprType; unit: FieldUnit; computed?: () => ExprNode | undefined }>
  /** By the name under which a path follows the ref (`customer` for `customerId`); `as`: that name, where the key differs. */
  refs: Record<string, { field: string; resource: string; key: string; empty: boolean; as?: string }>
  /** Own fields: the child resource and its field that points back. */
  rows: Record<string, { resource: string; parent: string }>
  /** The field whose value refs to it hold; absent: `id`. */
  key?: string
  /** Has no table, so that SQL cannot read it. */
  virtual?: boolean
}

/** The lookup of resources and dictionaries. */
export interface TypeSource {
  row(resource: string): RowShape | undefined
  dictionary(name: string): { ordered: boolean; values: Record<string, string | number> } | undefined
}

/** A resolved name and its place. `step`: the name under which a path follows a ref (`customer` for `customerId`). */
export type SeenName = { at: Span } & (
  | { kind: 'field'; of: ExprType; name: string; step: boolean }
  | { kind: 'value'; dictionary: string; name: string }
  | { kind: 'code'; code: string }
)

/** The place of an expression. */
export interface ExprPlace {
  roots: Partial<Record<RootName, ExprType>>
  types: TypeSource
  /** The type of the result, regardless of emptiness. */
  expect?: 'bool' | ExprType
  /** Must translate to SQL. */
  sql?: boolean
  /** Whether a `menu.button` code exists; absent: not checked. */
  codes?: (code: string) => boolean
  /** Called with every resolved name; perhaps more than once for the same name. */
  saw?: (name: SeenName) => void
}

export type ExprProblemCode = 'CEL001' | 'CEL002' | 'CEL003' | 'CEL004' | 'CEL005' | 'REF003' | 'PRM004' | 'SQL001'

/** One problem; `offset` and `length` count characters of the expression. */
export interface ExprProblem {
  code: ExprProblemCode
  message: string
  offset: number
  length: number
}

export interface Span {
  start: number
  end: number
}

/** The walk: `visit` checks a part of the expression, `want` being the type the other side expects. */
export interface Check {
  src: string
  place: ExprPlace
  problems: ExprProblem[]
  /** Elements of the surrounding comprehensions. */
  vars: Record<string, ExprType>
  /** The place of each checked node, for checks over the whole tree. */
  spans: WeakMap<ExprNode, Span>
  visit(c: Check, ast: ASTNode, want?: ExprType): ExprNode
}

const wrong = new WeakSet<ExprNode>()

/** Reports a problem and returns a placeholder for the node; the placeholder causes no further problems. */
export function fail(c: Check, at: Span, code: ExprProblemCode, message: string): ExprNode {
  c.problems.push({ code, message, offset: at.start, length: Math.max(at.end - at.start, 1) })
  const node: ExprNode = { k: 'lit', v: null, type: ANY }
  wrong.add(node)
  return node
}

/** A placeholder for a part whose problem is already reported. */
export const isWrong = (node: ExprNode): boolean => wrong.has(node)

/** The place of `name` in `receiver.name`: the parser gives no place for the name of a method. */
export function memberSpan(c: Check, receiver: Span, name: string): Span {
  const start = c.src.indexOf(name, receiver.end)
  return start < 0 ? receiver : { start, end: start + name.length }
}
