/** One browser on the push socket, from its first frame to its end. */
import type { WebSocket } from 'ws'
import type { PushMessage } from '../../model/web.ts'
import type { Actor } from '../types.ts'

/** Close codes: the session is unknown or over; no token came in time; the person has too many sockets. */
export const CLOSE_SIGNED_OUT = 4401
export const CLOSE_NO_TOKEN = 4408
export const CLOSE_TOO_MANY = 4429

/** More than this waiting to be sent means nobody reads at the other end (bytes). */
const MAX_WAITING = 1024 * 1024

/** A message as it goes over the wire. */
export const frameOf = (message: PushMessage): string => JSON.stringify(message)

/** Somebody listening. `actor` is who they were when last asked. */
export class Connection {
  alive = true
  readonly token: string
  actor: Actor
  readonly #socket: WebSocket

  constructor(socket: WebSocket, token: string, actor: Actor) {
    this.#socket = socket
    this.token = token
    this.actor = actor
    socket.on('pong', () => {
      this.alive = true
    })
  }

  /** A message, already as text: one text serves everybody it is for. */
  send(frame: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > MAX_WAITING) return this.#socket.terminate()
    this.#socket.send(frame)
  }

  /** Asks for a sign of life; without one since the last time, the connection is dead. */
  ping(): void {
    if (!this.alive) return this.#socket.terminate()
    this.alive = false
    this.#socket.ping()
  }

  /** Tells the browser that its session is over, and hangs up. */
  signOut(): void {
    this.send(frameOf({ path: '/api/push/logout', data: {} }))
    this.#socket.close(CLOSE_SIGNED_OUT, 'signed out')
  }

  close(): void {
    this.#socket.close(1001, 'going away')
  }
}
