/** What is called as one field and is another (REF020, TXT003), and sentences that stand where they say nothing (FRM004). */
import { followedPath, nodesOf } from '../../../src/model/expr/tree.ts'
import type { ColumnModel, FieldModel, FilterModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { withInner } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'

export function noteNamed(c: Compilation, model: Model): void {
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    if (!r) continue
    const at: At = { source, path: [] }
    noteModule(c, below(at, 'scope', 'module'), model, r)
    for (const field of Object.values(r.fields)) noteEnglish(c, below(at, 'fields', field.name, 'en'), r, field)
    for (const filter of Object.values(r.filters)) noteFilter(c, below(at, 'filters', filter.name), r, filter)
    for (const rule of r.rules) noteRule(c, below(at, 'rules', rule.name, 'field'), r, rule)
    noteColumns(c, model, r, r.columns)
  }
  for (const screen of Object.values(model.screens))
    for (const view of withInner(screen.view)) {
      const r = 'resource' in view ? model.resources[view.resource] : undefined
      if (r && 'columns' in view) noteColumns(c, model, r, view.columns)
    }
}

/** Paths that a filter looks at. */
const pathsOf = ({ match }: FilterModel): string[] =>
  match.kind === 'contains' ? match.paths : match.kind === 'is' || match.kind === 'range' ? [match.path] : []

/** `menu.code`: `menuCode`, as what is kept of another record is called. */
const joined = (path: string): string => path.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A filter that has the name of a field, or of a reference, and looks at others. */
function noteFilter(c: Compilation, at: At, r: ResourceModel, filter: FilterModel): void {
  const { name } = filter
  const paths = pathsOf(filter)
  const field = Object.values(r.fields).find((one) => one.name === name || ('as' in one && one.as === name))
  if (!field || paths.length === 0 || !at.source.exists(at)) return
  const step = 'as' in field ? field.as : undefined
  const isOf = (path: string): boolean =>
    path === field.name ||
    path.startsWith(`${step ?? field.name}.`) ||
    [path.split('.').at(-1), joined(path)].includes(field.name)
  if (!paths.some(isOf))
    c.note(
      at,
      'REF020',
      `"${name}" is called as the field "${field.name}", and looks at ${paths.map((path) => `"${path}"`).join(', ')}; look at that field, or call the filter otherwise`,
    )
}

/** The sentence of a rule stands at a field that the rule speaks of. */
function noteRule(
  c: Compilation,
  at: At,
  r: ResourceModel,
  { field: name, expr }: ResourceModel['rules'][number],
): void {
  const stands = name === undefined ? undefined : r.fields[name]
  if (!stands || !at.source.exists(at)) return
  const read = [...nodesOf(expr.ast)].flatMap((node) => followedPath(node)?.split('.')[0] ?? [])
  const fields = Object.values(r.fields).filter(
    (one) => read.includes(one.name) || ('as' in one && read.includes(one.as ?? '')),
  )
  const isMet = [...nodesOf(expr.ast)].some((node) => 'name' in node && node.name === stands.name)
  const isWorkedOut = fields.some((one) => one.value || r.tallies[one.name] || one.type === 'own')
  if (fields.length > 0 && !isMet && !isWorkedOut && !fields.includes(stands))
    c.note(
      at,
      'FRM004',
      `this rule reads nothing of "${stands.name}", at which it is said; name a field that puts it right: ${fields.map((one) => `"${one.name}"`).join(', ')}`,
    )
}

function noteColumns(c: Compilation, model: Model, r: ResourceModel, columns: readonly ColumnModel[]): void {
  for (const column of columns) {
    const at = placeOf(column)
    if (!at) continue
    const [step, last, ...rest] = column.path.split('.')
    const ref = columns.map(({ path }) => r.fields[path]).find((one) => one && 'as' in one && one.as === step)
    if (ref && rest.length === 0 && last === model.resources[ref.of ?? '']?.title)
      c.note(at, 'REF020', `"${column.path}" is what "${ref.name}" shows already; leave one of them out`)
    if (!columns.some((one) => one !== column && one.label.en === column.label.en))
      noteLabel(c, below(at, 'label'), r, column)
  }
}

/** A column whose head says another field of the record. */
function noteLabel(c: Compilation, at: At, r: ResourceModel, { field, path, label }: ColumnModel): void {
  if (!at.source.exists(at) || path.includes('.') || label.en === field.label.en) return
  const other = Object.values(r.fields).find(
    (one) => one.name !== path && one.type === field.type && one.label.en === label.en,
  )
  if (other)
    c.note(
      at,
      'TXT003',
      `"${path}" is headed “${label.en}”, as "${other.name}" is called; show that field, or call the column otherwise`,
    )
}

/** The sight of rows hangs on the data rule of another kind, while there is one of this. */
function noteModule(c: Compilation, at: At, model: Model, { name, scope }: ResourceModel): void {
  const modules = scope.kind === 'org' ? model.dictionaries[model.app.records.dataModules ?? '']?.values : undefined
  if (
    scope.kind === 'org' &&
    scope.module !== name &&
    at.source.exists(at) &&
    modules?.some((one) => one.name === name)
  )
    c.note(at, 'REF020', `there is a data rule for "${name}", and these rows are seen by the one for "${scope.module}"`)
}

/** The English of a text is kept in a field that is made for it, and another one is named. */
function noteEnglish(c: Compilation, at: At, { fields }: ResourceModel, { name, en }: FieldModel): void {
  const own = `${name}En`
  if (en !== undefined && en !== own && fields[own] && at.source.exists(at))
    c.note(at, 'REF020', `"${own}" is there for the English of "${name}", and "${en}" is named`)
}
