/** Kind `stat`: groups and measures over the rows of a list, days of dates and moments as groups. Without groups one record of numbers. */
import type { CallModel, FieldModel } from '../../model/model.ts'
import { codecOf, maskValue } from '../fields/index.ts'
import type { Answered, Run } from '../engine/run.ts'
import type { WireRow } from '../query/cells.ts'
import { wireFigure } from '../query/figures.ts'
import type { ListRequest } from '../query/list.ts'
import { pathOf, valueAlong, type Path } from '../query/paths.ts'
import { column, sql, type Prepared, type Sql } from '../query/sql.ts'
import { fieldSql, linksFor, titleKey, titleOfRef } from '../query/titles.ts'
import { refuse } from '../errors.ts'
import type { DbRow } from '../types.ts'
import type { CallPlan, Making, MakePlan } from './plan.ts'
import { ListCall } from './query.ts'
import { query } from './read.ts'

/** Most groups of an answer. */
const GROUPS_MAX = 1000

interface Group {
  name: string
  path: Path
  day: boolean
}
interface Measure {
  name: string
  fn: string
  path?: Path
}

export const statCall: MakePlan = (making, call) => new StatCall(making, call)

class StatCall implements CallPlan {
  readonly call: CallModel
  private readonly making: Making
  private readonly rows: ListCall
  private readonly groups: Group[]
  private readonly measures: Measure[]

  constructor(making: Making, call: CallModel) {
    this.making = making
    this.call = call
    this.rows = new ListCall(making, call)
    const { catalogue } = making.core
    const { table } = this.rows.list
    this.groups = (call.stat?.by ?? []).map((dotted) => {
      const path = pathOf(catalogue, table, dotted)
      return { name: path.field.name, path, day: path.field.type === 'datetime' }
    })
    this.measures = Object.entries(call.stat?.measures ?? {}).map(([name, { fn, field }]) => ({
      name,
      fn,
      ...(field ? { path: pathOf(catalogue, table, field) } : {}),
    }))
  }

  async run(run: Run): Promise<Answered> {
    const request = this.rows.parse(run, true)
    for (const { path } of [...this.groups, ...this.measures]) if (path) this.mustSee(run, path.field)
    const { list } = this.rows
    const rows = await query(run, this.statement(request).bind(list.binding(request, run.binding(), {})))
    const { full } = run.sight(list.table)
    const data = rows.map((row) => this.write(row, full))
    return this.groups.length === 0 ? { data: data[0] ?? {} } : { data, total: data.length }
  }

  private mustSee(run: Run, field: FieldModel): void {
    if (field.secret || (field.see !== undefined && !run.sight(this.rows.list.table).can(field.see)))
      refuse('hiddenField', { field: field.name })
  }

  private statement(request: ListRequest): Prepared {
    const { list } = this.rows
    return list.remember(request, 'stat', () => {
      const around = request.around
      const groups = this.groups.map((group) => sql`${this.groupSql(group, around)} as ${sql.id(group.name)}`)
      const measures = this.measures.map((one) => sql`${this.measureSql(one, around)} as ${sql.id(`m.${one.name}`)}`)
      const by = this.groups.map((_, i) => sql.lit(i + 1))
      const inner = sql`select ${sql.join([...groups, ...measures], sql`, `)} from ${list.from()} where ${list.conditions(request)}
        ${by.length > 0 ? sql`group by ${sql.join(by, sql`, `)}` : sql``}`
      return sql`select "g".* ${this.titles(around)} from (${inner}) as "g" ${this.order()} limit ${sql.lit(GROUPS_MAX)}`
    })
  }

  private groupSql({ path, day }: Group, around: ListRequest['around']): Sql {
    const value = valueAlong(path.steps, 't', (at) => fieldSql(path.field, at, around))
    return day ? sql`(${value} at time zone ${sql.lit(this.making.core.model.app.timezone)})::date` : value
  }

  private measureSql({ fn, path }: Measure, around: ListRequest['around']): Sql {
    if (!path) return sql`count(*)`
    return sql`${sql.raw(fn)}(${valueAlong(path.steps, 't', (at) => fieldSql(path.field, at, around))})`
  }

  /** Titles of references, asked once a group. */
  private titles(around: ListRequest['around']): Sql {
    const { catalogue } = this.making.core
    const titles = this.groups.flatMap(({ path, name }) => {
      if (path.field.type !== 'ref' || path.field.key !== 'id') return []
      const title = titleOfRef(catalogue, linksFor(catalogue, path.table, path.field), 'g', around)
      return title ? [sql`, ${title} as ${sql.id(`n.${name}`)}`] : []
    })
    return titles.length > 0 ? sql.join(titles, sql``) : sql``
  }

  /** Days in their order; anything else by the first measure, the greatest first. */
  private order(): Sql {
    const [first] = this.groups
    if (!first) return sql``
    const dated = first.day || first.path.field.type === 'date'
    const [measure] = this.measures
    return dated || !measure
      ? sql`order by ${column('g', first.name)}`
      : sql`order by ${column('g', `m.${measure.name}`)} desc nulls last, ${column('g', first.name)}`
  }

  private write(row: DbRow, full: boolean): WireRow {
    const out: WireRow = {}
    for (const { name, path, day } of this.groups) {
      const value = path.field.masked && !full ? maskValue(path.field, row[name]) : row[name]
      out[name] = day ? value : codecOf(path.field).toWire(value, path.field)
      if (row[`n.${name}`] !== undefined) out[titleKey(name)] = row[`n.${name}`]
    }
    for (const { name, fn, path } of this.measures) {
      const value = row[`m.${name}`]
      out[name] = path && fn !== 'count' ? wireFigure(path.field, value) : Number(value ?? 0)
    }
    return out
  }
}
