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

/** Answers on their way get so long to reach a slow reader when the server closes (ms). */
const PATIENCE_MS = 10_000
const LOOK_MS = 10

/** Takes no more connections, lets those that wait for an answer have it, then hangs up. */
export async function hangUp(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS)
  const late = setTimeout(() => server.closeAllConnections(), PATIENCE_MS)
  await new Promise<void>((resolve) => { server.close(() => resolve()) })
  clearInterval(idle)
  clearTimeout(late)
}
