import { useEffect, useRef } from 'react'
import type { PushMessage } from '../../model/web.ts'
import { limit } from './model.ts'
import { isAlone } from './standalone.ts'
import { createSignal, createStore, useStore, type Signal } from './store.ts'

/** The state of the push socket. `lost`: it was connected and every reconnect failed. */
export type PushStatus = 'off' | 'connecting' | 'open' | 'waiting' | 'lost'

/** The state of the socket, for the bar that shows a lost connection. */
export const pushStatus = createStore<PushStatus>('off')

type Path = PushMessage['path']
type DataOf<P extends Path> = Extract<PushMessage, { path: P }>['data']

const signals = new Map<Path, Signal<unknown>>()
const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000
/** The server's close code for an ended session: a reconnect would be useless. */
const SIGNED_OUT = 4401

let socket: WebSocket | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let bearer = ''
let tries = 0

/** Connects with this token, in the first frame only, because addresses are written to logs. */
export function startPush(token: string): void {
  if (isAlone()) return
  stopPush()
  bearer = token
  tries = 0
  pushStatus.set('connecting')
  // Delayed: a connection that is started and stopped at once never opens a socket.
  timer = setTimeout(connect)
}

/** Disconnects for good. */
export function stopPush(): void {
  clearTimeout(timer)
  const old = socket
  socket = undefined
  old?.close()
  pushStatus.set('off')
}

/** Reconnects at once, e.g. because the network is back. */
export function retryPush(): void {
  if (pushStatus.get() === 'waiting' || pushStatus.get() === 'lost') startPush(bearer)
}

function connect(): void {
  pushStatus.set('connecting')
  const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/push`)
  socket = opened
  opened.onopen = () => {
    console.info('push: connected')
    tries = 0
    opened.send(JSON.stringify({ token: bearer }))
    pushStatus.set('open')
  }
  opened.onmessage = (event) => receive(String(event.data))
  opened.onerror = () => console.info('push: error')
  opened.onclose = (event) => {
    console.info('push: closed', event.code)
    if (socket !== opened) return
    if (event.code === SIGNED_OUT) pushStatus.set('off')
    else reconnect()
  }
}

/** At most ten times in a row (rules 6.8), each wait longer than the last. */
function reconnect(): void {
  if (tries >= limit('pushRetries', 10)) return pushStatus.set('lost')
  const wait = Math.min(FIRST_WAIT * 2 ** tries, LONGEST_WAIT)
  tries += 1
  pushStatus.set('waiting')
  // Random, so that not all browsers reconnect to a restarted server at the same moment.
  timer = setTimeout(connect, wait * (0.75 + Math.random() / 2))
}

function receive(frame: string): void {
  try {
    const message = JSON.parse(frame) as PushMessage
    signals.get(message.path)?.emit(message.data)
  } catch {
    console.info('push: a frame that is no message')
  }
}

/** Subscribes to the messages of a path. Returns the function that unsubscribes. */
export function onPush<P extends Path>(path: P, listener: (data: DataOf<P>) => void): () => void {
  const signal = signals.get(path) ?? createSignal<unknown>()
  signals.set(path, signal)
  return signal.on(listener as (data: unknown) => void)
}

/** Subscribes to the messages of a path while the component is mounted. */
export function usePush<P extends Path>(path: P, listener: (data: DataOf<P>) => void): void {
  const newest = useRef(listener)
  useEffect(() => {
    newest.current = listener
  })
  useEffect(() => onPush(path, (data) => newest.current(data)), [path])
}

/** The state of the socket, for components. */
export function usePushStatus(): PushStatus {
  return useStore(pushStatus)
}
