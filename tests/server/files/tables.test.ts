/** Tables that are read: small files that would become huge ones are refused while they are read. */
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readTable } from '../../../src/server/calls/sheet-reader.ts'

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'

/** A workbook whose sheet holds these rows, as xml. `says`: further attributes of the sheet. */
function workbook(rows: string, strings: readonly string[] = [], says = ''): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const shared = strings.map((one) => `<si><t>${one}</t></si>`).join('')
  const files = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${XML}<Relationships ${PACKAGE}>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="a" sheetId="1" r:id="s"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships ${PACKAGE}>${relation('s', 'worksheet', 'worksheets/sheet1.xml')}${relation('t', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `${XML}<sst ${MAIN}>${shared}</sst>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet ${MAIN}${says}><sheetData>${rows}</sheetData></worksheet>`,
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))))
}

const cellAt = (at: string, value = '1'): string =>
  `<row r="${at.replace(/\D/g, '')}"><c r="${at}"><v>${value}</v></c></row>`
/** Rows of cells that all say the same shared string. */
const repeated = (rows: number, columns: number): string =>
  Array.from({ length: rows }, (_, y) => {
    const cells = Array.from({ length: columns }, (_, x) => `<c r="${'ABCDEFGH'[x]}${y + 1}" t="s"><v>0</v></c>`)
    return `<row r="${y + 1}">${cells.join('')}</row>`
  }).join('')

describe('a table', () => {
  it('is read to its last cell', async () => {
    const table = await readTable(workbook(cellAt('A1') + cellAt('C3', '2')))
    expect(table).toEqual([
      { row: 1, cells: [1, null, null] },
      { row: 3, cells: [null, null, 2] },
    ])
  })

  it('says what was handed out, without what kept a spreadsheet from running it', async () => {
    const [row] = await readTable(Buffer.from(`'=1+1,"'@a, b",'-c,'12,'s`))
    expect(row?.cells).toEqual(['=1+1', '@a, b', '-c', "'12", "'s"])
  })

  it('of as many rows and columns as may be is read', async () => {
    const line = Array.from({ length: 200 }, (_, i) => i).join(',')
    const table = await readTable(Buffer.from(`${`${line}\n`.repeat(5001)}`))
    expect([table.length, table[5000]?.cells.length]).toEqual([5001, 200])
  })

  it.each<[string, () => Buffer, string]>([
    ['one cell at the last place of a sheet', () => workbook(cellAt('XFD1048576')), 'At most 5000 rows'],
    ['one cell far below', () => workbook(cellAt('Z1000000')), 'At most 5000 rows'],
    ['one cell far to the right', () => workbook(cellAt('XFD1')), 'at most 200 columns'],
    ['a cell whose place is no number', () => workbook(cellAt('A99999999999999999999')), 'At most 5000 rows'],
    ['one long text in many cells', () => workbook(repeated(4000, 8), ['字'.repeat(900)]), 'too large'],
    ['a long cell', () => workbook(repeated(1, 1), ['字'.repeat(5001)]), 'at most 5000 characters'],
    ['a sheet of 80 MB', () => workbook(`<!--${'a'.repeat(80 * 1024 * 1024)}-->`), 'too large'],
    [
      'a sheet with many attributes',
      () => workbook(cellAt('A1'), [], Array.from({ length: 10_000 }, (_, i) => ` a${i}=""`).join('')),
      'too large',
    ],
    ['a million lines', () => Buffer.from('\n'.repeat(1_000_000)), 'At most 5000 rows'],
    ['a line of a million commas', () => Buffer.from(','.repeat(1_000_000)), 'at most 200 columns'],
    ['a cell of 20 MB', () => Buffer.alloc(20 * 1024 * 1024, 'a'), 'at most 5000 characters'],
    ['a quote that never ends', () => Buffer.from(`"${'a\n'.repeat(100_000)}`), 'at most 5000 characters'],
    ['a container that is none', () => Buffer.from('PK not a zip'), 'cannot be read'],
    ['half a container', () => workbook(cellAt('A1')).subarray(0, 300), 'cannot be read'],
  ])('is refused: %s', async (_, bytes, says) => {
    await expect(readTable(bytes())).rejects.toMatchObject({
      status: 400,
      field: 'fileId',
      message: expect.stringContaining(says) as string,
    })
  })

  it('is not read at once by more than one; few wait', async () => {
    const many = Array.from({ length: 20 }, () => readTable(Buffer.from('a\n1')))
    const done = await Promise.allSettled(many)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    expect(done.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 503 } })
  })
})
