import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer, type WebSocket as Socket } from 'ws'
import { onPush, pushStatus, startPush, stopPush } from '../../../src/web/core/push.ts'

let server: WebSocketServer
/** Called with each socket and its first frame. */
let onFirstFrame: (socket: Socket, frame: string) => void

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', (socket) => socket.once('message', (frame) => onFirstFrame(socket, String(frame))))
  vi.stubGlobal('WebSocket', WebSocket)
  vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${(server.address() as AddressInfo).port}` })
})
afterEach(stopPush)
afterAll(() => server.close())

const firstFrame = () =>
  new Promise<{ socket: Socket; frame: string }>((resolve) => {
    onFirstFrame = (socket, frame) => resolve({ socket, frame })
  })
const status = (wanted: string) =>
  new Promise<void>((resolve) => {
    if (pushStatus.get() === wanted) return resolve()
    const stop = pushStatus.subscribe(() => {
      if (pushStatus.get() !== wanted) return
      stop()
      resolve()
    })
  })

describe('the push socket', () => {
  it('carries the token in the first frame, and not in its address', async () => {
    const first = firstFrame()
    const address = new Promise<string | undefined>((resolve) =>
      server.once('connection', (_socket, request) => resolve(request.url)),
    )
    startPush('secret')
    expect(JSON.parse((await first).frame)).toEqual({ token: 'secret' })
    expect(await address).toBe('/api/push')
  })
  it('hands each message to the listeners of its path', async () => {
    const first = firstFrame()
    startPush('t')
    const { socket } = await first
    const heard = new Promise((resolve) => onPush('/api/push/change', resolve))
    socket.send('no json')
    socket.send(JSON.stringify({ path: '/api/push/job', data: { id: 1 } }))
    socket.send(JSON.stringify({ path: '/api/push/change', data: { resource: 'thing', id: 7, kind: 'edit' } }))
    expect(await heard).toEqual({ resource: 'thing', id: 7, kind: 'edit' })
  })
  it('comes back after a break', async () => {
    const first = firstFrame()
    startPush('t')
    const { socket } = await first
    const again = firstFrame()
    socket.terminate()
    await status('waiting')
    expect(JSON.parse((await again).frame)).toEqual({ token: 't' })
    await status('open')
  })
  it('stays away when the server says that the session is over', async () => {
    const first = firstFrame()
    startPush('t')
    const { socket } = await first
    socket.close(4401)
    await status('off')
  })
  it('tries again ten times and no more, and notes what happens', async () => {
    const noted = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closing = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await new Promise((resolve) => closing.once('listening', resolve))
    const { port } = closing.address() as AddressInfo
    await new Promise((resolve) => closing.close(resolve))
    const here = globalThis.location
    vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${port}` })
    let tries = 0
    const stop = pushStatus.subscribe(() => {
      if (pushStatus.get() === 'connecting') tries += 1
      if (pushStatus.get() === 'waiting') queueMicrotask(() => vi.runOnlyPendingTimers())
    })
    startPush('t')
    vi.runOnlyPendingTimers()
    await status('lost')
    stop()
    expect(tries).toBe(1 + 10)
    expect(noted).toHaveBeenCalledWith('push: error')
    expect(noted).toHaveBeenCalledWith('push: closed', 1006)
    vi.useRealTimers()
    vi.stubGlobal('location', here)
    noted.mockRestore()
  })
})
