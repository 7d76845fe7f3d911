/** Records of every resource in a company, so that a test over all resources is one. Values are plausible, not sensible. */
import { dictionaryOf, membersOf } from '../../../src/model/fields.ts'
import type { FieldModel, Model, ResourceModel } from '../../../src/model/model.ts'
import type { Product, Values } from './product.ts'
import { DAY, NOW, TODAY } from './template.ts'

let counter = 0

/** Ids (or text keys) of records that may be referred to, by resource. */
export type Known = Map<string, (number | string)[]>

/** A value that a field takes, in wire form; nothing when it points at records there are none of. */
export function sample(model: Model, field: FieldModel, known: Known, n: number): unknown {
  switch (field.type) {
    case 'string':
    case 'text':
      return field.in ? field.in[0] : textOf(field, n)
    case 'phone':
      return `15${String(100_000_000 + n).slice(-9)}`
    case 'email':
      return `p${n}@star.cn`
    case 'password':
      return 'Garden2026'
    case 'region':
      return '500100'
    case 'time':
      return isEnd(field) ? '12:00' : '10:00'
    case 'date':
      return TODAY + (isEnd(field) ? 30 * DAY : 0)
    case 'datetime':
      return NOW + (isEnd(field) ? 30 * DAY : 0)
    case 'int':
    case 'decimal':
    case 'money':
      return field.in ? field.in[0] : Math.max(field.min ?? 0, Math.min(field.max ?? 1, 1))
    case 'bool':
      return 0
    case 'enum':
      return dictionaryOf(model.dictionaries, field)?.values.find((one) => !one.retired)?.value
    case 'ref':
      return (field.of ? known.get(field.of) : undefined)?.[0]
    case 'json':
    case 'changes':
      return { n }
    case 'group':
      return Object.fromEntries(
        membersOf(field).flatMap((one) => {
          const value = sample(model, one, known, n)
          return value === undefined ? [] : [[one.name, value]]
        }),
      )
    case 'enums':
    case 'refs':
    case 'rows':
    case 'own':
    case 'images':
    case 'grants':
    case 'crew':
      return []
    case 'image':
    case 'video':
    case 'file':
      return field.required ? { id: n, url: `/files/sample-${n}.png`, origName: `样${n}.png` } : undefined
    default:
      return undefined
  }
}

/** Periods end after they begin. */
const isEnd = ({ name }: FieldModel): boolean => /^(end|expire|validTo)|(To|Until)$/.test(name)

function textOf(field: FieldModel, n: number): string | undefined {
  const candidates = [`样${n}`, `s${n}`, String(n), String(n).padStart(field.max ?? 6, '0')].map((text) =>
    text.slice(-(field.max ?? 20)),
  )
  return candidates.find((text) => !field.pattern || new RegExp(field.pattern, 'u').test(text))
}

/** Amounts that a rule holds against others. */
const AMOUNTS = new Set(['refund.refundAmount'])

/** Records that need child rows. */
const NEEDS_ROWS: Record<string, string> = { order: 'items' }

/** A record's values, the `n`th made; nothing while it needs a record that is not there yet. `owner`: given by where it stands. */
function recordOf(model: Model, resource: ResourceModel, known: Known, n: number, owner?: string): Values | undefined {
  const values: Values = {}
  const unique = new Set(resource.unique.map((one) => one.field))
  for (const field of Object.values(resource.fields)) {
    if (field.name === NEEDS_ROWS[resource.name]) {
      const child = model.resources[field.of as string] as ResourceModel
      values[field.name] = [recordOf(model, child, known, n, child.parent?.field)]
    }
    if (
      !field.column ||
      field.value ||
      field.name === owner ||
      field.type === 'serial' ||
      resource.machines.some((one) => one.field === field.name) ||
      field.name === resource.tree?.parent
    )
      continue
    const byKind = field.by && field.kinds ? kindOf(field, known) : undefined
    const value = byKind ? byKind.id : sample(model, field, known, n)
    if (byKind && field.by) values[field.by] = byKind.kind
    if (value === undefined && field.required) return undefined
    const wanted =
      field.required ||
      (field.type === 'ref' && !field.managed && !unique.has(field.name)) ||
      ['phone', 'string', 'text'].includes(field.type)
    if (AMOUNTS.has(`${resource.name}.${field.name}`)) values[field.name] = 0
    if (value !== undefined && wanted && !(field.name in values)) values[field.name] = value
  }
  return values
}

/** A reference to one of several kinds, and the kind. */
function kindOf(field: FieldModel, known: Known): { kind: unknown; id: unknown } | undefined {
  for (const [kind, resource] of Object.entries(field.kinds ?? {})) {
    const id = known.get(resource)?.[0]
    if (id !== undefined) return { kind: /^\d+$/.test(kind) ? Number(kind) : kind, id }
  }
  return undefined
}

/** Live records of a company that may be referred to. */
export async function knownIn(product: Product, companyId: number, least: number): Promise<Known> {
  const known: Known = new Map()
  for (const resource of Object.values(product.model.resources)) {
    if (resource.virtual) continue
    const rows = await product.rows<{ key: number | string }>(
      `select "${resource.key}" as "key" from "${resource.name}" where not "isDel" ${resource.company ? 'and "companyId" = $1' : 'and $1::bigint > 0'} order by "id" limit ${Math.max(5, least)}`,
      [companyId],
    )
    if (rows.length > 0)
      known.set(
        resource.name,
        rows.map((row) => row.key),
      )
  }
  return known
}

/**
 * Makes records of every resource (or of those named) that has fewer than `least` in the company, those they need
 * first. Answers the resources that could not be filled, each with the reason.
 */
export async function fillEverything(
  product: Product,
  companyId: number,
  least = 1,
  names?: ReadonlySet<string>,
): Promise<Record<string, string>> {
  const { model } = product
  const known = await knownIn(product, companyId, least)
  let failed: Record<string, string> = {}
  for (let progress = true; progress;) {
    progress = false
    failed = {}
    for (const resource of Object.values(model.resources)) {
      const missing = least - (known.get(resource.name)?.length ?? 0)
      if (resource.virtual || resource.name === 'loginSession' || missing <= 0 || names?.has(resource.name) === false)
        continue
      const { made, reason } = await fill(product, resource, companyId, known, missing)
      if (reason !== undefined) failed[resource.name] = reason
      if (made.length > 0) known.set(resource.name, [...(known.get(resource.name) ?? []), ...made])
      progress ||= made.length > 0
    }
  }
  return failed
}

/** All at once; where one cannot be made, one after the other, so that the reason is known and the others are there. */
async function fill(
  product: Product,
  resource: ResourceModel,
  companyId: number,
  known: Known,
  count: number,
): Promise<{ made: (number | string)[]; reason?: string }> {
  const records = Array.from({ length: count }, () => recordOf(product.model, resource, known, (counter += 1))).filter(
    (one) => one !== undefined,
  )
  if (records.length < count) return { made: [], reason: 'a record it needs is not there' }
  const insert = async (rows: Values[]): Promise<(number | string)[]> => {
    const ids = await product.app.insertAll(resource.name, { kind: 'system', lang: 'zh', companyId }, rows)
    return resource.key === 'id' ? ids : rows.map((row) => row[resource.key] as string)
  }
  const together = count > 1 ? await insert(records).catch(() => undefined) : undefined
  if (together) return { made: together }
  const made: (number | string)[] = []
  for (const record of records) {
    try {
      made.push(...(await insert([record])))
    } catch (error) {
      return { made, reason: error instanceof Error ? error.message : String(error) }
    }
  }
  return { made }
}
