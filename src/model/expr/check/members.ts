/** `a.b`: fields, computed fields, followed refs, child rows, and `.value` of an enum. */
import { stepName } from '../../fields.ts'
import { didYouMean } from '../../nearest.ts'
import type { ExprNode, ExprType } from '../types.ts'
import { fail, isWrong, type Check, type RowShape, type Span } from './context.ts'
import { describe, mayBeEmpty, NUMBER, orEmpty } from './typing.ts'

type RowNode = ExprNode & { type: { t: 'row' } }
type Member = (c: Check, of: ExprNode, name: string, at: Span) => ExprNode

const noFields: Member = (c, of, name, at) => fail(c, at, 'CEL003', `${describe(of.type)} has no "${name}"`)

const BY_TYPE: Record<ExprType['t'], Member> = {
  row: (c, of, name, at) => rowMember(c, of as RowNode, name, at),
  record: (c, of, name, at) => recordMember(c, of, name, at),
  ref: (c, of, name, at) => refMember(c, of, name, at),
  enum: (c, of, name, at) => enumMember(c, of, name, at),
  any: (_c, of, name) => ({ k: 'field', of, name, unit: 'plain', type: { t: 'any', empty: true } }),
  list: (c, of, name, at) =>
    fail(
      c,
      at,
      'CEL003',
      `${describe(of.type)} has no "${name}"; take its elements with .map(x, x.${name}), .all(…), .exists(…)`,
    ),
  number: noFields,
  text: noFields,
  bool: noFields,
  date: noFields,
  null: noFields,
}

/** The member of a value, or a problem at the member's name. */
export function member(c: Check, of: ExprNode, name: string, at: Span): ExprNode {
  return isWrong(of) ? of : BY_TYPE[of.type.t](c, of, name, at)
}

function rowMember(c: Check, of: RowNode, name: string, at: Span): ExprNode {
  const resource = of.type.of
  const shape = c.place.types.row(resource)
  if (!shape) return fail(c, at, 'CEL002', `"${resource}" is no resource, so "${name}" cannot be read`)
  const child = shape.rows[name]
  if (child || shape.fields[name] || shape.refs[name])
    c.place.saw?.({ kind: 'field', of: of.type, name, step: !child && !shape.fields[name], at })
  if (child)
    return { k: 'rows', of, name, ...child, type: { t: 'list', of: { t: 'row', of: child.resource, empty: false } } }
  if (shape.fields[name]) return fieldOf(shape, of, name)
  if (shape.refs[name]) return follow(shape, of, name)
  const names = [...Object.keys(shape.fields), ...Object.keys(shape.refs), ...Object.keys(shape.rows)]
  return fail(c, at, 'CEL002', `${resource} has no field "${name}"${didYouMean(name, names)}`)
}

/** A field; a field read through a possibly empty value is possibly empty itself. */
function fieldOf(shape: RowShape, of: RowNode, name: string): ExprNode {
  const { type, unit, computed } = shape.fields[name]!
  const body = computed?.()
  const read = orEmpty(body ? orEmpty(type, mayBeEmpty(body.type)) : type, of.type.empty)
  return body ? { k: 'computed', of, name, body, unit, type: read } : { k: 'field', of, name, unit, type: read }
}

function follow(shape: RowShape, of: RowNode, name: string): ExprNode {
  const { field, resource, key, empty, as } = shape.refs[name]!
  const via = shape.fields[field]?.computed?.()
  const type: ExprType = {
    t: 'row',
    of: resource,
    empty: empty || of.type.empty || (via ? mayBeEmpty(via.type) : false),
  }
  return { k: 'follow', of, field, as: as ?? name, resource, key, ...(via ? { via } : {}), type }
}

/** A ref followed by its own name: `createBy.realName`, `customerId.realName`, or an element of a list of refs. */
function refMember(c: Check, ref: ExprNode, name: string, at: Span): ExprNode {
  const record = followRef(c, ref)
  return record
    ? member(c, record, name, at)
    : fail(c, at, 'CEL002', `this reference cannot be followed to "${name}": it may point at several kinds of records`)
}

function followRef(c: Check, ref: ExprNode): ExprNode | undefined {
  if (ref.type.t !== 'ref') return undefined
  const { of: resource, empty } = ref.type
  const type: ExprType = { t: 'row', of: resource, empty }
  const key = c.place.types.row(resource)?.key ?? 'id'
  if ((ref.k === 'field' || ref.k === 'computed') && ref.of.type.t === 'row') {
    const shape = c.place.types.row(ref.of.type.of)
    const as = shape && Object.keys(shape.refs).find((one) => shape.refs[one]!.field === ref.name)
    return shape && as !== undefined ? follow(shape, ref.of as RowNode, as) : undefined
  }
  if (ref.k === 'field')
    return { k: 'follow', of: ref.of, field: ref.name, as: stepName(ref.name), resource, key, type }
  return { k: 'follow', of: ref, field: '', as: '', resource, key, type }
}

function recordMember(c: Check, of: ExprNode, name: string, at: Span): ExprNode {
  if (of.type.t !== 'record') return noFields(c, of, name, at)
  const { fields, units, empty } = of.type
  const ref = fields[`${name}Id`]
  if (ref || fields[name])
    c.place.saw?.({
      kind: 'field',
      of: of.type,
      name,
      step: ref?.t === 'ref' && (!fields[name] || fields[name].t === 'row'),
      at,
    })
  if (ref?.t === 'ref' && (!fields[name] || fields[name].t === 'row'))
    return followRef(c, recordField(of, `${name}Id`, orEmpty(ref, empty)))!
  if (fields[name]) return recordField(of, name, orEmpty(fields[name], empty), units?.[name])
  return fail(c, at, 'CEL002', `there is no "${name}" here${didYouMean(name, Object.keys(fields))}`)
}

const recordField = (
  of: ExprNode,
  name: string,
  type: ExprType,
  unit: 'money' | 'bool' | 'plain' = 'plain',
): ExprNode => ({ k: 'field', of, name, unit, type })

function enumMember(c: Check, of: ExprNode, name: string, at: Span): ExprNode {
  if (of.type.t !== 'enum') return noFields(c, of, name, at)
  if (name !== 'value') return fail(c, at, 'CEL003', `${describe(of.type)} has no "${name}"; its number is .value`)
  const values = Object.values(c.place.types.dictionary(of.type.of)?.values ?? {})
  if (values.some((value) => typeof value !== 'number'))
    return fail(c, at, 'CEL003', `the values of ${of.type.of} are words, they have no number`)
  return { k: 'call', fn: 'enumValue', args: [of], type: orEmpty(NUMBER, mayBeEmpty(of.type)) }
}

/** A followed record used as a reference: `row.customer == null` means `row.customerId`. */
export function asRef(c: Check, node: ExprNode): ExprNode {
  if (node.k !== 'follow') return node
  if (node.field === '') return node.of
  if (node.of.type.t === 'row') return fieldOf(c.place.types.row(node.of.type.of)!, node.of as RowNode, node.field)
  return recordField(node.of, node.field, { t: 'ref', of: node.resource, empty: mayBeEmpty(node.type) })
}
