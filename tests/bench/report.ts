/** What was measured, beside what was aimed at. */

export interface Figure {
  label: string
  value: number
  unit: string
  /** What is aimed at, in the unit of the value; absent: said for information. */
  goal?: number
  /** Whether more is better (a share of the bare handler); else less is (a time, a size). */
  more?: boolean
  /** How it was measured, or why a goal was missed. */
  note?: string
}

export interface Section {
  title: string
  figures: Figure[]
}

export const met = ({ value, goal, more }: Figure): boolean =>
  goal === undefined || (more ? value >= goal : value <= goal)

const digits = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

function goalText(figure: Figure): string {
  if (figure.goal === undefined) return ''
  return `goal ${figure.more ? '≥' : '≤'} ${digits(figure.goal)}${figure.unit ? ` ${figure.unit}` : ''}`
}

function line(figure: Figure): string {
  const value = `${digits(figure.value)}${figure.unit ? ` ${figure.unit}` : ''}`
  const verdict = figure.goal === undefined ? '' : met(figure) ? 'met' : 'MISSED'
  return `  ${figure.label.padEnd(58)} ${value.padStart(12)}   ${goalText(figure).padEnd(16)} ${verdict.padEnd(6)} ${figure.note ?? ''}`.trimEnd()
}

/** All sections as text, and how many goals were met. */
export function reportText(sections: readonly Section[]): string {
  const goals = sections.flatMap((section) => section.figures).filter((figure) => figure.goal !== undefined)
  const missed = goals.filter((figure) => !met(figure))
  return [
    ...sections.map((section) => `\n${section.title}\n${section.figures.map(line).join('\n')}`),
    `\n${goals.length - missed.length} of ${goals.length} goals met${missed.length > 0 ? `; missed: ${missed.map((figure) => figure.label).join('; ')}` : ''}`,
  ].join('\n')
}

/** The middle of several measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/** The value below which a share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] as number
}
