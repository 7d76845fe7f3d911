/** The types of expressions, their names in messages, and which of them are compatible. */
import type { ExprNode, ExprType } from '../types.ts'

export const BOOL: ExprType = { t: 'bool', empty: false }
export const NUMBER: ExprType = { t: 'number', empty: false }
export const ANY: ExprType = { t: 'any', empty: false }

/** Possibly empty. A list never is: an absent list counts as an empty list. */
export const mayBeEmpty = (type: ExprType): boolean => type.t === 'null' || (type.t !== 'list' && type.empty)

/** The same type, possibly empty. */
export function orEmpty(type: ExprType, empty: boolean): ExprType {
  return type.t === 'list' || type.t === 'null' || !empty ? type : { ...type, empty: true }
}

/** The same type, never empty. */
export function present(type: ExprType): ExprType {
  return type.t === 'list' || type.t === 'null' ? type : { ...type, empty: false }
}

const NAMES: { [T in ExprType['t']]: (type: Extract<ExprType, { t: T }>) => string } = {
  number: () => 'a number',
  text: () => 'text',
  bool: () => 'yes/no',
  date: (d) => (d.day ? 'a day' : 'a moment'),
  enum: (e) => `a value of ${e.of}`,
  ref: (r) => `a reference to ${r.of}`,
  row: (r) => `a record of ${r.of}`,
  record: () => 'a record',
  list: (l) => `a list (each ${describe(l.of)})`,
  null: () => 'nothing (null)',
  any: () => 'a value without a known type',
}

/** The type in words, for messages. */
export function describe(type: ExprType): string {
  return (NAMES[type.t] as (type: ExprType) => string)(type)
}

/** Whether both are of one kind: the same dictionary, or refs to the same resource. Emptiness does not matter. */
export function sameKind(a: ExprType, b: ExprType): boolean {
  if (a.t === 'any' || b.t === 'any') return true
  if (a.t === 'list' && b.t === 'list') return sameKind(a.of, b.of)
  if ((a.t === 'enum' || a.t === 'ref' || a.t === 'row') && a.t === b.t) return a.of === b.of
  return a.t === b.t
}

/** The common type of two types; undefined when they are not compatible. */
export function either(a: ExprType, b: ExprType): ExprType | undefined {
  if (a.t === 'null') return b.t === 'null' ? a : orEmpty(b, true)
  if (b.t === 'null') return orEmpty(a, true)
  if (!sameKind(a, b)) return undefined
  if (a.t === 'any' || b.t === 'any') return { t: 'any', empty: mayBeEmpty(a) || mayBeEmpty(b) }
  const type = a.t === 'date' && b.t === 'date' ? { ...a, day: a.day && b.day } : a
  return orEmpty(type, mayBeEmpty(b))
}

/** The key of a record is a valid ref to it: `row.id` on a customer is a reference to customer. */
export function refTypeOfKey(node: ExprNode, key: (resource: string) => string): ExprType | undefined {
  if (node.k !== 'field' || node.of.type.t !== 'row' || node.name !== key(node.of.type.of)) return undefined
  return { t: 'ref', of: node.of.type.of, empty: node.of.type.empty }
}

/** The type as evaluators need it: the members of a record matter only while checking and would make the model larger. */
export function slim(type: ExprType): ExprType {
  if (type.t === 'list') return { t: 'list', of: slim(type.of) }
  return type.t === 'record' ? { t: 'record', fields: {}, empty: type.empty } : type
}
