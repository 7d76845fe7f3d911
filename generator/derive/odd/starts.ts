/** FRM004: a new record that is refused as it begins. */
import type { Model, ResourceModel } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { isNever, knownIn } from './logic.ts'

export function noteStarts(c: Compilation, model: Model): void {
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    if (r) noteRefused(c, { source, path: [] }, r)
  }
}

/** What fields begin with, two together against a rule. */
function noteRefused(c: Compilation, at: At, r: ResourceModel): void {
  for (const { name, expr } of r.rules) {
    const known = knownIn(expr.ast, 'row', (field) => r.fields[field]?.default)
    if (known.length === 0 || isNever(c, [expr.ast]) || !isNever(c, [expr.ast, ...known])) continue
    const read = expr.reads.flatMap((path) => (path.startsWith('row.') ? [path.slice('row.'.length)] : []))
    const place = read.map((field) => below(at, 'fields', field, 'default')).find((one) => one.source.exists(one))
    if (place)
      c.note(
        place,
        'FRM004',
        `what a new ${r.label.en} begins with is against the rule "${name}": it is refused unless somebody changes it`,
      )
  }
}
