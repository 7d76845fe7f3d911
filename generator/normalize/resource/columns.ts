/** Columns: names, paths, or objects; an exact list, or changes of the usual ones. */
import type { Expr, ExprNode } from '../../../src/model/expr/types.ts'
import type { ColumnModel } from '../../../src/model/model.ts'
import { below, nameOrObject, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { condition, expression, roots, rowOf } from '../expressions.ts'
import { placed } from '../../base/origin.ts'
import { resolvePath } from '../../link/paths.ts'
import { suggestion } from '../../base/problems.ts'
import { aliasOf, isNumber, traitsOf } from '../../../src/model/fields.ts'
import type { AuthoredColumns, AuthoredColumn } from '../../base/authored.ts'
import type { ColumnWords } from '../../base/parts.ts'

export function columnsOf(c: Compilation, r: ResourceDraft, at: At, items: AuthoredColumn[]): ColumnModel[] {
  const seen = new Set<string>()
  return items.flatMap((item, i) => {
    const made = column(c, r, below(at, i), item)
    if (!made) return []
    if (seen.has(made.path)) return c.error(below(at, i), 'REF009', `the column "${made.path}" is there already`) ?? []
    seen.add(made.path)
    return placed(made, below(at, i))
  })
}

function column(c: Compilation, r: ResourceDraft, at: At, item: AuthoredColumn): ColumnModel | undefined {
  const { name, more } = nameOrObject<'field', ColumnWords>(item, 'field')
  const found = resolvePath(c, r, name, typeof item === 'string' ? at : below(at, 'field'))
  if (!found) return undefined
  if (found.field.secret) return c.error(at, 'REF015', `"${name}" is secret and never sent`)
  const lost = found.steps.find(({ field }) => field.value && !field.stored && aliasOf(field) === undefined)
  if (lost)
    return c.error(at, 'REF015', `"${lost.field.name}" is worked out when it is read: nothing can be read through it`)
  if (more.total && !isNumber(found.field.type))
    c.error(below(at, 'total'), 'REF015', `"${name}" is no number; only numbers have a total`)
  const tone = more.tone ? toneOf(c, r, below(at, 'tone'), more.tone) : undefined
  const show = more.show
    ? condition(c, below(at, 'show'), more.show, roots(c, { params: { t: 'any', empty: true } }))
    : undefined
  return {
    path: found.path,
    field: found.field,
    label: more.label ?? found.field.label,
    ...(more.total ? { total: more.total } : {}),
    ...(tone ? { tone } : {}),
    ...(show ? { show } : {}),
    sort: false,
  }
}

/** An expression whose texts are tones. */
function toneOf(c: Compilation, r: ResourceDraft, at: At, src: string): Expr | undefined {
  const expr = expression(c, at, src, roots(c, { row: rowOf(r.name) }), { expect: { t: 'text', empty: true } })
  for (const word of expr ? texts(expr.ast) : [])
    if (!TONES.includes(word))
      c.error(at, 'CEL003', `"${word}" is no tone${suggestion(word, TONES) || `; tones are ${TONES.join(', ')}`}`)
  return expr
}

const TONES = ['waiting', 'active', 'done', 'attention', 'failed', 'off']

/** The possible text results of an expression. */
function texts(node: ExprNode): string[] {
  if (node.k === 'if') return [...texts(node.then), ...texts(node.else)]
  return node.k === 'lit' && typeof node.v === 'string' ? [node.v] : []
}

/** The usual columns: those of the resource, else its first plain fields. */
export function usualColumns(c: Compilation, r: ResourceDraft): ColumnModel[] {
  const made = usual.get(r) ?? makeUsualColumns(c, r)
  usual.set(r, made)
  return made
}

const usual = new WeakMap<ResourceDraft, ColumnModel[]>()

function makeUsualColumns(c: Compilation, r: ResourceDraft): ColumnModel[] {
  if (r.data.columns) return columnsOf(c, r, { source: r.source, path: ['columns'] }, r.data.columns)
  const names = [...r.fields.values()]
    .filter((f) => !f.secret && traitsOf(f.type).table)
    .slice(0, 8)
    .map((f) => f.name)
  return columnsOf(c, r, { source: r.source, path: ['fields'] }, names)
}

/** `columns` of a view against the usual ones. */
export function changedColumns(
  c: Compilation,
  r: ResourceDraft,
  at: At,
  written: AuthoredColumns | undefined,
  usual: ColumnModel[],
): ColumnModel[] {
  if (written === undefined) return usual
  if (Array.isArray(written)) return columnsOf(c, r, at, written)
  const { add = [], drop = [] } = written
  drop.forEach((name, i) => {
    const dropped = usual.find((u) => u.path === name)
    if (!dropped)
      c.unknown(
        below(at, 'drop', i),
        'REF004',
        'usual column',
        name,
        usual.map((u) => u.path),
      )
    else if (c.references) resolvePath(c, r, name, below(at, 'drop', i))
  })
  const added = columnsOf(c, r, below(at, 'add'), add)
  const remaining = usual.filter((u) => !drop.includes(u.path))
  added.forEach((col, i) => {
    if (remaining.some((u) => u.path === col.path))
      c.error(below(at, 'add', i), 'REF009', `the column "${col.path}" is there already`)
  })
  return [...remaining, ...added]
}
