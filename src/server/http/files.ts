/** Files of the product: the two upload calls of rules 6.7, and uploaded files under `/files/`. */
import type { Context, Hono } from 'hono'
import type { AppModel } from '../../model/model.ts'
import type { Answer } from '../../model/web.ts'
import type { Authenticate } from '../auth/index.ts'
import { limiterOf } from '../auth/rate.ts'
import { Refusal, refuse } from '../errors.ts'
import { Lane, personKey, Share } from '../lane.ts'
import { isFault, jsonResponse, refusedAnswer } from './answers.ts'
import type { Api } from './api.ts'
import { languageOf } from './language.ts'
import type { Actor, Clock, FileStore } from '../types.ts'
import { BodyTooLarge, type TakeBody } from '../files/body.ts'
import type { SentFile } from '../files/multipart.ts'
import { veiled } from '../engine/veil.ts'
import type { Coming, Pieces } from '../files/pieces.ts'
import { FileRefused, receiveFile, receiveLarge, receiveOriginal } from '../files/receive.ts'
import type { Allowed, EnterFile } from '../files/receive.ts'
import { serveFile } from '../files/serve.ts'

const MB = 1024 * 1024
/** Largest picture and largest other file (bytes). */
export const IMAGE_MAX = 30 * MB
export const FILE_MAX = 50 * MB
/** The largest film, which comes in pieces, and the largest piece (bytes). */
const FILM_MAX = 4096 * MB
const PIECE_MAX = 16 * MB
/** Files of one request (rules 6.5: five). */
const FILES_MAX = 5
/** The most bytes of the form around the files. */
const FORM_MAX = 64 * 1024

interface UploadRoute {
  path: string
  field: string
  /** The form field under which a picture is kept as it came. */
  original?: string
  allowed: Allowed
  clients: boolean
}

/** What is kept as the camera made it. */
const ORIGINAL_ALLOWED: Allowed = { image: IMAGE_MAX }

/** The limits of the two uploads; customers send signatures and pictures, nothing else. */
const TAKES = {
  uploadImage: { allowed: { image: IMAGE_MAX }, clients: true },
  upload: { allowed: { image: IMAGE_MAX, video: FILE_MAX, audio: FILE_MAX, document: FILE_MAX }, clients: false },
} as const

/** The uploads that app.json names. */
function routesOf(calls: FileDeps['calls']): UploadRoute[] {
  return (['uploadImage', 'upload'] as const).flatMap((name) => {
    const { path, file, original } = calls[name] ?? {}
    return path && file ? [{ path, field: file, ...(original ? { original } : {}), ...TAKES[name] }] : []
  })
}

interface FileDeps {
  /** `app.engineCalls` of the model. */
  calls: AppModel['engineCalls']
  languages: AppModel['languages']
  files: FileStore
  enter: EnterFile
  /** Where bodies come in. */
  take: TakeBody
  /** Where pieces of large files come in. */
  pieces: Pieces
  authenticate: Authenticate
  /** Whether a session lives that an address was made for. */
  isOpen?(sessionId: number): Promise<boolean>
  clock: Clock
  /** Whose requests these are: knows addresses, and writes the log. */
  door?: Pick<Api, 'ipOf' | 'note'>
}

/** Files that have come and are looked at: megabytes in memory at once. */
const RECEIVED_AT_ONCE = 64
/** Uploads of one person, and of all; of customers, so that they leave room for staff. */
const UPLOADS_MAX = { each: 4, all: 60 }
const CLIENT_UPLOADS_MAX = { each: 2, all: 20 }

/** What the two routes share. */
interface Uploads {
  lane: Lane
  staff: Share
  clients: Share
}

/** Adds the routes for files to the server. Must come before the route for calls, whose bodies are JSON. */
export function mountFiles(hono: Hono, deps: FileDeps): void {
  const uploads = {
    lane: new Lane({ running: RECEIVED_AT_ONCE, waiting: UPLOADS_MAX.all }),
    staff: new Share(UPLOADS_MAX),
    clients: new Share(CLIENT_UPLOADS_MAX),
  }
  for (const route of routesOf(deps.calls)) {
    for (const suffix of ['', '.json']) hono.post(`/api/${route.path}${suffix}`, (c) => upload(c, route, deps, uploads))
    if (route.allowed.video) hono.post(`/api/${route.path}/piece.json`, (c) => upload(c, route, deps, uploads, pieceOf))
  }
  hono.get('/files/:key', async (c, next) => (await serveFile(c.req.param('key'), c.req.raw, deps)) ?? next())
}

async function upload(
  c: Context,
  route: UploadRoute,
  deps: FileDeps,
  uploads: Uploads,
  take: Taking = received,
): Promise<Response> {
  const begun = performance.now()
  const actor = await actorOf(c, deps)
  const noted: { error?: unknown } = {}
  const answer = await answerOf(c, { route, deps, uploads, actor, noted }, take)
  deps.door?.note(c, { status: answer.status, ...noted, ...(actor ? { actor } : {}) }, begun)
  return jsonResponse(c.req.raw, answer)
}

interface Uploading {
  route: UploadRoute
  deps: FileDeps
  uploads: Uploads
  actor: Actor | undefined
  /** What the log is told of it. */
  noted: { error?: unknown }
}

/** Takes what a request brings. */
type Taking = (request: Request, uploading: Uploading & { actor: Actor }) => Promise<unknown>

async function answerOf(c: Context, { route, deps, uploads, actor, noted }: Uploading, take: Taking): Promise<Answer> {
  const lang = languageOf(c.req.raw.headers, deps.languages)
  try {
    if (!actor) return refuse('signedOut')
    if (actor.kind === 'client' && !route.clients) return refuse('forbidden')
    const data = await take(c.req.raw, { route, deps, uploads, actor, noted })
    const own = { seal: deps.files.seal, actor, now: deps.clock.now() }
    return { status: 200, msg: UPLOADED[lang], data: actor.kind === 'client' ? veiled(data, own) : data }
  } catch (error) {
    if (error instanceof FileRefused) return { status: 400, msg: error.text[lang], data: { field: route.field } }
    if (error instanceof BodyTooLarge) return { status: 400, msg: TOO_LARGE[lang], data: { field: route.field } }
    if (!(error instanceof Refusal)) throw error
    if (isFault(error)) noted.error = error
    return refusedAnswer(error, lang)
  }
}

/** Receives the files of one request: what has come waits for memory. What a person sends a day is counted. */
async function received(request: Request, uploading: Uploading & { actor: Actor }): Promise<unknown> {
  const { uploads, actor, deps, route } = uploading
  const person = personKey(actor)
  const isClient = actor.kind === 'client'
  const leave = uploads[isClient ? 'clients' : 'staff'].take(person)
  if (!leave) return refuse('tooMany')
  try {
    // One more than may come, so that too many are told from enough.
    const limits = { max: largest(route.allowed) + FORM_MAX, parts: partsOf(route), most: FILES_MAX + 1 }
    return await deps.take(request, limits, async (body) => {
      const size = Math.max(1, Math.ceil((body?.size ?? 0) / MB))
      const counted = isClient ? 'uploadedMbByClient' : 'uploadedMb'
      if (!limiterOf(deps.clock).take(counted, person, size)) return refuse('tooMany')
      return await uploads.lane.pass(async () => await receiveAll(body?.files ?? [], route, actor, deps), size)
    })
  } finally {
    leave()
  }
}

/** Takes a piece of a film: answers how much is there, and the stored film when that is all. */
async function pieceOf(request: Request, uploading: Uploading & { actor: Actor }): Promise<unknown> {
  const { uploads, actor, deps } = uploading
  const person = personKey(actor)
  const asked = comingOf(new URL(request.url).searchParams)
  if (!asked || actor.kind !== 'staff') return refuse('forbidden')
  const { at, ...file } = asked
  if (file.size > FILM_MAX) throw new BodyTooLarge()
  const leave = uploads.staff.take(person)
  if (!leave) return refuse('tooMany')
  try {
    const brings = Number(request.headers.get('content-length') ?? 0)
    if (brings > PIECE_MAX) throw new BodyTooLarge()
    if (!limiterOf(deps.clock).take('uploadedMb', person, Math.ceil(brings / MB))) return refuse('tooMany')
    const there = await deps.pieces.take(person, file, at, brings > 0 ? request.body : null, PIECE_MAX)
    if (there < file.size) return { at: there }
    return await deps.pieces.use(person, file, (path) =>
      receiveLarge({ name: file.name, size: file.size, path }, { video: FILM_MAX }, actor, deps),
    )
  } finally {
    leave()
  }
}

const NUMBER = /^\d{1,13}$/

/** Which file a piece is of, and where it begins. */
function comingOf(asked: URLSearchParams): (Coming & { at: number }) | undefined {
  const [name, size, print, at] = ['name', 'size', 'print', 'at'].map((one) => asked.get(one) ?? '') as [
    string,
    string,
    string,
    string,
  ]
  if (!name || !print || !NUMBER.test(size) || !NUMBER.test(at) || Number(size) === 0) return undefined
  return { name, print, size: Number(size), at: Number(at) }
}

const partsOf = (route: UploadRoute): string[] => [route.field, ...(route.original ? [route.original] : [])]

const UPLOADED = { zh: '上传成功！', en: 'Uploaded' }
const TOO_LARGE = { zh: '上传的文件过大', en: 'The upload is too large' }

/** One file is answered as an object, several as a list. */
async function receiveAll(
  files: readonly SentFile[],
  route: UploadRoute,
  actor: Actor,
  deps: FileDeps,
): Promise<unknown> {
  if (files.length === 0) throw new FileRefused({ zh: '请选择文件', en: 'Choose a file' })
  if (files.length > FILES_MAX)
    throw new FileRefused({ zh: `一次最多上传 ${FILES_MAX} 个文件`, en: `At most ${FILES_MAX} files at once` })
  const stored = []
  for (const file of files)
    stored.push(
      file.part === route.original
        ? await receiveOriginal(file, ORIGINAL_ALLOWED, actor, deps)
        : await receiveFile(file, route.allowed, actor, deps),
    )
  return stored.length === 1 ? stored[0] : stored
}

const largest = (allowed: Allowed): number => Math.max(...Object.values(allowed))

async function actorOf(c: Context, deps: FileDeps): Promise<Actor | undefined> {
  const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  return token === undefined ? undefined : deps.authenticate(token, deps.door?.ipOf(c))
}
