/** Counted fields: `count` and `sum` over the records that point here (docs/LANGUAGE.md § 4). */
import type { ExprNode, ExprType } from '../../../src/model/expr/types.ts'
import { nodesOf } from '../../../src/model/expr/tree.ts'
import type { Expr } from '../../../src/model/expr/types.ts'
import { isLink } from '../../../src/model/fields.ts'
import type { FieldModel, TallyModel } from '../../../src/model/model.ts'
import { below, nameOrObject, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import type { AuthoredCounted, AuthoredSummed } from '../../base/authored.ts'
import { wordsOf } from '../../base/parts.ts'
import { baseFields, referField } from '../../link/fields.ts'
import { ownField } from '../../link/index.ts'
import { condition, expression, rowOf } from '../expressions.ts'

/** The counted fields of a resource, each with its definition. Mistakes are reported at their places. */
export function talliesOf(c: Compilation, r: ResourceDraft): Record<string, TallyModel[]> {
  const found: Record<string, TallyModel[]> = {}
  for (const field of r.fields.values()) {
    const { count, sum } = wordsOf(r.data.fields[field.name])
    const key = count === undefined ? 'sum' : 'count'
    const written = count ?? sum
    if (!written) continue
    const at: At = { source: r.source, path: ['fields', field.name, key] }
    if (r.data.virtual) {
      c.error(at, 'REF015', `${r.name} has no table; there is nothing to keep the number in`)
      continue
    }
    found[field.name] = [written]
      .flat()
      .flatMap((one, i) => tallyOf(c, r, field, Array.isArray(written) ? below(at, i) : at, one) ?? [])
  }
  return found
}

function tallyOf(
  c: Compilation,
  r: ResourceDraft,
  field: FieldModel,
  at: At,
  raw: string | (Exclude<AuthoredCounted, string> & Partial<AuthoredSummed>),
): TallyModel | undefined {
  const { name, more } = nameOrObject(raw, 'of')
  const place = typeof raw === 'string' ? at : below(at, 'of')
  const target = targetOf(c, r, place, name)
  if (!target) return undefined
  const where =
    more.where === undefined
      ? undefined
      : counting(c, target.counted, below(at, 'where'), more.where, { expect: 'bool' })
  const value = more.value === undefined ? undefined : summed(c, target.counted, below(at, 'value'), more.value, field)
  const each = more.each === undefined ? undefined : eachOf(c, target.counted, below(at, 'each'), more.each)
  return {
    resource: target.counted.name,
    ref: target.ref.name,
    ...(where ? { where } : {}),
    ...(value ? { value } : {}),
    ...(each ? { each } : {}),
  }
}

/** The field of the counted records whose different values are counted: a column with one value a row. */
function eachOf(c: Compilation, counted: ResourceDraft, at: At, name: string): string | undefined {
  const field = ownField(c, counted, name, at)
  if (!field) return undefined
  if (field.column && !isCounted(counted, name) && !MANY.has(field.type)) return name
  return c.error(at, 'REF015', `"${name}" holds no single value a ${counted.name} that could be counted once`)
}

/** Types with several values, or without equal ones. */
const MANY: ReadonlySet<FieldModel['type']> = new Set(['enums', 'refs', 'rows', 'group', 'images', 'json'])

/** `lead.channelId`: the counted resource, and its ref that points here. */
function targetOf(
  c: Compilation,
  r: ResourceDraft,
  at: At,
  path: string,
): { counted: ResourceDraft; ref: FieldModel } | undefined {
  const [resource = '', name = ''] = path.split('.')
  c.refer('resource', resource, at, { offset: 0 })
  const counted = c.resources.get(resource)
  if (!counted) return c.unknown(at, 'REF001', 'resource', resource, c.resources.keys())
  const ref = counted.fields.get(name)
  if (!ref && baseFields(c).has(name))
    return c.error(
      at,
      'REF015',
      `"${name}" is of every record, and nothing is counted by it; name a ref of ${resource}`,
    )
  if (!ref) return c.unknown(at, 'REF004', 'field', name, counted.fields.keys())
  referField(c, at, ref, name, { offset: resource.length + 1 })
  if (counted.data.virtual) return c.error(at, 'REF015', `${resource} has no table; nothing of it can be counted`)
  if (!isLink(ref) || ref.of !== r.name)
    return c.error(at, 'REF015', `"${path}" must be a ref to ${r.name}: it says what is counted where`)
  if (!ref.column) return c.error(at, 'REF015', `"${path}" is worked out when it is read; count by a ref that is kept`)
  return { counted, ref }
}

/** Conditions and values read only the counted record, so that only its own writes can change the number. */
const ALONE = new Set<ExprNode['k']>(['lit', 'list', 'root', 'field', 'not', 'and', 'or', 'cmp', 'in'])

function counting(
  c: Compilation,
  counted: ResourceDraft,
  at: At,
  src: string,
  { expect, more = [] }: { expect: ExprType | 'bool'; more?: readonly ExprNode['k'][] },
): Expr | undefined {
  const scope = { row: rowOf(counted.name) }
  const expr =
    expect === 'bool'
      ? condition(c, at, src, scope, { sql: true })
      : expression(c, at, src, scope, { expect, sql: true })
  if (!expr) return undefined
  const alone = [...nodesOf(expr.ast)].every(
    (node) => (ALONE.has(node.k) || more.includes(node.k)) && (node.k !== 'field' || isOwnColumn(counted, node)),
  )
  if (alone) return expr
  return c.error(
    at,
    'SQL001',
    `"${src}" looks beyond the record that is counted; it may compare own fields of ${counted.name} with fixed values`,
  )
}

const isOwnColumn = (counted: ResourceDraft, node: Extract<ExprNode, { k: 'field' }>): boolean =>
  node.of.k === 'root' && counted.fields.get(node.name)?.column !== false && !isCounted(counted, node.name)

/**
 * Whether a field is counted itself, or worked out from one that is: it changes without a write of its record, so that
 * nobody who counts the record would hear of it.
 */
function isCounted(r: ResourceDraft, name: string, met: readonly string[] = []): boolean {
  if (met.includes(name)) return false
  const { count, sum, value } = wordsOf(r.data.fields[name])
  if (count !== undefined || sum !== undefined) return true
  const read = typeof value === 'string' ? value.matchAll(/\brow\.(\w+)/g) : []
  return [...read].some(([, other = '']) => isCounted(r, other, [...met, name]))
}

/** A field of the same kind as the counted one, or several such fields joined by + and -. */
function summed(c: Compilation, counted: ResourceDraft, at: At, src: string, field: FieldModel): Expr | undefined {
  const expr = counting(c, counted, at, src, { expect: { t: 'number', empty: true }, more: ['math', 'call'] })
  if (!expr) return undefined
  for (const node of nodesOf(expr.ast)) {
    const plain =
      node.k === 'root' ||
      (node.k === 'math' && (node.op === '+' || node.op === '-')) ||
      (node.k === 'call' && node.fn === 'or' && node.args[1]?.k === 'lit' && node.args[1].v === 0) ||
      (node.k === 'lit' && node.v === 0) ||
      (node.k === 'field' && (node.unit === 'money') === (field.type === 'money'))
    if (!plain)
      return c.error(
        at,
        'REF015',
        `"${src}" does not add up to ${field.type}: name fields that are ${field.type === 'money' ? 'money' : 'plain numbers'}, joined by + and -`,
      )
  }
  return expr
}
