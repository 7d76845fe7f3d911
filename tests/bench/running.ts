/** A command of the project, started as somebody would at a terminal. */
import { spawn, type ChildProcess } from 'node:child_process'

export interface Running {
  readonly pid: number
  /** Resolves to how long after the start a line with these words came (ms). */
  said(words: string): Promise<number>
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>
}

export function start(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  patience: number,
): Running {
  const began = performance.now()
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let told = ''
  const hear = (text: Buffer): void => {
    told += text.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  return {
    pid: child.pid ?? 0,
    said: (words) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const after = performance.now() - began
          if (told.includes(words)) return finish(() => resolve(after))
          if (after > patience)
            finish(() =>
              reject(
                new Error(
                  `${args.join(' ')} did not say "${words}" within ${patience / 1000} s:\n${told.slice(-2000)}`,
                ),
              ),
            )
          else if (child.exitCode !== null)
            finish(() => reject(new Error(`${args.join(' ')} ended:\n${told.slice(-2000)}`)))
        }
        const timer = setInterval(look, 5)
        const finish = (then: () => void): void => {
          clearInterval(timer)
          then()
        }
      }),
    stop: async () => {
      end(child, 'SIGTERM')
      const late = setTimeout(() => end(child, 'SIGKILL'), 15_000)
      await ended
      clearTimeout(late)
    },
  }
}

/** npm starts a shell that starts node: the whole group is told. */
function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}
