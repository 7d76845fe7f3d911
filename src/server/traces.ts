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
import type { Database, Queryable, Transaction } from './types.ts'

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

/**
 * Spans go to `OTEL_EXPORTER_OTLP_ENDPOINT`, the address of a collector, by HTTP; the other variables of OpenTelemetry
 * (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME` …) hold too.
 */
export function createTraces(model: Model): Traces {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env.OTEL_SERVICE_NAME ?? 'atelier',
      'service.instance.id': `${process.env.HOSTNAME ?? 'process'}:${process.pid}`,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ timeoutMillis: PATIENCE }))],
  })
  const tracer = provider.getTracer('atelier')
  const propagator = new W3CTraceContextPropagator()
  const known = pathsOf(model)
  const current = new AsyncLocalStorage<Context>()

  /** Does something as a span: below the one at work, or below `parent`. */
  function within<T>(
    name: string,
    {
      kind,
      attributes,
      parent = current.getStore() ?? ROOT_CONTEXT,
    }: { kind?: SpanKind; attributes?: Attributes; parent?: Context },
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    const span = tracer.startSpan(name, { kind: kind ?? SpanKind.INTERNAL, attributes: attributes ?? {} }, parent)
    const failed = (error: unknown): never => {
      // What an error says may hold values of a record.
      span
        .setStatus({ code: SpanStatusCode.ERROR })
        .setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
      throw error
    }
    return current.run(trace.setSpan(parent, span), () =>
      work(span)
        .catch(failed)
        .finally(() => span.end()),
    )
  }

  /** A statement for nobody's request or job (polling) is no span. */
  const stated = <T>(engine: Database['engine'], sql: string, work: () => Promise<T>): Promise<T> =>
    current.getStore() === undefined
      ? work()
      : within(
          nameOf(sql),
          {
            kind: SpanKind.CLIENT,
            attributes: { 'db.system.name': SYSTEMS[engine], 'db.query.text': sql.slice(0, TEXT_MAX) },
          },
          work,
        )

  const queries =
    ({ engine }: Database, one: Queryable): Queryable['query'] =>
    (sql, parameters) =>
      stated(engine, sql, () => one.query(sql, parameters))

  return {
    database: (db) => ({
      engine: db.engine,
      query: queries(db, db),
      transaction: <T>(work: (tx: Transaction) => Promise<T>) => {
        const made = () =>
          db.transaction((tx) =>
            work({ query: queries(db, tx), later: (sql, parameters) => tx.later(sql, parameters) }),
          )
        return current.getStore() === undefined ? made() : within('transaction', {}, made)
      },
      script: (sql) => db.script(sql),
      listen: (channel, heard) => db.listen(channel, (payload) => current.exit(() => heard(payload))),
      load: () => db.load(),
      ...(db.copyTo ? { copyTo: (directory: string) => db.copyTo?.(directory) ?? Promise.resolve() } : {}),
      close: () => db.close(),
    }),
    requests: (fetch, trustProxy) => (request, env) => {
      const { pathname } = new URL(request.url)
      const call = known.get(pathname)
      const route = call === undefined ? `/${pathname.split('/')[1] ?? ''}` : `/api/${call}`
      const parent = trustProxy ? propagator.extract(ROOT_CONTEXT, request.headers, HEADERS) : ROOT_CONTEXT
      const attributes = { 'http.request.method': request.method, 'http.route': route }
      return within(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes, parent }, async (span) => {
        const response = await fetch(request, env)
        span.setAttribute('http.response.status_code', response.status)
        span.setAttribute('atelier.request_id', response.headers.get(REQUEST_ID) ?? '')
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        return response
      })
    },
    job: (kind, id, run) =>
      within(`job ${kind}`, { kind: SpanKind.CONSUMER, attributes: { 'atelier.job': id }, parent: ROOT_CONTEXT }, run),
    close: () => provider.shutdown().catch(() => undefined),
  }
}

const SYSTEMS = { postgres: 'postgresql', pglite: 'pglite' } as const

/** A statement in two words: `select order`. */
function nameOf(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"(\w+)"/i.exec(sql)?.[1]
  return table === undefined ? verb : `${verb} ${table}`
}
