/**
 * One number has one meaning: every figure of every report, home page, tab and list footer, as a person sees it, is what
 * comes out when the rows are added up that the same person may open. Made from the metadata: a new figure is tried by itself.
 */
import { DICT } from '../../../src/generated/dictionaries.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { holds, type Env } from '../../../src/model/expr/evaluate.ts'
import type {
  Bounds,
  CallModel,
  MeasureModel,
  Model,
  ResourceModel,
  StatBlock,
  View,
} from '../../../src/model/model.ts'
import { GROUP } from '../../../src/model/reserved.ts'
import { withInner } from '../../../src/model/views.ts'
import { onOneEngine } from '../support/engines.ts'
import type { Person, Values } from '../support/product.ts'
import { DAY, NOW, TODAY } from '../support/template.ts'
import { useProduct } from '../support/useProduct.ts'

type ListView = Extract<View, { view: 'list' }>

const ROLES = ['administrator', 'manager', 'consultant'] as const
/** Money is added up in cents, so that nothing is lost on the way. */
const cents = (value: unknown): number => Math.round((typeof value === 'number' ? value : 0) * 100)
const at = (row: Values, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Values | null | undefined)?.[name], row)
const sum = (rows: readonly Values[], path: string): number => rows.reduce((all, row) => all + cents(at(row, path)), 0)

/** What a list is given whatever the person chooses; nothing where that depends on a record. */
function fixedInputs(bounds: Bounds): Values | undefined {
  const entries = Object.entries(bounds)
  return entries.every(([, bound]) => 'value' in bound)
    ? Object.fromEntries(entries.map(([name, bound]) => [name, 'value' in bound ? bound.value : undefined]))
    : undefined
}

/** The lists of all screens that say a total or count tabs, each kind once. */
function listsOf(model: Model): { view: ListView; call: CallModel; input: Values }[] {
  const found = new Map<string, { view: ListView; call: CallModel; input: Values }>()
  for (const screen of Object.values(model.screens))
    for (const view of withInner(screen.view)) {
      if (view.view !== 'list') continue
      const call = model.calls[view.call]
      const input = fixedInputs(view.with)
      const figures = view.columns.some((one) => one.total) || view.tabs?.kind === 'filter'
      if (!call || !input || !figures) continue
      const open = call.input.filter(
        (one) => one.required && input[one.name] === undefined && one.default === undefined,
      )
      if (open.length === 0) found.set(`${call.id} ${JSON.stringify(input)}`, { view, call, input })
    }
  return [...found.values()]
}

/** The stat calls over stored rows. */
const statsOf = (model: Model): CallModel[] =>
  Object.values(model.calls).filter((call) => call.stat && !call.handler && !call.input.some((field) => field.required))

/** The records that a stat reads beside its rows, by the name under which a row has them. */
function besideOf(call: CallModel, fields: ResourceModel['fields']): { name: string; as: string; of: string }[] {
  const measures = Object.values(call.stat?.measures ?? {}).flatMap((one) => (one.fn === 'ratio' ? [] : [one]))
  const conditions = [call.where, ...measures.map((one) => one.where)].flatMap((one) => one?.reads ?? [])
  const paths = [...measures.map((one) => one.field ?? ''), ...conditions.map((path) => path.replace(/^row\./, ''))]
  const steps = new Set(paths.filter((path) => path.includes('.')).map((path) => path.split('.')[0]))
  return Object.values(fields).flatMap((field) =>
    field.type === 'ref' && field.of && steps.has(field.as) ? [{ name: field.name, as: field.as, of: field.of }] : [],
  )
}

type Figures = Extract<StatBlock, { kind: 'numbers' | 'chart' }>

/** The figures of all screens that open their rows, with the call of the list they open. */
const leadsOf = (model: Model): { block: Figures; list: CallModel }[] =>
  Object.values(model.screens).flatMap((screen) =>
    withInner(screen.view).flatMap((view) => {
      if (view.view !== 'stat') return []
      const tables = new Map(view.blocks.flatMap((one) => (one.kind === 'table' ? [[one.key, one.view] as const] : [])))
      return view.blocks.flatMap((block) => {
        const table = block.kind === 'table' ? undefined : tables.get(block.rows ?? '')
        const list = table?.view === 'list' ? model.calls[table.call] : undefined
        return list ? [{ block: block as Figures, list }] : []
      })
    }),
  )

/** The values of a group, as the browser sends them to find its rows. */
const groupOf = ({ stat }: CallModel, figures: Values): unknown[] =>
  stat?.text === undefined ? (stat?.by ?? []).map((name) => figures[name] ?? null) : (figures[GROUP] as unknown[])

onOneEngine('figures', (engine) => {
  const product = useProduct(engine)
  const people = new Map<string, Person>()
  beforeAll(async () => {
    for (const role of ROLES) people.set(role, await product().person(role))
  })

  /** All rows of a list as the person gets them; nothing where it may not be asked. */
  async function rowsOf(who: Person, path: string, input: Values): Promise<Values[] | undefined> {
    const rows: Values[] = []
    for (let page = 1; ; page++) {
      const told = await product().raw(who, path, { ...input, pageNO: page, pageRows: 200 })
      if (told.status !== 200) return undefined
      rows.push(...(told.data as Values[]))
      if ((told.data as Values[]).length < 200) return rows
    }
  }

  /** All records of a resource, whoever may see them: a figure counts what its rows point at. */
  const records = new Map<string, Promise<Map<unknown, Values>>>()
  const recordsOf = (resource: string): Promise<Map<unknown, Values>> => {
    const path = `${product().model.resources[resource]?.path}/query`
    const found =
      records.get(resource) ??
      rowsOf(people.get('administrator') as Person, path, {}).then((rows) => new Map(rows?.map((row) => [row.id, row])))
    records.set(resource, found)
    return found
  }

  /** Gives rows the records that the figures of a call read beside them. */
  async function addBeside(call: CallModel, rows: readonly Values[]): Promise<void> {
    const { resources } = product().model
    const source = resources[resources[call.resource]?.figures ?? call.resource]
    for (const { name, as, of } of besideOf(call, source?.fields ?? {})) {
      const others = await recordsOf(of)
      for (const row of rows) row[as] = others.get(row[name]) ?? null
    }
  }

  const envOf = (who: Person): Env => ({ now: NOW, money: 1, zone: product().model.app.timezone, user: who })

  describe.each(ROLES)('of a %s', (role) => {
    it('at the foot and on the tabs of lists are the rows', async () => {
      const who = people.get(role) as Person
      let compared = 0
      for (const { view, call, input } of listsOf(product().model)) {
        const rows = await rowsOf(who, call.path, input)
        if (!rows) continue
        const totals = view.columns.flatMap((one) => (one.total === 'sum' ? [one.path] : []))
        const tab = view.tabs?.kind === 'filter' ? view.tabs.filter : undefined
        const told = await product().raw(who, call.path, {
          ...input,
          pageRows: 1,
          totals,
          ...(tab ? { counts: tab } : {}),
        })
        const name = `${call.path} ${JSON.stringify(input)}`
        expect(told.total, name).toBe(rows.length)
        for (const path of totals)
          expect([name, path, cents(told.totals?.[path])]).toEqual([name, path, sum(rows, path)])
        for (const [value, count] of Object.entries(tab ? ((told.count ?? {}) as Record<string, number>) : {})) {
          const under =
            value === 'all'
              ? rows
              : await rowsOf(who, call.path, { ...input, [tab ?? '']: /^\d+$/.test(value) ? Number(value) : value })
          expect([name, value, count]).toEqual([name, value, under?.length])
        }
        compared += totals.length
      }
      expect(compared).toBeGreaterThan(5)
    })

    it('of the home page in one call are those of its lists', async () => {
      const who = people.get(role) as Person
      const { cards } = await product().must(who, 'index/pages', { period: 'last30Days' })
      const said = Object.fromEntries((cards as { key: string; value: number }[]).map(({ key, value }) => [key, value]))
      const lastDays = [TODAY - 29 * DAY, TODAY + DAY - 1]
      const customers = (await rowsOf(who, 'customer/query', { recordTime: lastDays })) ?? []
      expect(said).toEqual({
        customers: customers.length,
        amount: sum(customers, 'consumeAmount') / 100,
        todos: (await product().post(who, 'followUp/due')).total,
        unread: (await product().post(who, 'pushMessage/queryAccpetMessage', { isRead: DICT.is_read.unread })).total,
      })
    })

    it('of takings are the net of the statements, in every chart and at home (I-05, I-06)', async () => {
      const who = people.get(role) as Person
      const statements = await rowsOf(who, 'cash_statistics/query', {})
      if (!statements) return
      const records = (await rowsOf(who, 'cashRecord/query', {})) ?? []
      expect(records.filter((row) => row.netAmount === 0 && row.amount !== 0).length).toBeGreaterThan(0)
      for (const [chart, of] of [
        ['byDay', statements],
        ['byMethod', statements],
        ['byType', statements],
        ['today', statements.filter((row) => row.accountDate === TODAY)],
      ] as const) {
        const groups = (await product().raw(who, `cashRecord/${chart}`, {})).data as Values[]
        expect([chart, sum(groups, 'amount')]).toEqual([chart, sum(of, 'netAmount')])
      }
    })

    it('of reports and the home page are the rows that they open', async () => {
      const who = people.get(role) as Person
      const { model } = product()
      let compared = 0
      for (const { block, list } of leadsOf(model)) {
        const call = model.calls[block.call] as CallModel
        const input = fixedInputs(block.with) ?? {}
        const names = Object.entries(call.stat?.measures ?? {}).filter(([, one]) => one.fn !== 'ratio')
        const told = await product().raw(who, call.path, { ...input, totals: names.map(([name]) => name) })
        if (told.status !== 200) continue
        const shown = block.kind === 'numbers' ? block.fields : block.measures
        const whole = { figures: told.totals as Values, by: undefined }
        const groups = (told.data as Values[]).slice(0, 3).map((figures) => ({ figures, by: groupOf(call, figures) }))
        for (const { name } of shown)
          for (const { figures, by } of block.kind === 'numbers' ? [whole] : groups) {
            const asked = call.stat?.measures[name]
            // Behind a share are the rows of which it is one.
            const figure = asked?.fn === 'ratio' ? asked.of[1] : name
            const measure = call.stat?.measures[figure]
            if (!measure || measure.fn === 'ratio') continue
            const behind = { call: call.id, input, measure: name, ...(by ? { by } : {}) }
            const rows = (await rowsOf(who, list.path, { behind })) ?? []
            await addBeside(call, rows)
            const values = rows
              .map((row) => at(row, measure.field ?? 'id'))
              .filter((value) => typeof value === 'number')
            const added = values.reduce((all: number, value) => all + Number(value), 0)
            const meant = {
              ...{ count: rows.length, sum: added, avg: values.length > 0 ? added / values.length : 0 },
              ...{ min: Math.min(...values), max: Math.max(...values) },
            }
            expect([call.path, name, by, Number(figures[figure] ?? 0)]).toEqual([
              call.path,
              name,
              by,
              expect.closeTo(meant[measure.fn], measure.fn === 'avg' ? 1 : 2),
            ])
            compared++
          }
      }
      expect(compared).toBeGreaterThan(2)
    })

    it('of reports are the rows, group by group', async () => {
      const who = people.get(role) as Person
      const { model } = product()
      let compared = 0
      for (const call of statsOf(model)) {
        const resource = model.resources[call.resource]
        const source = model.resources[resource?.figures ?? call.resource]
        const told = await product().raw(who, call.path, {})
        const rows = told.status === 200 ? await rowsOf(who, `${source?.path}/query`, {}) : undefined
        if (!rows) continue
        const env = envOf(who)
        await addBeside(call, rows)
        const meant = rows.filter((row) => !call.where || holds(call.where, { ...env, row }))
        const groups = told.data as Values[]
        for (const [name, measure] of Object.entries(call.stat?.measures ?? {})) {
          if (measure.fn === 'ratio') {
            const [part, whole] = measure.of
            for (const group of groups) {
              const share = Number(group[part]) / Number(group[whole])
              const said: unknown = group[whole] === 0 ? null : expect.closeTo(share, 2)
              expect([call.path, name, group[name]]).toEqual([call.path, name, said])
            }
            compared++
            continue
          }
          if (!isAdditive(measure)) continue
          // A row with several values counts in the group of each.
          const counted = meant.flatMap((row) => Array.from({ length: groupsOf(call, row) }, () => row))
          expect([call.path, name, sum(groups, name)]).toEqual([call.path, name, measured(measure, counted, env)])
          compared++
          for (const group of groups.filter(() => groupedByValue(call, source?.fields ?? {}))) {
            const inGroup = meant.filter((row) =>
              (call.stat?.by ?? []).every((by) => [row[by]].flat().some((value) => value === group[by])),
            )
            expect([call.path, name, group, cents(group[name])]).toEqual([
              call.path,
              name,
              group,
              measured(measure, inGroup, env),
            ])
          }
        }
      }
      expect(compared).toBeGreaterThan(3)
    })
  })
})

type Additive = Extract<MeasureModel, { fn: 'sum' | 'count' | 'avg' | 'min' | 'max' }>

/** Counts and sums add up over groups; averages do not. */
const isAdditive = (measure: MeasureModel): measure is Additive => measure.fn === 'sum' || measure.fn === 'count'

/** In how many groups a row counts. */
const groupsOf = ({ stat }: CallModel, row: Values): number =>
  (stat?.by ?? []).reduce((many, by) => many * (Array.isArray(row[by]) ? row[by].length : 1), 1)

function measured({ fn, field, where }: Additive, rows: readonly Values[], env: Env): number {
  const meant = where ? rows.filter((row) => holds(where, { ...env, row })) : rows
  if (fn === 'sum') return sum(meant, field ?? '')
  return 100 * (field ? meant.filter((row) => row[field] !== null && row[field] !== undefined).length : meant.length)
}

/** Groups that are told apart by values as rows have them; moments are grouped by their day. */
const groupedByValue = (call: CallModel, fields: Record<string, { type: string }>): boolean =>
  call.stat?.text === undefined && (call.stat?.by ?? []).every((by) => fields[by]?.type !== 'datetime')
