/** The rules of a resource. The server always checks them. */
import { holds } from '../../../model/expr/index.ts'
import { nodesOf } from '../../../model/expr/tree.ts'
import type { RuleModel, Text } from '../../../model/model.ts'
import { Refusal } from '../../errors.ts'
import type { Table } from '../../query/table.ts'
import type { Row } from '../../types.ts'
import { Unit } from '../unit.ts'
import { lockRow } from './owner.ts'

type Values = Record<string, unknown>

/** Refuses a record that breaks a rule of its own. */
export async function mustObey(
  unit: Unit,
  table: Table,
  values: Values,
  old: Values | undefined,
  at: string,
): Promise<void> {
  for (const rule of table.resource.rules) {
    if (!readsOthers(rule)) await check(unit, rule, { row: values, old }, at)
  }
}

/** The rules that a record breaks before it is written, of those that read nothing but what `knows` says is known of it by then. */
export async function brokenRules(
  unit: Unit,
  table: Table,
  values: Values,
  knows: (rule: RuleModel) => boolean,
): Promise<{ field?: string; text: Text }[]> {
  const broken: { field?: string; text: Text }[] = []
  for (const rule of table.resource.rules) {
    if (readsOthers(rule) || !knows(rule)) continue
    if (holds(rule.expr, await unit.prepare(rule.expr, { row: values }))) continue
    broken.push({ ...(rule.field ? { field: rule.field } : {}), text: rule.why })
  }
  return broken
}

/**
 * Rules that look at other records (one main contact a family) are checked after all writes, so that their order does
 * not matter; the owner is locked, so that two concurrent writes see one another.
 */
export function obeyInTheEnd(unit: Unit, table: Table, row: Row, at: string): void {
  const rules = table.resource.rules.filter(readsOthers)
  if (rules.length > 0) unit.inTheEnd.set(`${table.name}:${row.id}`, () => checkWritten(unit, table, row, rules, at))
}

async function checkWritten(
  unit: Unit,
  table: Table,
  { id }: Row,
  rules: readonly RuleModel[],
  at: string,
): Promise<void> {
  // Values read before the writes are outdated.
  const fresh = new Unit(unit.asker, unit.tx)
  const row = await lockRow(fresh, table, id)
  if (!row) return
  const { parent } = table.resource
  if (parent) await lockRow(fresh, fresh.table(parent.resource), row[parent.field])
  for (const rule of rules) await check(fresh, rule, { row }, at)
}

async function check(unit: Unit, rule: RuleModel, roots: { row: Values; old?: Values }, at: string): Promise<void> {
  const env = await unit.prepare(rule.expr, roots)
  if (!holds(rule.expr, env)) throw new Refusal(400, rule.why, { field: rule.field ? `${at}${rule.field}` : undefined })
}

const cache = new WeakMap<RuleModel, boolean>()

/** Whether a rule reads child rows of another record than its own. */
function readsOthers(rule: RuleModel): boolean {
  let reads = cache.get(rule)
  if (reads === undefined)
    cache.set(rule, (reads = [...nodesOf(rule.expr.ast)].some((node) => node.k === 'rows' && node.of.k !== 'root')))
  return reads
}
