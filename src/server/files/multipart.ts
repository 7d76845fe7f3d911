/** Splits a multipart body while it comes: the files of a form go each into a file of its own, never whole into memory. */
import { createHash, randomUUID, type Hash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of a form. `part`: the name it came under. */
export interface SentFile {
  name: string
  part: string
  /** Where its bytes lie. */
  path: string
  size: number
  sha1: string
}

/** What is taken of a form. */
export interface Wanted {
  /** The names of parts whose files are taken. */
  parts: readonly string[]
  /** So many files; further ones are passed over. */
  most: number
}

const BREAK = '\r\n'
/** The longest head of a part (bytes). */
const HEAD_MAX = 8 * 1024

/** A file that is coming. */
interface Coming extends Omit<SentFile, 'sha1'> {
  handle: FileHandle
  hash: Hash
}

/** `between`: behind a boundary. `broken`: what comes is no form. */
type State = 'content' | 'between' | 'head' | 'over' | 'broken'

/** Takes the bytes of a form one after another. What lies in `paths` afterwards is to be removed by whoever made it. */
export class Splitter {
  readonly paths: string[] = []
  readonly #files: SentFile[] = []
  readonly #directory: string
  readonly #boundary: Buffer
  readonly #wanted: Wanted
  #state: State = 'content'
  #coming: Coming | undefined
  // A body begins with its boundary, without the break that stands before all others.
  #rest = Buffer.from(BREAK)

  constructor(directory: string, boundary: string, wanted: Wanted) {
    this.#directory = directory
    this.#boundary = Buffer.from(`${BREAK}--${boundary}`)
    this.#wanted = wanted
  }

  /** The files that came whole; none where the form is not over. */
  get files(): SentFile[] {
    return this.#state === 'over' ? this.#files : []
  }

  async take(chunk: Uint8Array): Promise<void> {
    if (this.#state === 'over' || this.#state === 'broken') return
    this.#rest = Buffer.concat([this.#rest, chunk])
    while (await this.#step()) continue
  }

  async close(): Promise<void> {
    await this.#coming?.handle.close()
    this.#coming = undefined
  }

  /** Goes one step on; answers whether there may be another with what has come. */
  async #step(): Promise<boolean> {
    if (this.#state === 'content') return this.#content()
    if (this.#state === 'between') return this.#between()
    return this.#state === 'head' && this.#head()
  }

  async #content(): Promise<boolean> {
    const at = this.#rest.indexOf(this.#boundary)
    if (at < 0) {
      // What may be the beginning of a boundary waits for the rest of it.
      await this.#write(this.#taken(Math.max(0, this.#rest.length - this.#boundary.length + 1)))
      return false
    }
    await this.#write(this.#taken(at))
    this.#taken(this.#boundary.length)
    if (this.#coming) {
      const { handle, hash, ...file } = this.#coming
      await this.close()
      this.#files.push({ ...file, sha1: hash.digest('hex') })
    }
    this.#state = 'between'
    return true
  }

  #between(): boolean {
    if (this.#rest.length < BREAK.length) return false
    const sign = this.#taken(BREAK.length).toString('latin1')
    this.#state = sign === BREAK ? 'head' : sign === '--' ? 'over' : 'broken'
    return this.#state === 'head'
  }

  async #head(): Promise<boolean> {
    const end = this.#rest.indexOf(BREAK + BREAK)
    if (end < 0) {
      if (this.#rest.length > HEAD_MAX) this.#state = 'broken'
      return false
    }
    const { name, part } = headOf(this.#taken(end).toString('utf8'))
    // The break before a boundary is part of it, also where a part is empty.
    this.#taken(BREAK.length * 2)
    this.#state = 'content'
    if (name === undefined || part === undefined || !this.#wanted.parts.includes(part)) return true
    if (this.#files.length >= this.#wanted.most) return true
    const path = join(this.#directory, randomUUID())
    this.paths.push(path)
    this.#coming = { name, part, path, size: 0, handle: await open(path, 'wx'), hash: createHash('sha1') }
    return true
  }

  /** Cuts the first bytes off what has come. */
  #taken(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }

  async #write(bytes: Buffer): Promise<void> {
    if (!this.#coming || bytes.length === 0) return
    this.#coming.size += bytes.length
    this.#coming.hash.update(bytes)
    await this.#coming.handle.writeFile(bytes)
  }
}

/** The names that the head of a part gives; `name`: of its file, where it is one. */
function headOf(head: string): { name?: string | undefined; part?: string | undefined } {
  const line = head.split(BREAK).find((one) => /^content-disposition:\s*form-data/i.test(one)) ?? ''
  return {
    name: /;\s*filename="([^"]*)"/i.exec(line)?.[1]?.replace(WRITTEN, written),
    part: /;\s*name="([^"]*)"/i.exec(line)?.[1]?.replace(WRITTEN, written),
  }
}

/** Signs that browsers write otherwise inside quotes. */
const WRITTEN = /%0A|%0D|%22/gi
const written = (sign: string): string => decodeURIComponent(sign)

/** The boundary that a content type names; nothing for what is no form. */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain
}
