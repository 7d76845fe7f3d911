/** What an input takes over from a field of its name. */
import type { ResourceDraft } from '../../base/context.ts'
import type { Authored } from '../../base/source.ts'
import type { Borrow } from '../../link/fields.ts'

/** A field of a resource as an input takes it. */
export function borrowField(resource: ResourceDraft | undefined, name: string): ReturnType<Borrow> {
  const raw: unknown = resource?.data.fields[name]
  return raw === undefined
    ? undefined
    : { raw: plainField(raw), at: { source: resource!.source, path: ['fields', name] }, owner: resource!.name }
}

/** An input takes the kind of value, not how the record computes or guards it. */
function plainField(raw: unknown): Authored | string {
  if (typeof raw === 'string') return raw
  const { value: _value, managed: _managed, once: _once, was: _was, ...rest } = raw as Authored
  return rest as Authored
}
