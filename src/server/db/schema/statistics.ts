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
  const { timezone } = model.app
  const days = Object.values(model.calls)
    .filter((call) => rowsOf(call, model.resources[call.resource]) === resource.name)
    .flatMap((call) => call.stat?.by ?? [])
    .filter((name) => resource.fields[name]?.type === 'datetime' && columns.has(name))
  return [...new Set(days)].map((name) => {
    const { sql: expression } = daySql(sql.id(name), timezone).compile(compiler)
    return { name: definitionName('st', [resource.name, name], `${resource.name} ${expression}`), expression }
  })
}
