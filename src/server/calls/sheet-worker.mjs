/**
 * The thread that reads an uploaded table. A small file may become a huge table, so every measure is held while it is
 * read: what is too large is told by its code before it is built. Answers `{ table }` or `{ refused, max }`.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'
import { readSheet } from 'read-excel-file/node'

const { bytes, limits } = workerData

/** A table that is refused; `code` names the sentence. */
class Refused extends Error {
  constructor(code, max) {
    super(code)
    this.code = code
    this.max = max
  }
}

const ZIP = [0x50, 0x4b]

async function read() {
  const table =
    bytes[0] === ZIP[0] && bytes[1] === ZIP[1] ? await readXlsx() : parseCsv(decode().replace(/^\ufeff/, ''))
  let characters = 0
  for (const cells of table) for (const cell of cells) characters += typeof cell === 'string' ? lengthOf(cell) : 8
  if (characters > limits.characters) throw new Refused('largeTable')
  return table
}

function lengthOf(cell) {
  if (cell.length > limits.cell) throw new Refused('longCell', limits.cell)
  return cell.length
}

async function readXlsx() {
  measure()
  return await readSheet(Buffer.from(bytes)).catch(() => {
    throw new Refused('badFile')
  })
}

/** Unpacks piece by piece, keeps nothing, and looks how far the cells reach. */
function measure() {
  let unpacked = 0
  let refused
  const unzip = new Unzip((file) => {
    const isSheet = file.name.startsWith('xl/worksheets/')
    const isMarkup = /\.(xml|rels)$/i.test(file.name)
    let rest = ''
    let run = 0
    // What is thrown here comes back as an error of the archive.
    file.ondata = (error, chunk) => {
      if (refused) return
      if (error) return void (refused = new Refused('badFile'))
      unpacked += chunk.length
      if (unpacked > limits.unpacked) refused = new Refused('largeTable')
      else if (isMarkup) {
        const text = Buffer.from(chunk).toString('latin1')
        run = runOf(text, run)
        if (run > limits.tag) refused = new Refused('largeTable')
        else if (isSheet) refused = beyond(rest + text)
        rest = (rest + text).slice(-40)
      }
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  const STEP = 64 * 1024
  for (let at = 0; at < bytes.length && !refused; at += STEP) {
    try {
      unzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length)
    } catch {
      refused ??= new Refused('badFile')
    }
  }
  if (refused) throw refused
}

/** How far the last tag is behind at the end of a piece, or the first stretch that is too long: a parser takes long over many attributes. */
function runOf(text, before) {
  let run = before
  let at = 0
  for (let next = text.indexOf('<'); next >= 0; next = text.indexOf('<', at)) {
    run += next - at
    if (run > limits.tag) return run
    run = 0
    at = next + 1
  }
  return run + text.length - at
}

/** What refuses a piece of a sheet: a cell too far down or to the right. */
function beyond(text) {
  for (const [, column, row] of text.matchAll(/\sr\s*=\s*["']([A-Z]*)(\d+)["']/g)) {
    if (row.length > 7 || +row > limits.rows + 1) return new Refused('manyRows', limits.rows)
    let number = 0
    for (const letter of column) number = number * 26 + letter.charCodeAt(0) - 64
    if (number > limits.columns) return new Refused('manyColumns', limits.columns)
  }
  return undefined
}

function decode() {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** What keeps a spreadsheet from running the text of a file that was handed out: it is no part of the text. */
const GUARD = /^'(?=[=+@\t\r]|-(?![\d.]))/

/** RFC 4180: quoted cells may hold commas, line ends and doubled quotes. A semicolon or tab separates where the first line has no comma. */
function parseCsv(text) {
  if (text.includes('\0')) throw new Refused('badFile')
  const end = text.search(/\r|\n/)
  const first = end < 0 ? text : text.slice(0, end)
  const separator = [',', '\t', ';'].find((one) => first.includes(one)) ?? ','
  const rows = [[]]
  let cell = ''
  let quoted = false
  const endCell = () => {
    if (rows.at(-1).push(cell.replace(GUARD, '')) > limits.columns) throw new Refused('manyColumns', limits.columns)
    cell = ''
  }
  const add = (c) => {
    cell += c
    if (cell.length > limits.cell) throw new Refused('longCell', limits.cell)
  }
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i]
    if (quoted) {
      if (c !== '"') add(c)
      else if (text[i + 1] === '"') {
        add('"')
        i += 1
      } else quoted = false
    } else if (c === '"' && cell === '') quoted = true
    else if (c === separator) endCell()
    else if (c === '\n' || c === '\r') {
      if (c === '\r' && text[i + 1] === '\n') i += 1
      endCell()
      // The heading, the rows, and what follows the last line end.
      if (rows.push([]) > limits.rows + 2) throw new Refused('manyRows', limits.rows)
    } else add(c)
  }
  endCell()
  return rows
}

try {
  parentPort.postMessage({ table: await read() })
} catch (error) {
  if (!(error instanceof Refused)) throw error
  parentPort.postMessage({ refused: error.code, max: error.max })
}
