/** Records of a person that narrow what they see of a resource (docs/LANGUAGE.md § 3). */
import { isLink } from '../../../src/model/fields.ts'
import type { LimitModel } from '../../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { leadsTo, ownField } from '../../link/index.ts'
import { resolvePath } from '../../link/paths.ts'

/** The limit of a resource. Mistakes are reported at their places. */
export function limitOf(c: Compilation, r: ResourceDraft): { limit?: LimitModel } {
  const raw = r.data.limit
  if (!raw) return {}
  const at: At = { source: r.source, path: ['limit'] }
  const by = c.resource(raw.by, below(at, 'by'))
  const person = by && ownField(c, by, raw.person, below(at, 'person'))
  if (!by || !person) return {}
  const wanted = c.record('person')
  if (wanted && !leadsTo(c, by, person, wanted))
    c.error(below(at, 'person'), 'REF015', `"${person.name}" leads to no ${wanted}: the limit is of a person`)
  const fields = Object.entries(raw.fields).flatMap(([list, path]) => {
    const place = below(at, 'fields', list)
    const values = ownField(c, by, list, place, { key: true })
    if (values && values.type !== 'refs' && values.type !== 'enums')
      c.error(place, 'REF015', `"${list}" is ${values.type}: a list says what is seen`, { key: true })
    return limited(c, r, list, path, place)
  })
  return { limit: { by: by.name, person: person.name, fields } }
}

/** The field that a list limits: of the row, or of records that it points at, however many refs away. */
function limited(c: Compilation, r: ResourceDraft, list: string, path: string, at: At): LimitModel['fields'] {
  const found = resolvePath(c, r, path, at)
  if (!found) return []
  if (!found.field.column && found.field.name !== 'id') return c.error(at, 'REF015', `"${path}" is no column`) ?? []
  if (found.steps.some(({ field }) => !isLink(field) || field.by))
    return c.error(at, 'REF015', `"${path}" goes through what is no ref`) ?? []
  const through = found.steps.map(({ field, resource }) => ({ field: field.name, resource }))
  return [{ list, field: found.field.name, ...(through.length > 0 ? { through } : {}) }]
}
