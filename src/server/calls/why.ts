/**
 * Why a number is what it is: its formula in words, the same with the values put in, and what each of them is, down to
 * the rows that are counted or added up (docs/PROOFS.md § 5).
 */
import { evaluate, isEmpty, type Env } from '../../model/expr/evaluate.ts'
import { sayExpr } from '../../model/expr/say.ts'
import type { Expr, ExprNode } from '../../model/expr/types.ts'
import { formatDate, formatDatetime, formatMoney, formatNumber } from '../../model/format.ts'
import { isNumber } from '../../model/fields.ts'
import type { FieldModel, Lang, TallyModel, Text } from '../../model/model.ts'
import { refuse } from '../errors.ts'
import { fromDb, wireValue } from '../engine/rows.ts'
import { maskValue } from '../fields/index.ts'
import { conditionSql, valueSql } from '../query/expression.ts'
import { allOf, column, prepare, sql, type Sql } from '../query/sql.ts'
import type { Table } from '../query/table.ts'
import { titleField, titleSql } from '../query/titles.ts'
import type { DbRow, Row } from '../types.ts'
import { mustSeeRecord } from './history.ts'
import type { Making } from './plan.ts'
import { query } from './read.ts'
import { Records } from './records.ts'
import type { Doing } from './write.ts'

/** What is asked: a number of a record. */
interface Asked {
  entity: string
  id: number
  field: string
}

/** A row that is counted, or whose value is added up. */
interface WhyRow {
  id: number
  title: string
  value?: string
}

/** A part of the formula: what it is called, its value as people read it, and the rows it is made of. `more`: rows not told. */
interface WhyTerm {
  label: string
  value: string
  resource?: string
  rows?: WhyRow[]
  more?: number
}

interface Why {
  value: unknown
  formula: string
  put: string
  terms: WhyTerm[]
}

/** Most rows that are told of one part. */
const ROWS_MAX = 50
/** Values of a sum that are put in; of more the sum alone is. */
const ADDED_MAX = 6
/** What this person may not see. */
const HIDDEN = '•••'

const SAY = {
  count: { zh: '{of}的数量', en: 'number of {of}' },
  different: { zh: '{of}中不同{what}的数量', en: 'number of different {what} of {of}' },
  sum: { zh: '{of}的{what}合计', en: 'sum of {what} of {of}' },
  where: { zh: '{of}（{cond}）', en: '{of} where {cond}' },
  settings: { zh: '参数', en: 'setting' },
  yes: { zh: '是', en: 'yes' },
  no: { zh: '否', en: 'no' },
  some: { zh: '有', en: 'there is one' },
} satisfies Record<string, Text>

const filled = (words: Text, lang: Lang, parts: Record<string, string>): string =>
  words[lang].replace(/\{(\w+)\}/g, (_all, name: string) => parts[name] ?? '')

/** Why a field of a record has its value; refuses what this person may not see, and what is no computed number. */
export async function why(making: Making, outer: Doing, asked: Asked): Promise<Why> {
  const run = outer.run.nested(outer.run.call, outer.run.payload, outer.unit)
  await mustSeeRecord(run, asked.entity, asked.id)
  const { catalogue } = making.core
  const table = catalogue.table(asked.entity)
  const field = table.fields.get(asked.field)
  const sight = run.sight(table)
  if (!field || field.secret || (field.see !== undefined && !sight.can(field.see)))
    return refuse('hiddenField', { field: 'field' })
  const tallies = table.resource.tallies[field.name]
  if (!isNumber(field.type) || (!field.value && !tallies)) return refuse('malformed', { field: 'field' })
  const teller = new Teller(making, { ...outer, run }, table)
  const [raw] = await outer.unit.tx.query(`select * from "${table.name}" where "id" = $1`, [asked.id])
  if (!raw) return refuse('notFound', { field: 'entityId' })
  const row = fromDb(table, raw)
  return tallies ? await teller.counted(field, tallies, row) : await teller.computed(field, field.value as Expr, row)
}

class Teller {
  private readonly making: Making
  private readonly doing: Doing
  private readonly table: Table
  private readonly lang: Lang

  constructor(making: Making, doing: Doing, table: Table) {
    this.making = making
    this.doing = doing
    this.table = table
    this.lang = doing.run.actor.lang
  }

  private get catalogue() {
    return this.making.core.catalogue
  }

  /** By its formula. */
  async computed(field: FieldModel, expr: Expr, row: Row): Promise<Why> {
    const { run, unit } = this.doing
    const env = await unit.prepare(expr, { row })
    const records = new Records(this.making.core)
    const wire = (await records.byIds(run, this.table, [row.id])).get(row.id)
    const terms: WhyTerm[] = []
    const put = this.put(expr.ast, env, terms)
    return {
      value: wire?.[field.name] ?? null,
      formula: sayExpr(expr.ast, (node) => this.labelOf(node), this.lang),
      put,
      terms: await this.titled(terms),
    }
  }

  /** The name of what a node reads; nothing where it only reckons. */
  private labelOf(node: ExprNode): string | undefined {
    const { lang } = this
    if (node.k === 'field' || node.k === 'computed')
      return this.path(node.of, this.fieldOf(node.of, node.name)?.label[lang] ?? node.name)
    if (node.k === 'rows') return this.path(node.of, this.fieldOf(node.of, node.name)?.label[lang] ?? node.name)
    if (node.k === 'follow') return this.catalogue.table(node.resource).resource.label[lang]
    if (node.k === 'lit') return this.entry(node)
    return undefined
  }

  /** A name behind the names of the records that lead to it. */
  private path(of: ExprNode, name: string): string {
    if (of.k === 'follow')
      return `${this.path(of.of, this.catalogue.table(of.resource).resource.label[this.lang])} · ${name}`
    if (of.k === 'root' && of.name === 'settings') {
      const setting = this.making.core.model.app.settings.find((one) => one.name === name)
      return `${SAY.settings[this.lang]} · ${setting?.label[this.lang] ?? name}`
    }
    return name
  }

  private fieldOf(of: ExprNode, name: string): FieldModel | undefined {
    return of.type.t === 'row' ? this.catalogue.table(of.type.of).fields.get(name) : undefined
  }

  /** An entry of a dictionary by what people call it. */
  private entry(node: ExprNode): string | undefined {
    if (node.k !== 'lit' || node.type.t !== 'enum') return undefined
    return this.enumText(node.type.of, node.v)
  }

  private enumText(dictionary: string, value: unknown): string {
    const found = this.making.core.model.dictionaries[dictionary]?.values.find((one) => one.value === value)
    return found?.label[this.lang] ?? String(value ?? '')
  }

  /** The value of what a node reads, which becomes a part; nothing where it only reckons. */
  private valueOf(node: ExprNode, env: Env, terms: WhyTerm[]): string | undefined {
    if (node.k === 'lit') return this.entry(node)
    if (node.k === 'if') return this.chosen(node, env, terms)
    if (node.k === 'call' && node.fn === 'or') {
      const [first, second] = node.args as [ExprNode, ExprNode]
      return this.put(isEmpty(evaluate(first, env)) ? second : first, env, terms)
    }
    if (node.k === 'call' && (node.fn === 'sum' || node.fn === 'size')) return this.listed(node, env, terms)
    if (node.k !== 'field' && node.k !== 'computed') return undefined
    const label = this.labelOf(node) ?? node.name
    const value = this.isTold(node.of) && this.isShown(node) ? this.text(node, evaluate(node, env)) : HIDDEN
    if (!terms.some((term) => term.label === label)) terms.push({ label, value })
    return value
  }

  private put(node: ExprNode, env: Env, terms: WhyTerm[]): string {
    return sayExpr(node, (one) => this.valueOf(one, env, terms), this.lang)
  }

  /** Of two ways the one that was taken; what decided it is a part too. */
  private chosen(node: ExprNode & { k: 'if' }, env: Env, terms: WhyTerm[]): string {
    this.put(node.cond, env, terms)
    return this.put(evaluate(node.cond, env) === true ? node.then : node.else, env, terms)
  }

  /** A sum or a number of rows: with the rows. */
  private listed(node: ExprNode & { k: 'call' }, env: Env, terms: WhyTerm[]): string {
    const [list] = node.args
    const total = this.text(node, evaluate(node, env), list)
    const rows = list && rowsOf(list)
    if (!list || !rows) return total
    const told = this.isTold(rows)
    const label = sayExpr(node, (one) => this.labelOf(one), this.lang)
    const known = terms.some((term) => term.label === label)
    const counted = evaluate(list.k === 'each' && list.fn === 'map' ? list.of : list, env) as Row[]
    const values = node.fn === 'sum' ? (evaluate(list, env) as unknown[]).map((one) => this.text(node, one, list)) : []
    if (!known)
      terms.push({
        label,
        value: told ? total : HIDDEN,
        ...(told
          ? { resource: rows.resource, rows: counted.slice(0, ROWS_MAX).map((row, i) => rowOf(row.id, values[i])) }
          : {}),
        ...(told && counted.length > ROWS_MAX ? { more: counted.length - ROWS_MAX } : {}),
      })
    if (!told) return HIDDEN
    return values.length > 1 && values.length <= ADDED_MAX ? `(${values.join(' + ')})` : total
  }

  /** Whether what a node reads of other records may be told: of kinds of records that this person reads. */
  private isTold(of: ExprNode): boolean {
    const { rights } = this.doing.run.asker
    const name = of.type.t === 'row' ? of.type.of : of.k === 'rows' ? of.resource : undefined
    if (name === undefined || name === this.table.name || rights.whole) return true
    return rights.reads.has(name) || this.catalogue.table(name).resource.parent?.resource === this.table.name
  }

  /** Whether this person is shown the field itself: it is behind no code that they lack, and not masked for them. */
  private isShown({ of, name }: ExprNode & { k: 'field' | 'computed' }): boolean {
    const field = this.fieldOf(of, name)
    if (!field || of.type.t !== 'row') return true
    const sight = this.doing.run.sight(this.catalogue.table(of.type.of))
    return !field.secret && (field.see === undefined || sight.can(field.see)) && (!field.masked || sight.full)
  }

  /** A value as people read it. `like`: whose form it has, where the node itself has none. */
  private text(node: ExprNode, value: unknown, like: ExprNode = node): string {
    if (isEmpty(value)) return '—'
    const { type } = node
    const zone = this.making.core.model.app.timezone
    if (type.t === 'date') return type.day ? formatDate(Number(value), zone) : formatDatetime(Number(value), zone)
    if (type.t === 'enum') return this.enumText(type.of, value)
    if (type.t === 'bool') return SAY[value === true ? 'yes' : 'no'][this.lang]
    if (type.t === 'ref') return SAY.some[this.lang]
    if (typeof value !== 'number') return String(value)
    return isMoney(like) ? formatMoney(value) : formatNumber(value)
  }

  /** By rows of other records that count for it. */
  async counted(field: FieldModel, parts: readonly TallyModel[], row: Row): Promise<Why> {
    const terms: WhyTerm[] = []
    for (const part of parts) terms.push(await this.part(part, row, field))
    return {
      value: wireValue(this.table, row, field.name),
      formula: terms.map((term) => term.label).join(' + '),
      put: terms.map((term) => term.value).join(' + '),
      terms,
    }
  }

  private async part(part: TallyModel, row: Row, field: FieldModel): Promise<WhyTerm> {
    const { run } = this.doing
    const counted = this.catalogue.table(part.resource)
    const label = this.partLabel(part, counted)
    const { rights } = run.asker
    if (!rights.whole && !rights.reads.has(counted.name)) return { label, value: HIDDEN }
    const { environment } = run.asker
    const ref = counted.fields.get(part.ref)
    const key = row[this.table.resource.key]
    const held =
      ref?.type === 'refs' ? sql`${key} = any(${column('t', part.ref)})` : sql`${column('t', part.ref)} = ${key}`
    const where = [held, sql`not "t"."isDel"`, ...(part.where ? [conditionSql(part.where, 't', environment)] : [])]
    const value = part.value && valueSql(part.value, 't', environment)
    const made = part.each
      ? sql`count(distinct ${column('t', part.each)})`
      : value
        ? sql`coalesce(sum(${value}), 0)`
        : sql`count(*)`
    const from = sql`from ${sql.table(counted.name)} as "t" where ${allOf(where)}`
    const [whole] = await this.ask<{ figure: number; rows: number }>(
      sql`select ${made} as "figure", count(*) as "rows" ${from}`,
    )
    const figure = Number(whole?.figure ?? 0)
    const rows = await this.ask<{ id: number; title: string | null; value: number | null }>(
      sql`select "t"."id" as "id", ${this.title(counted)} as "title", ${value ?? sql`null`} as "value" ${from}
        and ${this.seen(counted)} order by "t"."id" desc limit ${sql.lit(ROWS_MAX)}`,
    )
    const more = Number(whole?.rows ?? 0) - rows.length
    const say = (n: number): string =>
      field.type === 'money' ? formatMoney(Math.round(n * 100) / 100) : formatNumber(n)
    return {
      label,
      value: say(figure),
      resource: counted.name,
      rows: rows.map((one) => ({
        ...rowOf(one.id, part.value ? say(Number(one.value ?? 0)) : undefined),
        title: this.told(counted, one.title),
      })),
      ...(more > 0 ? { more } : {}),
    }
  }

  private partLabel({ where, value, each }: TallyModel, { resource, fields }: Table): string {
    const { lang } = this
    const words = (expr: Expr): string => sayExpr(expr.ast, (node) => this.labelOf(node), lang)
    const of = where ? filled(SAY.where, lang, { of: resource.label[lang], cond: words(where) }) : resource.label[lang]
    if (each !== undefined) return filled(SAY.different, lang, { of, what: fields.get(each)?.label[lang] ?? each })
    return value ? filled(SAY.sum, lang, { of, what: words(value) }) : filled(SAY.count, lang, { of })
  }

  /** Rows with what people call them; those that this person may not see are only counted. */
  private async titled(terms: WhyTerm[]): Promise<WhyTerm[]> {
    for (const term of terms) {
      const { resource, rows } = term
      if (resource === undefined || !rows || rows.length === 0) continue
      const table = this.catalogue.table(resource)
      const found = await this.ask<{ id: number; title: string | null }>(
        sql`select "t"."id" as "id", ${this.title(table)} as "title" from ${sql.table(table.name)} as "t"
          where "t"."id" = any(${rows.map((row) => row.id)}) and ${this.seen(table)}`,
      )
      const titles = new Map(found.map((one) => [one.id, one.title]))
      const seen = rows.filter((row) => titles.has(row.id))
      for (const row of seen) row.title = this.told(table, titles.get(row.id) ?? null)
      term.rows = seen
      const more = (term.more ?? 0) + rows.length - seen.length
      if (more > 0) term.more = more
    }
    return terms
  }

  private ask<T extends DbRow>(statement: Sql): Promise<T[]> {
    const { run } = this.doing
    return query<T>(run, prepare(statement).bind({ ...run.binding(), values: {} }))
  }

  private title(table: Table): Sql {
    return titleSql(this.catalogue, table, 't', this.doing.run.asker.environment)
  }

  /** A title as this person may read it. */
  private told(table: Table, title: string | null): string {
    const named = titleField(this.catalogue, table)
    const hidden = named.masked && !this.doing.run.sight(table).full
    return String((hidden ? maskValue(named, title) : title) ?? '')
  }

  /** The rows that a list would show. */
  private seen(table: Table): Sql {
    const { run } = this.doing
    return run.asker.core.scope.visible(table, 't', run.reach(table, true))
  }
}

const rowOf = (id: number, value: string | undefined): WhyRow => ({
  id,
  title: '',
  ...(value === undefined ? {} : { value }),
})

/** The child rows that a list is made of. */
function rowsOf(node: ExprNode): (ExprNode & { k: 'rows' }) | undefined {
  if (node.k === 'rows') return node
  return node.k === 'each' && (node.fn === 'map' || node.fn === 'filter') ? rowsOf(node.of) : undefined
}

/** Whether a number is an amount: it reads one, and is not only how many of them there are. */
function isMoney(node: ExprNode): boolean {
  if (node.k === 'field' || node.k === 'computed') return node.unit === 'money'
  if (node.k === 'each') return node.fn === 'map' ? isMoney(node.body) : isMoney(node.of)
  if (node.k === 'math')
    return node.op === '/' ? isMoney(node.a) && !isMoney(node.b) : isMoney(node.a) || isMoney(node.b)
  if (node.k === 'call') return node.fn !== 'size' && node.args.some(isMoney)
  if (node.k === 'if') return isMoney(node.then) || isMoney(node.else)
  return false
}
