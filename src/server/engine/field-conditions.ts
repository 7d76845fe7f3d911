/** Conditions of fields (`show`, textual `required`), also of fields inside nested entries, where `row` is the entry. */
import { holds } from '../../model/expr/index.ts'
import type { Expr } from '../../model/expr/types.ts'
import { membersOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { safeInside } from './rows.ts'
import type { Roots, Unit } from './unit.ts'

type Values = Record<string, unknown>

/** Whether a condition holds for a record, or for the nested entry passed with it. */
type Holds = (expr: Expr, entry: Values) => boolean

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
      for (const expr of [inner.show, inner.requiredIf]) if (expr) this.entryFields.set(expr, membersOf(field))
      this.index(inner)
    }
  }

  /** Evaluates conditions over a record in wire form, after loading everything they read; undefined where there are none. */
  async over(unit: Unit, wire: Values, roots: Roots): Promise<Holds | undefined> {
    if (this.none) return undefined
    for (const field of this.fields) await this.prepare(unit, field, wire[field.name], roots)
    return (expr, entry) => {
      const fields = this.entryFields.get(expr)
      return holds(
        expr,
        unit.env(fields ? { ...roots, row: safeInside(fields, entry, unit.core.model.dictionaries) } : roots),
      )
    }
  }

  private async prepare(unit: Unit, field: FieldModel, value: unknown, roots: Roots): Promise<void> {
    for (const expr of [field.show, field.requiredIf]) if (expr) await unit.prepare(expr, roots)
    if (!field.fields || isEmpty(value)) return
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (typeof entry !== 'object' || entry === null) continue
      const row = safeInside(field.fields, entry as Values, unit.core.model.dictionaries)
      for (const inner of field.fields)
        await this.prepare(unit, inner, (entry as Values)[inner.name], { ...roots, row })
    }
  }
}

const hasConditions = (field: FieldModel): boolean =>
  field.show !== undefined || field.requiredIf !== undefined || membersOf(field).some(hasConditions)
