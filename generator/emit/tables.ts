/** Tables for reviews: what each grant reaches, and the reason for each index. */
import { callOf, type Model, type Reach } from '../../src/model/model.ts'
import { byText } from '../base/order.ts'

export function permissionTable(model: Model): string {
  const lines = [
    '# Permissions, derived from the schemas',
    '',
    'see = what the menu code alone reaches; each button adds its own calls. `{a=b}` is a preset the server also checks.',
    '',
  ]
  for (const p of Object.values(model.permissions).sort((a, b) => byText(a.route, b.route))) {
    lines.push(`## ${p.route}  (${p.code})`, `- see: ${p.see.map((r) => reachText(model, r)).join(', ') || '–'}`)
    for (const b of p.buttons)
      lines.push(
        `- **${b.code}**: ${b.masked ? '(masked fields in full)' : b.reach.map((r) => reachText(model, r)).join(', ') || '(asked by can())'}`,
      )
    lines.push('')
  }
  return lines.join('\n')
}

function reachText(model: Model, r: Reach): string {
  const path = callOf(model, r.call)?.path ?? r.call
  const fixed = Object.entries(r.with ?? {}).map(
    ([name, b]) => `${name}=${'value' in b ? JSON.stringify(b.value) : `=${b.expr.src}`}`,
  )
  return fixed.length > 0 ? `${path}{${fixed.join(',')}}` : path
}

export function indexTable(model: Model): string {
  const lines = [
    '# Indexes, derived: resource, index, why. Every company-scoped one begins with the company and leaves deleted rows out.',
    '',
  ]
  for (const r of Object.values(model.resources).sort((a, b) => byText(a.name, b.name))) {
    if (r.indexes.length === 0) continue
    lines.push(
      r.name,
      ...r.indexes.map((i) => `  ${`${i.kind}(${i.columns.join(', ')})`.padEnd(40)} ${i.reasons.join('; ')}`),
      '',
    )
  }
  return lines.join('\n')
}
