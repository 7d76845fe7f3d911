/**
 * Statistics of days that figures group by. Without them the planner takes every moment for a day of its own, and sorts
 * the rows of years to group them.
 */
import { sql } from 'kysely'
import { rowsOf } from '../../../model/calls.ts'
import type { Model, ResourceModel } from '../../../model/model.ts'
import { compiler } from '../compiler.ts'
import { daySql } from '../days.ts'
import { definitionName } from '../names.ts'
import type { ColumnDef, StatisticsDef } from './types.ts'

/** One for each moment of the resource by whose day a call of kind `stat` groups. */
export function statisticsOf(resource: ResourceModel, columns: Map<string, ColumnDef>, model: Model): StatisticsDef[] {
  return [...(groupedBy(model).get(resource.name) ?? [])]
    .filter((name) => resource.fields[name]?.type === 'datetime' && columns.has(name))
    .map((name) => {
      const { sql: expression } = daySql(sql.id(name), model.app.timezone).compile(compiler)
      return { name: definitionName('st', [resource.name, name], `${resource.name} ${expression}`), expression }
    })
}

type Grouped = ReadonlyMap<string, ReadonlySet<string>>

const known = new WeakMap<Model, Grouped>()

/** The fields that calls group by, by the resource whose rows they count. */
function groupedBy(model: Model): Grouped {
  const before = known.get(model)
  if (before) return before
  const found = new Map<string, Set<string>>()
  for (const call of Object.values(model.calls)) {
    if (!call.stat) continue
    const resource = rowsOf(call, model.resources[call.resource])
    found.set(resource, new Set([...(found.get(resource) ?? []), ...call.stat.by]))
  }
  known.set(model, found)
  return found
}
