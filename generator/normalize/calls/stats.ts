/** Kind `stat`: the grouped resource, the groups, and the measures of a group (docs/LANGUAGE.md § 8). */
import { isDated, isNumber, isOrdered } from '../../../src/model/fields.ts'
import type { MeasureModel, StatModel } from '../../../src/model/model.ts'
import { below, type At, type CallDraft, type Compilation, type ResourceDraft } from '../../base/context.ts'
import type { AuthoredCall, AuthoredMeasures } from '../../base/authored.ts'
import { resolvePath } from '../../link/paths.ts'
import { condition, rowOf } from '../expressions.ts'

/** The resource whose rows a call groups or lists: for figures the grouped one, else its own. */
export const groupedBy = (c: Compilation, resource: ResourceDraft): ResourceDraft =>
  c.resources.get(resource.data.figures?.of ?? '') ?? resource

/** Groups are fields; measures are numbers of a group, or one divided by another. */
export function statOf(c: Compilation, draft: CallDraft, stat: NonNullable<AuthoredCall['stat']>): StatModel {
  const at = below(draft.at, 'stat')
  const { resource } = draft
  const of = groupedBy(c, resource)
  const groups = stat.by.flatMap((name, i) => {
    const found = resolvePath(c, of, name, below(at, 'by', i))
    return found ? [{ name, type: found.field.type }] : []
  })
  const { figures } = resource.data
  if (!stat.measures && !figures) c.error(at, 'SHP003', '"measures" is missing: which numbers?', { key: true })
  const measures = stat.measures
    ? measuresOf(c, of, below(at, 'measures'), stat.measures)
    : measuresOf(c, of, { source: resource.source, path: ['figures', 'measures'] }, figures?.measures ?? {})
  return {
    ...(figures ? { text: figures.text } : {}),
    by: groups.map(({ name }) => name),
    ...(groups.length === 1 && groups.every(({ type }) => isDated(type)) ? { days: true } : {}),
    measures,
    ...(stat.sort ? { sort: sortOf(c, below(at, 'sort'), stat.sort, Object.keys(measures)) } : {}),
  }
}

function sortOf(c: Compilation, at: At, sort: string[], measures: string[]): string[] {
  return sort.filter((key, i) => {
    const name = key.replace(/^-/, '')
    if (!measures.includes(name)) c.unknown(below(at, i), 'REF004', 'measure', name, measures)
    return measures.includes(name)
  })
}

function measuresOf(
  c: Compilation,
  of: ResourceDraft,
  at: At,
  written: AuthoredMeasures,
): Record<string, MeasureModel> {
  return Object.fromEntries(
    Object.entries(written).flatMap(([name, text]) => {
      const made = text.endsWith(')')
        ? figureOf(c, of, below(at, name), text)
        : ratioOf(c, below(at, name), text, Object.keys(written))
      return made ? [[name, made] as const] : []
    }),
  )
}

/** `signed / total`. */
function ratioOf(c: Compilation, at: At, text: string, measures: string[]): MeasureModel | undefined {
  const [part = '', whole = ''] = text.split(' / ')
  for (const name of [part, whole])
    if (!measures.includes(name)) return c.unknown(at, 'REF004', 'measure', name, measures)
  return { fn: 'ratio', of: [part, whole] }
}

/** `count()`, `count(condition)`, `sum(path)`, `sum(path, condition)`. */
function figureOf(c: Compilation, of: ResourceDraft, at: At, text: string): MeasureModel | undefined {
  c.allow(at, { kind: 'measure', resource: of.name })
  const [, fn = '', inside = ''] = /^(\w+)\((.*)\)$/.exec(text) ?? []
  const [, path = '', rest = ''] = /^([\w.]*)(?:,\s*(.+))?$/.exec(inside) ?? []
  const src = fn === 'count' && path === '' ? inside : rest
  if (fn !== 'count' && path === '')
    return c.error(at, 'CEL005', `${fn}() adds up nothing; name a field: ${fn}(amount)`)
  const found = path ? resolvePath(c, of, path, at, { offset: fn.length + 1 }) : undefined
  if (path && !found) return undefined
  const takes = fn === 'min' || fn === 'max' ? isOrdered : isNumber
  if (found && fn !== 'count' && !takes(found.field.type))
    return c.error(at, 'REF015', `"${path}" is ${found.field.type}; ${fn}() takes numbers`)
  const where = src
    ? condition(c, at, src, { row: rowOf(of.name) }, { sql: true, shift: text.indexOf(src) })
    : undefined
  if (src && !where) return undefined
  return { fn: fn as 'sum', ...(found ? { field: found.path } : {}), ...(where ? { where } : {}) }
}
