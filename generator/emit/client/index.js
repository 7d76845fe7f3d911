/** Calls a product over HTTP; the types beside this file know every call. Needs nothing but fetch. */
import { UPLOAD } from './files.js'
export { DICT } from './dictionaries.js'

/** What the product would not do, in its own sentence. */
export class Refused extends Error {
  constructor({ status, msg, data }, requestId) {
    super(msg)
    this.name = 'Refused'
    this.status = status
    this.field = data?.field
    this.data = data ?? null
    this.requestId = requestId
  }
}

/** The most rows that are asked for at once. */
const PAGE = 200

const unusual = ({ status, statusText }) => ({ status, msg: `HTTP ${status} ${statusText}`.trim() })

export function createClient({ address, token, lang, fetch = globalThis.fetch }) {
  const base = address.replace(/\/$/, '')

  const ask = async (path, body, { signal, type } = {}) => {
    const response = await fetch(`${base}/api/${path}.json`, {
      method: 'POST',
      headers: {
        ...(type ? { 'content-type': type } : {}),
        ...(lang ? { 'x-lang': lang } : {}),
        ...(client.token ? { authorization: `Bearer ${client.token}` } : {}),
      },
      body,
      signal,
    })
    const id = response.headers.get('x-request-id') ?? undefined
    // What stands before the product, such as a proxy, may answer something else.
    const answer = await response.json().catch(() => undefined)
    if (answer?.status === undefined) throw new Refused(unusual(response), id)
    if (answer.status !== 200) throw new Refused(answer, id)
    return answer
  }
  const askWith = (path, data, options) => ask(path, JSON.stringify({ data }), { ...options, type: 'application/json' })

  const client = {
    token,
    call: async (path, data = {}, options) => (await askWith(path, data, options)).data,
    page: async (path, data = {}, options) => {
      const { data: rows, total, totals } = await askWith(path, data, options)
      return { rows, total, totals }
    },
    async *each(path, data = {}, options) {
      for (let pageNO = 1; ; pageNO += 1) {
        const { rows } = await client.page(path, { ...data, pageNO, pageRows: PAGE }, options)
        yield* rows
        if (rows.length < PAGE) return
      }
    },
    async upload(file, { name = file.name ?? 'file', asItIs = false, signal } = {}) {
      const form = new FormData()
      form.append(asItIs ? UPLOAD.original : UPLOAD.file, file, name)
      return (await ask(UPLOAD.path, form, { signal })).data
    },
    async file(url, { signal } = {}) {
      const response = await fetch(new URL(url, `${base}/`).href, { signal })
      if (!response.ok) throw new Refused(unusual(response), response.headers.get('x-request-id') ?? undefined)
      return response.blob()
    },
  }
  return client
}
