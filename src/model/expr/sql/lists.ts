/** Lists in SQL: child rows, array columns, entries of jsonb, and the results of filter and map. */
import { sql } from 'kysely'
import { isEmpty } from '../evaluate.ts'
import type { NodeOf } from '../tree.ts'
import type { ExprNode, ExprType } from '../types.ts'
import { array } from './constants.ts'
import {
  bareColumn,
  bind,
  column,
  entry,
  isConstant,
  constantValue,
  newAlias,
  resolve,
  select,
  untranslatable,
  type Element,
  type Scope,
  type Sql,
} from './scope.ts'

/** A list as the rows of a sub-select. `order`: keeps the rows in the order of JavaScript. */
interface Relation {
  from: Sql[]
  where: Sql[]
  item: Element
  order: Sql[]
}

/** The rows of a list. */
function relation(node: ExprNode, scope: Scope): Relation {
  const [n, s] = resolve(node, scope)
  if (isConstant(n)) return constantList(n, s)
  switch (n.k) {
    case 'rows':
      return childRows(n, s)
    case 'field':
      return stored(n, s)
    case 'computed':
      return computed(n, s)
    case 'each':
      return comprehension(n, s)
    case 'list':
      return written(n, s)
    case 'var':
      return unnest(elementSql(s.vars[n.name]), s)
    default:
      return untranslatable(`a list by ${n.k}`)
  }
}

const elementSql = (element: Element | undefined): Sql =>
  element && 'sql' in element ? element.sql : untranslatable('a list of records inside a list')

/** Live rows that point at the record. */
function childRows(n: NodeOf<'rows'>, s: Scope): Relation {
  const alias = newAlias(s)
  const parent = sql`${column(alias, n.parent)} = ${idOf(n.of, s)}`
  return {
    from: [sql`${sql.id(n.resource)} as ${sql.id(alias)}`],
    where: [parent, sql`not ${column(alias, 'isDel')}`],
    item: { rec: { alias } },
    order: [column(alias, 'id')],
  }
}

/** The id of a record; for one behind a ref that holds ids, the ref itself. */
function idOf(node: ExprNode, s: Scope): Sql {
  const direct = node.k === 'follow' && node.key === 'id' && node.field !== '' && !node.via
  const type = { t: 'ref', of: '', empty: true } as const
  return s.print.value(
    { k: 'field', of: direct ? node.of : node, name: direct ? node.field : 'id', unit: 'plain', type },
    s,
  )
}

/** An array column, or a list inside an entry. */
function stored(n: NodeOf<'field'>, s: Scope): Relation {
  const { from, where, rec } = bind(n.of, s)
  const of = elementType(n)
  const list =
    'json' in rec || of.t === 'record' ? unnestJson(entry(rec, n.name), of, s) : unnest(column(rec.alias, n.name), s)
  return { ...list, from: [...from, ...list.from], where: [...where, ...list.where] }
}

const elementType = (node: ExprNode): ExprType =>
  node.type.t === 'list' ? node.type.of : untranslatable('a list without a known type')

/** The elements of an array, in their order. */
function unnest(list: Sql, s: Scope): Relation {
  return elements(sql`unnest(${list})`, s)
}

function unnestJson(list: Sql, of: ExprType, s: Scope): Relation {
  const safe = sql`case when jsonb_typeof(${list}) = 'array' then ${list} else '[]'::jsonb end`
  return of.t === 'record'
    ? elements(sql`jsonb_array_elements(${safe})`, s)
    : elements(sql`jsonb_array_elements_text(${safe})`, s, true)
}

function elements(source: Sql, s: Scope, entry = false): Relation {
  const alias = newAlias(s)
  return {
    from: [sql`${source} with ordinality as ${sql.id(alias)}(v, i)`],
    where: [],
    item: { sql: column(alias, 'v'), entry },
    order: [column(alias, 'i')],
  }
}

/** A list that is known without a row. */
function constantList(n: ExprNode, s: Scope): Relation {
  const values = constantValue(n, s)
  if (!Array.isArray(values) || isEmpty(values))
    return {
      from: [sql`(select null::text) as ${sql.id(newAlias(s))}(v)`],
      where: [sql`false`],
      item: { sql: sql`null::text` },
      order: [],
    }
  return unnest(array(values, elementType(n), s), s)
}

/** `[row.a, row.b]`. */
function written(n: NodeOf<'list'>, s: Scope): Relation {
  return unnest(sql`array[${sql.join(n.items.map((item) => s.print.value(item, s)))}]`, s)
}

/** A computed list of a record that must be joined. */
function computed(n: NodeOf<'computed'>, s: Scope): Relation {
  const { from, where, rec } = bind(n.of, s)
  const list = relation(n.body, { ...s, row: rec, vars: {} })
  return { ...list, from: [...from, ...list.from], where: [...where, ...list.where] }
}

function comprehension(n: NodeOf<'each'>, s: Scope): Relation {
  const of = relation(n.of, s)
  const inner = withElement(s, n.as, of.item)
  if (n.fn === 'map') return { ...of, item: { node: n.body, scope: inner } }
  if (n.fn === 'filter') return { ...of, where: [...of.where, s.print.cond(n.body, inner)] }
  return untranslatable(`a list by ${n.fn}`)
}

const withElement = (s: Scope, name: string, item: Element): Scope => ({ ...s, vars: { ...s.vars, [name]: item } })

/** A name that no author can write, for elements that the printer adds. */
const ELEMENT = '#'

/** The value of an element. */
function itemValue(list: Relation, of: ExprType, s: Scope): Sql {
  return s.print.value({ k: 'var', name: ELEMENT, type: of }, withElement(s, ELEMENT, list.item))
}

/** `.size()` of a list. */
export function count(node: ExprNode, s: Scope): Sql {
  const stored = arrayColumn(node, s)
  if (stored) return sql`coalesce(cardinality(${stored}), 0)::numeric`
  const { from, where } = relation(node, s)
  return select(sql`count(*)::numeric`, from, where)
}

/** `.sum()`. The items are in a select of their own: an aggregate over columns of an outer select only would belong to that one. */
export function sum(node: ExprNode, s: Scope): Sql {
  const list = relation(node, s)
  const items = select(sql`${itemValue(list, elementType(node), s)} as v`, list.from, list.where)
  return sql`(select coalesce(sum(v), 0) from ${items} as ${sql.id(newAlias(s))})`
}

/** The list itself, as an array. */
export function listValue(node: ExprNode, s: Scope): Sql {
  const list = relation(node, s)
  const order = list.order.length > 0 ? sql` order by ${sql.join(list.order)}` : sql``
  return sql`array${select(itemValue(list, elementType(node), s), list.from, list.where, order)}`
}

const exists = ({ from, where }: Relation, more: Sql): Sql => sql`exists ${select(sql`1`, from, [...where, more])}`

/** `.all(…)` and `.exists(…)`; neither is ever NULL. */
export function quantified(n: NodeOf<'each'>, s: Scope): Sql {
  const of = relation(n.of, s)
  const inner = withElement(s, n.as, of.item)
  return n.fn === 'exists'
    ? exists(of, s.print.cond(n.body, inner))
    : sql`(not ${exists(of, sql`not ${s.print.strict(n.body, inner)}`)})`
}

/** Whether some element equals the value. */
export function hasElement(value: ExprNode, list: ExprNode, s: Scope): Sql {
  const of = relation(list, s)
  const element: ExprNode = { k: 'var', name: ELEMENT, type: elementType(list) }
  const equal: ExprNode = { k: 'cmp', op: '==', a: element, b: value, type: { t: 'bool', empty: false } }
  return exists(of, s.print.cond(equal, withElement(s, ELEMENT, of.item)))
}

/** The column of a list field of the current record, if the node is one: it may have an index. */
export function arrayColumn(node: ExprNode, scope: Scope): Sql | undefined {
  const [n, s] = resolve(node, scope)
  return n.k === 'field' && elementType(n).t !== 'record' ? bareColumn(n, s) : undefined
}
