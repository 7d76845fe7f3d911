/** The program as an operator runs it: a process of its own, spoken to over its port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { PASSWORD, type Told, type Values } from '../support/product.ts'
import { ROOT } from '../support/template.ts'

/** The command line's `serve`. */
const SERVE = ['bin/atelier.mjs', 'serve']

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

const children = new Set<ChildProcess>()

/** Ends what a failed test left running. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL')
}

export class Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Everything it printed. */
  told = ''
  /** Where it listens, once it does. */
  address = ''
  private readonly hearing = new Set<() => void>()

  /** Starts it; `args` for another program than `serve`. */
  constructor(env: Record<string, string>, args: readonly string[] = SERVE) {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DATABASE_URL: '', PORT: '0', HOST: '127.0.0.1', ...env },
    })
    this.child = child
    children.add(child)
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        children.delete(child)
        resolve({ code, signal })
      })
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => this.hear(chunk))
  }

  private hear(chunk: Buffer): void {
    this.told += chunk.toString()
    for (const look of this.hearing) look()
  }

  /** Waits until it says something; throws should it end before. Answers the match. */
  async said(pattern: RegExp): Promise<RegExpExecArray> {
    let look = (): void => undefined
    const heard = new Promise<RegExpExecArray>((resolve) => {
      look = () => {
        const match = pattern.exec(this.told)
        if (match) resolve(match)
      }
      this.hearing.add(look)
      look()
    })
    const over = this.ended.then(({ code }) => {
      throw new Error(`ended with ${code} before it said ${pattern}:\n${this.told}`)
    })
    return await Promise.race([heard, over]).finally(() => this.hearing.delete(look))
  }

  /** Waits until it listens. */
  async ready(): Promise<this> {
    const [, port] = await this.said(/listens on http:\/\/localhost:(\d+)/)
    this.address = `http://127.0.0.1:${port}`
    return this
  }

  /** Makes a call; throws when the connection breaks. */
  async post(path: string, input: Values = {}, token?: string): Promise<Told> {
    const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` }
    const response = await fetch(`${this.address}/api/${path}.json`, {
      method: 'POST',
      body: JSON.stringify({ data: input }),
      headers: { 'content-type': 'application/json', ...authorization },
    })
    return (await response.json()) as Told
  }

  /** Signs in with the demo's password; answers the token. */
  async signIn(mobile: string): Promise<string> {
    const { data, msg } = await this.post('system/checkLogin', { mobile, password: PASSWORD })
    const { token } = data as { token?: string }
    if (!token) throw new Error(`no token: ${msg}`)
    return token
  }

  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended> {
    this.child.kill(signal)
    return this.ended
  }
}
