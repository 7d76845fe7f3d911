/**
 * Allows one process per directory. An embedded database has no lock of its own, and two processes lose data silently
 * (stack notes). The lock is a file beside the directory, so that no copy or clean-up of the data touches it.
 *
 * The file is created with O_EXCL and identifies its holder exactly, so that a dead one is recognised at once: boot,
 * process namespace, pid and start time of the process. Where the holder cannot be inspected (another container or
 * machine on a shared disk) its heartbeat decides.
 */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'

const HEARTBEAT = 5_000
/** A holder that cannot be inspected counts as dead after this long without a heartbeat. */
const SILENCE = 30_000
/** A takeover takes microseconds; a process that died during it must not block the next. */
const TAKEOVER = 10_000

interface Holder {
  token: string
  pid: number
  host: string
  boot: string
  namespace: string
  began: string
}

/** Another process holds the directory. The message is for the operator. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

const attempt = <T>(read: () => T, otherwise: T): T => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** The start time of the process, in clock ticks since boot; empty without /proc or without the process. */
function beganOf(pid: number): string {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function self(): Holder {
  return {
    token: randomUUID(),
    pid: process.pid,
    host: hostname(),
    began: beganOf(process.pid),
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), ''),
    namespace: attempt(() => readlinkSync('/proc/self/ns/pid'), ''),
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the holder may still be running. */
function isAlive(holder: Holder, me: Holder, silent: number): boolean {
  if (holder.host === me.host && holder.boot !== me.boot) return false
  const visible = holder.host === me.host && holder.boot === me.boot && holder.namespace === me.namespace
  if (!visible) return silent < SILENCE
  return isRunning(holder.pid) && (holder.began === '' || holder.began === beganOf(holder.pid))
}

function read(path: string): Holder | undefined {
  return attempt(() => JSON.parse(readFileSync(path, 'utf8')) as Holder, undefined)
}

const silenceOf = (path: string): number => attempt(() => Date.now() - statSync(path).mtimeMs, Infinity)

/** Creates a file that must not exist yet. */
function create(path: string, content: string): boolean {
  let file: number
  try {
    file = openSync(path, 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  writeSync(file, content)
  fsyncSync(file)
  closeSync(file)
  return true
}

/** The file appears complete or not at all: a half-written lock would look like one without a holder. */
function createWhole(path: string, me: Holder): boolean {
  const draft = `${path}.${me.token}`
  create(draft, JSON.stringify(me))
  try {
    if (!create(path, '')) return false
    renameSync(draft, path)
    return true
  } finally {
    attempt(() => unlinkSync(draft), undefined)
  }
}

function refuse(directory: string, path: string, holder: Holder | undefined): never {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process'
  throw new DirectoryInUse(
    `The data directory ${directory} is in use by ${who}. Two servers on one directory would lose data. ` +
      `Stop the other one; if it surely does not run any more, delete ${path}.`,
  )
}

/** Replaces a lock whose holder is dead; only one process at a time may decide that. */
function takeOver(directory: string, path: string, me: Holder): void {
  const gate = `${path}.takeover`
  if (!create(gate, me.token)) {
    if (silenceOf(gate) < TAKEOVER) refuse(directory, path, read(path))
    attempt(() => unlinkSync(gate), undefined)
    if (!create(gate, me.token)) refuse(directory, path, read(path))
  }
  try {
    removeDead(directory, path, me)
    if (!createWhole(path, me)) refuse(directory, path, read(path))
  } finally {
    attempt(() => unlinkSync(gate), undefined)
  }
}

function removeDead(directory: string, path: string, me: Holder): void {
  const silent = silenceOf(path)
  if (silent === Infinity) return
  const holder = read(path)
  if (holder ? isAlive(holder, me, silent) : silent < TAKEOVER) refuse(directory, path, holder)
  unlinkSync(path)
}

export interface DirectoryLock {
  release(): void
}

/**
 * Takes the lock of a directory (`<directory>.lock`). Throws DirectoryInUse while another living process holds it.
 * `lost` is called when another process took the lock (this process slept for long and counted as dead).
 */
export function lockDirectory(directory: string, lost: () => void): DirectoryLock {
  const path = `${directory}.lock`
  const me = self()
  if (!createWhole(path, me)) takeOver(directory, path, me)
  const beat = setInterval(() => {
    if (read(path)?.token === me.token) return attempt(() => utimesSync(path, new Date(), new Date()), undefined)
    clearInterval(beat)
    lost()
  }, HEARTBEAT)
  beat.unref()
  return {
    release() {
      clearInterval(beat)
      if (read(path)?.token === me.token) attempt(() => unlinkSync(path), undefined)
    },
  }
}
