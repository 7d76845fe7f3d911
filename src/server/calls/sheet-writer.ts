/**
 * Writes an Excel file row by row: the sheet is compressed as it grows, so that a long export needs little
 * memory and never holds up the server. Texts are inline strings, which no spreadsheet runs as formulas.
 */
import { once } from 'node:events'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

/** A cell: text, a number, a share, an amount of money, a day or moment in ms, or nothing. */
export type Cell = string | number | null | { share: number } | { money: number } | { day: number } | { moment: number }

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Styles of the sheet, by their place in `styles.xml`. */
const STYLE = { plain: 0, head: 1, money: 2, day: 3, moment: 4, share: 5 } as const

const FIXED: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="0" fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}

const escapeXml = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] as string)

/** Days since 1900 as spreadsheets count them; `wall` is the moment as a clock in the product's zone shows it. */
const serialOf = (wall: number): number => wall / 86_400_000 + 25_569

/** Excel holds 32,767 characters a cell. */
const TEXT_MAX = 32_000

function cellXml(cell: Cell, at: string, head: boolean): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') {
    return `<c r="${at}" t="inlineStr" s="${head ? STYLE.head : STYLE.plain}"><is><t xml:space="preserve">${escapeXml(cell.slice(0, TEXT_MAX))}</t></is></c>`
  }
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if ('share' in cell) return `<c r="${at}" s="${STYLE.share}"><v>${cell.share}</v></c>`
  if ('money' in cell) return `<c r="${at}" s="${STYLE.money}"><v>${cell.money}</v></c>`
  if ('day' in cell) return `<c r="${at}" s="${STYLE.day}"><v>${Math.round(serialOf(cell.day))}</v></c>`
  return `<c r="${at}" s="${STYLE.moment}"><v>${serialOf(cell.moment)}</v></c>`
}

interface Entry {
  name: string
  crc: number
  packed: Buffer
  size: number
}

/** An Excel file with one sheet in the making. */
export class SheetWriter {
  private readonly name: string
  private readonly deflate = createDeflateRaw({ level: 6 })
  private readonly chunks: Buffer[] = []
  private crc = 0
  private rows = 1
  private size = 0

  /** `name`: of the sheet. `head`: the first row. */
  constructor(name: string, head: readonly string[]) {
    this.name = name
    this.deflate.on('data', (chunk: Buffer) => this.chunks.push(chunk))
    const widths = head.map((_, i) => `<col min="${i + 1}" max="${i + 1}" width="18" customWidth="1"/>`).join('')
    this.write(
      `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>`,
    )
    this.write(rowXml(head, 1, true))
  }

  /** Adds rows; resolves when they are taken up. */
  async add(rows: readonly (readonly Cell[])[]): Promise<void> {
    const text = rows.map((row, i) => rowXml(row, this.rows + i + 1, false)).join('')
    this.rows += rows.length
    if (text !== '' && !this.write(text)) await once(this.deflate, 'drain')
  }

  /** Closes the sheet; answers the whole file. */
  async end(): Promise<Buffer> {
    this.write('</sheetData></worksheet>')
    this.deflate.end()
    await once(this.deflate, 'end')
    const sheet = {
      name: 'xl/worksheets/sheet1.xml',
      crc: this.crc,
      packed: Buffer.concat(this.chunks),
      size: this.size,
    }
    const title = escapeXml(this.name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)) || 'Sheet1'
    const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`
    const fixed = Object.entries({ ...FIXED, 'xl/workbook.xml': workbook }).map(([name, text]) =>
      entryOf(name, Buffer.from(HEAD + text)),
    )
    return zip([...fixed, sheet])
  }

  private write(text: string): boolean {
    const bytes = Buffer.from(text)
    this.crc = crc32(bytes, this.crc)
    this.size += bytes.length
    return this.deflate.write(bytes)
  }
}

/** `A`, `B` … `Z`, `AA` … */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

const rowXml = (row: readonly Cell[], number: number, head: boolean): string =>
  `<row r="${number}">${row.map((cell, i) => cellXml(cell, `${letters(i)}${number}`, head)).join('')}</row>`

const entryOf = (name: string, bytes: Buffer): Entry => ({
  name,
  crc: crc32(bytes),
  packed: deflateRawSync(bytes),
  size: bytes.length,
})

/** 1 January 1980, the first day a zip file knows: the same rows give the same bytes. */
const DOS_DAY = 0x21

/** A zip file of deflated entries. */
function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt16LE(DOS_DAY, 8)
    fields.writeUInt32LE(entry.crc, 10)
    fields.writeUInt32LE(entry.packed.length, 14)
    fields.writeUInt32LE(entry.size, 18)
    fields.writeUInt16LE(name.length, 22)
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), fields, name, entry.packed)
    const more = Buffer.alloc(14)
    more.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, more, name)
    offset += 4 + fields.length + name.length + entry.packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}
