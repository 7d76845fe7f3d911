/** What a row must be for people to see it (docs/LANGUAGE.md § 3). */
import type { SeenModel } from '../../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { findCall } from '../../link/index.ts'
import { condition, roots, rowOf } from '../expressions.ts'

/** The condition under which rows of a resource are seen. Mistakes are reported at their places. */
export function seenOf(c: Compilation, r: ResourceDraft): { seen?: SeenModel } {
  const raw = r.data.seen
  if (raw === undefined) return {}
  const at: At = { source: r.source, path: ['seen'] }
  if (r.data.virtual)
    return c.error(at, 'SHP005', `${r.name} has no table, so "seen" has nothing to do`, { key: true }) ?? {}
  const { text, unless, spot } =
    typeof raw === 'string'
      ? { text: raw, unless: undefined, spot: at }
      : { text: raw.where, unless: raw.unless, spot: below(at, 'where') }
  const where = condition(c, spot, text, roots(c, { row: rowOf(r.name) }), { sql: true })
  const calls = unless?.flatMap((name, i) => {
    const found = findCall(c, name, r, below(at, 'unless', i))
    return found && found !== 'planned' ? [found.id] : []
  })
  return where ? { seen: { where, ...(calls ? { unless: calls } : {}) } } : {}
}
