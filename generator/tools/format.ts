/**
 * Formats schema files: at most 120 columns (a Chinese character counts as two), key order kept, on one line where
 * possible; short entries of a list and plain members of an object share lines.
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

/** `used`: columns before the value on its line; `after`: text that must follow it there (a comma). */
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
  const entries = Object.entries(value)
  const members = entries.map(([key, one], i) => {
    const head = `${JSON.stringify(key)}: `
    const used = columns(head) + (depth + 1) * STEP.length
    return {
      text: head + print(one, depth + 1, used, i < entries.length - 1 ? 1 : 0),
      isPlain: key !== '$schema' && isPlain(one),
    }
  })
  return members.length === 0 ? '{}' : `{\n${packed(members, depth + 1)}\n${STEP.repeat(depth)}}`
}

function expandList(value: unknown[], depth: number): string {
  const used = (depth + 1) * STEP.length
  const members = value.map((one, i) => ({
    text: print(one, depth + 1, used, i < value.length - 1 ? 1 : 0),
    isPlain: !isObject(one) && !isList(one),
  }))
  return `[\n${packed(members, depth + 1)}\n${STEP.repeat(depth)}]`
}

interface Member {
  text: string
  /** May share a line with its neighbours. */
  isPlain: boolean
}

/** Members on lines of their own, except that plain and short neighbours share lines. */
function packed(members: readonly Member[], depth: number): string {
  const indent = STEP.repeat(depth)
  const lines: Member[] = []
  for (const { text, isPlain } of members) {
    const before = lines.at(-1)
    const shares = isPlain && columns(text) <= SHORT
    const together = `${before?.text ?? ''}, ${text}`
    if (before?.isPlain && shares && indent.length + columns(together) < WIDTH) before.text = together
    else lines.push({ text, isPlain: shares })
  }
  return lines.map(({ text }) => indent + text).join(',\n')
}

/** Short values: a word, a number, a list of them, a text in each language. */
const isPlain = (value: unknown): boolean =>
  isObject(value)
    ? Object.entries(value).every(([key, one]) => key.length === 2 && typeof one === 'string')
    : isList(value)
      ? value.every((one) => !isObject(one) && !isList(one))
      : true

/** `["a", "b",⏎  "c"]`: lists of short entries fill their lines, first after the key, then at the next indent. */
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

/** The formatted text of a file; undefined when it is not JSON or has a duplicate key. */
export function formatText(text: string): string | undefined {
  try {
    return repeatedKeys(text).length > 0 ? undefined : formatJson(JSON.parse(text))
  } catch {
    return undefined
  }
}
