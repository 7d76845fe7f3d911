/**
 * The records an expression needs before it can be evaluated in JavaScript: records behind refs and child rows, found
 * by walking its tree once. The loader (`load.ts`) loads them, level by level.
 */
import { childrenOf } from '../../model/expr/tree.ts'
import type { Expr, ExprNode, RootName } from '../../model/expr/types.ts'
import type { Bound, Bounds, Condition } from '../../model/model.ts'

/** The needs of one record: refs to follow by their step name, and child rows by their field. */
export interface Need {
  follow: Map<string, { field: string; resource: string; key: string; via?: ExprNode; need: Need }>
  rows: Map<string, { resource: string; parent: string; need: Need }>
  /** Values of a field that are refs themselves (a follow without a field), or nested entries. */
  values: Map<string, Need>
}

/** The needs of each root of an expression. */
export type Needs = Map<RootName, Need>

const empty = (): Need => ({ follow: new Map(), rows: new Map(), values: new Map() })

/** Whether nothing has to be loaded. */
export function isEmptyNeed(need: Need | undefined): boolean {
  return !need || (need.follow.size === 0 && need.rows.size === 0 && [...need.values.values()].every(isEmptyNeed))
}

/** The needs of several expressions together. */
export function needsOf(exprs: readonly (Expr | undefined)[]): Needs {
  const needs: Needs = new Map()
  for (const expr of exprs) if (expr) new Walk(needs).visit(expr.ast, {})
  return needs
}

/** Expressions of fixed inputs. */
export function exprsOfBounds(bounds: Bounds): Expr[] {
  return Object.values(bounds).flatMap((bound: Bound) => ('expr' in bound ? [bound.expr] : []))
}

export const exprsOfConditions = (conditions: readonly Condition[]): Expr[] => conditions.map((one) => one.expr)

type Vars = Record<string, Need | undefined>

class Walk {
  private readonly needs: Needs
  private readonly row: Need | undefined
  constructor(needs: Needs, row?: Need) {
    this.needs = needs
    this.row = row
  }

  /** Adds the needs of a node; returns the need of its record, if the node is a record. */
  visit(node: ExprNode, vars: Vars): Need | undefined {
    switch (node.k) {
      case 'root':
        return this.root(node.name)
      case 'var':
        return vars[node.name]
      case 'follow':
        return this.follow(node, vars)
      case 'rows':
        return this.rows(node, vars)
      case 'field':
        return this.values(node, vars)
      case 'computed':
        return this.computed(node, vars)
      case 'each':
        return this.each(node, vars)
      default:
        return this.parts(node, vars)
    }
  }

  private root(name: RootName): Need {
    if (name === 'row' && this.row) return this.row
    const need = this.needs.get(name) ?? empty()
    this.needs.set(name, need)
    return need
  }

  private follow(node: Extract<ExprNode, { k: 'follow' }>, vars: Vars): Need | undefined {
    const of = this.visit(node.of, vars)
    if (!of) return undefined
    if (node.via) new Walk(this.needs, of).visit(node.via, {})
    const existing = of.follow.get(node.as)
    if (existing) return existing.need
    const need = empty()
    of.follow.set(node.as, { field: node.field, resource: node.resource, key: node.key, via: node.via, need })
    return need
  }

  private rows(node: Extract<ExprNode, { k: 'rows' }>, vars: Vars): Need | undefined {
    const of = this.visit(node.of, vars)
    if (!of) return undefined
    const existing = of.rows.get(node.name)
    if (existing) return existing.need
    const need = empty()
    of.rows.set(node.name, { resource: node.resource, parent: node.parent, need })
    return need
  }

  private values(node: Extract<ExprNode, { k: 'field' }>, vars: Vars): Need | undefined {
    const of = this.visit(node.of, vars)
    if (!of) return undefined
    const need = of.values.get(node.name) ?? empty()
    of.values.set(node.name, need)
    return need
  }

  /** A field computed on read has the needs of its expression, from the record it belongs to. */
  private computed(node: Extract<ExprNode, { k: 'computed' }>, vars: Vars): undefined {
    const of = this.visit(node.of, vars)
    if (of) new Walk(this.needs, of).visit(node.body, {})
  }

  private each(node: Extract<ExprNode, { k: 'each' }>, vars: Vars): Need | undefined {
    const of = this.visit(node.of, vars)
    const body = this.visit(node.body, { ...vars, [node.as]: of })
    return node.fn === 'map' ? body : of
  }

  private parts(node: ExprNode, vars: Vars): undefined {
    for (const child of childrenOf(node)) this.visit(child, vars)
  }
}
