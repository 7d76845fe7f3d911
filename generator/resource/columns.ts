/** Columns: names, paths, or objects; an exact list, or additions and omissions against the usual ones. */
import type { ColumnModel, FieldModel } from '../../src/model/model.ts'
import { below, nameOrObject, type At, type Compilation, type ResourceDraft } from '../context.ts'
import { condition, expression, roots, rowOf } from '../expressions.ts'
import { resolvePath } from '../paths.ts'
import type { Authored } from '../source.ts'

/** Types whose cells would be no cell. */
const NOT_IN_TABLES: FieldModel['type'][] = ['password', 'grants', 'crew', 'sign', 'json']

export function columnsOf(c: Compilation, r: ResourceDraft, at: At, items: (string | Authored)[]): ColumnModel[] {
  return items.flatMap((item, i) => column(c, r, below(at, i), item) ?? [])
}

function column(c: Compilation, r: ResourceDraft, at: At, item: string | Authored): ColumnModel | undefined {
  const { name, more } = nameOrObject(item, 'field')
  const found = resolvePath(c, r, name, typeof item === 'string' ? at : below(at, 'field'))
  if (!found) return undefined
  if (found.field.secret) return c.error(at, 'REF015', `"${name}" is secret and never sent`)
  const scope = roots(c, { row: rowOf(r.name) })
  const tone = more.tone ? expression(c, below(at, 'tone'), more.tone, scope, { t: 'text', empty: true }) : undefined
  const show = more.show ? condition(c, below(at, 'show'), more.show, roots(c, { params: { t: 'any', empty: true } })) : undefined
  return {
    path: found.path, field: found.field, label: more.label ?? found.field.label,
    ...(more.total ? { total: more.total } : {}), ...(tone ? { tone } : {}), ...(show ? { show } : {}), sort: false,
  }
}

/** The usual columns: those of the resource, else its first plain fields. */
export function usualColumns(c: Compilation, r: ResourceDraft): ColumnModel[] {
  if (r.data.columns) return columnsOf(c, r, { source: r.source, path: ['columns'] }, r.data.columns)
  const names = [...r.fields.values()].filter((f) => !f.secret && f.type !== 'own' && !NOT_IN_TABLES.includes(f.type)).slice(0, 8).map((f) => f.name)
  return columnsOf(c, r, { source: r.source, path: ['fields'] }, names)
}

/** `columns` of a view against the usual ones. */
export function changedColumns(c: Compilation, r: ResourceDraft, at: At, written: unknown, usual: ColumnModel[]): ColumnModel[] {
  if (written === undefined) return usual
  if (Array.isArray(written)) return columnsOf(c, r, at, written)
  const { add = [], drop = [] } = written as { add?: (string | Authored)[]; drop?: string[] }
  drop.forEach((name, i) => {
    if (!usual.some((u) => u.path === name)) c.unknown(below(at, 'drop', i), 'REF004', 'usual column', name, usual.map((u) => u.path))
  })
  return [...usual.filter((u) => !drop.includes(u.path)), ...columnsOf(c, r, below(at, 'add'), add)]
}
