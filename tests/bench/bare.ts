/** A handler as small as can be over the same SQL: node:http, pg, JSON; no rights, no checks, no audit of its own. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Statement } from '../../src/server/types.ts'

/** `within`: inside one transaction with the others of its request. */
export interface BareStatement extends Statement {
  within: boolean
}

/** One request of the bare server: the statements it makes of a payload. The rows of the last one are answered. */
export interface BareCall {
  statements(data: Record<string, unknown>): readonly BareStatement[]
}

export interface Bare {
  port: number
  close(): Promise<void>
}

/** Serves calls by path. Statements are prepared by name, as the engine's are; as many connections. */
export async function serveBare(url: string, calls: Record<string, BareCall>, connections: number): Promise<Bare> {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  // The database is dropped while the last connections still say goodbye.
  pool.on('error', () => undefined)
  const names = new Map<string, string>()
  const named = ({ sql, parameters }: Statement): pg.QueryConfig => {
    const name = names.get(sql) ?? `bare${names.size}`
    names.set(sql, name)
    return { name, text: sql, values: [...parameters] }
  }
  const answer = async (statements: readonly BareStatement[]): Promise<unknown[]> => {
    const before = await Promise.all(statements.filter((one) => !one.within).map((one) => pool.query(named(one))))
    const within = statements.filter((one) => one.within)
    if (within.length === 0) return before.at(-1)?.rows ?? []
    const client = await pool.connect()
    try {
      await client.query('begin')
      let rows: unknown[] = []
      for (const one of within) rows = (await client.query(named(one))).rows
      await client.query('commit')
      return rows
    } finally {
      client.release()
    }
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const call = calls[request.url ?? ''] as BareCall
      const { data } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { data: Record<string, unknown> }
      answer(call.statements(data))
        .then(
          (rows) => JSON.stringify({ status: 200, msg: '', data: rows }),
          (error: unknown) => JSON.stringify({ status: 500, msg: String(error) }),
        )
        .then((text) => response.setHeader('content-type', 'application/json').end(text))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => closed(server).then(() => pool.end()) }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
