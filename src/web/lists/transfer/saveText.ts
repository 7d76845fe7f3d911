/** Sign at the head of a text file that tells spreadsheets it is UTF-8. */
const BOM = '\uFEFF'

/** No spreadsheet takes a text for a formula; numbers stay what they are. */
const plain = (cell: string): string => (/^[=+@\t\r]|^-(?![\d.])/.test(cell) ? `'${cell}` : cell)

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Hands rows of text to the person as a file that spreadsheets open. */
export function saveText(name: string, lines: readonly (readonly string[])[]): void {
  const text = lines.map((line) => line.map((cell) => quoted(plain(cell))).join(',')).join('\r\n')
  const address = URL.createObjectURL(new Blob([BOM + text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.csv` })
  link.click()
  URL.revokeObjectURL(address)
}
