/** Text found in any of several fields, of the record or of those it points at; capitals aside. */
import { checkValue, isEmpty } from '../../../model/validate/index.ts'
import { columnContains, searchOf, searchParameters, type SearchParameters, type SearchShape } from '../../db/search.ts'
import type { Environment } from '../expression.ts'
import { existsAlong, fieldsAlong, pathOf, type Path } from '../paths.ts'
import { anyOf, sql, type Sql } from '../sql.ts'
import type { Catalogue } from '../table.ts'
import { fieldSql } from '../titles.ts'
import { compare, isVeiled, malformed, slotName, type Made, type Making } from './plan.ts'

/** Longest text that is searched for (check 22). */
const TEXT_MAX = 100

export function contains({ catalogue, table, model, match }: Making<'contains'>): Made {
  const paths = match.paths.map((path) => pathOf(catalogue, table, path))
  const groups = byRecord(paths)
  return {
    reads: paths.flatMap(fieldsAlong),
    parse(payload, _around, sight) {
      const value = payload[model.wire[0] as string]
      if (isEmpty(value)) return undefined
      if (typeof value !== 'string' || value.length > TEXT_MAX || value.includes('\0')) return malformed(model)
      const search = searchOf(value)
      if (!search) return undefined
      const whole = value.replace(/[\s-]/g, '')
      const values = Object.entries({ ...search.values, whole }).map(([name, one]) => [
        slotName(model, `.${name}`),
        one,
      ])
      const veiled = paths.flatMap((path, i) => (isVeiled(path, sight) ? [i] : []))
      for (const i of veiled) compare(catalogue, paths[i] as Path, whole, sight)
      const shape: Shape = { search: search.shape, veiled, tail: whole.length === TAIL }
      const part = !shape.tail && veiled.some((i) => isPart(catalogue, paths[i] as Path, whole))
      return { shape: JSON.stringify(shape), values: Object.fromEntries(values), value, part }
    },
    build(used, place) {
      const parameter = (name: string): Sql => place.parameter(slotName(model, `.${name}`))
      const shape = JSON.parse(used.shape) as Shape
      const asked: Asked = {
        shape,
        veiled: new Set(shape.veiled.map((i) => paths[i] as Path)),
        parameters: searchParameters(parameter),
        whole: parameter('whole'),
      }
      const found = groups.map((group) => ({
        steps: group[0]?.steps ?? [],
        test: testOf(group, asked, place.environment),
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

/** The search, the places of the paths that the person gets masked, and whether the text is as long as the end of a mask. */
interface Shape {
  search: SearchShape
  veiled: number[]
  tail: boolean
}

interface Asked {
  shape: Shape
  veiled: ReadonlySet<Path>
  parameters: SearchParameters<Sql>
  whole: Sql
}

type Test = (alias: string) => Sql

/** One of the columns of a record contains the text; nothing where the text cannot stand in any of them. */
function testOf(group: readonly Path[], asked: Asked, environment: Environment): Test | undefined {
  const { shape, veiled, parameters } = asked
  const at = (alias: string): Sql[] =>
    group.flatMap((path) => {
      const value = fieldSql(path.field, alias, environment)
      if (veiled.has(path)) return veiledTest(value, asked)
      return columnContains(value, path.field.type, shape.search, parameters) ?? []
    })
  return at('t').length === 0 ? undefined : (alias) => anyOf(at(alias))
}

/** Digits that a mask shows at the end (`maskPhone`). */
const TAIL = 4

/** Who gets a value masked finds it by the whole of it, or by the end that the mask shows: parts would tell the rest. */
const veiledTest = (value: Sql, { shape, whole }: Asked): Sql =>
  shape.tail ? sql`right(${value}, ${TAIL}) = ${whole}` : sql`${value} = ${whole}`

/** Whether a text can be a part only of the value at the end of a path: it has digits, as numbers have, and is no whole one. */
const isPart = ({ model }: Catalogue, { field }: Path, text: string): boolean =>
  /\d/.test(text) && checkValue(field, text, model.dictionaries, model.app.timezone) !== undefined

/** Paths that end at the same record are asked together. */
function byRecord(paths: readonly Path[]): Path[][] {
  const groups = new Map<string, Path[]>()
  for (const path of paths) {
    const key = path.steps.map((step) => step.field.name).join('.')
    groups.set(key, [...(groups.get(key) ?? []), path])
  }
  return [...groups.values()]
}
