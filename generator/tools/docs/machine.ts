/**
 * The states of a record as a drawing: a lane for each state, a row for each move with an arrow from its start states to
 * its target. Lanes never cross text, so any machine is readable.
 */
import { dictionaryOf } from '../../../src/model/fields.ts'
import type { MachineModel, MoveModel, ResourceModel } from '../../../src/model/model.ts'
import { callOf } from '../../../src/model/model.ts'
import { code, esc, table, type Html } from './html.ts'
import type { Links, Site } from './site.ts'

const LANE = 132
const HEAD = 56
const ROW = 44

interface Lane {
  value: string | number
  label: string
}

/** Drawing and table of one machine. */
export function machine(site: Site, links: Links, r: ResourceModel, m: MachineModel): Html {
  const lanes = lanesOf(site, r, m)
  const label = (value: string | number): string => lanes.find((lane) => lane.value === value)?.label ?? String(value)
  const { say } = site
  return `<div class="scroll">${drawing(site, m, lanes)}</div>\n${table(
    [say('move'), say('from'), say('to'), say('by'), say('condition')],
    m.moves.map((move) => [
      `${esc(moveLabel(site, move))} ${code(move.name)}`,
      esc(move.from.map(label).join(', ')),
      esc(label(move.to)),
      makersOf(site, links, move),
      esc(move.when.map((one) => say(one.why)).join('; ')),
    ]),
  )}`
}

/** States of a move, and start states of a record, in the order of the dictionary. */
function lanesOf({ model, say }: Site, r: ResourceModel, m: MachineModel): Lane[] {
  const met = new Set([m.start, ...m.moves.flatMap((move) => [...move.from, move.to])])
  const values = dictionaryOf(model.dictionaries, r.fields[m.field])?.values ?? []
  return values.filter((v) => met.has(v.value)).map((v) => ({ value: v.value, label: say(v.label) }))
}

/** The label of a move: that of the call or preset that makes it, of the first where there are several. */
function moveLabel({ model, say }: Site, move: MoveModel): string {
  const calls = move.by.map((by) => callOf(model, by)).filter((call) => call !== undefined)
  const own = calls.find((call) => call.move?.name === move.name) ?? calls[0]
  if (own) return say(own.label)
  return move.by.includes('system') ? `${say('system')}: ${move.name}` : move.name
}

/** The calls that make a move, each wire path once. */
function makersOf({ model, say }: Site, links: Links, move: MoveModel): Html {
  const paths = new Set(move.by.map((by) => callOf(model, by)?.path ?? by))
  return [...paths].map((by) => (by === 'system' ? esc(say('system')) : links.call(by))).join(', ')
}

function drawing(site: Site, m: MachineModel, lanes: Lane[]): Html {
  const width = Math.max(lanes.length * LANE, LANE)
  const height = HEAD + m.moves.length * ROW + 12
  const heads = lanes.map((lane, at) => laneOf(lane, at, height, lane.value === m.start))
  const rows = m.moves.map((move, at) => arrow(site, move, lanes, HEAD + at * ROW + ROW * 0.7))
  return `<svg class="machine" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${esc(site.say('states'))}">
<defs><marker id="head-${m.field}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0 8 4 0 8Z"/></marker></defs>
${[...heads, ...rows].join('\n')}
</svg>`
}

const middle = (at: number): number => at * LANE + LANE / 2

function laneOf(lane: Lane, at: number, height: number, starts: boolean): Html {
  const x = middle(at)
  const lines = wrapped(lane.label, 17)
  const text = lines
    .map((line, n) => `<tspan x="${x}" y="${24 + (n - (lines.length - 1) / 2) * 15}">${esc(line)}</tspan>`)
    .join('')
  return `<g class="lane${starts ? ' start' : ''}"><line x1="${x}" y1="40" x2="${x}" y2="${height}"/><rect x="${x - LANE / 2 + 5}" y="2" width="${LANE - 10}" height="38" rx="6"/><text>${text}</text></g>`
}

/** A row: dots at the start states, an arrow to the target, the name above. */
function arrow(site: Site, move: MoveModel, lanes: Lane[], y: number): Html {
  const at = (value: string | number): number => lanes.findIndex((lane) => lane.value === value)
  const from = move.from.map(at).filter((n) => n >= 0)
  const to = at(move.to)
  const ends = sides(from, to)
  const lines = ends.map((end) =>
    end === to
      ? `<path d="M${middle(to)} ${y - 8}h22v14h-17" marker-end="url(#head-${move.field})"/>`
      : `<line x1="${middle(end)}" y1="${y}" x2="${middle(to) + (end < to ? -3 : 3)}" y2="${y}" marker-end="url(#head-${move.field})"/>`,
  )
  const dots = from.map((n) => `<circle cx="${middle(n)}" cy="${n === to ? y - 8 : y}" r="4"/>`)
  return `<g class="move">${lines.join('')}${dots.join('')}${nameAbove(moveLabel(site, move), [...from, to], y)}</g>`
}

/** The outermost start states on each side of the target; the target itself where there is no other. */
function sides(from: number[], to: number): number[] {
  const left = from.filter((n) => n < to)
  const right = from.filter((n) => n > to)
  const ends = [...(left.length > 0 ? [Math.min(...left)] : []), ...(right.length > 0 ? [Math.max(...right)] : [])]
  return ends.length > 0 || from.length === 0 ? ends : [to]
}

function nameAbove(label: string, over: number[], y: number): Html {
  const x = (middle(Math.min(...over)) + middle(Math.max(...over))) / 2
  return `<text x="${x}" y="${y - 9}">${esc(label)}</text>`
}

/** A label in at most two lines; Chinese is cut anywhere, English between words. */
function wrapped(label: string, length: number): string[] {
  if (/[一-鿿]/.test(label)) return label.length <= 9 ? [label] : [label.slice(0, 9), label.slice(9, 18)]
  const lines = ['']
  for (const word of label.split(' ')) {
    const last = lines.at(-1)!
    if (last && last.length + word.length >= length && lines.length < 2) lines.push(word)
    else lines[lines.length - 1] = last ? `${last} ${word}` : word
  }
  return lines
}
