/**
 * The push socket `/api/push` (rules 6.4, 6.7): on the same port as the calls, the token in the first frame
 * (an address would end up in logs), messages as {@link PushMessage}. A row's change is told to people who may
 * read its resource, as a name and an id; nobody gets a row this way.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { PushMessage } from '../../model/web.ts'
import type { Authenticate } from '../auth/index.ts'
import { forgetSessions } from '../auth/cache.ts'
import { personKey, Share } from '../lane.ts'
import { forwardedFor, networkOf } from '../network.ts'
import { makeTables } from '../tables.ts'
import type { Actor, Database } from '../types.ts'
import { CLOSE_NO_TOKEN, CLOSE_SIGNED_OUT, CLOSE_TOO_MANY, Connection, frameOf } from './connection.ts'
import { OUTBOX_TABLE } from './outbox.ts'
import type { OutboxEntry } from './outbox.ts'
import { followOutbox } from './reader.ts'

export { publish } from './outbox.ts'
export type { Audience, Outgoing } from './outbox.ts'

const PUSH_PATH = '/api/push'

export interface PushDeps {
  db: Database
  authenticate: Authenticate
  /** Whether this person may read rows of a resource at all (a grant reaches its list or detail). */
  canRead(actor: Actor, resource: string): boolean | Promise<boolean>
  /** Believe `X-Forwarded-For`: only behind a proxy that sets it. */
  trustProxy?: boolean
  /** A connection of the server is a socket from now on. */
  opened?(socket: Duplex): void
  /** Something went wrong that nobody waits for. */
  failed?(error: unknown): void
  /** How long a new connection may stay silent (ms). */
  tokenWait?: number
  /** How often a connection is asked for a sign of life and its session is looked at again (ms). */
  heartbeat?: number
}

export interface PushHub {
  /** To everybody connected to this process, and to whoever connects until the next one: what holds now (the model, in development). */
  broadcast(message: PushMessage): void
  /** Connections with a session. */
  readonly size: number
  /** The last message of the outbox that this process has told. */
  readonly told: number
  close(): Promise<void>
}

const TOKEN_WAIT_MS = 5000
const HEARTBEAT_MS = 30_000
const MAX_FRAME = 4096
/** Sockets that have not shown a token yet: of one address, and all together. */
const STRANGERS = { each: 60, all: 1000 }
/** Sockets of one person in all their tabs, and all together. */
const LISTENERS = { each: 40, all: 5000 }
/** Changes of one resource told from one reading of the outbox; a list that hears a hundred asks anew anyway. */
const MAX_CHANGES = 100

/** Answers the push socket on this server. */
export async function attachPush(server: Server, deps: PushDeps): Promise<PushHub> {
  const failed = deps.failed ?? (() => undefined)
  await makeTables(deps.db, [OUTBOX_TABLE])
  const connections = new Set<Connection>()
  let standing: PushMessage | undefined
  const [strangers, listeners] = [new Share(STRANGERS), new Share(LISTENERS)]
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, clientTracking: true })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (pathOf(request) !== PUSH_PATH) return leave(server, socket)
    const ip = ipOf(request, deps.trustProxy)
    const known = strangers.take(networkOf(ip) ?? '')
    if (!known) return void socket.destroy()
    socket.once('close', known)
    deps.opened?.(socket)
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => opened.terminate())
      welcome(opened, { deps, ip, connections, listeners })
        .then((connection) => standing && connection?.send(frameOf(standing)))
        .catch(failed)
        .finally(known)
    })
  }
  server.on('upgrade', upgrade)
  const reader = await followOutbox(deps.db, (entries) => deliver(entries, connections, deps), failed)
  const beat = setInterval(() => void lookAgain(connections, deps).catch(failed), deps.heartbeat ?? HEARTBEAT_MS)
  beat.unref()
  return {
    broadcast(message) {
      standing = message
      for (const one of connections) one.send(frameOf(message))
    },
    get size() {
      return connections.size
    },
    get told() {
      return reader.last
    },
    async close() {
      clearInterval(beat)
      server.off('upgrade', upgrade)
      await reader.stop()
      for (const one of connections) one.close()
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}

interface Welcoming {
  deps: PushDeps
  ip: string | undefined
  connections: Set<Connection>
  listeners: Share
}

/** Waits for the token, then takes the connection in; nothing when it was refused. */
async function welcome(
  socket: WebSocket,
  { deps, ip, connections, listeners }: Welcoming,
): Promise<Connection | undefined> {
  const token = await firstFrame(socket, deps.tokenWait ?? TOKEN_WAIT_MS)
  if (token === undefined) return void socket.close(CLOSE_NO_TOKEN, 'no token')
  const actor = token && (await deps.authenticate(token, ip, { touch: false }))
  if (!actor) return void socket.close(CLOSE_SIGNED_OUT, 'signed out')
  if (socket.readyState !== socket.OPEN) return undefined
  const leave = listeners.take(personKey(actor))
  if (!leave) return void socket.close(CLOSE_TOO_MANY, 'too many')
  const connection = new Connection(socket, token, actor)
  connections.add(connection)
  socket.on('close', () => {
    connections.delete(connection)
    leave()
  })
  return connection
}

/** The token of the first frame (`{"token": …}`); nothing when none comes in time. */
function firstFrame(socket: WebSocket, wait: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(undefined), wait)
    socket.once('close', () => {
      clearTimeout(late)
      resolve('')
    })
    socket.once('message', (data) => {
      clearTimeout(late)
      resolve(tokenIn(String(data)))
    })
  })
}

function tokenIn(frame: string): string {
  try {
    const { token } = JSON.parse(frame) as { token?: unknown }
    return typeof token === 'string' ? token : ''
  } catch {
    return ''
  }
}

/** Pings everybody, and hangs up on those whose session has ended meanwhile. Listening does not keep a session alive. */
async function lookAgain(connections: Set<Connection>, deps: PushDeps): Promise<void> {
  for (const one of connections) {
    one.ping()
    const actor = await deps.authenticate(one.token, one.actor.ip, { touch: false })
    if (actor) one.actor = actor
    else one.signOut()
  }
}

async function deliver(entries: OutboxEntry[], connections: Set<Connection>, deps: PushDeps): Promise<void> {
  for (const entry of withoutFloods(entries)) {
    if (entry.message.path === '/api/push/logout' && 'sessions' in entry.to) {
      endSessions(entry.to.sessions, connections)
      continue
    }
    const frame = frameOf(entry.message)
    for (const one of connections) if (await hears(one.actor, entry, deps)) one.send(frame)
  }
}

/** The sessions are over in every process, at once. */
function endSessions(ids: readonly number[], connections: Set<Connection>): void {
  forgetSessions(ids)
  for (const one of connections) if (one.actor.sessionId && ids.includes(one.actor.sessionId)) one.signOut()
}

async function hears(actor: Actor, { to }: OutboxEntry, deps: PushDeps): Promise<boolean> {
  if ('people' in to) return actor.employeeId !== undefined && to.people.includes(actor.employeeId)
  if ('sessions' in to) return actor.sessionId !== undefined && to.sessions.includes(actor.sessionId)
  if (to.companyId !== undefined && to.companyId !== actor.companyId) return false
  return deps.canRead(actor, to.readersOf)
}

/** Each changed row once, and not more than a list can use. */
function withoutFloods(entries: OutboxEntry[]): OutboxEntry[] {
  const seen = new Set<string>()
  const told = new Map<string, number>()
  return entries.filter(({ to, message }) => {
    if (message.path !== '/api/push/change' || !('readersOf' in to)) return true
    const { resource, id, kind, by, from } = message.data
    const key = [resource, id, kind, by, from].join('/')
    const count = told.get(resource) ?? 0
    if (seen.has(key) || count >= MAX_CHANGES) return false
    seen.add(key)
    told.set(resource, count + 1)
    return true
  })
}

const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?')[0] as string

const ipOf = ({ headers, socket }: IncomingMessage, trustProxy = false): string | undefined =>
  (trustProxy ? forwardedFor(headers['x-forwarded-for']) : undefined) ?? socket.remoteAddress

/** A socket for somebody else on this server (the development server's), or for nobody. */
function leave(server: Server, socket: Duplex): void {
  if (server.listenerCount('upgrade') === 1) socket.destroy()
}
