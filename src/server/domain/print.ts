/** Pages made by the server to be printed: given out for a day, the same page by the same address. */
import qrcode from 'qrcode-generator'
import { passingKey, pathOfKey } from '../files/names.ts'
import type { CallContext } from '../platform/call.ts'

/** Text as it stands in a page. */
export const escape = (text: unknown): string =>
  String(text ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Where a page is fetched to be printed: for a day; the same page has the same address on one day. */
export async function printed(c: CallContext, page: string): Promise<{ url: string }> {
  const key = passingKey('html', c.now, c.files.seal.stem(`${c.actor.companyId}/${page}`))
  if (!(await c.files.stat(pathOfKey(key))))
    await c.files.put(pathOfKey(key), Buffer.from(page), 'text/html; charset=utf-8')
  return { url: `/files/${key}` }
}

/** The look of a sheet of A4. */
const A4 = `@page{size:A4;margin:12mm}body{margin:0;font:12px/1.5 system-ui,sans-serif;color:#000}
header{display:flex;gap:6mm;align-items:center}header svg{width:24mm}h1{font-size:18px;margin:0}p{margin:0}
table{width:100%;border-collapse:collapse;margin-top:4mm}thead{display:table-header-group}tr{break-inside:avoid}
th,td{border:1px solid #000;padding:1mm 2mm;text-align:left;vertical-align:top}td svg{width:16mm;display:block}
td img{max-width:28mm;max-height:28mm;display:block}footer{display:flex;gap:20mm;margin-top:12mm}`

/** A page to be printed, in the language of whoever asks. */
export const pageOf = (c: CallContext, title: string, style: string, body: string): string =>
  `<!doctype html><html lang="${c.actor.lang}"><meta charset="utf-8"><title>${escape(title)}</title><style>${style}</style>${body}</html>`

/** What stands on a sheet. Cells and `foot` are HTML; what came from people is escaped in them already. */
interface Sheet {
  title: string
  /** Its number, scanned by whoever takes it up. */
  no: string
  about: readonly string[]
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  foot?: string
}

/** A sheet of A4: a head with a code, and a table whose head repeats on every page. */
export function sheetOf(c: CallContext, { title, no, about, heads, rows, foot = '' }: Sheet): Promise<{ url: string }> {
  const said = about.filter(Boolean).map((line) => `<p>${escape(line)}</p>`)
  const head = `<header>${codeOf(no)}<div><h1>${escape(title)} ${escape(no)}</h1>${said.join('')}</div></header>`
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  const table = `<table><thead><tr>${heads.map((one) => `<th>${escape(one)}</th>`).join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`
  return printed(c, pageOf(c, no, A4, head + table + foot))
}

/** A code to be scanned, drawn: it stays sharp on any printer. Around it stands the rim that scanners need. */
export function codeOf(text: string): string {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const all = Array.from({ length: size }, (_, i) => i)
  const dark = all.flatMap((y) => all.filter((x) => code.isDark(y, x)).map((x) => `M${x + 4} ${y + 4}h1v1h-1z`))
  const side = size + 8
  return `<svg viewBox="0 0 ${side} ${side}" role="img" aria-label="${escape(text)}" shape-rendering="crispEdges"><path d="${dark.join('')}"/></svg>`
}
