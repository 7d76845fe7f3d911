/** What customers have of a resource (docs/LANGUAGE.md § 3). */
import type { ClientModel } from '../../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { ownField } from '../../link/index.ts'
import { condition, rowOf } from '../expressions.ts'

/** Which rows are a customer's, and what is read of them. Mistakes are reported at their places. */
export function clientOf(c: Compilation, r: ResourceDraft): { client?: ClientModel } {
  const raw = r.data.client
  if (!raw) return {}
  const at: At = { source: r.source, path: ['client'] }
  if (r.data.virtual)
    return c.error(at, 'SHP005', `${r.name} has no table, so "client" has nothing to do`, { key: true }) ?? {}
  const by = byOf(c, r, raw.by, below(at, 'by'))
  const link = raw.link === undefined ? undefined : linkOf(c, r, raw.link, below(at, 'link'))
  const where =
    raw.where === undefined
      ? undefined
      : condition(c, below(at, 'where'), raw.where, { row: rowOf(r.name) }, { sql: true })
  const fields = raw.fields.flatMap((name, i) => {
    const place = below(at, 'fields', i)
    const field = ownField(c, r, name, place)
    if (field?.secret) return c.error(place, 'REF015', `"${name}" is secret and never sent`) ?? []
    return field ? [field.name] : []
  })
  if (by === undefined) return {}
  return { client: { by, ...(link ? { link } : {}), ...(where ? { where } : {}), fields } }
}

/** The way to the customer. */
function byOf(c: Compilation, r: ResourceDraft, name: string, at: At): ClientModel['by'] | undefined {
  const customer = c.record('customer')
  if (name === 'everyone') return 'everyone'
  if (name === 'id' && r.name === customer) return 'self'
  const field = ownField(c, r, name, at)
  if (!field) return undefined
  const { type, of, column } = field
  const next = type === 'ref' && of !== undefined && column ? c.resources.get(of) : undefined
  if (!next || !(of === customer || next.data.client))
    return c.error(at, 'REF015', `"${name}" leads to no customer, nor to a record that says whose it is ("client")`)
  if (leadsBack(c, r.name)) return c.error(at, 'REF012', `the way of ${r.name} to its customer comes back to itself`)
  return { field: field.name, resource: next.name }
}

/** Whether the chain of `by` never ends at a customer. */
function leadsBack(c: Compilation, from: string): boolean {
  const met = new Set<string>()
  for (let at: string | undefined = from; at !== undefined && at !== c.record('customer');) {
    if (met.has(at)) return true
    met.add(at)
    const draft: ResourceDraft | undefined = c.resources.get(at)
    at = draft?.fields.get(draft.data.client?.by ?? '')?.of
  }
  return false
}

/** A field of the resource of links that names records of this one. */
function linkOf(c: Compilation, r: ResourceDraft, name: string, at: At): string | undefined {
  const links = c.resources.get(c.record('link') ?? '')
  const field = links && ownField(c, links, name, at)
  if (!links) return c.error(at, 'REF015', 'app.json names no resource of links ("link" in "records")')
  if (field && (field.type !== 'ref' || field.of !== r.name))
    return c.error(at, 'REF015', `"${name}" of ${links.name} names no ${r.name}`)
  return field?.name
}
