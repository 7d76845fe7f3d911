/** The program as an operator runs it: a process of its own, spoken to over its port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { vi } from 'vitest'
import type { Requests, Sent, Told as Data } from '../../../src/generated/wire.ts'
import { PASSWORD, type Told } from '../support/product.ts'
import { ROOT } from '../support/template.ts'

/** The command line's `serve`. */
const SERVE = ['bin/atelier.mjs', 'serve']
/** What every process gets, unless a test says otherwise; a slow machine may take its time to end. */
const USUAL = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', PORT: '0', HOST: '127.0.0.1', STOP_SECONDS: '120' }

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

  /** Starts it; `args` for another program than `serve`, `cwd` for another product. */
  constructor(env: Record<string, string>, args: readonly string[] = SERVE, cwd = ROOT) {
    const child = spawn(process.execPath, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...USUAL, ...env },
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
  post<P extends keyof Requests, K extends string>(path: P, input?: Sent<P, K>, token?: string): Promise<Told> {
    return this.raw(path, input, token)
  }

  /** Makes a call that must succeed; answers its data. */
  async must<P extends keyof Requests, K extends string>(
    path: P,
    input?: Sent<P, K>,
    token?: string,
  ): Promise<Data[P]> {
    const told = await this.raw(path, input, token)
    if (told.status !== 200) throw new Error(`${path}: ${told.status} ${told.msg}`)
    return told.data as Data[P]
  }

  /** Sends to any path what no type allows: to another product, or wrong on purpose. */
  async raw(path: string, input: object = {}, token?: string): Promise<Told> {
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
    return (await this.must('system/checkLogin', { mobile, password: PASSWORD })).token
  }

  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended> {
    this.child.kill(signal)
    return this.ended
  }
}

/** A verb of the command line in this process, which is not worth a start of its own: how it ends, and what it says. */
export async function ranHere(
  verb: () => Promise<number>,
  env: Record<string, string>,
): Promise<{ code: number; told: string[] }> {
  const told: string[] = []
  const hear = (line: unknown): void => void told.push(String(line))
  for (const [name, value] of Object.entries({ ...USUAL, ...env })) vi.stubEnv(name, value)
  const spies = (['log', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(hear))
  try {
    return { code: await verb(), told }
  } finally {
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}
