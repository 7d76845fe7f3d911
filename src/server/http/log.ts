/** The request log: one line a request, never a token or a body, control characters escaped (checks 17, 26). */

/** Lines for people to read, or objects for a program that collects them (`LOG_FORMAT`). */
export type LogFormat = 'text' | 'json'

export interface LogEntry {
  time: number
  ip: string
  method: string
  path: string
  status: number
  ms: number
  /** What the answer and the screen of the person call this request. */
  id: string
  /** Login id and company of the person, when known. */
  user?: number
  company?: number
  /** For the log only, never for the caller: the stack of an unexpected error. */
  error?: string
}

export type WriteLog = (entry: LogEntry) => void

/** The entry as one line of text. */
export function logLine(entry: LogEntry): string {
  const who = entry.user === undefined ? '-' : `${entry.user}@${entry.company ?? '-'}`
  const line = [
    new Date(entry.time).toISOString(),
    entry.ip || '-',
    who,
    entry.method,
    entry.path,
    entry.status,
    `${entry.ms.toFixed(1)}ms`,
    entry.id,
  ].join(' ')
  return oneLine(entry.error ? `${line} ${entry.error}` : line)
}

/** The entry as an object in one line. */
function jsonLine({ time, ...entry }: LogEntry): string {
  const level = entry.error === undefined ? 'info' : 'error'
  return jsonOf('request', level, time, { ...entry, ms: Math.round(entry.ms * 10) / 10 })
}

/** What the server itself has to say, as an object in one line. */
export const messageLine = (time: number, message: string, error?: string): string =>
  jsonOf('server', error === undefined ? 'info' : 'error', time, { message, error })

const jsonOf = (log: string, level: 'info' | 'error', time: number, more: object): string =>
  oneLine(JSON.stringify({ time: new Date(time).toISOString(), log, level, ...more }))

const LINES: Record<LogFormat, (entry: LogEntry) => string> = { text: logLine, json: jsonLine }

/** Escaped text without line breaks. */
function oneLine(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const FLUSH_MS = 200

/** Writes lines together, a few times a second, so that logging costs a request nearly nothing. */
export function bufferedLog(
  write: (text: string) => void,
  format: LogFormat = 'text',
): { log: WriteLog; flush: () => void } {
  const lineOf = LINES[format]
  let lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (lines.length > 0) write(`${lines.join('\n')}\n`)
    lines = []
  }
  return {
    log(entry) {
      lines.push(lineOf(entry))
      timer ??= setTimeout(flush, FLUSH_MS)
      timer.unref()
    },
    flush,
  }
}
