/** The types of the client (`index.js`), over those of the calls of a product. */
export const CLIENT_TYPES = `import type { Upload } from './units.js'
import type { Listed, Requests, Told } from './wire.js'
export type { Upload } from './units.js'
export type { Listed, Records, Requests, Row, Told, Values } from './wire.js'
export { DICT, type Code, type DictionaryValues } from './dictionaries.js'

/** The path of a call: \`customer/query\`. */
export type Path = keyof Requests & keyof Told

/** Paths of calls that answer rows by pages. */
export type ListPath = { [P in Path]: Requests[P] extends { pageNO?: number } ? P : never }[Path]

export interface ClientOptions {
  /** Where the product is served: \`https://example.com\`. */
  address: string
  /** Of a session; what signing in answers. */
  token?: string
  /** The language of sentences; else the product's own. */
  lang?: string
  /** Instead of the global one. */
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
}

export interface UploadOptions extends CallOptions {
  /** What it is called; its ending says what it is. */
  name?: string
  /** A picture is kept byte for byte. */
  asItIs?: boolean
}

/** What the product would not do. Its message is a sentence in the language asked for. */
export declare class Refused extends Error {
  /** 400 wrong input, 401 signed out, 403 not granted, 404 not there, 409 changed meanwhile, 429 too often, 503 too busy. */
  readonly status: number
  /** The input it is about. */
  readonly field: string | undefined
  readonly data: Record<string, unknown> | null
  /** The id by which the server's log knows the request. */
  readonly requestId: string | undefined
}

export interface Client {
  /** The session that calls are made in; may be set after signing in. */
  token: string | undefined
  /** Makes a call; resolves to its data, rejects with \`Refused\`. A call with \`requestNo\` may be sent again and is done once. */
  call<P extends Path>(path: P, data?: Requests[P], options?: CallOptions): Promise<Told[P]>
  /** A page of a list: its rows, how many there are in all, and sums that were asked for. */
  page<P extends ListPath>(
    path: P,
    data?: Requests[P],
    options?: CallOptions,
  ): Promise<{ rows: Listed<P>; total: number | undefined; totals: Record<string, unknown> | undefined }>
  /** Every row of a list, page by page. */
  each<P extends ListPath>(path: P, data?: Requests[P], options?: CallOptions): AsyncGenerator<Listed<P>[number]>
  /** Sends a file, up to 50 MB; resolves to what inputs for files take. A file of the File kind has its name. */
  upload(file: Blob, options?: UploadOptions): Promise<Upload>
  /** The bytes behind an address that a record holds; such an address is good for the session that read it. */
  file(url: string, options?: CallOptions): Promise<Blob>
}

export declare function createClient(options: ClientOptions): Client
`
