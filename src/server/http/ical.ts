/** Text of a calendar as calendar programs read it (RFC 5545): lines of at most 75 bytes, commas and breaks escaped. */

/** An entry of a calendar. `from`, `to`: moments (ms); without `to` it is of the whole day. */
export interface CalendarEntry {
  id: string
  version: number
  from: number
  to?: number
  /** The day as people there write it, `20261125`: of an entry without times. */
  day: string
  title: string
  lines: readonly string[]
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
}

/** The most bytes of a line. */
const WIDTH = 75

/** A whole calendar. `now`: when it was written; `every`: after so many minutes a program should look again. */
export function calendarText(
  { name, every }: { name: string; every: number },
  entries: readonly CalendarEntry[],
  now: number,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atelier//EN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${every}M`,
    `X-PUBLISHED-TTL:PT${every}M`,
    ...entries.flatMap((entry) => entryLines(entry, now)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const entryLines = (entry: CalendarEntry, now: number): string[] => [
  'BEGIN:VEVENT',
  `UID:${entry.id}`,
  `DTSTAMP:${utc(now)}`,
  `SEQUENCE:${entry.version}`,
  ...(entry.to === undefined
    ? [`DTSTART;VALUE=DATE:${entry.day}`]
    : [`DTSTART:${utc(entry.from)}`, `DTEND:${utc(entry.to)}`]),
  `SUMMARY:${escaped(entry.title)}`,
  ...(entry.lines.length > 0 ? [`DESCRIPTION:${escaped(entry.lines.join('\n'))}`] : []),
  `STATUS:${entry.status}`,
  'END:VEVENT',
]

const utc = (at: number): string => new Date(at).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')

/** Text of a value. Other control characters have no place in it. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')

/** A line in pieces, each after the first begun with a blank; no character is cut apart. */
function folded(line: string): string {
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const sign of line) {
    const more = Buffer.byteLength(sign)
    if (bytes + more > WIDTH) {
      pieces.push(piece)
      piece = ' '
      bytes = 1
    }
    piece += sign
    bytes += more
  }
  return [...pieces, piece].join('\r\n')
}
