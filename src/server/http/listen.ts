/** Serves an application on a port: Hono's adapter over node:http, with time-outs against slow clients. */
import type { Server, ServerResponse } from 'node:http'
import { Server as Port } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Share } from '../lane.ts'
import { networkOf } from '../network.ts'

/** The connection of a request; absent where tests call the application directly. */
export interface ConnectionInfo {
  incoming?: { socket?: { remoteAddress?: string } }
}

type Fetch = (request: Request, env?: ConnectionInfo) => Response | Promise<Response>

const HEADERS_MS = 15_000
const KEEP_ALIVE_MS = 65_000
/** How often connections are looked at that let others wait (ms). */
const LOOKED_AT_MS = 5_000

/** Answers being sent, for the closing of their server. */
const open = new WeakMap<Server, Set<ServerResponse>>()

/** Connections of one network address, and of all: a whole studio may sit behind one. */
const CONNECTIONS = { each: 3000, all: 12_000 }

interface ServerOptions {
  /** How long a request may take to come (ms). */
  requestMs: number
  /** All connections come from one address, of a proxy. */
  behindProxy?: boolean
  connections?: { each: number; all: number }
}

/** A server that answers with `fetch`; it does not listen yet, so that the push socket can be attached first. */
export function makeServer(
  fetch: Fetch,
  { requestMs, behindProxy = false, connections = CONNECTIONS }: ServerOptions,
): Server {
  const serverOptions = { connectionsCheckingInterval: LOOKED_AT_MS }
  const server = createAdaptorServer({ fetch: fetch as never, serverOptions }) as Server
  const share = new Share(behindProxy ? { ...connections, each: connections.all } : connections)
  server.on('connection', (socket) => {
    const leave = share.take(networkOf(socket.remoteAddress) ?? '')
    if (leave) socket.once('close', leave)
    else socket.destroy()
  })
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = requestMs
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const responses = new Set<ServerResponse>()
  open.set(server, responses)
  server.on('request', (_, response: ServerResponse) => {
    responses.add(response)
    response.once('close', () => responses.delete(response))
  })
  return server
}

/** Starts listening; rejects when the port is taken. Resolves to the port. */
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

/** How long a closing server waits for slow readers (ms). */
const PATIENCE_MS = 6_000
/** How long it still answers on connections that were kept: whoever asks on one meanwhile is told, not cut off (ms). */
const FAREWELL_MS = 1_000

/** Accepts no more connections, sends pending answers completely, then closes the connections. */
export async function hangUp(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // The `close` of an HTTP server would cut the kept connections off at once.
    Port.prototype.close.call(server, () => resolve())
  })
  server.prependListener('request', (_, response: ServerResponse) => endAfter(response))
  for (const response of open.get(server) ?? []) endAfter(response)
  const farewell = setTimeout(() => server.closeIdleConnections(), FAREWELL_MS)
  const late = setTimeout(() => server.closeAllConnections(), PATIENCE_MS)
  await closed
  clearTimeout(farewell)
  clearTimeout(late)
}

/** Node closes only idle connections, and treats a connection as idle whose answer is written but not sent yet. */
function endAfter(response: ServerResponse): void {
  const { socket } = response
  response.shouldKeepAlive = false
  response.once('finish', () => socket?.end())
}
