/**
 * The one form of a schema file: at most 120 columns (a Chinese character counts as two), key order kept,
 * what fits on one line stays on one line, lists of short entries fill their lines.
 */
import { repeatedKeys } from '../load/index.ts'

const WIDTH = 120
const STEP = '  '
/** Entries up to this width share a line in a list that does not fit on one. */
const SHORT = 60

/** A parsed file as text, with a newline at its end. */
export function formatJson(value: unknown): string {
  return `${isList(value) || !isObject(value) ? print(value, 0, 0, 0) : expandObject(value, 0)}\n`
}

/** `used`: columns before the value on its line; `after`: what must still follow it there (a comma). */
function print(value: unknown, depth: number, used: number, after: number): string {
  const line = flat(value)
  return columns(line) + used + after <= WIDTH ? line : expand(value, depth, used, after)
}

function expand(value: unknown, depth: number, used: number, after: number): string {
  if (isList(value))
    return value.every((one) => columns(flat(one)) <= SHORT)
      ? fill(value, depth, used, after)
      : expandList(value, depth)
  return isObject(value) ? expandObject(value, depth) : JSON.stringify(value)
}

function expandObject(value: Record<string, unknown>, depth: number): string {
  const indent = STEP.repeat(depth + 1)
  const entries = Object.entries(value)
  const lines = entries.map(([key, one], i) => {
    const head = `${indent}${JSON.stringify(key)}: `
    const comma = i < entries.length - 1 ? 1 : 0
    return `${head}${print(one, depth + 1, columns(head), comma)}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${STEP.repeat(depth)}}`
}

function expandList(value: unknown[], depth: number): string {
  const indent = STEP.repeat(depth + 1)
  const lines = value.map((one, i) => `${indent}${print(one, depth + 1, indent.length, i < value.length - 1 ? 1 : 0)}`)
  return `[\n${lines.join(',\n')}\n${STEP.repeat(depth)}]`
}

/** `["a", "b",⏎  "c"]`: lists of short entries fill their lines, behind the key first, then at the next indent. */
function fill(value: unknown[], depth: number, used: number, after: number): string {
  const indent = STEP.repeat(depth + 1)
  const lines: string[] = []
  let line = '['
  let room = WIDTH - used
  for (const [i, one] of value.entries()) {
    const last = i === value.length - 1
    const text = `${line === '[' || line === indent ? '' : ' '}${flat(one)}${last ? ']' : ','}`
    if (columns(line + text) + (last ? after : 0) > room && line !== '[') {
      lines.push(line)
      line = indent
      room = WIDTH
    }
    line += line === indent ? text.trimStart() : text
  }
  return [...lines, line].join('\n')
}

/** On one line, with spaces inside braces. */
function flat(value: unknown): string {
  if (isList(value)) return `[${value.map(flat).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const entries = Object.entries(value)
  return entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, one]) => `${JSON.stringify(key)}: ${flat(one)}`).join(', ')} }`
}

/** Width on screen: East Asian wide characters count as two. */
export function columns(text: string): number {
  let width = 0
  for (const char of text)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(char)
      ? 2
      : 1
  return width
}

const isList = (v: unknown): v is unknown[] => Array.isArray(v)
const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)

/** The text of a file in its one form; nothing when it is no JSON or says a key twice. */
export function formatText(text: string): string | undefined {
  try {
    return repeatedKeys(text).length > 0 ? undefined : formatJson(JSON.parse(text))
  } catch {
    return undefined
  }
}
