/** Plain tables for a terminal. */
import { columns } from '../tools/format.ts'

/** Rows under their headings, columns as wide as their widest cell, Chinese characters counted as two. */
export function table(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, i) => Math.max(columns(heading), ...rows.map((row) => columns(row[i] ?? ''))))
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => (i === cells.length - 1 ? cell : cell + ' '.repeat(widths[i]! - columns(cell))))
      .join('  ')
      .trimEnd()
  return [line(headings), line(widths.map((w) => '─'.repeat(Math.min(w, 40)))), ...rows.map(line)].join('\n')
}

/** `1 place`, `4 places`. */
export const many = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`

/** Text of at most this width, cut with an ellipsis. */
export function cut(text: string, width: number): string {
  if (columns(text) <= width) return text
  let short = ''
  for (const char of text) {
    if (columns(short + char) > width - 1) break
    short += char
  }
  return `${short}…`
}
