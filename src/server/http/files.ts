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
import { BodyTooLarge, type SentFile, type TakeBody } from '../files/body.ts'
import { veiled } from '../engine/veil.ts'
import { FileRefused, receiveFile, receiveOriginal } from '../files/receive.ts'
import type { Allowed, EnterFile } from '../files/receive.ts'
import { serveFile } from '../files/serve.ts'

const MB = 1024 * 1024
/** Largest picture and largest other file (bytes). */
export const IMAGE_MAX = 30 * MB
export const FILE_MAX = 50 * MB
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
  files: FileStore
  enter: EnterFile
  /** Where bodies come in. */
  take: TakeBody
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
  }
  hono.get('/files/:key', async (c, next) => (await serveFile(c.req.param('key'), c.req.raw, deps)) ?? next())
}

async function upload(c: Context, route: UploadRoute, deps: FileDeps, uploads: Uploads): Promise<Response> {
  const begun = performance.now()
  const actor = await actorOf(c, deps)
  const noted: { error?: unknown } = {}
  const answer = await answerOf(c, { route, deps, uploads, actor, noted })
  deps.door?.note(c, { status: answer.status, ...noted, ...(actor ? { actor } : {}) }, begun)
  return jsonResponse(answer)
}

interface Uploading {
  route: UploadRoute
  deps: FileDeps
  uploads: Uploads
  actor: Actor | undefined
  /** What the log is told of it. */
  noted: { error?: unknown }
}

async function answerOf(c: Context, { route, deps, uploads, actor, noted }: Uploading): Promise<Answer> {
  const lang = languageOf(c.req.raw.headers)
  try {
    if (!actor) return refuse('signedOut')
    if (actor.kind === 'client' && !route.clients) return refuse('forbidden')
    const data = await received(c.req.raw, { route, deps, uploads, actor, noted })
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
    return await deps.take(request, largest(route.allowed) + FORM_MAX, async (body) => {
      const size = Math.max(1, Math.ceil((body?.size ?? 0) / MB))
      const counted = isClient ? 'uploadedMbByClient' : 'uploadedMb'
      if (!limiterOf(deps.clock).take(counted, person, size)) return refuse('tooMany')
      return await uploads.lane.pass(
        async () => await receiveAll((await body?.files(partsOf(route))) ?? [], route, actor, deps),
        size,
      )
    })
  } finally {
    leave()
  }
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
