/** The names of a resource, where its own file says them. */
import type { Model, ResourceModel } from '../../../src/model/model.ts'
import { chosenPart, fieldPart, moversOf, refs, rowsPart, scopePart } from './links.ts'
import { among, callsOf, fieldNames, fieldsOf, listOf, oneOf, part, type Part } from './parts.ts'

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
      scope: scopePart(model, r),
      fields: { additionalProperties: part(`${name}:field`) },
      client: { properties: { by: among([...fieldNames(model, r), 'everyone']), fields: listOf(fields) } },
      unique: {
        ...offered(fieldNames(model, r)),
        additionalProperties: { properties: { field: fields, until: fields, within: listOf(fields) } },
      },
      rules: { additionalProperties: { properties: { field: fields } } },
      filters: { ...offered(fieldNames(model, r), true), additionalProperties: filter(model, r) },
      columns: listOf(paths, { field: paths }),
      form: part(`${name}:form`),
      detail: part(`${name}:form`),
      states: states(model, r),
      assignment: { properties: { to: { ...offered(refs(model, r), true) } } },
      makes: offered(refs(model, r)),
      calls: calls(model, r),
    },
  }
  return {
    [`${name}:file`]: said,
    [`${name}:field`]: fieldPart(model, r),
    [`${name}:chosen`]: chosenPart(model, r),
    [`${name}:call`]: callPart(model, r),
  }
}

/** Keys that are offered, among others. */
const offered = (names: readonly string[], value?: unknown): Part => ({
  propertyNames: { examples: [...names] },
  ...(value === undefined ? {} : { properties: Object.fromEntries(names.map((one) => [one, { default: value }])) }),
})

function filter(model: Model, r: ResourceModel): Part {
  const paths = part(`${r.name}:paths`)
  return { properties: { is: paths, range: paths, contains: listOf(paths), has: rowsPart(model, r) } }
}

/** The enum fields with their moves. */
function states(model: Model, r: ResourceModel): Part {
  const own = callsOf(model, r).map(({ name }) => name)
  const enums = fieldsOf(model, r).filter((field) => field.type === 'enum')
  return {
    properties: Object.fromEntries(
      enums.map((field) => {
        const values = among((model.dictionaries[field.of ?? '']?.values ?? []).map((value) => value.name))
        const move: Part = {
          properties: {
            from: { anyOf: [values, { type: 'array', ...listOf(values) }] },
            to: values,
            by: moversOf(own),
            set: part(`${r.name}:set`),
          },
        }
        return [field.name, { properties: { end: listOf(values) }, additionalProperties: move }]
      }),
    ),
  }
}

const STANDARD = ['query', 'list', 'detail', 'add', 'edit', 'del', 'select', 'export']

/** What each call may say: an import is matched by one of its columns, figures are sorted by what they measure. */
function calls(model: Model, r: ResourceModel): Part {
  const call = part(`${r.name}:call`)
  const known = callsOf(model, r).filter((one) => one.import ?? one.stat ?? one.output.length > 0)
  const members = { type: 'string', pattern: oneOf(fieldNames(model, r)) }
  return {
    propertyNames: { examples: STANDARD },
    properties: Object.fromEntries(
      known.map(({ name, import: of, stat, output }) => {
        // A column that was added since is a field of the record.
        const match = of ? { anyOf: [among(of.fields.map((one) => one.name)), members] } : part(`${r.name}:fields`)
        const answered = { examples: output.map((one) => one.name) }
        const sorts = Object.keys(stat?.measures ?? {}).flatMap((one) => [`-${one}`, one])
        const own: Part = {
          properties: {
            import: { properties: { match } },
            ...(stat ? { stat: { properties: { sort: listOf({ examples: sorts }) } } } : {}),
            ...(output.length > 0 ? { print: answered, download: answered } : {}),
          },
        }
        return [name, { allOf: [call, own] }]
      }),
    ),
    additionalProperties: {
      allOf: [call, { properties: { import: { properties: { match: part(`${r.name}:fields`) } } } }],
    },
  }
}

function callPart(model: Model, r: ResourceModel): Part {
  const own = callsOf(model, r).map(({ name }) => name)
  const moves = r.machines.flatMap((machine) => machine.moves.map((move) => move.name))
  return {
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
      import: { properties: { fields: { items: part(`${r.name}:inputs`) } } },
      stat: { properties: { by: listOf(part(`${r.name}:paths`)) } },
    },
  }
}
