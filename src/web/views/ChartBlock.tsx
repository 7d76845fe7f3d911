import { lazy, Suspense, useState } from 'react'
import { dictionaryOf } from '../../model/fields.ts'
import type { StatBlock } from '../../model/model.ts'
import { GROUP } from '../../model/reserved.ts'
import { dayText } from '../../model/zone.ts'
import { useText } from '../core/i18n.ts'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { saveText } from '../lists/transfer/saveText.ts'
import { useScope } from './scope.tsx'
import { everyDay, type DayGroups } from './everyDay.ts'
import { sharesOf } from './shares.ts'
import { useFigures } from './useFigures.ts'

const Chart = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }))

/** Opens the rows behind a figure, under what people call it. */
export type Lead = (title: string, behind: WireRow) => void

interface ChartBlockProps {
  block: Extract<StatBlock, { kind: 'chart' }>
  wire: WireRow
  round: number
  /** Where there is a list of the rows behind its figures. */
  lead: Lead | undefined
}

/** The figures of a chart as named points, and the format of each series. */
function useChart({ block, wire, round, lead }: ChartBlockProps) {
  const text = useText()
  const cells = useCells()
  const { part } = useScope()
  const figures = useFigures({
    call: part.calls[block.call],
    with: block.with,
    takes: block.takes,
    wire,
    round,
    more: NOTHING,
  })
  const [first] = block.by
  const values = first && dictionaryOf(part.dictionaries, first)?.values
  // The place in a dictionary, else what it is grouped by, else what it is called.
  const partOf = (row: WireRow) => {
    const at = values?.findIndex((one) => one.value === row[first?.name ?? '']) ?? -1
    if (at >= 0) return at
    // Names change with the language, what they stand for does not.
    const by = byOf(row)
    return by ? JSON.stringify(by) : name(row)
  }
  const name = (row: WireRow) =>
    block.by.map((field) => fieldView(field.type).text(row[field.name], row, field, cells) || '–').join(' · ')
  const byOf = (row: WireRow): unknown[] | undefined =>
    part.calls[block.call]?.stat?.text === undefined
      ? block.by.map((field) => row[field.name] ?? null)
      : (row[GROUP] as unknown[] | undefined)
  const pressOf = (rows: readonly WireRow[]) => (at: number, i: number) => {
    const row = rows[at]
    const field = block.measures[i]
    const by = row && byOf(row)
    if (!by || !field) return
    const behind = { call: block.call, input: figures.asked, measure: field.name, by }
    lead?.(`${name(row)} · ${text(field.label)}`, behind)
  }
  const pointsOf = (rows: readonly WireRow[], unknown = 0) =>
    rows.map((row) => ({
      name: name(row),
      part: partOf(row),
      values: block.measures.map((field) => Number(row[field.name] ?? unknown)),
    }))
  const stat = part.calls[block.call]?.stat
  const days =
    block.chart === 'line' && stat?.days && first
      ? everyDay(figures.rows, daysOf(stat.text, first.name, cells.zone), stat.measures, cells.zone)
      : undefined
  const drawn = days ?? figures.rows
  return {
    state: figures.state,
    press: lead && pressOf(figures.rows),
    points: pointsOf(figures.rows),
    drawn: { points: pointsOf(drawn, days ? NaN : 0), onPress: lead && pressOf(drawn) },
    series: block.measures.map((field) => ({
      name: field.unit ? `${text(field.label)} (${text(field.unit)})` : text(field.label),
      adds: ADDED.has(stat?.measures[field.name]?.fn ?? ''),
      whole: field.type === 'int',
      say: (value: number) => fieldView(field.type).text(value, {}, field, cells),
      plain: (value: number) => String(field.percent ? value : Number(value.toFixed(field.digits))),
    })),
    head: block.by.map((field) => text(field.label)).join(' · '),
  }
}

/** A group of a day holds the day itself, or a text and what it leads to. */
const daysOf = (text: string | undefined, name: string, zone: string): DayGroups =>
  text === undefined
    ? { of: (row) => Number(row[name]), on: (day) => ({ [name]: day }) }
    : {
        of: (row) => Number((row[GROUP] as unknown[] | undefined)?.[0]),
        on: (day) => ({ [text]: dayText(day, zone), [GROUP]: [day] }),
      }

/** Measures whose groups make a whole. */
const ADDED: ReadonlySet<string> = new Set(['sum', 'count'])

/** A chart of a statistic. The same numbers are available as a table, also for people who cannot see the chart. */
export function ChartBlock(props: ChartBlockProps) {
  const { block } = props
  const text = useText()
  const t = useT()
  const [table, setTable] = useState(false)
  const { state, points, drawn, series, head, press } = useChart(props)
  const shares = sharesOf(points, series)
  const share = (at: number): string[] => (shares[at] === undefined ? [] : [shares[at]])
  const save = (): void =>
    saveText(text(block.label), [
      [head, ...series.map((one) => one.name), ...(shares.length > 0 ? [t('share')] : [])],
      ...points.map((point, at) => [
        point.name,
        ...point.values.map((value, i) => series[i]?.plain(value) ?? String(value)),
        ...share(at),
      ]),
    ])
  return (
    <section
      className={`at-block at-chart${state === 'busy' ? ' at-busy' : ''}`}
      aria-busy={state === 'busy' || state === 'first'}
    >
      <h2>
        {text(block.label)}
        {points.length > 0 && (
          <span className="at-chart-links">
            <button type="button" className="at-link" aria-pressed={table} onClick={() => setTable(!table)}>
              {t(table ? 'asChart' : 'asTable')}
            </button>
            <button
              type="button"
              className="at-link"
              aria-label={`${t('exportFigures')}: ${text(block.label)}`}
              onClick={save}
            >
              {t('exportFigures')}
            </button>
          </span>
        )}
      </h2>
      {state === 'failed' && <p className="at-empty">{t('notLoaded')}</p>}
      {state === 'ready' && points.length === 0 && <p className="at-empty">{t('noFigures')}</p>}
      {points.length > 0 && !table && (
        <Suspense fallback={<div className="at-canvas" />}>
          <Chart kind={block.chart} label={text(block.label)} series={series} {...drawn} />
        </Suspense>
      )}
      {points.length > 0 && <Figures hidden={!table} {...{ head, points, series, shares, press }} />}
    </section>
  )
}

const NOTHING: WireRow = {}

interface FiguresProps {
  points: { name: string; values: number[] }[]
  series: { name: string; say: (value: number) => string }[]
  head: string
  hidden: boolean
  /** Of each point; none where they make no whole. */
  shares: string[]
  press: ((at: number, i: number) => void) | undefined
}

/** The numbers of a chart as a table. */
function Figures({ points, series, head, hidden, shares, press }: FiguresProps) {
  const t = useT()
  return (
    <div className={hidden ? 'unseen' : 'at-figures'}>
      <table className="at-compare">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {series.map((one) => (
              <th key={one.name} scope="col" className="at-right">
                {one.name}
              </th>
            ))}
            {shares.length > 0 && (
              <th scope="col" className="at-right">
                {t('share')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {points.map((point, at) => (
            <tr key={at}>
              <th scope="row">{point.name}</th>
              {series.map((one, i) => (
                <td key={one.name} className="at-right">
                  {press && !hidden ? (
                    <button
                      type="button"
                      className="at-link"
                      aria-label={`${point.name} · ${one.name} ${one.say(point.values[i] ?? 0)}: ${t('rowsBehind')}`}
                      onClick={() => press(at, i)}
                    >
                      {one.say(point.values[i] ?? 0)}
                    </button>
                  ) : (
                    one.say(point.values[i] ?? 0)
                  )}
                </td>
              ))}
              {shares.length > 0 && <td className="at-right">{shares[at]}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
