/**
 * The part of the PostgreSQL protocol that the embedded database needs: one buffer with the messages of a
 * statement, and its answer read straight into rows.
 */
import { DbError, asDbError } from '../errors.ts'
import type { Parse } from '../parsers.ts'
import type { DbRow } from '../../types.ts'

/** A buffer that grows while it is written; length fields are filled in afterwards. */
class Writer {
  private bytes = Buffer.allocUnsafeSlow(1024)
  private at = 0

  message(type: string, body: () => void): this {
    this.room(5)
    this.bytes[this.at] = type.charCodeAt(0)
    const from = this.at + 1
    this.at += 5
    body()
    this.bytes.writeInt32BE(this.at - from, from)
    return this
  }

  int16(value: number): void {
    this.room(2)
    this.at = this.bytes.writeUInt16BE(value, this.at)
  }

  int32(value: number): void {
    this.room(4)
    this.at = this.bytes.writeInt32BE(value, this.at)
  }

  text(value: string): number {
    this.room(value.length * 3)
    const size = this.bytes.write(value, this.at, 'utf8')
    this.at += size
    return size
  }

  cstring(value: string): void {
    this.text(value)
    this.room(1)
    this.bytes[this.at] = 0
    this.at += 1
  }

  value(text: string | null): void {
    if (text === null) return this.int32(-1)
    const from = this.at
    this.int32(0)
    const size = this.text(text)
    this.bytes.writeInt32BE(size, from)
  }

  done(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.bytes.subarray(0, this.at))
  }

  private room(size: number): void {
    if (this.at + size <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.at + size))
    this.bytes.copy(larger, 0, 0, this.at)
    this.bytes = larger
  }
}

const MOST_PARAMETERS = 65_535

/** One statement with parameters. `parse`: sends its text (under `name`, if any); otherwise it was prepared before. */
export function statementBytes(
  sql: string,
  values: (string | null)[],
  name = '',
  parse = true,
): Uint8Array<ArrayBuffer> {
  if (values.length > MOST_PARAMETERS)
    throw new DbError('other', `database: ${values.length} parameters in one statement`)
  const out = new Writer()
  if (parse)
    out.message('P', () => {
      out.cstring(name)
      out.cstring(sql)
      out.int16(0)
    })
  out.message('B', () => {
    out.cstring('')
    out.cstring(name)
    out.int16(0)
    out.int16(values.length)
    for (const value of values) out.value(value)
    out.int16(0)
  })
  out.message('D', () => out.cstring('P'))
  out.message('E', () => {
    out.cstring('')
    out.int32(0)
  })
  return out.message('S', () => undefined).done()
}

/** Statements without parameters, several in one text: one transaction unless it says otherwise. */
export function scriptBytes(sql: string): Uint8Array<ArrayBuffer> {
  const out = new Writer()
  return out.message('Q', () => out.cstring(sql)).done()
}

/** The answer of a statement. `parsed`: its text was accepted and prepared under its name. */
export interface Answer {
  rows: DbRow[]
  command: string
  parsed: boolean
  error?: DbError
}

export interface Reading {
  parserOf: (oid: number) => Parse
  notified: (channel: string, payload: string) => void
}

interface Column {
  name: string
  parse: Parse
}

/** Reads all messages of an answer. Of a script the last result counts. */
export function readAnswer(bytes: Uint8Array, reading: Reading): Answer {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const answer: Answer = { rows: [], command: '', parsed: false }
  let columns: Column[] = []
  for (let at = 0; at < source.length;) {
    const type = source[at]
    const from = at + 5
    at += 1 + source.readInt32BE(at + 1)
    if (type === 0x44) answer.rows.push(readRow(source, from, columns))
    else if (type === 0x54) {
      columns = readColumns(source, from, reading)
      answer.rows = []
    } else if (type === 0x43) answer.command = cstring(source, from)
    else if (type === 0x31) answer.parsed = true
    else if (type === 0x45) answer.error ??= readError(source, from)
    else if (type === 0x41) readNotification(source, from, reading)
  }
  return answer
}

function cstring(source: Buffer, from: number): string {
  return source.toString('utf8', from, source.indexOf(0, from))
}

function readColumns(source: Buffer, from: number, reading: Reading): Column[] {
  const columns: Column[] = []
  let at = from + 2
  for (let left = source.readUInt16BE(from); left > 0; left -= 1) {
    const end = source.indexOf(0, at)
    columns.push({ name: source.toString('utf8', at, end), parse: reading.parserOf(source.readInt32BE(end + 7)) })
    at = end + 19
  }
  return columns
}

function readRow(source: Buffer, from: number, columns: Column[]): DbRow {
  const row: DbRow = {}
  let at = from + 2
  for (const { name, parse } of columns) {
    const size = source.readInt32BE(at)
    at += 4
    if (size < 0) {
      row[name] = null
    } else {
      row[name] = parse(source.toString('utf8', at, at + size))
      at += size
    }
  }
  return row
}

const ERROR_FIELDS: Record<string, string> = {
  C: 'code',
  M: 'message',
  D: 'detail',
  s: 'schema',
  t: 'table',
  c: 'column',
  n: 'constraint',
  R: 'routine',
}

function readError(source: Buffer, from: number): DbError {
  const fields: Record<string, string> = {}
  for (let at = from; source[at] !== 0;) {
    const name = ERROR_FIELDS[String.fromCharCode(source[at] ?? 0)]
    const value = cstring(source, at + 1)
    if (name) fields[name] = value
    at = source.indexOf(0, at + 1) + 1
  }
  return asDbError(Object.assign(new Error(fields.message), fields))
}

function readNotification(source: Buffer, from: number, reading: Reading): void {
  const channel = cstring(source, from + 4)
  reading.notified(channel, cstring(source, source.indexOf(0, from + 4) + 1))
}
