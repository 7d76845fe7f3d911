/** Calls a product over HTTP; the types beside this file know every call. Needs nothing but fetch. */
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

export function createClient({ address, token, lang, fetch = globalThis.fetch }) {
  const base = address.replace(/\/$/, '')

  const ask = async (path, data, { signal } = {}) => {
    const response = await fetch(`${base}/api/${path}.json`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(lang ? { 'x-lang': lang } : {}),
        ...(client.token ? { authorization: `Bearer ${client.token}` } : {}),
      },
      body: JSON.stringify({ data }),
      signal,
    })
    const id = response.headers.get('x-request-id') ?? undefined
    // What stands before the product, such as a proxy, may answer something else.
    const answer = await response.json().catch(() => undefined)
    if (answer?.status === undefined)
      throw new Refused({ status: response.status, msg: `HTTP ${response.status} ${response.statusText}` }, id)
    if (answer.status !== 200) throw new Refused(answer, id)
    return answer
  }

  const client = {
    token,
    call: async (path, data = {}, options) => (await ask(path, data, options)).data,
    page: async (path, data = {}, options) => {
      const { data: rows, total, totals } = await ask(path, data, options)
      return { rows, total, totals }
    },
    async *each(path, data = {}, options) {
      for (let pageNO = 1; ; pageNO += 1) {
        const { rows } = await client.page(path, { ...data, pageNO, pageRows: PAGE }, options)
        yield* rows
        if (rows.length < PAGE) return
      }
    },
  }
  return client
}
