/** HTML as text. Every text of the model or a document must be escaped once by `esc`. */

/** Text that is already HTML. */
export type Html = string

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as HTML. */
export const esc = (text: string | number): Html => String(text).replace(/[&<>"]/g, (c) => ENTITIES[c]!)

/** A technical name. */
export const code = (text: string | number): Html => `<code>${esc(text)}</code>`

export const link = (to: string, inner: Html): Html => `<a href="${esc(to)}">${inner}</a>`

/** A table of plain heads and HTML cells. Empty without rows. */
export const table = (heads: string[], rows: Html[][]): Html =>
  rows.length === 0 ? '' : tableOf(heads.map(esc), rows)

/** A table in a box that scrolls sideways. Each cell has its head: a narrow page shows a wide table as cards. */
export function tableOf(heads: Html[], rows: Html[][]): Html {
  const plain = heads.map((head) => head.replace(/<[^>]+>/g, ''))
  const cell = (html: Html, at: number): Html => `<td data-head="${plain[at] ?? ''}">${html}</td>`
  const head = heads.map((html) => `<th scope="col">${html}</th>`).join('')
  const body = rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`).join('\n')
  const wide = heads.length > 3 ? ' class="wide"' : ''
  return `<div class="scroll"><table${wide}><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>\n`
}

/** A heading that can be linked to. */
export const heading = (level: number, id: string, inner: Html): Html =>
  `<h${level} id="${esc(id)}">${inner}</h${level}>\n`

/** A list of points; empty without points. */
export const list = (items: Html[]): Html =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>\n`
