/** The product as a process of its own, the way `npm start` runs it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Longest a server may take to listen or to end, ms: two cores may be busy with much else. */
const PATIENCE = 480_000

export interface Served {
  /** `http://localhost:41234` */
  origin: string
  stop(): Promise<void>
}

/** Serves the built browser over a data directory, on a port of the system's choice. `product`: the folder of another one. */
export async function startServer(dataDir: string, product = '.', verb: 'serve' | 'dev' = 'serve'): Promise<Served> {
  if (!existsSync('dist/web/index.html')) throw new Error('The browser is not built: run `npm run build` first.')
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PORT: '0',
    HOST: '127.0.0.1',
    ATELIER_DEV_CODES: '1',
  }
  const child = spawn(process.execPath, [resolve('bin/atelier.mjs'), verb], {
    cwd: product,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await listening(child).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return { origin: `http://localhost:${port}`, stop: () => stop(child) }
}

/** Waits for the line that names the address. What went wrong on the server later on is printed. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`The server does not listen:\n${said}`)), PATIENCE)
    child.on('error', reject).on('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      said = (said + String(chunk)).slice(-10_000)
      const port = /listens on http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (port === undefined) return
      clearTimeout(timer)
      resolve(port)
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
  await ended
  clearTimeout(timer)
}
