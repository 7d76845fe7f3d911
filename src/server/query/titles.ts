/**
 * What a reference is called: the title of the record it points at, as a scalar sub-query over the page. One
 * join a reference would cost the planner more than the database spends on the rows (four times as much with
 * ten references, measured), and the page is at most 200 rows.
 */
import { keyOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { valueSql, type Environment } from './expression.ts'
import { matches } from './joins.ts'
import { pathOf, valueAlong } from './paths.ts'
import { actorSlot, column, sql, type Sql } from './sql.ts'
import type { Catalogue, Link, Table } from './table.ts'

/** Titles lead through at most this many records (a cashier is called as the employee it points at). */
const DEPTH_MAX = 4

/** The value of a field of the record of an alias: its column, or what it is computed from. */
export function fieldSql(field: FieldModel, alias: string, environment: Environment): Sql {
  return field.value && !field.stored ? valueSql(field.value, alias, environment) : column(alias, field.name)
}

/** The field that the title of a resource is in the end: it says whether titles are masked. */
export function titleField(catalogue: Catalogue, table: Table, depth = 0): FieldModel {
  const { field } = pathOf(catalogue, table, table.resource.title)
  if (field.type !== 'ref' || !field.of || field.by || depth >= DEPTH_MAX) return field
  return titleField(catalogue, catalogue.table(field.of), depth + 1)
}

/** The title of the record of an alias, as text. */
export function titleSql(catalogue: Catalogue, table: Table, alias: string, environment: Environment, depth = 0): Sql {
  const { field, steps, table: owner } = pathOf(catalogue, table, table.resource.title)
  if (field.secret) return sql`null::text`
  const title = (at: string): Sql => {
    if (field.type !== 'ref' || depth >= DEPTH_MAX) return spoken(catalogue, owner, field, at, environment)
    return titleOfRef(catalogue, linksFor(catalogue, owner, field), at, environment, depth + 1) ?? sql`null::text`
  }
  return valueAlong(steps, alias, title, depth)
}

/** A text that has an English one beside it is answered in the language of whoever asks; an empty one is no text. */
function spoken(catalogue: Catalogue, owner: Table, field: FieldModel, at: string, environment: Environment): Sql {
  const text = asText(catalogue, field, fieldSql(field, at, environment))
  const english = owner.fields.get(field.en ?? '')
  if (!english) return text
  return sql`case when ${actorSlot('lang')}::text = 'en' then coalesce(nullif(${fieldSql(english, at, environment)}, ''), ${text}) else ${text} end`
}

function asText(catalogue: Catalogue, field: FieldModel, value: Sql): Sql {
  const zone = catalogue.model.app.timezone
  switch (field.type) {
    case 'datetime':
      return sql`to_char(${value} at time zone ${sql.lit(zone)}, 'YYYY-MM-DD HH24:MI')`
    case 'date':
      return sql`to_char(${value}, 'YYYY-MM-DD')`
    case 'money':
      return sql`to_char(${value} / 100.0, 'FM999999999990.00')`
    default:
      return sql`${value}::text`
  }
}

/** The links of one reference field, base fields included. */
export function linksFor(catalogue: Catalogue, table: Table, field: FieldModel): Link[] {
  const links = table.links.filter((link) => link.field.name === field.name)
  if (links.length > 0 || !field.of || !catalogue.tables.has(field.of)) return links
  return [{ from: table.name, field, to: field.of, key: keyOf(field), many: field.type === 'refs' }]
}

/** Title(s) of a reference of the record of an alias: text, or an array in the order of the references. */
export function titleOfRef(
  catalogue: Catalogue,
  links: readonly Link[],
  alias: string,
  environment: Environment,
  depth = 0,
): Sql | undefined {
  const stored = links.filter((link) => !catalogue.table(link.to).resource.virtual)
  if (stored.length === 0) return undefined
  const parts = stored.map((link) => ({ link, query: oneTitle(catalogue, link, alias, environment, depth) }))
  if (!parts[0]?.link.when) return parts[0]?.query
  const cases = parts.map(({ link, query }) => {
    const kind = link.when as NonNullable<Link['when']>
    return sql`when ${sql.lit(kind.value)} then ${query}`
  })
  return sql`case ${column(alias, (stored[0] as Link).when?.field as string)} ${sql.join(cases, sql` `)} end`
}

/**
 * What a reference in the entries of a list is called, that is kept in the record of an alias: an array in the order of
 * the entries. Nothing where no table holds the records, or not everybody may read what they are called.
 */
export function titlesInEntries(
  catalogue: Catalogue,
  table: Table,
  { list, member }: { list: FieldModel; member: FieldModel },
  alias: string,
  environment: Environment,
): Sql | undefined {
  const target = member.type === 'ref' && member.of && !member.by ? catalogue.tables.get(member.of) : undefined
  if (!target || target.resource.virtual) return undefined
  const named = titleField(catalogue, target)
  if (named.masked || named.secret || named.see !== undefined) return undefined
  const at = 'r0'
  const key = keyOf(member)
  const found = matches(key, at, target.resource.company && table.resource.company ? alias : undefined)
  const text = sql`(${sql.ref('e.entry')} ->> ${sql.lit(member.name)})`
  return sql`array(select (select ${titleSql(catalogue, target, at, environment)} from ${sql.table(target.name)} as ${sql.id(at)}
    where ${found(key === 'id' ? sql`${text}::bigint` : text)} limit 1) from jsonb_array_elements(${column(alias, list.name)}) with ordinality as "e"("entry", "n")
    order by "e"."n")`
}

function oneTitle(catalogue: Catalogue, link: Link, alias: string, environment: Environment, depth: number): Sql {
  const target = catalogue.table(link.to)
  const at = `r${depth}`
  const title = titleSql(catalogue, target, at, environment, depth)
  const sameCompany = target.resource.company && catalogue.table(link.from).resource.company
  const found = matches(link.key, at, sameCompany ? alias : undefined)
  const table = sql`${sql.table(target.name)} as ${sql.id(at)}`
  if (!link.many) {
    return sql`(select ${title} from ${table} where ${found(fieldSql(link.field, alias, environment))} limit 1)`
  }
  return sql`array(select (select ${title} from ${table} where ${found(sql.ref('k.key'))} limit 1)
    from unnest(${fieldSql(link.field, alias, environment)}) with ordinality as "k"("key", "n") order by "k"."n")`
}
