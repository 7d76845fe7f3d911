/**
 * Parameters of statements as text: both engines get the same characters and let PostgreSQL infer the type, so that
 * nothing depends on how a driver converts dates and arrays.
 */
import { dayText } from '../../model/zone.ts'

/** A day as a parameter. Only the database knows the product's zone, so the day is computed when the statement is sent. */
export class Day {
  constructor(readonly ms: number) {}
}

/** A parameter for a `date`: the day of this moment in the product's zone. */
export const day = (ms: number): Day => new Day(ms)

/** The text of one parameter. Arrays are SQL arrays, other objects jsonb; pass a jsonb list as JSON text. */
export function encodeParameter(value: unknown, zone: string): string | null {
  switch (typeof value) {
    case 'undefined':
      return null
    case 'string':
      return value
    case 'object':
      return value === null ? null : encodeObject(value, zone)
    default:
      return String(value)
  }
}

function encodeObject(value: object, zone: string): string {
  if (value instanceof Day) return dayText(value.ms, zone)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
  return Array.isArray(value) ? encodeArray(value, zone) : JSON.stringify(value)
}

function encodeArray(values: readonly unknown[], zone: string): string {
  return `{${values.map((value) => (Array.isArray(value) ? encodeArray(value, zone) : encodeElement(value, zone))).join(',')}}`
}

function encodeElement(value: unknown, zone: string): string {
  const text = encodeParameter(value, zone)
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`
}
