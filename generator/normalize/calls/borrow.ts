/** The properties an input borrows from a field of its name. */
import type { ResourceDraft } from '../../base/context.ts'
import type { AuthoredFieldOrName } from '../../base/authored.ts'
import type { FieldWords } from '../../base/parts.ts'
import type { Borrow } from '../../link/fields.ts'

/** A field of a resource as an input uses it. */
export function borrowField(resource: ResourceDraft | undefined, name: string): ReturnType<Borrow> {
  const raw = resource?.data.fields[name]
  return raw === undefined
    ? undefined
    : { raw: plainField(raw), at: { source: resource!.source, path: ['fields', name] }, owner: resource!.name }
}

/** An input borrows the kind of value, not how the record computes or guards it. */
function plainField(raw: AuthoredFieldOrName): FieldWords | string {
  if (typeof raw === 'string') return raw
  const { value: _value, managed: _managed, once: _once, was: _was, ...rest } = raw
  return rest
}
