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
import { conditionSql } from '../query/expression.ts'
import { allOf, column, prepare, sql } from '../query/sql.ts'
import type { Table } from '../query/table.ts'
import { titleSql } from '../query/titles.ts'
import type { Row } from '../types.ts'
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
    const value = this.isTold(node.of) ? this.text(node, evaluate(node, env)) : HIDDEN
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
    const bind = { ...run.binding(), values: {} }
    const statement = prepare(sql`select "t".*, ${titleSql(this.catalogue, counted, 't', environment)} as "why.title"
      from ${sql.table(counted.name)} as "t" where ${allOf(where)} order by "t"."id" desc`).bind(bind)
    const found = await query(run, statement)
    const rows = found.map((raw) => ({ row: fromDb(counted, raw), title: String(raw['why.title'] ?? '') }))
    const valueOf = (one: Row): number => Number(evaluate(part.value!.ast, this.doing.unit.env({ row: one })) ?? 0)
    const figure = part.each
      ? new Set(rows.map((one) => one.row[part.each as string])).size
      : part.value
        ? rows.reduce((sum, one) => sum + valueOf(one.row), 0)
        : rows.length
    const say = (n: number): string =>
      field.type === 'money' ? formatMoney(Math.round(n * 100) / 100) : formatNumber(n)
    return {
      label,
      value: say(figure),
      resource: counted.name,
      rows: rows
        .slice(0, ROWS_MAX)
        .map(({ row: one, title }) => ({ ...rowOf(one.id, part.value ? say(valueOf(one)) : undefined), title })),
      ...(rows.length > ROWS_MAX ? { more: rows.length - ROWS_MAX } : {}),
    }
  }

  private partLabel({ where, value, each }: TallyModel, { resource, fields }: Table): string {
    const { lang } = this
    const words = (expr: Expr): string => sayExpr(expr.ast, (node) => this.labelOf(node), lang)
    const of = where ? filled(SAY.where, lang, { of: resource.label[lang], cond: words(where) }) : resource.label[lang]
    if (each !== undefined) return filled(SAY.different, lang, { of, what: fields.get(each)?.label[lang] ?? each })
    return value ? filled(SAY.sum, lang, { of, what: words(value) }) : filled(SAY.count, lang, { of })
  }

  /** Rows with what people call them. */
  private async titled(terms: WhyTerm[]): Promise<WhyTerm[]> {
    const { run } = this.doing
    for (const { resource, rows } of terms) {
      if (resource === undefined || !rows || rows.length === 0) continue
      const table = this.catalogue.table(resource)
      const statement =
        prepare(sql`select "t"."id" as "id", ${titleSql(this.catalogue, table, 't', run.asker.environment)} as "title"
        from ${sql.table(table.name)} as "t" where "t"."id" = any(${rows.map((row) => row.id)})`).bind({
          ...run.binding(),
          values: {},
        })
      const titles = new Map(
        (await query<{ id: number; title: string | null }>(run, statement)).map((one) => [one.id, one.title]),
      )
      for (const row of rows) row.title = titles.get(row.id) ?? ''
    }
    return terms
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
