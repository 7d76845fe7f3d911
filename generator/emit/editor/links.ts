/** Names that depend on where a reference leads: what counts, narrows, fills and limits by it. */
import { isLink, isTo } from '../../../src/model/fields.ts'
import { callOf, type FieldModel, type FilterModel, type Model, type ResourceModel } from '../../../src/model/model.ts'
import { among, fieldNames, fieldsOf, keys, listOf, oneOf, part, READS, valuesOf, type Part } from './parts.ts'

/** What a field of a resource may name beside its type: records that point here, and what a choice fills. */
export function fieldPart(model: Model, r: ResourceModel): Part {
  const names = pointing(model, r)
  const of: Part = names.length === 0 ? {} : among(names)
  const some: Part = { properties: { of } }
  return {
    properties: {
      count: { anyOf: [of, { type: 'object', ...some }, { type: 'array', items: { anyOf: [of, some] } }] },
      sum: { anyOf: [some, { type: 'array', items: some }] },
      fill: keys(fieldsOf(model, r).flatMap(({ name, value }) => (value ? [] : [name]))),
    },
  }
}

/** `lead.channelId`: the references that are kept in a column and lead to this resource. */
const pointing = (model: Model, r: ResourceModel): string[] =>
  Object.values(model.resources)
    .filter((other) => !other.virtual)
    .flatMap((other) =>
      Object.values(other.fields)
        .filter((field) => isLink(field) && field.of === r.name && field.column)
        .map(({ name }) => `${other.name}.${name}`),
    )

/** What a reference to this resource may say of the record chosen: filters of its look-up, and paths to copy from. */
export function chosenPart(model: Model, r: ResourceModel): Part {
  const narrows = ({ name, offered }: FilterModel): boolean => offered || isLinkOf(r, name)
  const controls = Object.values(r.filters)
    .filter(narrows)
    .map(({ name, control }) => ({ ...control, name }))
  const asked = r.calls.flatMap((id) => {
    const call = callOf(model, id)
    return call?.kind === 'select' ? call.input : []
  })
  const names = among(Object.keys(model.resources))
  const opens = Object.values(r.filters).filter(({ match }) => match.kind === 'opens')
  const properties = {
    ...valuesOf(model, [...asked, ...controls]),
    ...Object.fromEntries(opens.map(({ name }) => [name, { anyOf: [names, { type: 'array', items: names }] }])),
  }
  return {
    properties: { with: { properties }, fill: { additionalProperties: part(`${r.name}:paths`) } },
    // A look-up with a name may take inputs of its own.
    if: { not: { required: ['lookup'] } },
    then: { properties: { with: { propertyNames: { pattern: oneOf(Object.keys(properties)) } } } },
  }
}

/** Rows are narrowed by each reference, whether or not it is a filter on offer. */
const isLinkOf = (r: ResourceModel, name: string): boolean => {
  const field = r.fields[name]
  return field !== undefined && isLink(field)
}

/** Beside a type: what the resource in `of` says of a choice. */
export const ofChosen = (model: Model): Part => ({
  if: { anyOf: [{ required: ['with'] }, { required: ['fill'] }] },
  then: {
    allOf: Object.keys(model.resources).map((name) => ({
      if: { properties: { of: { type: 'string', pattern: oneOf([name]) } }, required: ['of'] },
      then: part(`${name}:chosen`),
    })),
  },
})

/** Fields of child rows, and what lies further. */
export function rowsPart(model: Model, r: ResourceModel): Part {
  const many = fieldsOf(model, r).filter(({ type }) => type === 'own' || type === 'refs')
  const names = many.flatMap(({ name, of }) => {
    const target = model.resources[of ?? '']
    return target ? fieldNames(model, target).map((one) => `${name}.${one}`) : []
  })
  return { anyOf: [among(names), { type: 'string', pattern: String.raw`\..+\.` }] }
}

/** Whose rows one sees: refs to a department, to people; a ref to what is of a department counts as well. */
export function scopePart(model: Model, r: ResourceModel): Part {
  const { department, person } = model.app.records
  const people = ofRecord(model, r, person)
  return {
    properties: {
      org: ofRecord(model, r, department),
      owner: people,
      maker: { anyOf: [people, { const: true }] },
      seenWith: among(refs(model, r)),
    },
  }
}

/** Names of the refs of a record. */
export const refs = (model: Model, r: ResourceModel): string[] =>
  fieldsOf(model, r).flatMap((field) => (field.type === 'ref' ? field.name : []))

/** Fields that lead to a record of the engine. Those that lead there by a further step are right, and not offered. */
function ofRecord(model: Model, r: ResourceModel, wanted: string | undefined): Part {
  if (wanted === undefined) return part(`${r.name}:fields`)
  const leads = (field: FieldModel, to: string): boolean => isTo(field) && field.of === to
  const fields = fieldsOf(model, r)
  const makers = wanted === model.app.records.person ? ['createBy', 'updateBy'] : []
  const own = r.name === wanted ? ['id'] : []
  const direct = [...fields.filter((field) => leads(field, wanted)).map(({ name }) => name), ...makers, ...own]
  const through = fields.filter(isTo).filter(({ of }) => {
    const further = Object.values(model.resources[of]?.fields ?? {})
    return further.some((field) => field.type === 'ref' && leads(field, wanted))
  })
  const others = [...through.map(({ name }) => name), 'createBy', 'updateBy']
  return { anyOf: [among(direct), { type: 'string', pattern: oneOf(others) }] }
}

/** Calls that may make a move of another resource. */
export function movers(model: Model): Part {
  const calls = [...Object.values(model.calls), ...Object.values(model.presets)]
  return { examples: ['system', ...calls.filter(({ kind }) => !READS.includes(kind)).map(({ id }) => id)] }
}

/** Whoever makes a move: calls by their paths, those of the resource itself by their names too. */
export function moversOf(own: readonly string[]): Part {
  const names: Part = { anyOf: [part('movers'), { examples: [...own] }] }
  return { anyOf: [names, { type: 'array', ...listOf(names) }] }
}
