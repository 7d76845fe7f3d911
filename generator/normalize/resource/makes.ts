/** Records created together with a new one (docs/LANGUAGE.md § 5). */
import { isRef } from '../../../src/model/fields.ts'
import type { MakeModel, RefField } from '../../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { ownField } from '../../link/index.ts'
import { bounds, condition, roots, rowOf } from '../expressions.ts'

/** The records that a new record of a resource creates. Mistakes are reported at their places. */
export function makesOf(c: Compilation, r: ResourceDraft): MakeModel[] {
  return Object.entries(r.data.makes ?? {}).flatMap(([name, raw]) => {
    const at: At = { source: r.source, path: ['makes', name] }
    const ref = refOf(c, r, at, name)
    const target = ref && c.resources.get(ref.of)
    if (!target) return []
    const scope = roots(c, { row: rowOf(r.name) })
    const when = raw.when === undefined ? undefined : condition(c, below(at, 'when'), raw.when, scope)
    const fields = [...target.fields.values()]
    const set = bounds(c, below(at, 'set'), raw.set, { fields, scope, what: `field of ${target.name}` })
    reportMissingFields(c, below(at, 'set'), target, Object.keys(raw.set))
    return { into: name, of: target.name, set, ...(when ? { when } : {}) }
  })
}

/** The ref that stores the record: nobody else fills it, and its target creates no further record of this kind. */
function refOf(c: Compilation, r: ResourceDraft, at: At, name: string): RefField | undefined {
  const field = ownField(c, r, name, at, { key: true })
  if (!field) return undefined
  if (!isRef(field) || field.by || !field.managed || c.resources.get(field.of)?.data.virtual)
    return c.error(at, 'REF015', `"${name}" must be a managed ref: it keeps the record that is made`, { key: true })
  if (leadsBack(c, field.of, r.name))
    return c.error(at, 'REF012', `${field.of} makes records that lead back to ${r.name}`, { key: true })
  return field
}

function leadsBack(c: Compilation, from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true
  const made = c.resources.get(from)
  if (!made || seen.has(from)) return false
  seen.add(from)
  return Object.keys(made.data.makes ?? {}).some((name) => leadsBack(c, made.fields.get(name)?.of as string, to, seen))
}

/** FRM001: a required field of the created record without a value. */
function reportMissingFields(c: Compilation, at: At, target: ResourceDraft, names: string[]): void {
  const missing = [...target.fields.values()]
    .filter((f) => f.required && !f.default && !f.value && f.type !== 'serial' && !names.includes(f.name))
    .map((f) => `"${f.name}"`)
  if (missing.length > 0) c.error(at, 'FRM001', `a ${target.name} needs ${missing.join(', ')}`, { key: true })
}
