/** Kind `stat`: groups and measures over the rows of a list, days of dates and moments as groups. Without groups one record of numbers. */
import { asType, dictionaryOf, oneOf, titleKey } from '../../model/fields.ts'
import type { Expr } from '../../model/expr/types.ts'
import type { CallModel, FieldModel, Lang } from '../../model/model.ts'
import { checkValue, isEmpty } from '../../model/validate/index.ts'
import { GROUP } from '../../model/reserved.ts'
import { codecOf, maskValue } from '../fields/index.ts'
import type { Answered, Run } from '../engine/run.ts'
import type { Sight, WireRow } from '../query/cells.ts'
import { daySql } from '../db/days.ts'
import { conditionSql, keyOf } from '../query/expression.ts'
import { wireFigure } from '../query/figures.ts'
import type { Behind, ListRequest } from '../query/list.ts'
import { pathOf, valueAlong, type Path } from '../query/paths.ts'
import { allOf, column, sql, type Prepared, type Sql } from '../query/sql.ts'
import { fieldSql, linksFor, titleOfRef } from '../query/titles.ts'
import { refuse } from '../errors.ts'
import { dayText } from '../../model/zone.ts'
import type { DbRow } from '../types.ts'
import type { Asked, CallPlan, Making, MakePlan } from './plan.ts'
import { ListCall } from './query.ts'
import { mustHaveInputs, query } from './read.ts'

/** Most groups of an answer: the days of ten years, and some. */
const GROUPS_MAX = 4000

interface Group {
  name: string
  /** Its field holds one value; `each`: the record has several, and is in the group of each of them. */
  path: Path
  day: boolean
  each: boolean
}
interface Measure {
  name: string
  fn: string
  path?: Path
  where?: Expr
}
/** A measure divided by another, with so many decimals. */
interface Ratio {
  name: string
  of: readonly [string, string]
  digits: number
}

/** What people call a group that has no value. */
const NOTHING = '—'
const DIGITS = 4

export const statCall: MakePlan = (making, call) => new StatCall(making, call)

class StatCall implements CallPlan {
  readonly call: CallModel
  private readonly making: Making
  private readonly rows: ListCall
  private readonly groups: Group[]
  private readonly measures: Measure[]
  private readonly ratios: Ratio[]

  constructor(making: Making, call: CallModel) {
    this.making = making
    this.call = call
    this.rows = new ListCall(making, call)
    const { catalogue } = making.core
    const { table } = this.rows.list
    this.groups = (call.stat?.by ?? []).map((dotted) => {
      const path = pathOf(catalogue, table, dotted)
      const each = path.field.type === 'enums'
      return {
        ...{ name: path.field.name, day: path.field.type === 'datetime', each },
        path: each ? { ...path, field: oneOf(path.field) } : path,
      }
    })
    const measures = Object.entries(call.stat?.measures ?? {})
    this.measures = measures.flatMap(([name, one]) =>
      one.fn === 'ratio'
        ? []
        : [{ name, fn: one.fn, where: one.where, ...(one.field ? { path: pathOf(catalogue, table, one.field) } : {}) }],
    )
    const { fields } = catalogue.table(call.resource)
    this.ratios = measures.flatMap(([name, one]) =>
      one.fn === 'ratio' ? [{ name, of: one.of, digits: fields.get(name)?.digits ?? DIGITS }] : [],
    )
  }

  async run(run: Run): Promise<Answered> {
    const request = this.rows.parse(run, true)
    for (const { path } of [...this.groups, ...this.measures]) if (path) this.mustSee(run, path.field)
    const rows = await this.ask(run, request, this.statement(request))
    const sight = run.sight(this.rows.list.table)
    const data = rows.map((row) => this.write(row, sight, run.actor.lang))
    if (this.groups.length === 0) return { data: data[0] ?? {} }
    return { data, total: data.length, ...(await this.totals(run, request)) }
  }

  /** The rows behind a figure. Behind a share are those of which it is a share. */
  behind(run: Run, { measure: name, by }: Asked): Behind {
    mustHaveInputs(this.call, run.payload)
    const ratio = this.ratios.find((one) => one.name === name)
    const measure = this.measures.find((one) => one.name === (ratio?.of[1] ?? name))
    if (!measure || (by && by.length !== this.groups.length)) return refuse('malformed', { field: 'behind' })
    const groups = (by ?? []).map((value, i) => this.valueOf(this.groups[i] as Group, value))
    for (const { path } of [measure, ...(by ? this.groups : [])]) if (path) this.mustSee(run, path.field)
    const request = this.rows.parse(run, true)
    const { environment } = request
    const { list } = this.rows
    const where = measure.where ? keyOf(measure.where, environment) : ''
    const key = list.keyOf(request)
    const known = key === undefined || where === undefined ? undefined : [this.call.path, measure.name, where, key]
    return {
      shape: known && [...known, ...groups.map((value) => (value === null ? '-' : '='))].join('|'),
      values: Object.fromEntries([
        ...Object.entries(list.valuesOf(request)).map(([slot, value]) => [`${BEHIND}${slot}`, value]),
        ...groups.map((value, i) => [`${BEHIND}by.${i}`, value]),
      ]),
      build: (parameter) => {
        const own = (slot: string): Sql => parameter(`${BEHIND}${slot}`)
        return allOf([
          list.conditions(request, { parameter: own }),
          ...groups.map((value, i) => {
            const group = this.groups[i] as Group
            const at = this.groupSql({ ...group, each: false }, environment)
            if (value === null) return sql`${at} is null`
            return group.each ? sql`${own(`by.${i}`)} = any(${at})` : sql`${at} = ${own(`by.${i}`)}`
          }),
          ...(measure.where ? [conditionSql(measure.where, 't', environment)] : []),
          ...(measure.path && measure.fn === 'count'
            ? [sql`${this.measureValue(measure.path, environment)} is not null`]
            : []),
        ])
      },
    }
  }

  /** The value of a group as it was answered, as the database has it. */
  private valueOf({ path: { field }, day }: Group, value: unknown): unknown {
    if (value === null) return null
    const { dictionaries, app } = this.making.core.model
    const plain = { ...(day ? asType(field, 'date') : field), required: false, masked: false }
    if (Array.isArray(value) || checkValue(plain, value, dictionaries, app.timezone))
      return refuse('malformed', { field: 'behind' })
    const codec = codecOf(plain)
    return codec.toDb(codec.fromWire(value, plain, dictionaries), plain, dictionaries)
  }

  private async ask(run: Run, request: ListRequest, statement: Prepared): Promise<DbRow[]> {
    return await query(run, statement.bind(this.rows.list.binding(request, run.binding(), {})))
  }

  /** The measures over all groups together, if asked for. A mean or a ratio of groups says nothing of the whole. */
  private async totals(run: Run, request: ListRequest): Promise<Pick<Answered, 'totals'>> {
    const { totals } = run.payload
    if (isEmpty(totals)) return {}
    const names = Array.isArray(totals) ? totals.map(String) : Object.keys(totals as object)
    const offered = [...this.measures, ...this.ratios].map((one) => one.name)
    if (!names.every((name) => offered.includes(name))) refuse('malformed', { field: 'totals' })
    const [row] = await this.ask(run, request, this.wholeStatement(request))
    const figures = this.figures(row ?? {})
    return { totals: Object.fromEntries(names.map((name) => [name, figures[name]])) }
  }

  private mustSee(run: Run, field: FieldModel): void {
    if (field.secret || (field.see !== undefined && !run.sight(this.rows.list.table).can(field.see)))
      refuse('hiddenField', { field: field.name })
  }

  private statement(request: ListRequest): Prepared {
    const { list } = this.rows
    const build = (): Sql => {
      const environment = request.environment
      const groups = this.groups.map((group) => sql`${this.groupSql(group, environment)} as ${sql.id(group.name)}`)
      const measures = this.measuresSql(environment)
      const by = this.groups.map((_, i) => sql.lit(i + 1))
      const first = sql`min("t"."id") as ${sql.id(FIRST)}`
      const inner = sql`select ${sql.join([...groups, ...measures, first], sql`, `)} from ${list.from()} where ${list.conditions(request)}
        ${by.length > 0 ? sql`group by ${sql.join(by, sql`, `)}` : sql``}`
      return sql`select "g".* ${this.titles(environment)} from (${inner}) as "g" ${this.order()} limit ${sql.lit(GROUPS_MAX)}`
    }
    return list.remember(request, 'stat', build, 'many')
  }

  private wholeStatement(request: ListRequest): Prepared {
    const { list } = this.rows
    return list.remember(
      request,
      'stat of all',
      () =>
        sql`select ${sql.join(this.measuresSql(request.environment), sql`, `)} from ${list.from()} where ${list.conditions(request)}`,
      'many',
    )
  }

  private measuresSql(environment: ListRequest['environment']): Sql[] {
    return this.measures.map((one) => sql`${this.measureSql(one, environment)} as ${sql.id(`m.${one.name}`)}`)
  }

  private groupSql({ path, day, each }: Group, environment: ListRequest['environment']): Sql {
    const value = valueAlong(path.steps, 't', (at) => fieldSql(path.field, at, environment))
    if (each) return sql`unnest(${value})`
    return day ? daySql(value, this.making.core.model.app.timezone) : value
  }

  /** A deleted record that rows still name adds nothing. */
  private measureSql({ fn, path, where }: Measure, environment: ListRequest['environment']): Sql {
    const only = where ? sql` filter (where ${conditionSql(where, 't', environment)})` : sql``
    if (!path) return sql`count(*)${only}`
    return sql`${sql.raw(fn)}(${this.measureValue(path, environment)})${only}`
  }

  private measureValue(path: Path, environment: ListRequest['environment']): Sql {
    return valueAlong(path.steps, 't', (at) => {
      const figure = fieldSql(path.field, at, environment)
      return path.steps.length > 0 ? sql`case when not ${column(at, 'isDel')} then ${figure} end` : figure
    })
  }

  /** Titles of references, asked once a group. */
  private titles(environment: ListRequest['environment']): Sql {
    const { catalogue } = this.making.core
    const titles = this.groups.flatMap(({ path, name }) => {
      if (path.field.type !== 'ref' || path.field.key !== 'id') return []
      const title = titleOfRef(catalogue, linksFor(catalogue, path.table, path.field), 'g', environment)
      return title ? [sql`, ${title} as ${sql.id(`n.${name}`)}`] : []
    })
    return titles.length > 0 ? sql.join(titles, sql``) : sql``
  }

  /** As the call says; else days in their order, and anything else by the first measure, the greatest first. */
  private order(): Sql {
    const [first] = this.groups
    if (!first) return sql``
    const said = this.call.stat?.sort
    if (said) return sql`order by ${sql.join([...said.map(bySaid), column('g', FIRST)], sql`, `)}`
    const dated = first.day || first.path.field.type === 'date'
    const [measure] = this.measures
    return dated || !measure
      ? sql`order by ${column('g', first.name)}`
      : sql`order by ${column('g', `m.${measure.name}`)} desc nulls last, ${column('g', first.name)}`
  }

  private write(row: DbRow, sight: Sight, lang: Lang): WireRow {
    const out: WireRow = {}
    const { text } = this.call.stat ?? {}
    if (text !== undefined) {
      out[text] = this.groups.map((group) => this.textOf(group, row, sight, lang)).join(' · ')
      // What is masked leads to no rows: they would tell it.
      if (this.groups.every(({ path }) => !path.field.masked || sight.shows(path.table.name)))
        out[GROUP] = this.groups.map((group) => this.wireOf(group, row))
    }
    for (const group of text === undefined ? this.groups : []) {
      const { name, path, day } = group
      const value = path.field.masked && !sight.shows(path.table.name) ? maskValue(path.field, row[name]) : row[name]
      out[name] = day ? value : this.wireOf(group, { [name]: value })
      if (row[`n.${name}`] !== undefined) out[titleKey(name)] = row[`n.${name}`]
    }
    return { ...out, ...this.figures(row) }
  }

  private wireOf({ name, path: { field }, day }: Group, row: DbRow): unknown {
    const value = row[name] ?? null
    return day ? value : codecOf(field).toWire(value, field, this.making.core.model.dictionaries)
  }

  private figures(row: DbRow): WireRow {
    const out: WireRow = {}
    for (const { name, fn, path } of this.measures) {
      const value = row[`m.${name}`]
      const isNone = (value ?? null) === null && fn !== 'count' && fn !== 'sum'
      out[name] = isNone ? null : path && fn !== 'count' ? wireFigure(path.field, value) : Number(value ?? 0)
    }
    for (const { name, of, digits } of this.ratios) out[name] = divided(out[of[0]], out[of[1]], digits)
    return out
  }

  /** What people call a group: the title of a record, the label of a value, a day as 2026-03-16. */
  private textOf({ name, path, day }: Group, row: DbRow, sight: Sight, lang: Lang): string {
    const { field } = path
    const value = row[`n.${name}`] ?? row[name]
    if (value === null || value === undefined) return NOTHING
    if (day || field.type === 'date') return dayText(Number(value), this.making.core.model.app.timezone)
    if (field.masked && !sight.shows(path.table.name)) return String(maskValue(field, value))
    if (field.type !== 'enum') return String(value)
    const found = dictionaryOf(this.making.core.model.dictionaries, field)?.values.find((one) => one.value === value)
    return found?.label[lang] ?? NOTHING
  }
}

/** Slots of the rows behind a figure, apart from those of the list they are asked in. */
const BEHIND = 'behind.'

/** The least id of a group: groups that are alike keep the order of their first rows. */
const FIRST = 'm.'

function bySaid(key: string): Sql {
  const at = column('g', `m.${key.replace(/^-/, '')}`)
  return key.startsWith('-') ? sql`${at} desc nulls last` : sql`${at} nulls first`
}

/** A share of nothing is none, not 0. */
function divided(part: unknown, whole: unknown, digits: number): number | null {
  const scale = 10 ** digits
  return Number(whole) === 0 ? null : Math.round((Number(part) / Number(whole)) * scale) / scale
}
