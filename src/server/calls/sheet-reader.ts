/** Reads the rows of an uploaded table: xlsx, or csv in UTF-8 or the Chinese encoding that spreadsheets save. */
import { readSheet } from 'read-excel-file/node'
import { refuse } from '../errors.ts'

/** A cell as it stands in the file. */
export type RawCell = string | number | boolean | Date | null

/** The rows of the first sheet, empty ones left out; each with its number in the file, from 1. */
export interface RawRow {
  row: number
  cells: RawCell[]
}

const ZIP = Buffer.from('PK')

export async function readTable(bytes: Buffer): Promise<RawRow[]> {
  const table = bytes.subarray(0, 2).equals(ZIP) ? await readXlsx(bytes) : readCsv(bytes)
  return table
    .map((cells, i) => ({ row: i + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ''))
}

async function readXlsx(bytes: Buffer): Promise<RawCell[][]> {
  try {
    return (await readSheet(bytes)) as RawCell[][]
  } catch {
    return refuse('badFile', { field: 'fileId' })
  }
}

function readCsv(bytes: Buffer): RawCell[][] {
  const text = decode(bytes).replace(/^\ufeff/, '')
  if (text.includes('\0')) return refuse('badFile', { field: 'fileId' })
  return parseCsv(text)
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** RFC 4180: quoted cells may hold commas, line ends and doubled quotes. A semicolon or tab separates where the first line has no comma. */
function parseCsv(text: string): string[][] {
  const [first = ''] = text.split(/\r?\n/, 1)
  const separator = first.includes(',') ? ',' : first.includes('\t') ? '\t' : first.includes(';') ? ';' : ','
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const endCell = (): void => {
    ;(rows.at(-1) as string[]).push(cell)
    cell = ''
  }
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i] as string
    if (quoted) {
      if (c !== '"') cell += c
      else if (text[i + 1] === '"') {
        cell += '"'
        i += 1
      } else quoted = false
    } else if (c === '"' && cell === '') quoted = true
    else if (c === separator) endCell()
    else if (c === '\n' || c === '\r') {
      if (c === '\r' && text[i + 1] === '\n') i += 1
      endCell()
      rows.push([])
    } else cell += c
  }
  endCell()
  return rows
}
