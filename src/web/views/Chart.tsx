/** ECharts with only the parts used: lines, bars, pies. Colours come from the theme. */
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type EChartsCoreOption, type EChartsType } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useNewest } from '../core/newest.ts'
import { useTheme } from '../theme/theme.ts'
import { huesOf, type Part } from './hues.ts'
import { drawnAs, namesAt, sharedZero, type ChartKind } from './scales.ts'

register([
  BarChart,
  LineChart,
  PieChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  LabelLayout,
  CanvasRenderer,
])

interface ChartProps {
  kind: ChartKind
  label: string
  points: { name: string; part: Part; values: number[] }[]
  /** `whole`: values are counts, so the axis has no half steps. */
  series: { name: string; whole: boolean; say: (value: number) => string }[]
  /** Hears which point of which series was pressed. */
  onPress: ((point: number, series: number) => void) | undefined
}

/** Below this width a pie has no room for labels beside it; its legend names the parts. */
const NARROW = 480

/** What the scales beside the bars take, about, in pixels. */
const SIDES = 110
/** How far names lean that do not fit below their bars, in degrees. */
const SLANT = 40
/** Of bars that lie: the height of one with the room around it, of the scales, and the width of the names beside them, in pixels. */
const LYING = { each: 26, scales: 64, names: 120 }

/** Hues that colour-blind people can distinguish, beside the accent; no grey, which would say that a part is none. */
const HUES = ['#e6a23c', '#38a169', '#9b7ede', '#e26d6d', '#38b2ac', '#c05fa8']

export function Chart(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const theme = useTheme()
  const newest = useNewest(props)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = init(element)
    chart.current = made
    made.on('click', ({ dataIndex, seriesIndex }) => newest.current.onPress?.(dataIndex, seriesIndex ?? 0))
    let before = element.clientWidth
    const observer = new ResizeObserver(() => {
      const { clientWidth } = element
      if (clientWidth === 0) return
      made.resize()
      if (before !== clientWidth) draw(made, element, newest.current)
      before = clientWidth
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = undefined
    }
  }, [newest])
  useEffect(() => {
    if (box.current && chart.current) draw(chart.current, box.current, props)
  }, [props, theme])
  return <div ref={box} className="at-canvas" role="img" aria-label={props.label} />
}

/** Draws a chart into its box, which is as high as bars that lie want it. */
function draw(chart: EChartsType, box: HTMLElement, props: ChartProps): void {
  const colours = coloursOf(box)
  const lying = standOf(props, colours) === 'beside'
  const height = lying ? `${props.points.length * LYING.each + LYING.scales}px` : ''
  if (box.style.height !== height) {
    box.style.height = height
    chart.resize()
  }
  chart.setOption(optionOf(props, colours), true)
}

const kindOf = ({ kind, points }: ChartProps): ChartKind =>
  drawnAs(
    kind,
    points.map((point) => point.values[0] ?? 0),
  )

/** How names stand at the points. Days are told by their neighbours; of names none may be left out. */
function standOf(props: ChartProps, { width }: Colours): ReturnType<typeof namesAt> {
  const names = props.points.map((point) => point.name)
  return kindOf(props) === 'bar' ? namesAt(names, width - SIDES) : 'some'
}

interface Colours {
  font: string
  width: number
  narrow: boolean
  accent: string
  text: string
  quiet: string
  line: string
  surface: string
}

function coloursOf(element: HTMLElement): Colours {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim() || '#888888'
  return {
    font: style.fontFamily,
    width: element.clientWidth,
    narrow: element.clientWidth < NARROW,
    accent: read('--accent'),
    text: read('--text-2'),
    quiet: read('--text-3'),
    line: read('--line-soft'),
    surface: read('--raised'),
  }
}

const paletteOf = ({ accent }: Colours): string[] => [accent, ...HUES]

function optionOf(asked: ChartProps, colours: Colours): EChartsCoreOption {
  const props = { ...asked, kind: kindOf(asked) }
  const common = {
    color: paletteOf(colours),
    textStyle: { fontFamily: colours.font, fontSize: 12, color: colours.text },
    animationDuration: 300,
    tooltip: {
      trigger: props.kind === 'pie' ? 'item' : 'axis',
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { fontFamily: colours.font, color: colours.text, fontSize: 13 },
    },
  }
  return props.kind === 'pie' ? { ...common, ...pie(props, colours) } : { ...common, ...axes(props, colours) }
}

/** So many parts have their names in lines under a narrow pie; of more, one line that is turned. */
const WRAPPED = 8

function pie({ points, series, onPress }: ChartProps, colours: Colours): EChartsCoreOption {
  const [one] = series
  const palette = paletteOf(colours)
  const hues = huesOf(
    points.map(({ part }) => part),
    palette.length,
  )
  const data = points.map((point, at) => ({
    name: point.name,
    value: point.values[0] ?? 0,
    itemStyle: { color: palette[hues[at] ?? 0] },
  }))
  const all = data.reduce((sum, { value }) => sum + value, 0) || 1
  const share = (name: string) =>
    `${name} ${Math.round(((data.find((point) => point.name === name)?.value ?? 0) / all) * 100)}%`
  const wraps = colours.narrow && data.length <= WRAPPED
  return {
    tooltip: { trigger: 'item', valueFormatter: (value: number) => one?.say(value) ?? String(value) },
    legend: {
      type: wraps ? 'plain' : 'scroll',
      bottom: 0,
      textStyle: { color: colours.text },
      ...(colours.narrow ? { formatter: share } : {}),
    },
    series: [
      {
        type: 'pie',
        cursor: onPress ? 'pointer' : 'default',
        radius: wraps ? ['36%', '56%'] : ['48%', '72%'],
        center: ['50%', wraps ? '34%' : '44%'],
        name: one?.name,
        data,
        label: { show: !colours.narrow, color: colours.text, formatter: '{b} {d}%' },
        itemStyle: { borderColor: colours.surface, borderWidth: 1 },
      },
    ],
  }
}

/** A scale of values; the second, of counts beside amounts, stands at the right without lines of its own. */
const scale = (whole: boolean, colours: Colours, second = false, ends?: { min: number; max: number }) => ({
  type: 'value',
  ...(whole ? { minInterval: 1 } : {}),
  ...ends,
  // Ends that were worked out are no round numbers.
  axisLabel: {
    color: colours.quiet,
    formatter: shortNumber,
    hideOverlap: true,
    ...(ends ? { showMinLabel: false, showMaxLabel: false } : {}),
  },
  splitLine: { show: !second, lineStyle: { color: colours.line } },
})

/** The names at the points. */
function categories({ points }: ChartProps, stand: ReturnType<typeof namesAt>, colours: Colours) {
  const labels = {
    flat: { interval: 0 },
    slanted: { interval: 0, rotate: SLANT },
    beside: { interval: 0, width: LYING.names, overflow: 'truncate' },
    some: { hideOverlap: true },
  }
  return {
    type: 'category',
    data: points.map((point) => point.name),
    // Bars that lie are read from above.
    inverse: stand === 'beside',
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.line } },
    axisLabel: { color: colours.quiet, ...labels[stand] },
  }
}

function axes(props: ChartProps, colours: Colours): EChartsCoreOption {
  const { kind, points, series, onPress } = props
  const [first] = series
  const stand = standOf(props, colours)
  // A count beside an amount has a scale of its own: on one it would not be seen.
  const mixed = series.some((one) => one.whole !== first?.whole)
  const valuesOf = (whole: boolean): number[] =>
    points.flatMap(({ values }) => values.filter((one, i) => series[i]?.whole === whole && !Number.isNaN(one)))
  const firstWhole = first?.whole === true
  const [left, right] = (mixed && sharedZero([valuesOf(firstWhole), valuesOf(!firstWhole)])) || []
  const named = categories(props, stand, colours)
  const scales = mixed
    ? [scale(firstWhole, colours, false, left), scale(!firstWhole, colours, true, right)]
    : scale(firstWhole, colours)
  const onScale = stand === 'beside' ? 'xAxisIndex' : 'yAxisIndex'
  return {
    // The last day of a line stands at the edge: half of its label reaches beyond.
    grid: {
      left: 8,
      right: kind === 'line' ? 36 : 16,
      top: series.length > 1 ? 36 : 16,
      bottom: 8,
      containLabel: true,
    },
    legend: series.length > 1 ? { top: 0, right: 0, textStyle: { color: colours.text } } : undefined,
    ...(stand === 'beside' ? { yAxis: named, xAxis: scales } : { xAxis: named, yAxis: scales }),
    series: series.map((one, i) => ({
      type: kind,
      name: one.name,
      cursor: onPress ? 'pointer' : 'default',
      ...(mixed ? { [onScale]: one.whole === first?.whole ? 0 : 1 } : {}),
      // What is unknown of a day is no point; the line goes on behind it.
      data: points.map(({ values }) => (Number.isNaN(values[i]) ? null : (values[i] ?? 0))),
      connectNulls: true,
      barMaxWidth: 28,
      smooth: false,
      symbolSize: 5,
      showSymbol: points.length < 40,
      tooltip: { valueFormatter: (value: number) => one.say(value) },
      ...(kind === 'line' && series.length === 1 ? { areaStyle: { opacity: 0.08 } } : {}),
    })),
    tooltip: {
      trigger: 'axis',
      valueFormatter: series.length === 1 && first ? (value: number) => first.say(value) : undefined,
    },
  }
}

/** 12,000 as 12k, so that the axis stays narrow. */
function shortNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e6) return `${value / 1e6}M`
  return size >= 1e4 ? `${value / 1e3}k` : String(value)
}
