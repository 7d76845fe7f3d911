/** Values as the database writes them (text format) → JavaScript, the same on both engines. */
import { dayOf } from '../../model/zone.ts'

/** Turns the text of a value into a JavaScript value. */
export type Parse = (text: string) => unknown

const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
} as const

/** Array type → type of its elements. */
const ARRAYS: Record<number, number> = {
  1000: OID.bool,
  1005: OID.int2,
  1007: OID.int4,
  1016: OID.int8,
  1028: OID.oid,
  1009: 25,
  1002: 18,
  1003: 19,
  1014: 1042,
  1015: 1043,
  1021: OID.float4,
  1022: OID.float8,
  1231: OID.numeric,
  1182: OID.date,
  1115: OID.timestamp,
  1185: OID.timestamptz,
  199: OID.json,
  3807: OID.jsonb,
}

const digits = (text: string, from: number, to: number): number => {
  let value = 0
  for (let i = from; i < to; i += 1) value = value * 10 + text.charCodeAt(i) - 48
  return value
}

/** `+08`, `-03:30`, `+08:05:43` as ms; undefined for a timestamp without zone, which is read as UTC. */
function offsetOf(text: string, from: number): number {
  if (from >= text.length) return 0
  const [hours = '0', minutes = '0', seconds = '0'] = text.slice(from + 1).split(':')
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return text[from] === '-' ? -size : size
}

/** `2026-03-16 09:30:00.123+08` → ms. */
function parseMoment(text: string): number {
  if (text.length < 19 || text.charCodeAt(4) !== 45 || text.endsWith('BC')) return rareMoment(text)
  let end = 19
  let ms = 0
  if (text.charCodeAt(19) === 46) {
    for (end = 20; text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57; end += 1);
    ms = Math.floor(Number(`0.${text.slice(20, end)}`) * 1000 + 1e-9)
  }
  const wall = Date.UTC(
    digits(text, 0, 4),
    digits(text, 5, 7) - 1,
    digits(text, 8, 10),
    digits(text, 11, 13),
    digits(text, 14, 16),
    digits(text, 17, 19),
  )
  return wall + ms - offsetOf(text, end)
}

/** Infinity, years of five digits, years before Christ: the product writes none of these. */
function rareMoment(text: string): number {
  if (text === 'infinity') return Infinity
  return text === '-infinity' ? -Infinity : Date.parse(text.replace(' ', 'T'))
}

/** `{1,NULL,"a \"b\""}` → list; nested arrays as lists of lists. */
function parseArray(text: string, parse: Parse): unknown[] {
  let at = text.indexOf('{')
  function quoted(): unknown {
    let value = ''
    for (at += 1; text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1
      value += text[at]
    }
    at += 1
    return parse(value)
  }
  function bare(): unknown {
    const from = at
    while (text[at] !== ',' && text[at] !== '}') at += 1
    const value = text.slice(from, at)
    return value === 'NULL' ? null : parse(value)
  }
  function list(): unknown[] {
    const values: unknown[] = []
    at += 1
    while (text[at] !== '}') {
      values.push(text[at] === '{' ? list() : text[at] === '"' ? quoted() : bare())
      if (text[at] === ',') at += 1
    }
    at += 1
    return values
  }
  return list()
}

const identity: Parse = (text) => text

/** The parser of each type, days being midnights in the product's zone. */
export function parsersFor(zone: string): (oid: number) => Parse {
  const days = new Map<string, number>()
  const parseDay: Parse = (text) => {
    let ms = days.get(text)
    if (ms === undefined) {
      if (days.size > 20_000) days.clear()
      days.set(text, (ms = dayOf(text, zone)))
    }
    return ms
  }
  const parsers: Record<number, Parse> = {
    [OID.bool]: (text) => text === 't',
    [OID.bytea]: (text) => Buffer.from(text.slice(2), 'hex'),
    [OID.json]: JSON.parse,
    [OID.jsonb]: JSON.parse,
    [OID.date]: parseDay,
    [OID.timestamp]: (text) => parseMoment(text),
    [OID.timestamptz]: (text) => parseMoment(text),
  }
  for (const oid of [OID.int8, OID.int2, OID.int4, OID.oid, OID.float4, OID.float8, OID.numeric]) parsers[oid] = Number
  for (const [array, element] of Object.entries(ARRAYS))
    parsers[Number(array)] = (text) => parseArray(text, parsers[element] ?? identity)
  return (oid) => parsers[oid] ?? identity
}
