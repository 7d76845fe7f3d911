/** What a check knows while it walks an expression: the place, the names in sight, the problems so far. */
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
  /** The field refs to it carry; absent: `id`. */
  key?: string
  /** Has no table, so that SQL cannot read it. */
  virtual?: boolean
}

/** Where resources and dictionaries are looked up. */
export interface TypeSource {
  row(resource: string): RowShape | undefined
  dictionary(name: string): { ordered: boolean; values: Record<string, string | number> } | undefined
}

/** A name that was resolved, and where it stands. `step`: the name under which a path follows a ref (`customer` for `customerId`). */
export type SeenName = { at: Span } & (
  | { kind: 'field'; of: ExprType; name: string; step: boolean }
  | { kind: 'value'; dictionary: string; name: string }
  | { kind: 'code'; code: string }
)

/** Where an expression stands. */
export interface ExprPlace {
  roots: Partial<Record<RootName, ExprType>>
  types: TypeSource
  /** What must come out; emptiness is not part of it. */
  expect?: 'bool' | ExprType
  /** Must translate to SQL. */
  sql?: boolean
  /** Whether a `menu.button` code exists; absent: not checked. */
  codes?: (code: string) => boolean
  /** Told of every name that is resolved; the same one perhaps more than once. */
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

/** The walk: `visit` checks a part of the expression, `want` being the type its other side asks for. */
export interface Check {
  src: string
  place: ExprPlace
  problems: ExprProblem[]
  /** Elements of the comprehensions around. */
  vars: Record<string, ExprType>
  /** Where each checked node stands, for what is checked over the whole tree. */
  spans: WeakMap<ExprNode, Span>
  visit(c: Check, ast: ASTNode, want?: ExprType): ExprNode
}

const wrong = new WeakSet<ExprNode>()

/** Notes a problem and stands in for the node that could not be made; nothing more is said about it. */
export function fail(c: Check, at: Span, code: ExprProblemCode, message: string): ExprNode {
  c.problems.push({ code, message, offset: at.start, length: Math.max(at.end - at.start, 1) })
  const node: ExprNode = { k: 'lit', v: null, type: ANY }
  wrong.add(node)
  return node
}

/** Stands for a part that already has its problem. */
export const isWrong = (node: ExprNode): boolean => wrong.has(node)

/** Where `name` of `receiver.name` stands: the parser gives no place for the name of a method. */
export function memberSpan(c: Check, receiver: Span, name: string): Span {
  const start = c.src.indexOf(name, receiver.end)
  return start < 0 ? receiver : { start, end: start + name.length }
}
