/** The names of a resource, where its own file says them. */
import type { Model, ResourceModel } from '../../../src/model/model.ts'
import { among, callsOf, fieldNames, fieldsOf, listOf, part, type Part } from './parts.ts'

/** What the file of a resource may name, key by key. */
export function resourceNames(model: Model, r: ResourceModel): Record<string, Part> {
  const { name } = r
  const fields = part(`${name}:fields`)
  const paths = part(`${name}:paths`)
  const said: Part = {
    properties: {
      title: fields,
      key: fields,
      facts: listOf(paths),
      sort: listOf(part(`${name}:sorts`)),
      parent: fields,
      extends: fields,
      tree: { properties: { parent: fields } },
      scope: { properties: { org: paths, owner: paths, seenWith: fields } },
      client: { properties: { by: among([...fieldNames(model, r), 'everyone']), fields: listOf(fields) } },
      unique: {
        ...offered(fieldNames(model, r)),
        additionalProperties: { properties: { field: fields, until: fields, within: listOf(fields) } },
      },
      rules: { additionalProperties: { properties: { field: fields } } },
      filters: { ...offered(fieldNames(model, r), true), additionalProperties: filter(r) },
      columns: listOf(paths, { field: paths }),
      form: part(`${name}:form`),
      detail: part(`${name}:form`),
      states: states(model, r),
      assignment: { properties: { to: { ...offered(refs(model, r), true) } } },
      makes: offered(refs(model, r)),
      calls: calls(model, r),
    },
  }
  return { [`${name}:file`]: said }
}

const refs = (model: Model, r: ResourceModel): string[] =>
  fieldsOf(model, r).flatMap((field) => (field.type === 'ref' ? field.name : []))

/** Keys that are offered, among others. */
const offered = (names: readonly string[], value?: unknown): Part => ({
  propertyNames: { examples: [...names] },
  ...(value === undefined ? {} : { properties: Object.fromEntries(names.map((one) => [one, { default: value }])) }),
})

function filter({ name }: ResourceModel): Part {
  const paths = part(`${name}:paths`)
  return { properties: { is: paths, range: paths, contains: listOf(paths) } }
}

/** The enum fields with their moves. */
function states(model: Model, r: ResourceModel): Part {
  const enums = fieldsOf(model, r).filter((field) => field.type === 'enum')
  return {
    properties: Object.fromEntries(
      enums.map((field) => {
        const values = among((model.dictionaries[field.of ?? '']?.values ?? []).map((value) => value.name))
        const move: Part = {
          properties: {
            from: { anyOf: [values, { type: 'array', ...listOf(values) }] },
            to: values,
            set: part(`${r.name}:set`),
          },
        }
        return [field.name, { properties: { end: listOf(values) }, additionalProperties: move }]
      }),
    ),
  }
}

const STANDARD = ['query', 'list', 'detail', 'add', 'edit', 'del', 'select', 'export']

function calls(model: Model, r: ResourceModel): Part {
  const own = callsOf(model, r).map(({ name }) => name)
  const moves = r.machines.flatMap((machine) => machine.moves.map((move) => move.name))
  return {
    propertyNames: { examples: STANDARD },
    additionalProperties: {
      properties: {
        move: among(moves),
        set: part(`${r.name}:set`),
        like: { examples: own },
        use: { examples: own },
        input: {
          items: part(`${r.name}:inputs`),
          properties: { like: { examples: own }, drop: listOf(part(`${r.name}:members`)) },
        },
        output: { items: part(`${r.name}:inputs`) },
        check: { examples: r.unique.map(({ key }) => key) },
        form: part(`${r.name}:form`),
        import: { properties: { fields: { items: part(`${r.name}:inputs`) }, match: part(`${r.name}:fields`) } },
        stat: { properties: { by: listOf(part(`${r.name}:paths`)) } },
      },
    },
  }
}
