/**
 * Expressions: CEL conditions and values, type-checked once by the compiler and then run as a small
 * tree in the browser, on the server, and as SQL, with one meaning (docs/LANGUAGE.md § 9).
 */

/** The possible roots of an expression. Which of them exist depends on its place. */
export type RootName =
  | 'row'
  | 'parent'
  | 'old'
  | 'input'
  | 'output'
  | 'value'
  | 'params'
  | 'counted'
  | 'user'
  | 'settings'
  | 'now'

/** Type of an expression. Integers, decimals and money (in yuan) are one type. `empty`: may be empty. */
export type ExprType =
  | { t: 'number'; empty: boolean }
  | { t: 'text'; empty: boolean }
  | { t: 'bool'; empty: boolean }
  /** A day or a moment, both milliseconds; `day`: midnight in the product's time zone. */
  | { t: 'date'; day: boolean; empty: boolean }
  | { t: 'enum'; of: string; empty: boolean }
  /** A reference that equals only null or a ref to the same resource. */
  | { t: 'ref'; of: string; empty: boolean }
  /** A record of a resource. */
  | { t: 'row'; of: string; empty: boolean }
  /** A record without a resource: input, output, params, user, settings, a nested entry. */
  | {
      t: 'record'
      fields: Record<string, ExprType>
      empty: boolean
      /** Fields with a stored form of their own. */ units?: Record<string, FieldUnit>
    }
  | { t: 'list'; of: ExprType }
  | { t: 'null' }
  /** json and the like: readable, but comparisons are not checked. */
  | { t: 'any'; empty: boolean }

/** How a stored value is converted: money is held in cents inside the server, booleans as 1/0 on the wire. */
export type FieldUnit = 'money' | 'bool' | 'plain'

/**
 * The checked tree. Names of dictionary values are already replaced by the values, refs are already resolved into
 * `follow`, so that evaluators and the SQL printer decide nothing.
 */
export type ExprNode =
  | { k: 'lit'; v: string | number | boolean | null; type: ExprType }
  | { k: 'list'; items: ExprNode[]; type: ExprType }
  | { k: 'record'; entries: Record<string, ExprNode>; type: ExprType }
  | { k: 'root'; name: RootName; type: ExprType }
  /** The element of a comprehension. */
  | { k: 'var'; name: string; type: ExprType }
  /** A field of a record; `column`: is a column of its table. */
  | { k: 'field'; of: ExprNode; name: string; unit: FieldUnit; type: ExprType }
  /** A field that is computed on read: its own expression, with `row` being `of`. */
  | { k: 'computed'; of: ExprNode; name: string; body: ExprNode; unit: FieldUnit; type: ExprType }
  /**
   * The record of a ref: `row.customer` reads `customerId`; nested under `as` in JavaScript. `via`: the expression of a
   * ref that is computed on read. An empty `field`: `of` is not a record but the ref.
   */
  | {
      k: 'follow'
      of: ExprNode
      field: string
      as: string
      resource: string
      key: string
      via?: ExprNode
      type: ExprType
    }
  /** The child rows of an own field: rows of `resource` whose `parent` is this record. */
  | { k: 'rows'; of: ExprNode; name: string; resource: string; parent: string; type: ExprType }
  | { k: 'not'; a: ExprNode; type: ExprType }
  | { k: 'neg'; a: ExprNode; type: ExprType }
  | { k: 'and' | 'or'; a: ExprNode; b: ExprNode; type: ExprType }
  | { k: 'cmp'; op: '==' | '!=' | '<' | '<=' | '>' | '>='; a: ExprNode; b: ExprNode; type: ExprType }
  | { k: 'in'; a: ExprNode; b: ExprNode; type: ExprType }
  | { k: 'math'; op: '+' | '-' | '*' | '/' | '%'; a: ExprNode; b: ExprNode; type: ExprType }
  | { k: 'concat'; a: ExprNode; b: ExprNode; type: ExprType }
  | { k: 'if'; cond: ExprNode; then: ExprNode; else: ExprNode; type: ExprType }
  | { k: 'call'; fn: FunctionName; args: ExprNode[]; type: ExprType }
  | { k: 'each'; fn: 'map' | 'filter' | 'all' | 'exists'; of: ExprNode; as: string; body: ExprNode; type: ExprType }
  | { k: 'can'; code: string; type: ExprType }

export type FunctionName =
  | 'size'
  | 'sum'
  | 'or'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'max'
  | 'min'
  | 'round'
  | 'today'
  | 'monthOf'
  | 'addDays'
  | 'addHours'
  | 'hoursBetween'
  | 'enumValue'

/** A checked expression. `reads`: dotted paths from each root that must be loaded (`row.customer.realName`). */
export interface Expr {
  src: string
  ast: ExprNode
  reads: string[]
}
