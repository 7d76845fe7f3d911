/**
 * The web server of an application: calls under `/api/`, the browser's model, health, and the built browser.
 * POST only for calls; a bearer token in the header; every answer in the caller's language.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Hono, type Context } from 'hono'
import type { AppModel, CallModel, Lang } from '../../model/model.ts'
import { wasMet } from '../auth/cache.ts'
import type { Authenticate } from '../auth/index.ts'
import { tokenHash } from '../auth/tokens.ts'
import { ERRORS, Refusal, refusal, refuse } from '../errors.ts'
import type { Calls } from '../calls/index.ts'
import { personKey, Share } from '../lane.ts'
import { forwardedFor, networkOf } from '../network.ts'
import type { Actor, Clock } from '../types.ts'
import { asRefusal, isFault, jsonResponse, refusedAnswer, successResponse } from './answers.ts'
import { readPayload } from './body.ts'
import { languageOf } from './language.ts'
import { Gate, Pace, RateLimiter } from './limits.ts'
import type { ConnectionInfo } from './listen.ts'
import type { WriteLog } from './log.ts'
import { REQUEST_ID, requestIdOf } from './request-id.ts'
import { windowOf } from './window.ts'
import { COMMON_HEADERS, secure } from './security.ts'
import type { Statics } from './statics.ts'
import type { WebModel } from './webmodel.ts'

interface ApiDeps {
  calls(): Calls
  authenticate: Authenticate
  clock: Clock
  languages: AppModel['languages']
  webModel?: WebModel
  statics?: Statics
  /** The site of `atelier docs`, below `/docs/`. */
  docs?: Statics
  /** Routes that come before those for calls (uploads, files). */
  mount?(hono: Hono, api: Api): void
  log: WriteLog
  /** Trusts `X-Forwarded-For`: only behind a proxy that sets it. */
  trustProxy: boolean
}

/** The size (bytes) and the time (ms) of a body: of a call, and of one without a session. Files have their own route. */
const BODY = { max: 1024 * 1024, within: 30_000 }
const STRANGER_BODY = { max: 64 * 1024, within: 5_000 }

/** Where the site of the documents stands. */
const DOCS = '/docs'

/** Statuses of those who ask for too much, and how long they wait for the refusal (ms). */
const TURNED_AWAY = new Set([ERRORS.tooMany.status, ERRORS.overloaded.status])
const TURNED_AWAY_MS = 250

/** Requests of whoever is not known yet that begin in one turn of the event loop, and refusals that are told in one. */
const PER_TURN = 16

/** What the log knows of an answered request. */
interface Noted {
  status: number
  actor?: Actor
  error?: unknown
}

export class Api {
  readonly hono = new Hono()
  readonly gate = new Gate()
  /** Bodies that are being read: of people who are signed in, and of addresses. */
  private readonly people = new Share({ each: 256, all: 2000 })
  private readonly strangers = new Share({ each: 300, all: 2000 })
  private readonly coming = new Pace(PER_TURN)
  private readonly leaving = new Pace(PER_TURN)
  private readonly deps: ApiDeps
  private readonly limiter: RateLimiter

  constructor(deps: ApiDeps) {
    this.deps = deps
    this.limiter = new RateLimiter(deps.clock)
    const { hono } = this
    hono.get('/healthz', () => said(this.gate.closing ? 'stopping' : undefined))
    hono.get('/readyz', () => said(this.gate.closing ? 'stopping' : this.gate.full ? 'overloaded' : undefined))
    deps.mount?.(hono, this)
    hono.post('/api/*', (c) => this.call(c))
    hono.all('/api/*', (c) =>
      jsonResponse(
        c.req.raw,
        refusedAnswer(refusal('methodNotAllowed'), languageOf(c.req.raw.headers, deps.languages)),
      ),
    )
    hono.on(['GET', 'HEAD'], '/model/:name', (c) => this.model(c) ?? c.notFound())
    if (deps.docs) this.mountDocs(deps.docs)
    hono.on(['GET', 'HEAD'], '*', (c) => deps.statics?.respond(c.req.raw, decoded(c.req.path)) ?? c.notFound())
    hono.notFound((c) => c.text('not found', 404))
    hono.onError((error, c) => this.failed(error, c))
  }

  /** Answers a request. */
  async fetch(request: Request, env?: ConnectionInfo): Promise<Response> {
    const response = await this.hono.fetch(request, env)
    // Answers of calls have their id already.
    if (pathOf(request.url).startsWith('/api/')) return response
    response.headers.set(REQUEST_ID, requestIdOf(request))
    return secure(response, request.headers.get('host'))
  }

  /** The address of the caller. */
  ipOf(c: Context): string {
    const env = c.env as ConnectionInfo | undefined
    const forwarded = this.deps.trustProxy ? forwardedFor(c.req.header('x-forwarded-for')) : undefined
    return forwarded ?? env?.incoming?.socket?.remoteAddress ?? ''
  }

  /** Its pages name each other relatively, so that the folder itself ends with a slash. */
  private mountDocs(docs: Statics): void {
    this.hono.get(DOCS, (c) => c.redirect(`${DOCS}/`, 308))
    this.hono.on(['GET', 'HEAD'], `${DOCS}/*`, (c) => {
      const path = decoded(c.req.path).slice(DOCS.length)
      return docs.respond(c.req.raw, path === '/' ? '/index.html' : path) ?? c.notFound()
    })
  }

  private async call(c: Context): Promise<Response> {
    const begun = performance.now()
    const request = c.req.raw
    const lang = languageOf(request.headers, this.deps.languages)
    const path = callPath(c.req.path)
    const noted: Noted = { status: 200 }
    const response = await this.answer(request, path, this.ipOf(c), lang, noted)
    this.note(c, noted, begun)
    return response
  }

  private async answer(request: Request, path: string, ip: string, lang: Lang, noted: Noted): Promise<Response> {
    try {
      const plan = this.deps.calls().planOf(path)
      if (!plan) return refuse('unknownCall', { data: { unknownCall: path } })
      const actor = await this.actorOf(request, ip, lang)
      noted.actor = actor
      if (actor.kind === 'anyone') this.receiveStranger(plan.call, ip)
      const payload = await this.payloadOf(request, actor)
      return await this.gate.pass(keyOf(actor), async () =>
        successResponse(request, await this.deps.calls().run(path, actor, payload)),
      )
    } catch (error) {
      const refused = asRefusal(error)
      noted.status = refused.status
      if (isFault(refused)) noted.error = error
      // Who is turned away and asks again at once would keep the process busy with refusals.
      if (TURNED_AWAY.has(refused.status) && !this.gate.closing) {
        await pause(TURNED_AWAY_MS)
        await this.leaving.turn(networkOf(ip) ?? '')
      }
      return jsonResponse(request, refusedAnswer(refused, lang))
    }
  }

  /** Without a session the body is not even read where one is needed; open calls are rate-limited. */
  private receiveStranger(call: CallModel, ip: string): void {
    if (call.access?.anyone === undefined) refuse('signedOut')
    this.limiter.take(`${networkOf(ip)} ${call.path}`)
  }

  /** The body comes before a place in the gate is taken: who sends slowly keeps nobody else from working (check 23). */
  private async payloadOf(request: Request, actor: Actor): Promise<Record<string, unknown>> {
    if (this.gate.closing) refuse('stopping')
    const key = keyOf(actor)
    if (this.gate.fullFor(key)) refuse('overloaded')
    const stranger = actor.kind === 'anyone'
    const leave = (stranger ? this.strangers : this.people).take(key)
    if (!leave) return refuse('tooMany')
    try {
      return await readPayload(request, stranger ? STRANGER_BODY : BODY)
    } finally {
      leave()
    }
  }

  private async actorOf(request: Request, ip: string, lang: Lang): Promise<Actor> {
    const header = request.headers.get('authorization')
    const token = header?.startsWith('Bearer ') ? header.slice(7).trim() : ''
    const met = token !== '' && wasMet(tokenHash(token))
    const network = networkOf(ip) ?? ''
    if (!met) await this.coming.turn(network)
    // A token that may be made up is one of its network's; else each would be somebody new.
    const caller =
      token === ''
        ? undefined
        : await this.gate.pass(met ? token : network, () => this.deps.authenticate(token, ip, { lang }))
    const window = windowOf(request)
    return { ...(caller ?? { kind: 'anyone', ip, lang }), ...(window === undefined ? {} : { window }) }
  }

  private model(c: Context): Response | undefined {
    const name = (c.req.param('name') ?? '').replace(/\.json$/, '')
    return this.deps.webModel?.respond(c.req.raw, name, c.req.query('h') ?? null)
  }

  private failed(error: unknown, c: Context): Response {
    this.note(c, { status: 500, error }, performance.now())
    return jsonResponse(c.req.raw, refusedAnswer(asRefusal(error), languageOf(c.req.raw.headers, this.deps.languages)))
  }

  /** Writes the line of an answered request. `begun`: by `performance.now()`. */
  note(c: Context, { status, actor, error }: Noted, begun: number): void {
    this.deps.log({
      time: this.deps.clock.now(),
      ip: this.ipOf(c),
      method: c.req.method,
      path: c.req.path,
      status,
      ms: performance.now() - begun,
      id: requestIdOf(c.req.raw),
      ...(actor?.userId === undefined ? {} : { user: actor.userId }),
      ...(actor?.companyId === undefined ? {} : { company: actor.companyId }),
      ...(error === undefined ? {} : { error: causeOf(error) }),
    })
  }
}

/** Whose request it is: a person's, or of a network nobody knows. */
const keyOf = (actor: Actor): string => (actor.kind === 'anyone' ? (networkOf(actor.ip) ?? '') : personKey(actor))

/** 200, or 503 with the reason why callers should go elsewhere. */
function said(reason: string | undefined): Response {
  const headers = { ...COMMON_HEADERS, 'content-type': 'text/plain', 'cache-control': 'no-store' }
  return new Response(reason ?? 'ok', { status: reason === undefined ? 200 : 503, headers })
}

/** The part of an address behind the host. */
function pathOf(url: string): string {
  const at = url.indexOf('/', url.indexOf('//') + 2)
  return at < 0 ? '/' : url.slice(at)
}

/** A path with its escapes decoded; a path with invalid escapes stays as it is, and matches no route. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** `/api/customer/query.json` → `customer/query`. */
function callPath(path: string): string {
  return path.slice('/api/'.length).replace(/\.json$/, '')
}

/** The error with its causes, for the log only. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // A refusal says itself why; where it was made helps nobody, and a thousand stacks take long to write.
  if (error instanceof Refusal && error.cause === undefined) return error.message
  const cause = error.cause === undefined ? '' : ` caused by: ${causeOf(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
