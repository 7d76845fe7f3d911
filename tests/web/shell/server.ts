import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import axios from 'axios'

/** A call as it arrived. */
export interface Arrived {
  path: string
  body: unknown
  headers: IncomingHttpHeaders
}

type Reply = { http?: number; body?: unknown; headers?: Record<string, string> }

/** A server that answers calls as a test says, and remembers what arrived. `axios` is pointed at it. */
export async function answeringServer(reply: (path: string, body: unknown) => Reply) {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => {
      text += piece
    })
    request.on('end', () => {
      const path = request.url ?? ''
      const body: unknown = JSON.parse(text || 'null')
      arrived.push({ path, body, headers: request.headers })
      const { http = 200, body: answer, headers } = reply(path, body)
      response.writeHead(http, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer ?? null))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  axios.defaults.baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => new Promise((resolve) => server.close(resolve))
  return { arrived, close }
}
