/** The request log: one line a request, never a token or a body, control characters escaped (checks 17, 26). */

export interface LogEntry {
  time: number
  ip: string
  method: string
  path: string
  status: number
  ms: number
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
  ].join(' ')
  return oneLine(entry.error ? `${line} ${entry.error}` : line)
}

/** Escaped text without line breaks. */
function oneLine(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const FLUSH_MS = 200

/** Writes lines together, a few times a second, so that logging costs a request nearly nothing. */
export function bufferedLog(write: (text: string) => void): { log: WriteLog; flush: () => void } {
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
      lines.push(logLine(entry))
      timer ??= setTimeout(flush, FLUSH_MS)
      timer.unref()
    },
    flush,
  }
}
