/** Films for whoever was given a link: it names them, says how long it is good, and is signed (E139). */
import { DAY, HOUR } from '../../../model/zone.ts'
import type { DbRow, Seal } from '../../types.ts'
import type { Handler, Handlers, OwnHandler } from '../../platform/call.ts'

/** What a seal signs: one film, or the final ones of an order. */
const nameOf = (of: 'film' | 'order', id: number): string => `play-${of}-${id}`

/** The token of a link: until when it is good, and the signature. */
function tokenOf(seal: Seal, name: string, until: number): string {
  const query = new URLSearchParams(seal.address(name, until).split('?')[1])
  return `${query.get('until')}.${query.get('sign')}`
}

function opens(seal: Seal, name: string, token: string, now: number): boolean {
  const [until = '', sign = ''] = token.split('.')
  return seal.opens(name, new URLSearchParams({ until, sign }), now)
}

const share: Handler<'vcrFile/share'> = async (c) => {
  const { id, orderId } = await c.must('vcrFile', c.input.id, 'id')
  const until = c.now + c.settings.client_link_days * DAY
  const token = (name: string): string => encodeURIComponent(tokenOf(c.files.seal, name, until))
  return {
    address: c.input.ofOrder
      ? `/newPlay?orderId=${orderId}&token=${token(nameOf('order', orderId))}`
      : `/newPlay?id=${id}&token=${token(nameOf('film', id))}`,
  }
}

/** How long the address of a film is good, once its link was opened (ms). */
const WATCHED_FOR = 6 * HOUR

interface Shown extends DbRow {
  url: string
  coverUrl: string | null
}

const FILMS = `
select f."id", f."name", u."url", f."coverUrl", f."duration" from "vcrFile" f join "uploadFile" u on u."id" = f."fileId"
where not f."isDel" and (f."id" = $1 or (f."orderId" = $2 and f."isFinal")) order by f."revision" desc, f."id" desc`

const play: OwnHandler<'vcrFile/play'> = {
  async own(c) {
    const { id, orderId, token } = c.input
    const name = id ? nameOf('film', id) : nameOf('order', orderId ?? 0)
    if (!opens(c.files.seal, name, token, c.now))
      return c.refuse('token', { zh: '链接无效或已过期', en: 'There is no such link, or it has ended' })
    const films = await c.db.query<Shown>(FILMS, [id ?? 0, id ? 0 : (orderId ?? 0)])
    const until = c.now + WATCHED_FOR
    const { seal } = c.files
    return films.map((film) => ({
      ...film,
      url: seal.veil(film.url, until),
      coverUrl: film.coverUrl && seal.veil(film.coverUrl, until),
    }))
  },
}

export const handlers: Handlers = { 'vcrFile/share': share, 'vcrFile/play': play }
