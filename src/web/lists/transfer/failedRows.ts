import type { Report } from './useImport.ts'

/** Sign at the head of a text file that tells spreadsheets it is UTF-8. */
const BOM = '\uFEFF'

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Hands back the rows that were left out as a file, each with its problem last: once mended it may be imported. */
export function saveRows({ head = [], errors = [] }: Report, problem: string): void {
  const width = head.length
  const lines = errors.map(({ cells = [], msg }) => [
    ...Array.from({ length: width }, (_none, i) => cells[i] ?? ''),
    msg,
  ])
  const text = [[...head, problem], ...lines].map((line) => line.map(quoted).join(',')).join('\r\n')
  const address = URL.createObjectURL(new Blob([BOM + text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: `${problem}.csv` })
  link.click()
  URL.revokeObjectURL(address)
}
