/** Text found in any of several fields, of the record or of those it points at; capitals aside. */
import { isEmpty } from '../../../model/validate/index.ts'
import { columnContains, searchOf, searchParameters, type SearchParameters, type SearchShape } from '../../db/search.ts'
import type { Surroundings } from '../expression.ts'
import { existsAlong, pathOf, type Path } from '../paths.ts'
import { anyOf, type Sql } from '../sql.ts'
import { fieldSql } from '../titles.ts'
import { malformed, slotName, type Made, type Making } from './plan.ts'

/** Longest text that is searched for (check 22). */
const TEXT_MAX = 100

export function contains({ catalogue, table, model, match }: Making<'contains'>): Made {
  const paths = match.paths.map((path) => pathOf(catalogue, table, path))
  const groups = byRecord(paths)
  return {
    reads: paths.map((path) => path.field),
    parse(payload) {
      const value = payload[model.wire[0] as string]
      if (isEmpty(value)) return undefined
      if (typeof value !== 'string' || value.length > TEXT_MAX || value.includes('\0')) return malformed(model)
      const search = searchOf(value)
      if (!search) return undefined
      return {
        shape: search.shape,
        values: Object.fromEntries(
          Object.entries(search.values).map(([name, one]) => [slotName(model, `.${name}`), one]),
        ),
        value,
      }
    },
    build(used, place) {
      const parameters = searchParameters((name) => place.parameter(slotName(model, `.${name}`)))
      const found = groups.map((group) => ({
        steps: group[0]?.steps ?? [],
        test: testOf(group, used.shape as SearchShape, place.around, parameters),
      }))
      const possible = found.filter((one) => one.test !== undefined)
      return anyOf(
        possible.map(({ steps, test }) =>
          existsAlong(steps, place.alias, { ...place, alone: place.alone && possible.length === 1 }, test as Test),
        ),
      )
    },
  }
}

type Test = (alias: string) => Sql

/** One of the columns of a record contains the text; nothing where the text cannot stand in any of them. */
function testOf(
  group: readonly Path[],
  shape: SearchShape,
  around: Surroundings,
  parameters: SearchParameters<Sql>,
): Test | undefined {
  const at = (alias: string): Sql[] =>
    group.flatMap(
      (path) => columnContains(fieldSql(path.field, alias, around), path.field.type, shape, parameters) ?? [],
    )
  return at('t').length === 0 ? undefined : (alias) => anyOf(at(alias))
}

/** Paths that end at the same record are asked together. */
function byRecord(paths: readonly Path[]): Path[][] {
  const groups = new Map<string, Path[]>()
  for (const path of paths) {
    const key = path.steps.map((step) => step.field.name).join('.')
    groups.set(key, [...(groups.get(key) ?? []), path])
  }
  return [...groups.values()]
}
