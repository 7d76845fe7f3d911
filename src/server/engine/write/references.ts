/** Checks references before a write: the record exists, is live, and is among the choices of the look-up. */
import { evaluate } from '../../../model/expr/index.ts'
import { isLink, isNested, membersOf, keyOf, isUpload } from '../../../model/fields.ts'
import type { FieldModel } from '../../../model/model.ts'
import { isEmpty } from '../../../model/validate/index.ts'
import { refusal } from '../../errors.ts'
import { codecOf } from '../../fields/index.ts'
import { valueOfName } from '../../fields/value-names.ts'
import { linksFor } from '../../query/titles.ts'
import { allOf, column, sql, type Sql } from '../../query/sql.ts'
import type { Link, Table } from '../../query/table.ts'
import { sameValue } from '../rows.ts'
import type { Unit } from '../unit.ts'
import type { Question } from './questions.ts'

type Values = Record<string, unknown>

/** A set of references: their fields, the record or input that holds them, its former values, and the path for messages. */
interface Referring {
  fields: readonly FieldModel[]
  values: Values
  old?: Values
  /** Roots of the expressions that narrow a look-up. */
  row: Values
  parent?: Values | undefined
  input: Values
  at?: string
  /** The table the fields belong to; absent for the inputs of a call. */
  table?: Table
}

/** Conditions under which a look-up offers a record; made by the pipeline, which knows the calls. */
export type Offered = (field: FieldModel, target: Table, alias: string, fixed: Values) => Sql

/** For each reference: whether its record is among the choices. */
export async function referenceQuestions(
  unit: Unit,
  offered: Offered,
  referring: readonly Referring[],
): Promise<Question[]> {
  const questions: Question[] = []
  for (const one of referring) questions.push(...(await questionsOf(unit, offered, one)))
  return questions
}

/** What is chosen by a narrowed look-up may well be there, and only not on offer. */
const existing = (query: Sql, field: FieldModel, at: string): Question => ({
  query,
  refusal: (found) =>
    found === true
      ? undefined
      : refusal(Object.keys(field.with).length > 0 ? 'notOffered' : 'noReference', {
          field: at,
          holes: { label: field.label },
        }),
})

async function questionsOf(unit: Unit, offered: Offered, one: Referring): Promise<Question[]> {
  const questions: Question[] = []
  for (const field of one.fields) {
    if (isNested(field)) {
      questions.push(...(await entries(unit, offered, one, field)))
      continue
    }
    const value = one.values[field.name]
    if (isUpload(field.type)) questions.push(...uploadQuestions(unit, one, field))
    if (!isLink(field) || isEmpty(value)) continue
    if (one.old && sameValue(one.old[field.name], value)) continue
    const link = linkOf(unit, one, field)
    if (!link || unit.table(link.to).resource.virtual) continue
    questions.push(
      existing(await question(unit, offered, one, { field, link }, value), field, `${one.at ?? ''}${field.name}`),
    )
  }
  return questions
}

/** An upload must be one of the company's own, under its own address: nobody may point at another's file, or at a script. */
function uploadQuestions(unit: Unit, one: Referring, field: FieldModel): Question[] {
  const table = unit.core.catalogue.part('file')
  const before = new Set(uploadsIn(one.old?.[field.name]).map((upload) => upload.url))
  const fresh = uploadsIn(one.values[field.name]).filter((upload) => !before.has(upload.url))
  if (!table || unit.actor.kind === 'system') return []
  return fresh.map((upload) => ({
    query: sql`exists (select 1 from ${sql.table(table.name)} as "t" where "t"."id" = ${upload.id} and "t"."url" = ${upload.url}
      ${table.resource.company ? sql`and "t"."companyId" = ${unit.actor.companyId ?? null}` : sql``} and not "t"."isDel")`,
    refusal: (found) =>
      found === true
        ? undefined
        : refusal('noUpload', { field: `${one.at ?? ''}${field.name}`, holes: { label: field.label } }),
  }))
}

const uploadsIn = (value: unknown): { id: unknown; url: unknown }[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (upload): upload is { id: unknown; url: unknown } => typeof upload === 'object' && upload !== null,
  )

/** Entries of a nested list have references of their own. */
async function entries(unit: Unit, offered: Offered, one: Referring, field: FieldModel): Promise<Question[]> {
  const value = one.values[field.name]
  const list = (Array.isArray(value) ? value : [value]).filter(
    (entry): entry is Values => typeof entry === 'object' && entry !== null,
  )
  const found: Question[] = []
  for (const [i, entry] of list.entries()) {
    const at = Array.isArray(value) ? `${one.at ?? ''}${field.name}[${i}].` : `${one.at ?? ''}${field.name}.`
    found.push(
      ...(await questionsOf(unit, offered, {
        fields: membersOf(field),
        values: entry,
        row: entry,
        parent: one.row,
        input: one.input,
        at,
      })),
    )
  }
  return found
}

/** The resource of a reference; for several kinds, the one its enum selects. */
function linkOf(unit: Unit, one: Referring, field: FieldModel): Link | undefined {
  const links = one.table ? linksFor(unit.core.catalogue, one.table, field) : linksOfInput(unit, field)
  return links.find((link) => !link.when || String(link.when.value) === kindOf(unit, one, link.when.field))
}

/** The enum value of a reference to several kinds, as the model writes it. */
function kindOf({ core }: Unit, { table, fields, values, row }: Referring, name: string): string {
  const field = table?.fields.get(name) ?? fields.find((one) => one.name === name)
  const kind = values[name] ?? row[name]
  return String(field ? valueOfName(kind, field, core.model.dictionaries) : kind)
}

function linksOfInput(unit: Unit, field: FieldModel): Link[] {
  const link = { from: '', field, key: keyOf(field), many: field.type === 'refs' }
  if (field.by && field.kinds) {
    return Object.entries(field.kinds).map(([value, to]) => ({
      ...link,
      to,
      when: { field: field.by as string, value },
    }))
  }
  return field.of && unit.core.catalogue.tables.has(field.of) ? [{ ...link, to: field.of }] : []
}

/** A referenced record stays until the transaction ends: whoever deletes it waits, and then sees the reference. */
const HELD = sql`for key share of "t"`

async function question(
  unit: Unit,
  offered: Offered,
  one: Referring,
  { field, link }: { field: FieldModel; link: Link },
  value: unknown,
): Promise<Sql> {
  const target = unit.table(link.to)
  const fixed = await narrowed(unit, field, one)
  const condition = offered(field, target, 't', fixed)
  const from = sql`from ${sql.table(target.name)} as "t"`
  if (!link.many) {
    return sql`exists (select 1 ${from} where ${allOf([sql`${column('t', link.key)} = ${codecOf(field).toDb(value, field, target.dictionaries)}`, condition])} ${HELD})`
  }
  const keys = [...new Set(value as unknown[])]
  // References that the record already holds may stay, whoever may see them.
  const held = new Set((one.old?.[field.name] as unknown[] | undefined) ?? [])
  const fresh = keys.filter((key) => !held.has(key))
  return sql`(select count(distinct "n"."key") from (select ${column('t', link.key)} as "key" ${from} where ${allOf([sql`${column('t', link.key)} = any(${fresh})`, condition])} ${HELD}) as "n") = ${sql.lit(fresh.length)}`
}

/** The fixed inputs of the look-up that have a value: they narrow the choices. */
async function narrowed(unit: Unit, field: FieldModel, one: Referring): Promise<Values> {
  const fixed: Values = {}
  for (const [name, bound] of Object.entries(field.with)) {
    const roots = { row: one.row, parent: one.parent, input: one.input, old: one.old }
    const value = 'expr' in bound ? evaluate(bound.expr.ast, await unit.prepare(bound.expr, roots)) : bound.value
    if (!isEmpty(value)) fixed[name] = typeof value === 'boolean' ? Number(value) : value
  }
  return fixed
}
