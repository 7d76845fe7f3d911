/** Puts an application on a port: Hono's adapter over node:http, with time-outs against slow senders. */
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'

/** What a request knows of its connection; absent where tests call the application directly. */
export interface ConnectionInfo {
  incoming?: { socket?: { remoteAddress?: string } }
}

export type Fetch = (request: Request, env?: ConnectionInfo) => Response | Promise<Response>

const HEADERS_MS = 15_000
const KEEP_ALIVE_MS = 65_000

/** A server that answers with `fetch`; it does not listen yet, so that the push socket can be attached first. */
export function makeServer(fetch: Fetch, requestMs: number): Server {
  const server = createAdaptorServer({ fetch: fetch as never }) as Server
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = requestMs
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}

/** Listens; rejects when the port is taken. Resolves to the port. */
export function listenOn(server: Server, port: number, host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
