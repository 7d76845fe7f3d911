import { lazy, Suspense, useState } from 'react'
import { dictionaryOf } from '../../model/fields.ts'
import type { StatBlock } from '../../model/model.ts'
import { useText } from '../core/i18n.ts'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { useScope } from './scope.tsx'
import { useFigures } from './useFigures.ts'

const Chart = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }))

interface ChartBlockProps {
  block: Extract<StatBlock, { kind: 'chart' }>
  wire: WireRow
  round: number
}

/** The figures of a chart as named points, and the format of each series. */
function useChart({ block, wire, round }: ChartBlockProps) {
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
  // The place in a dictionary, else what it is called.
  const partOf = (row: WireRow) => {
    const at = values?.findIndex((one) => one.value === row[first?.name ?? '']) ?? -1
    return at < 0 ? name(row) : at
  }
  const name = (row: WireRow) =>
    block.by.map((field) => fieldView(field.type).text(row[field.name], row, field, cells) || '–').join(' · ')
  return {
    state: figures.state,
    points: figures.rows.map((row) => ({
      name: name(row),
      part: partOf(row),
      values: block.measures.map((field) => Number(row[field.name] ?? 0)),
    })),
    series: block.measures.map((field) => ({
      name: text(field.label),
      whole: field.type === 'int',
      say: (value: number) => fieldView(field.type).text(value, {}, field, cells),
    })),
    head: block.by.map((field) => text(field.label)).join(' · '),
  }
}

/** A chart of a statistic. The same numbers are available as a table, also for people who cannot see the chart. */
export function ChartBlock(props: ChartBlockProps) {
  const { block } = props
  const text = useText()
  const t = useT()
  const [table, setTable] = useState(false)
  const { state, points, series, head } = useChart(props)
  return (
    <section
      className={`at-block at-chart${state === 'busy' ? ' at-busy' : ''}`}
      aria-busy={state === 'busy' || state === 'first'}
    >
      <h2>
        {text(block.label)}
        {points.length > 0 && (
          <button type="button" className="at-link" aria-pressed={table} onClick={() => setTable(!table)}>
            {t(table ? 'asChart' : 'asTable')}
          </button>
        )}
      </h2>
      {state === 'failed' && <p className="at-empty">{t('notLoaded')}</p>}
      {state === 'ready' && points.length === 0 && <p className="at-empty">{t('noFigures')}</p>}
      {points.length > 0 && !table && (
        <Suspense fallback={<div className="at-canvas" />}>
          <Chart kind={block.chart} label={text(block.label)} points={points} series={series} />
        </Suspense>
      )}
      {points.length > 0 && <Figures hidden={!table} head={head} points={points} series={series} />}
    </section>
  )
}

const NOTHING: WireRow = {}

interface FiguresProps {
  points: { name: string; values: number[] }[]
  series: { name: string; say: (value: number) => string }[]
  head: string
  hidden: boolean
}

/** The numbers of a chart as a table. */
function Figures({ points, series, head, hidden }: FiguresProps) {
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
          </tr>
        </thead>
        <tbody>
          {points.map((point, at) => (
            <tr key={at}>
              <th scope="row">{point.name}</th>
              {series.map((one, i) => (
                <td key={one.name} className="at-right">
                  {one.say(point.values[i] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
