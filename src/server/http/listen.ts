/** Serves an application on a port: Hono's adapter over node:http, with time-outs against slow clients. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as Port, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
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

/**
 * The connections of a server, each taken from the share of its address. Where that is used up, the connection gives way
 * that has waited longest for nothing: somebody who only holds them shuts nobody out who sits behind the same address.
 */
class Connections {
  private readonly share: Share
  /** Those on which nothing is being answered, by address, the longest idle first. */
  private readonly idle = new Map<string, Set<Duplex>>()
  private readonly leaving = new WeakMap<Duplex, () => void>()

  constructor(share: Share) {
    this.share = share
  }

  come(socket: Socket): void {
    const key = keyOf(socket)
    const leave = this.share.take(key) ?? (this.giveWay(key) ? this.share.take(key) : undefined)
    if (!leave) return void socket.destroy()
    this.leaving.set(socket, leave)
    socket.once('close', () => this.go(socket, key))
    this.rest(socket, key)
  }

  /** A request has come on it, or it is no connection for requests any more. */
  work(socket: Duplex, key: string): void {
    const resting = this.idle.get(key)
    resting?.delete(socket)
    if (resting?.size === 0) this.idle.delete(key)
  }

  /** Nothing is being answered on it. */
  rest(socket: Duplex, key: string): void {
    if (socket.destroyed || !this.leaving.has(socket)) return
    this.work(socket, key)
    this.idle.set(key, (this.idle.get(key) ?? new Set()).add(socket))
  }

  private go(socket: Duplex, key: string): void {
    this.leaving.get(socket)?.()
    this.leaving.delete(socket)
    this.work(socket, key)
  }

  /** Ends the longest idle one of an address; where it has none and may have more, of the address that has most. */
  private giveWay(key: string): boolean {
    const whose = this.idle.has(key) || this.share.fullFor(key) ? key : this.holdsMost()
    const [longest] = this.idle.get(whose) ?? []
    if (!longest) return false
    this.go(longest, whose)
    longest.destroy()
    return true
  }

  private holdsMost(): string {
    const [most] = [...this.idle].sort(([, a], [, b]) => b.size - a.size)
    return most?.[0] ?? ''
  }
}

const keyOf = (socket: Duplex): string => networkOf((socket as Socket).remoteAddress) ?? ''

const known = new WeakMap<Server, Connections>()

/** A connection that speaks otherwise from now on is nobody's to end. */
export const keepOpen = (server: Server, socket: Duplex): void => known.get(server)?.work(socket, keyOf(socket))

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
  const taken = new Connections(new Share(behindProxy ? { ...connections, each: connections.all } : connections))
  known.set(server, taken)
  server.on('connection', (socket) => taken.come(socket))
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = requestMs
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const responses = new Set<ServerResponse>()
  open.set(server, responses)
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const key = keyOf(socket)
    taken.work(socket, key)
    responses.add(response)
    response.once('close', () => {
      responses.delete(response)
      taken.rest(socket, key)
    })
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
export async function hangUp(
  server: Server,
  { patience = PATIENCE_MS, farewell = FAREWELL_MS }: { patience?: number; farewell?: number } = {},
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // The `close` of an HTTP server would cut the kept connections off at once.
    Port.prototype.close.call(server, () => resolve())
  })
  server.prependListener('request', (_, response: ServerResponse) => endAfter(response))
  for (const response of open.get(server) ?? []) endAfter(response)
  const timers = [
    setTimeout(() => server.closeIdleConnections(), farewell),
    setTimeout(() => server.closeAllConnections(), patience),
  ]
  await closed
  for (const timer of timers) clearTimeout(timer)
}

/** Node closes only idle connections, and treats a connection as idle whose answer is written but not sent yet. */
function endAfter(response: ServerResponse): void {
  const { socket } = response
  response.shouldKeepAlive = false
  response.once('finish', () => socket?.end())
}
