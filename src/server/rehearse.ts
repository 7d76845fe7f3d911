/**
 * What the rows that are there have against a change of the schemas: those that break a new or changed rule, or a limit
 * that became tighter. They stay as they are; whoever edits one is asked to put it right (docs/PROOFS.md § 8).
 */
import { baseFields } from '../model/base.ts'
import type { Expr } from '../model/expr/types.ts'
import { fieldAlong, isNumber, isWords } from '../model/fields.ts'
import type { FieldModel, Model, ResourceModel } from '../model/model.ts'
import { conditionSql } from './query/expression.ts'
import { compile, sql, type Sql } from './query/sql.ts'
import type { Database } from './types.ts'

/** Rows of a resource that stand against one thing. */
interface Against {
  resource: string
  /** What they have that they may not, in English. */
  what: string
  rows: number
}

const CENTS = 100

/** Counts them; a resource or field that is new has none. `now`: ms. */
export async function rowsAgainst(db: Database, before: Model, model: Model, now: number): Promise<Against[]> {
  const found: Against[] = []
  for (const resource of Object.values(model.resources)) {
    const old = before.resources[resource.name]
    if (!old || old === resource || resource.virtual) continue
    const changed = rules(old, resource).filter(({ expr }) => isAnswered(expr, before, old))
    for (const { what, broken } of [...against(changed, model, now), ...limits(old, resource)]) {
      const statement = compile(
        sql`select count(*) as "rows" from ${sql.table(resource.name)} as "t" where not "t"."isDel" and ${broken}`,
      )
      const [row] = await db.query<{ rows: number }>(statement.sql, statement.parameters)
      const rows = Number(row?.rows ?? 0)
      if (rows > 0) found.push({ resource: resource.name, what, rows })
    }
  }
  return found
}

interface Break {
  what: string
  broken: Sql
}

/** Rules that are new or say something else. */
function rules(old: ResourceModel, { rules: all }: ResourceModel): ResourceModel['rules'] {
  const known = new Map(old.rules.map((rule) => [rule.name, rule.expr.src]))
  return all.filter(({ name, expr }) => known.get(name) !== expr.src)
}

/** Whether the tables as they are answer a rule: it reads nothing but the record, and no field that is new or renamed. */
const isAnswered = ({ reads }: Expr, before: Model, { fields }: ResourceModel): boolean =>
  reads.every((path) => {
    const [root, ...steps] = path.split('.')
    const known = steps.length === 1 && BASE.has(steps[0] ?? '')
    return root === 'row' && (known || fieldAlong(before, fields, steps.join('.')) !== undefined)
  })

const BASE: ReadonlySet<string> = new Set(baseFields(undefined).map(({ name }) => name))

const against = (rules: ResourceModel['rules'], { app }: Model, now: number): Break[] =>
  rules.map(({ name, expr, why }) => ({
    what: `against the rule "${name}": ${why.en}`,
    broken: sql`not (${conditionSql(expr, 't', { user: {}, settings: {}, params: {}, now, zone: app.timezone })})`,
  }))

/** Limits of stored fields that are tighter than they were. */
function limits(old: ResourceModel, { fields }: ResourceModel): Break[] {
  return Object.values(fields).flatMap((field) => {
    const earlier = old.fields[field.name]
    return earlier?.column && field.column && earlier.type === field.type ? tighter(earlier, field) : []
  })
}

function tighter(old: FieldModel, field: FieldModel): Break[] {
  const { name, min, max, type } = field
  if (!isNumber(type) && !isWords(type)) return []
  const column = sql.id('t', name)
  const size = isWords(type) ? sql`char_length(${column})` : column
  const unit = type === 'money' ? CENTS : 1
  const found: Break[] = []
  if (max !== undefined && max < (old.max ?? Infinity))
    found.push({ what: `more than ${max} in "${name}"`, broken: sql`${size} > ${max * unit}` })
  if (min !== undefined && min > (old.min ?? -Infinity))
    found.push({ what: `less than ${min} in "${name}"`, broken: sql`${size} < ${min * unit}` })
  if (field.required && !old.required && isWords(type))
    found.push({ what: `nothing in "${name}"`, broken: sql`coalesce(${column}, '') = ''` })
  return found
}
