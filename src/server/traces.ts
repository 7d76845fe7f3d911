/**
 * Traces by OpenTelemetry: a span for each request and job, and below it for each transaction and statement, sent to a
 * collector (docs/OPERATING.md). Loaded only where one is named. Spans hold no values: neither inputs, nor parameters of
 * statements, nor what a path or query of an address says beyond the name of the call.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { Model } from '../model/model.ts'
import type { ConnectionInfo } from './http/listen.ts'
import { pathsOf } from './http/paths.ts'
import { REQUEST_ID } from './http/request-id.ts'
import type { Database, Queryable } from './types.ts'

type Fetch = (request: Request, env?: ConnectionInfo) => Promise<Response>

export interface Traces {
  /** The same database, whose statements and transactions are spans of what they are made for. */
  database(db: Database): Database
  /** The same answers, each a span. `trustProxy`: a request goes on with the trace that its proxy began. */
  requests(fetch: Fetch, trustProxy: boolean): Fetch
  /** Runs a job as a span. */
  job<T>(kind: string, id: number, run: () => Promise<T>): Promise<T>
  /** Sends what is left, within two seconds. */
  close(): Promise<void>
}

/** How long a collector may take to answer (ms): nobody waits for it but a process that ends. */
const PATIENCE = 2000
/** Most of a statement that is kept. */
const TEXT_MAX = 2000

const HEADERS = {
  get: (carrier: Headers, key: string) => carrier.get(key) ?? undefined,
  keys: (carrier: Headers) => [...carrier.keys()],
}

/** How a span stands among others, and what it says. */
interface SpanOptions {
  kind?: SpanKind
  attributes?: Attributes
  parent?: Context
}

/**
 * Spans go to `OTEL_EXPORTER_OTLP_ENDPOINT`, the address of a collector, by HTTP; the other variables of OpenTelemetry
 * (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME` …) hold too.
 */
export const createTraces = (model: Model): Traces => new Tracing(model)

class Tracing implements Traces {
  readonly #provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env.OTEL_SERVICE_NAME ?? 'atelier',
      'service.instance.id': `${process.env.HOSTNAME ?? 'process'}:${process.pid}`,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ timeoutMillis: PATIENCE }))],
  })
  readonly #tracer = this.#provider.getTracer('atelier')
  readonly #propagator = new W3CTraceContextPropagator()
  /** The span that something is done for. */
  readonly #current = new AsyncLocalStorage<Context>()
  readonly #known: ReadonlyMap<string, string>

  constructor(model: Model) {
    this.#known = pathsOf(model)
  }

  database(db: Database): Database {
    return {
      engine: db.engine,
      query: this.#queries(db, db),
      transaction: (work) => {
        const made = () =>
          db.transaction((tx) =>
            work({ query: this.#queries(db, tx), later: (sql, parameters) => tx.later(sql, parameters) }),
          )
        return this.#isFollowed ? this.#within('transaction', {}, made) : made()
      },
      script: (sql) => db.script(sql),
      listen: (channel, heard) => db.listen(channel, (payload) => this.#current.exit(() => heard(payload))),
      load: () => db.load(),
      ...(db.copyTo ? { copyTo: db.copyTo.bind(db) } : {}),
      close: () => db.close(),
    }
  }

  requests(fetch: Fetch, trustProxy: boolean): Fetch {
    return (request, env) => {
      const { pathname } = new URL(request.url)
      const call = this.#known.get(pathname)
      const route = call === undefined ? `/${pathname.split('/')[1] ?? ''}` : `/api/${call}`
      const parent = trustProxy ? this.#propagator.extract(ROOT_CONTEXT, request.headers, HEADERS) : ROOT_CONTEXT
      const attributes = { 'http.request.method': request.method, 'http.route': route }
      return this.#within(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes, parent }, async (span) => {
        const response = await fetch(request, env)
        span.setAttribute('http.response.status_code', response.status)
        span.setAttribute('atelier.request_id', response.headers.get(REQUEST_ID) ?? '')
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        return response
      })
    }
  }

  job<T>(kind: string, id: number, run: () => Promise<T>): Promise<T> {
    const attributes = { 'atelier.job': id }
    return this.#within(`job ${kind}`, { kind: SpanKind.CONSUMER, attributes, parent: ROOT_CONTEXT }, run)
  }

  close(): Promise<void> {
    return this.#provider.shutdown().catch(() => undefined)
  }

  /** Whether something is done for a request or a job: polling is for nobody. */
  get #isFollowed(): boolean {
    return this.#current.getStore() !== undefined
  }

  #queries({ engine }: Database, one: Queryable): Queryable['query'] {
    return (sql, parameters) => {
      const asked = () => one.query<never>(sql, parameters)
      if (!this.#isFollowed) return asked()
      const attributes = { 'db.system.name': SYSTEMS[engine], 'db.query.text': sql.slice(0, TEXT_MAX) }
      return this.#within(nameOf(sql), { kind: SpanKind.CLIENT, attributes }, asked)
    }
  }

  /** Does something as a span: below the one at work, or below `parent`. */
  #within<T>(name: string, { parent, ...options }: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
    const above = parent ?? this.#current.getStore() ?? ROOT_CONTEXT
    const span = this.#tracer.startSpan(name, options, above)
    const failed = (error: unknown): never => {
      // What an error says may hold values of a record.
      const type = error instanceof Error ? error.name : 'unknown'
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
      throw error
    }
    return this.#current.run(trace.setSpan(above, span), () =>
      work(span)
        .catch(failed)
        .finally(() => span.end()),
    )
  }
}

const SYSTEMS = { postgres: 'postgresql', pglite: 'pglite' } as const

/** A statement in two words: `select order`. */
function nameOf(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"(\w+)"/i.exec(sql)?.[1]
  return table === undefined ? verb : `${verb} ${table}`
}
