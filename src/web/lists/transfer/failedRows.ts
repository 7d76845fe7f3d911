import { saveText } from './saveText.ts'
import type { Report } from './useImport.ts'

/** Hands back the rows that were left out as a file, each with its problem last: once mended it may be imported. */
export function saveRows({ head = [], errors = [] }: Report, problem: string): void {
  const width = head.length
  const lines = errors.map(({ cells = [], msg }) => [
    ...Array.from({ length: width }, (_none, i) => cells[i] ?? ''),
    msg,
  ])
  saveText(problem, [[...head, problem], ...lines])
}
