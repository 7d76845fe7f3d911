import { viewsEn } from '../../i18n/views.en.ts'
import { viewsZh } from '../../i18n/views.zh.ts'
import { saveText } from './saveText.ts'
import type { Report } from './runs.ts'

/** How the last column of a file that was handed back is called. */
const PROBLEM: readonly string[] = [viewsZh.problem, viewsEn.problem]

interface LeftOut {
  head: string[]
  rows: { row: number; msg: string; cells: string[] }[]
}

/** The rows that were left out, and those that were not come to, of which `left` is said; without what an earlier report said of them where the file is one that was handed back. */
export function leftOut({ head = [], errors = [], rest = [] }: Report, left: string): LeftOut {
  const stays = head.map((heading) => !PROBLEM.includes(heading))
  const kept = (cells: readonly string[]) => head.flatMap((_heading, i) => (stays[i] ? [cells[i] ?? ''] : []))
  return {
    head: kept(head),
    rows: [...errors, ...rest.map((one) => ({ ...one, msg: left }))].map(({ row, msg, cells = [] }) => ({
      row,
      msg,
      cells: kept(cells),
    })),
  }
}

/** Hands back the rows that were left out as a file of this name, each with its problem last: once mended it may be imported. */
export function saveRows({ head, rows }: LeftOut, name: string, problem: string): void {
  saveText(name, [[...head, problem], ...rows.map(({ cells, msg }) => [...cells, msg])])
}
