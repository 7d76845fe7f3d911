/**
 * Resources as the database holds them, worked out once a model: columns with the base ones, references
 * forward and back, child rows, computed values. Nothing of this is looked for again while a call runs.
 */
import { baseFields } from '../../model/base.ts'
import { dictionaryOf, isLink, isOwn, ownerField } from '../../model/fields.ts'
import type { FieldModel, Model, ResourceModel, TallyModel } from '../../model/model.ts'
import type { Dictionaries } from '../fields/codec.ts'

/** A reference from one table to another. `many`: a list of keys. */
export interface Link {
  from: string
  field: FieldModel
  to: string
  /** Column of the target that the reference carries. */
  key: string
  many: boolean
  /** A reference by kind: holds only while the enum field has this value. */
  when?: { field: string; value: string | number }
}

/** Child rows of a record. */
export interface Own {
  field: FieldModel
  child: string
  parent: string
}

/** A counted field of `to` that rows of another resource add to. `key`: column of `to` that their reference carries. */
export interface Tallied {
  to: string
  key: string
  field: FieldModel
  tally: TallyModel
  dictionaries: Dictionaries
}

export interface Table {
  readonly name: string
  /** Those of the model: a value of a dictionary is its name inside. */
  readonly dictionaries: Dictionaries
  readonly resource: ResourceModel
  /** Columns in the order of the model, base ones first. */
  readonly columns: readonly FieldModel[]
  /** Every field by name, base ones included. */
  readonly fields: ReadonlyMap<string, FieldModel>
  /** References by the name a path follows them under. */
  readonly steps: ReadonlyMap<string, FieldModel>
  readonly links: readonly Link[]
  readonly own: readonly Own[]
  /** Computed on read. */
  readonly computed: readonly FieldModel[]
  /** Computed on write and stored. */
  readonly stored: readonly FieldModel[]
}

/** All tables of a model. */
export class Catalogue {
  readonly model: Model
  readonly tables: ReadonlyMap<string, Table>
  /** Who points at a resource: references of other records, but for those of its own child rows. */
  readonly backLinks: ReadonlyMap<string, readonly Link[]>
  /** Resources whose rows live and die with a row of this one. */
  readonly children: ReadonlyMap<string, readonly { child: string; parent: string }[]>
  /** Counted fields by the resource whose rows they count. */
  readonly tallied: ReadonlyMap<string, readonly Tallied[]>

  constructor(model: Model) {
    this.model = model
    const base = baseFields(model.app.records.person)
    const resources = Object.values(model.resources)
    this.tables = new Map(resources.map((resource) => [resource.name, makeTable(model, resource, base)]))
    this.children = groupBy(resources.flatMap(childOf), (one) => one.owner)
    this.tallied = groupBy(
      resources.flatMap((one) => talliedBy(one, model.dictionaries)),
      (one) => one.tally.resource,
    )
    const links = [...this.tables.values()].filter((table) => !table.resource.virtual).flatMap((table) => table.links)
    this.backLinks = groupBy(
      links.filter((link) => !this.isParent(link)),
      (link) => link.to,
    )
  }

  /** The table of a resource the model has. */
  table(name: string): Table {
    const table = this.tables.get(name)
    if (!table) throw new Error(`no resource "${name}" in the model`)
    return table
  }

  /** The resource that plays a part the engine needs (`person`, `log` …), if the product has one. */
  part(name: string): Table | undefined {
    return this.tables.get(this.model.app.records[name] ?? '')
  }

  private isParent(link: Link): boolean {
    const { parent } = this.table(link.from).resource
    return parent?.field === link.field.name
  }
}

function childOf(resource: ResourceModel): { owner: string; child: string; parent: string }[] {
  return resource.parent
    ? [{ owner: resource.parent.resource, child: resource.name, parent: resource.parent.field }]
    : []
}

function talliedBy(resource: ResourceModel, dictionaries: Dictionaries): Tallied[] {
  return Object.entries(resource.tallies).flatMap(([name, tallies]) => {
    const field = resource.fields[name] as FieldModel
    return tallies.map((tally) => ({ to: resource.name, key: resource.key, field, tally, dictionaries }))
  })
}

/** Items by a key, in their order. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function makeTable(model: Model, resource: ResourceModel, base: FieldModel[]): Table {
  const all = [...base, ...Object.values(resource.fields)]
  const own = all.filter(isOwn)
  return {
    name: resource.name,
    dictionaries: model.dictionaries,
    resource,
    columns: resource.virtual ? [] : all.filter((field) => field.column),
    fields: new Map(all.map((field) => [field.name, field])),
    steps: new Map(all.filter(isLink).flatMap((field) => (field.as ? [[field.as, field]] : []))),
    links: all
      .filter((field) => field.column && !base.includes(field))
      .flatMap((field) => linksOf(model, resource, field)),
    own: own.map((field) => ({
      field,
      child: field.of,
      parent: ownerField(model.resources, resource.name, field.of),
    })),
    computed: all.filter((field) => field.value && !field.stored),
    stored: all.filter((field) => field.value && field.stored),
  }
}

function linksOf(model: Model, resource: ResourceModel, field: FieldModel): Link[] {
  if (!isLink(field)) return []
  const link = { from: resource.name, field, key: field.key, many: field.type === 'refs' }
  const { by, kinds } = field
  if (!by || !kinds) return field.of ? [{ ...link, to: field.of }] : []
  const numeric = dictionaryOf(model.dictionaries, resource.fields[by])?.numeric ?? false
  return Object.entries(kinds).map(([value, to]) => ({
    ...link,
    to,
    when: { field: by, value: numeric ? Number(value) : value },
  }))
}
