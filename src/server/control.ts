/** What the command line asks of the server that has the embedded database open: through a socket in its data directory. */
import { rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Database } from './types.ts'

const socketIn = (dataDir: string): string => join(dataDir, 'control.sock')

/** Answers there, to the user who runs the server only. Resolves to a function that stops it. */
export function openControl(dataDir: string, db: Database, log: (line: string) => void): Promise<() => Promise<void>> {
  const path = socketIn(dataDir)
  rmSync(path, { force: true })
  const server = createServer((asked, answer) => {
    text(asked)
      .then((to) => db.copyTo?.(to))
      .then(
        () => answer.writeHead(200).end(),
        (error: Error) => answer.writeHead(500).end(error.message),
      )
  })
  const stop = () =>
    new Promise<void>((stopped) => {
      server.close(() => stopped())
      server.closeIdleConnections()
    })
  return new Promise((ready) => {
    server.once('error', (error) => {
      log(`atelier backup cannot ask this server: ${error.message}`)
      ready(async () => undefined)
    })
    const before = process.umask(0o177)
    server.listen(path, () => ready(stop))
    process.umask(before)
  })
}

/** Has the running server copy its database; false when none runs there. */
export function askForCopy(dataDir: string, to: string): Promise<boolean> {
  return new Promise((done, failed) => {
    const asked = request({ socketPath: socketIn(dataDir), method: 'POST', path: '/copy' }, (answer) => {
      text(answer).then(
        (said) => (answer.statusCode === 200 ? done(true) : failed(new Error(`The server could not copy: ${said}`))),
        failed,
      )
    })
    asked.on('error', (error: NodeJS.ErrnoException) =>
      ['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '') ? done(false) : failed(error),
    )
    asked.end(to)
  })
}
