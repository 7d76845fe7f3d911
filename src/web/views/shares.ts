import { formatPercent } from '../../model/format.ts'

/** How much of the whole each group of a chart is, by the first series that adds up; nothing where there is no whole. */
export function sharesOf(points: readonly { values: number[] }[], series: readonly { adds: boolean }[]): string[] {
  const at = series.findIndex((one) => one.adds)
  const values = points.map((point) => point.values[at] ?? 0)
  const whole = values.reduce((sum, value) => sum + value, 0)
  const isWhole = at >= 0 && whole > 0 && values.every((value) => value >= 0)
  return isWhole ? values.map((value) => formatPercent(Math.round((value / whole) * 1000) / 1000)) : []
}
