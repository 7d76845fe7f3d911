/** Paths from a row through refs, lists of refs and child rows, as a chain of sub-queries. */
import { aliasOf, keyOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { matches } from './joins.ts'
import { allOf, column, sql, type Sql } from './sql.ts'
import type { Catalogue, Table } from './table.ts'

/** One step of a path, and the field at its end. */
type PathStep = { field: FieldModel; from: Table; to: Table } & (
  | { kind: 'ref' | 'refs' }
  | { kind: 'own'; parent: string }
)
export interface Path {
  steps: PathStep[]
  table: Table
  field: FieldModel
}

/** Resolves a path of the model; a path the model has cannot fail. What a record extends counts as its own. */
export function pathOf(catalogue: Catalogue, table: Table, path: string): Path {
  const names = path.split('.')
  const last = names.pop() as string
  const steps: PathStep[] = []
  let at = table
  for (const name of names) {
    steps.push(...stepsBy(catalogue, at, name))
    at = (steps.at(-1) as PathStep).to
  }
  while (!at.fields.has(last) && at.resource.extends) {
    steps.push(baseStep(catalogue, at, at.resource.extends.field))
    at = (steps.at(-1) as PathStep).to
  }
  const field = at.fields.get(last)
  if (!field) throw new Error(`no field "${last}" in ${at.name} (path ${path} of ${table.name})`)
  return { steps, table: at, field }
}

function baseStep(catalogue: Catalogue, from: Table, name: string): PathStep {
  const field = from.fields.get(name)
  if (!field?.of) throw new Error(`"${name}" of ${from.name} extends nothing`)
  return { field, from, to: catalogue.table(field.of), kind: 'ref' }
}

/** A field, and the resource it is of. */
export interface OfResource {
  of: string
  field: FieldModel
}

/** The references that a path goes through. */
export const fieldsOf = (steps: readonly PathStep[]): OfResource[] =>
  steps.map(({ from, field }) => ({ of: from.name, field }))

/** Every field that a path goes through, the one at its end included. */
export const fieldsAlong = ({ steps, table, field }: Path): OfResource[] => [
  ...fieldsOf(steps),
  { of: table.name, field },
]

/** Steps only: a path that ends at records instead of at a field. */
export function stepsOf(catalogue: Catalogue, table: Table, path: string): PathStep[] {
  const steps: PathStep[] = []
  for (const name of path.split('.')) steps.push(...stepsBy(catalogue, steps.at(-1)?.to ?? table, name))
  return steps
}

/** A step by name; a reference that no row keeps, since it is read from another record, is gone to as it is read. */
function stepsBy(catalogue: Catalogue, from: Table, name: string): PathStep[] {
  const ref = from.steps.get(name)
  const alias = ref && !ref.column ? aliasOf(ref) : undefined
  if (alias === undefined) return [stepOf(catalogue, from, name)]
  const { steps, table, field } = pathOf(catalogue, from, alias)
  return [...steps, ...stepsBy(catalogue, table, field.as ?? field.name)]
}

function stepOf(catalogue: Catalogue, from: Table, name: string): PathStep {
  const ref = from.steps.get(name)
  if (ref?.of) return { field: ref, from, to: catalogue.table(ref.of), kind: 'ref' }
  const field = from.fields.get(name)
  const own = from.own.find((one) => one.field.name === name)
  if (own) return { field: own.field, from, to: catalogue.table(own.child), kind: 'own', parent: own.parent }
  if (field?.of && field.type === 'refs') return { field, from, to: catalogue.table(field.of), kind: 'refs' }
  throw new Error(`"${name}" leads nowhere from ${from.name}`)
}

/** How the rows `to` of a step belong to the row `from`. */
function joins(step: PathStep, from: string, to: string): Sql {
  if (step.kind === 'own') {
    return sql`${column(to, step.parent)} = ${column(from, 'id')} and not ${column(to, 'isDel')}`
  }
  const sameCompany = step.from.resource.company && step.to.resource.company
  const found = matches(keyOf(step.field), to, sameCompany ? from : undefined)
  const value = column(from, step.field.name)
  return step.kind === 'ref' ? found(value) : found(sql`any(${value})`)
}

/** How the rows of a path are asked for. `company`: the one company whose rows count. `alone`: no other condition stands beside it. */
export interface Along {
  company?: Sql
  alone: boolean
}

/**
 * Some row at the end of the path fulfils the condition. References are asked by key, so that the index of
 * either side serves; beside other alternatives as an array, which a bitmap of several indexes can take up.
 */
export function existsAlong(
  steps: readonly PathStep[],
  alias: string,
  how: Along,
  condition: (alias: string) => Sql,
  depth = 0,
): Sql {
  const [step, ...rest] = steps
  if (!step) return condition(alias)
  const to = `p${depth}`
  const inner = [existsAlong(rest, to, { ...how, alone: true }, condition, depth + 1)]
  if (how.company && step.to.resource.company) inner.push(sql`${column(to, 'companyId')} = ${how.company}`)
  const from = sql`${sql.table(step.to.name)} as ${sql.id(to)}`
  const among = (key: Sql, value: Sql, more: Sql[] = []): Sql => {
    const found = sql`select ${value} from ${from} where ${allOf([...inner, ...more])}`
    return how.alone ? sql`${key} in (${found})` : sql`${key} = any(array(${found}))`
  }
  if (step.kind === 'ref' && keyOf(step.field) === 'id' && step.field.column) {
    return among(column(alias, step.field.name), column(to, 'id'))
  }
  if (step.kind === 'own') {
    return among(column(alias, 'id'), column(to, step.parent), [sql`not ${column(to, 'isDel')}`])
  }
  return sql`exists (select 1 from ${from} where ${allOf([joins(step, alias, to), ...inner])})`
}

/** One value along refs, as a scalar sub-query. */
export function valueAlong(steps: readonly PathStep[], alias: string, value: (alias: string) => Sql, depth = 0): Sql {
  const [step, ...rest] = steps
  if (!step) return value(alias)
  const to = `f${depth}`
  return sql`(select ${valueAlong(rest, to, value, depth + 1)} from ${sql.table(step.to.name)} as ${sql.id(to)}
    where ${joins(step, alias, to)} limit 1)`
}
