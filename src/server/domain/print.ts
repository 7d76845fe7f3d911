/** Pages made by the server to be printed: given out for a day, the same page by the same address. */
import { createHash } from 'node:crypto'
import qrcode from 'qrcode-generator'
import { passingKey, pathOfKey } from '../files/names.ts'
import type { CallContext } from './call.ts'

/** Text as it stands in a page. */
export const escape = (text: unknown): string =>
  String(text ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Where a page is fetched to be printed: for a day; the same page has the same address on one day. */
export async function printed(c: CallContext, page: string): Promise<{ url: string }> {
  const stem = createHash('sha256').update(`${c.actor.companyId}/${page}`).digest('hex').slice(0, 32)
  const key = passingKey('html', c.now, stem)
  if (!(await c.files.stat(pathOfKey(key))))
    await c.files.put(pathOfKey(key), Buffer.from(page), 'text/html; charset=utf-8')
  return { url: `/files/${key}` }
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
