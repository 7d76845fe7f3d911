/** New records of any resource, made from one that is there: the same values, but for what may not occur twice. */
import type { CallModel, FieldModel, Model, ResourceModel } from '../../../src/model/model.ts'
import type { Person, Product, Values } from './product.ts'

/** The call of a kind that a resource has. */
export function callOfKind(model: Model, resource: string, kind: CallModel['kind']): CallModel | undefined {
  const own = Object.values(model.calls).filter((call) => call.resource === resource && call.kind === kind)
  return own.find((call) => call.name === kind) ?? own[0]
}

let made = 0

/** A value that no record has yet, for a field that may not occur twice. */
export function freshValue(field: Pick<FieldModel, 'type' | 'max'>): unknown {
  made += 1
  if (field.type === 'phone') return `188${String(made).padStart(8, '0')}`
  if (field.type === 'int') return 900_000 + made
  return `新${made}`.slice(0, field.max ?? 20)
}

/** Fields that may not occur twice, alone or with others. */
export const uniqueFields = (resource: ResourceModel): Set<string> => new Set(resource.unique.map((one) => one.field))

/** What the resource's add takes for a copy of a record, as its detail answers it. `values` over it. */
export function copyOf(model: Model, resource: string, row: Values, values: Values = {}): Values {
  const call = callOfKind(model, resource, 'add')
  const fields = model.resources[resource]?.fields ?? {}
  const unique = uniqueFields(model.resources[resource] as ResourceModel)
  const copied = (call?.input ?? []).flatMap((field): [string, unknown][] => {
    if (unique.has(field.name))
      return fields[field.name]?.type === 'ref' || fields[field.name]?.type === 'refs'
        ? []
        : [[field.name, freshValue(field)]]
    const value = row[field.name]
    const kept =
      field.type !== 'own' && value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
    return kept ? [[field.name, field.type === 'rows' ? entriesOf(field, value) : value]] : []
  })
  return { ...Object.fromEntries(copied), ...values }
}

/** Entries as they are sent: without the names of what they point at. */
const entriesOf = (field: FieldModel, value: unknown): unknown[] =>
  (value as Values[]).map((entry) => Object.fromEntries((field.fields ?? []).map(({ name }) => [name, entry[name]])))

/** The newest record of a resource in the person's company whose field is filled, as its detail answers it. */
export async function someRecord(
  product: Product,
  who: Person,
  resource: string,
  field: string,
): Promise<Values & { id: number }> {
  const company = product.model.resources[resource]?.company ? 'and "companyId" = $1' : 'and $1::bigint is not null'
  const { id } = await product.row<{ id: number }>(
    `select "id" from "${resource}" where not "isDel" and "${field}" is not null ${company} order by "id" desc limit 1`,
    [who.companyId],
  )
  const detail = callOfKind(product.model, resource, 'detail')
  if (!detail) throw new Error(`${resource} has no detail`)
  return await product.rawMust<Values & { id: number }>(who, detail.path, { id })
}
