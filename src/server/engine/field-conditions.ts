/** Conditions of fields (`show`, textual `required`, the first and last day), also of fields inside nested entries, where `row` is the entry. */
import { evaluate, holds } from '../../model/expr/index.ts'
import type { Expr } from '../../model/expr/types.ts'
import { membersOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { safeInside } from './rows.ts'
import type { Roots, Unit } from './unit.ts'

type Values = Record<string, unknown>

/** What expressions say of a record, or of the nested entry passed with it. */
interface Told {
  holds: (expr: Expr, entry: Values) => boolean
  value: (expr: Expr, entry: Values) => unknown
}

export class FieldConditions {
  /** No field has a condition. */
  readonly none: boolean
  private readonly fields: readonly FieldModel[]
  private readonly entryFields = new WeakMap<Expr, readonly FieldModel[]>()

  constructor(fields: readonly FieldModel[]) {
    this.fields = fields
    this.none = !fields.some(hasConditions)
    for (const field of fields) this.index(field)
  }

  private index(field: FieldModel): void {
    for (const inner of membersOf(field)) {
      for (const expr of conditionsOf(inner)) this.entryFields.set(expr, membersOf(field))
      this.index(inner)
    }
  }

  /** Evaluates conditions over a record in wire form, after loading everything they read; undefined where there are none. */
  async over(unit: Unit, wire: Values, roots: Roots): Promise<Told | undefined> {
    if (this.none) return undefined
    for (const field of this.fields) await this.prepare(unit, field, wire[field.name], roots)
    const envOf = (expr: Expr, entry: Values) => {
      const fields = this.entryFields.get(expr)
      return unit.env(fields ? { ...roots, row: safeInside(fields, entry, unit.core.model.dictionaries) } : roots)
    }
    return {
      holds: (expr, entry) => holds(expr, envOf(expr, entry)),
      value: (expr, entry) => evaluate(expr.ast, envOf(expr, entry)),
    }
  }

  private async prepare(unit: Unit, field: FieldModel, value: unknown, roots: Roots): Promise<void> {
    for (const expr of conditionsOf(field)) await unit.prepare(expr, roots)
    if (!field.fields || isEmpty(value)) return
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (typeof entry !== 'object' || entry === null) continue
      const row = safeInside(field.fields, entry as Values, unit.core.model.dictionaries)
      for (const inner of field.fields)
        await this.prepare(unit, inner, (entry as Values)[inner.name], { ...roots, row })
    }
  }
}

const conditionsOf = ({ show, requiredIf, earliest, latest }: FieldModel): Expr[] =>
  [show, requiredIf, earliest, latest].filter((expr) => expr !== undefined)

const hasConditions = (field: FieldModel): boolean =>
  conditionsOf(field).length > 0 || membersOf(field).some(hasConditions)
