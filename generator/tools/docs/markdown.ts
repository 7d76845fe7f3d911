/**
 * The Markdown of our documents as HTML: headings, paragraphs, lists, tables, quotes, code, links, images.
 * A test renders every document, so unsupported syntax is noticed.
 */
import { esc, heading, tableOf, type Html } from './html.ts'

/** The context of a document. */
interface Around {
  /** The address of a link's target. */
  href: (target: string) => string
  /** Called with plain text inside a paragraph, already HTML: links the rules it names. */
  text: (html: Html) => Html
}

/** The heading of a document, without markup: its title. */
export const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1]?.replace(/`/g, '') ?? ''

/** The anchor of a heading: its section number, an invariant's number, else its words as GitHub makes them. */
export function anchorOf(text: string): string {
  const numbered = /^(\d+\.\d+)\b/.exec(text)
  if (numbered) return numbered[1]!
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

/** A document as HTML. */
export function render(markdown: string, around: Around): Html {
  const lines = markdown.replace(/\r/g, '').split('\n')
  let html = ''
  for (let at = 0; at < lines.length;) {
    const [block, next] = blockAt(lines, at, around)
    html += block
    at = next
  }
  return html
}

type Block = [html: Html, next: number]

function blockAt(lines: string[], at: number, around: Around): Block {
  const line = lines[at]!
  if (line.trim() === '') return ['', at + 1]
  if (/^\s*```/.test(line)) return fence(lines, at)
  const head = /^(#{1,6}) (.+)$/.exec(line)
  if (head) return [heading(head[1]!.length, anchorOf(head[2]!), inline(head[2]!, around)), at + 1]
  if (line.startsWith('|') && /^\|[\s:|-]+\|$/.test(lines[at + 1]?.trim() ?? '')) return tableAt(lines, at, around)
  if (ITEM.test(line)) return listAt(lines, at, around)
  if (line.startsWith('>')) return quoteAt(lines, at, around)
  return paragraphAt(lines, at, around)
}

function fence(lines: string[], at: number): Block {
  const indent = lines[at]!.indexOf('`')
  const end = lines.findIndex((line, i) => i > at && /^\s*```\s*$/.test(line))
  const last = end === -1 ? lines.length : end
  const body = lines.slice(at + 1, last).map((line) => line.slice(Math.min(indent, line.search(/\S|$/))))
  return [`<pre><code>${esc(body.join('\n'))}</code></pre>\n`, last + 1]
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|(?=(?:[^`]*`[^`]*`)*[^`]*$)/)
    .map((cell) => cell.trim().replace(/\\\|/g, '|'))

function tableAt(lines: string[], at: number, around: Around): Block {
  let end = at + 2
  while (lines[end]?.startsWith('|')) end++
  const heads = cellsOf(lines[at]!).map((cell) => inline(cell, around))
  const rows = lines.slice(at + 2, end).map((line) => cellsOf(line).map((cell) => inline(cell, around)))
  return [tableOf(heads, rows), end]
}

const ITEM = /^(\s*)([-*]|\d+\.) +/

/** A list: an item includes the lines that are indented under it, which may contain blocks of their own. */
function listAt(lines: string[], at: number, around: Around): Block {
  const first = ITEM.exec(lines[at]!)!
  const tag = /\d/.test(first[2]!) ? 'ol' : 'ul'
  const items: Html[] = []
  let next = at
  for (let own = ITEM.exec(lines[next] ?? ''); own && own[1] === first[1]; own = ITEM.exec(lines[next] ?? '')) {
    const [item, after] = itemAt(lines, next, own[0].length, around)
    items.push(item)
    next = after
  }
  return [`<${tag}>\n${items.join('\n')}\n</${tag}>\n`, next]
}

function itemAt(lines: string[], at: number, indent: number, around: Around): Block {
  let next = at + 1
  while (next < lines.length && isWithin(lines, next, indent)) next++
  const [own = '', ...rest] = lines.slice(at, next).map((line) => line.slice(indent))
  const invariant = /^\*\*(I-\d+)\*\*/.exec(own)
  const lazy = rest.findIndex((line) => line.trim() === '' || ITEM.test(line) || /^\s*(```|\|)/.test(line))
  const split = lazy === -1 ? rest.length : lazy
  const text = inline([own, ...rest.slice(0, split)].join('\n'), around)
  const id = invariant ? ` id="${invariant[1]}"` : ''
  return [`<li${id}>${text}${render(rest.slice(split).join('\n'), around)}</li>`, next]
}

/** Whether a line belongs to an item: indented, or empty before an indented one. */
function isWithin(lines: string[], at: number, indent: number): boolean {
  const line = lines[at]!
  if (line.trim() !== '') return line.search(/\S/) >= Math.min(indent, 2)
  return (lines[at + 1]?.search(/\S/) ?? -1) >= 2
}

function quoteAt(lines: string[], at: number, around: Around): Block {
  let end = at
  while (lines[end]?.startsWith('>')) end++
  const inner = lines.slice(at, end).map((line) => line.replace(/^> ?/, ''))
  return [`<blockquote>${render(inner.join('\n'), around)}</blockquote>\n`, end]
}

function paragraphAt(lines: string[], at: number, around: Around): Block {
  let end = at + 1
  while (end < lines.length && !/^\s*$|^#{1,6} |^\s*```|^[>|]|^\s*([-*]|\d+\.) /.test(lines[end]!)) end++
  return [`<p>${inline(lines.slice(at, end).join('\n'), around)}</p>\n`, end]
}

/** Marks inside a line. Code is replaced by placeholders first, because it contains no marks. */
function inline(text: string, around: Around): Html {
  const codes: Html[] = []
  const keep = (html: Html): string => `\u0000${codes.push(html) - 1}\u0000`
  const marked = text
    .replace(/(`+)(.+?)\1(?!`)/gs, (_, _ticks, body: string) => keep(`<code>${esc(body.replace(/^ (.*) $/, '$1'))}</code>`))
    .replace(/<(img|br)\b[^>]*>/g, (tag) => keep(tag))
    .replace(/!\[([^\]]*)\]\(([^)]+)\)/g, (_, alt: string, to: string) =>
      keep(`<img src="${esc(around.href(to))}" alt="${esc(alt)}">`),
    )
  const linked = esc(marked).replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, label: string, to: string) =>
    keep(`<a href="${esc(around.href(to))}">${emphasis(label)}</a>`),
  )
  return restore(emphasis(around.text(linked)), codes)
}

const emphasis = (html: Html): Html =>
  html.replace(/\*\*(.+?)\*\*/gs, '<strong>$1</strong>').replace(/(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])/g, '<em>$1</em>')

/** Puts the code back; a link may contain code. */
function restore(html: Html, codes: Html[]): Html {
  const mark = /\u0000(\d+)\u0000/g
  return mark.test(html) ? restore(html.replace(mark, (_, n: string) => codes[Number(n)]!), codes) : html
}
