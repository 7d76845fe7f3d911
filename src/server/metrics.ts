/** Figures of a running process for Prometheus, on an address of their own: they tell what nobody outside need know. */
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Model } from '../model/model.ts'
import { listenOn } from './http/listen.ts'
import type { LogEntry, WriteLog } from './http/log.ts'
import { pathsOf } from './http/paths.ts'
import type { Runtime } from './runtime.ts'

/** Upper ends of the durations that are told apart (s). */
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 30]
/** Paths nobody knows are one: whoever asks for made-up ones must not fill the memory. */
const UNKNOWN = 'unknown'

type Source = Pick<Runtime, 'app' | 'db' | 'push'>

export interface Metrics {
  /** Hears of every answered request. */
  readonly heard: WriteLog
  /** Answers `GET /metrics` on a port of its own; resolves to a function that stops it. */
  serve(source: Source, port: number, host: string): Promise<{ port: number; stop(): Promise<void> }>
}

export function createMetrics(model: Model): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'atelier_call_seconds',
    help: 'Answered calls and uploads by path and status, with the time they took',
    labelNames: ['path', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  const known = pathsOf(model)
  return {
    heard: ({ path, status, ms }: LogEntry) => calls.observe({ path: known.get(path) ?? UNKNOWN, status }, ms / 1000),
    async serve(source, port, host) {
      watch(registry, source)
      const server = serverOf(registry)
      return { port: await listenOn(server, port, host), stop: () => stopped(server) }
    },
  }
}

/** What is looked up when somebody asks. */
function watch(registry: Registry, { app, db, push }: Source): void {
  const gauge = (name: string, help: string, read: () => Promise<Figures> | Figures) =>
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        for (const [state, value] of Object.entries(await read())) this.set({ state }, value)
      },
    })
  gauge('atelier_gate_requests', 'Requests in the gate', () => ({ ...app.load }))
  gauge('atelier_sockets', 'Push sockets with a session', () => ({ open: push.size }))
  gauge('atelier_database_connections', 'Connections of this process to the database, and who waits for one', () => ({
    ...db.load(),
  }))
  gauge('atelier_jobs', 'Jobs of all processes', async () => {
    const [row] = await db.query<Figures>(JOBS)
    return row ?? {}
  })
  gauge('atelier_outbox_lag_seconds', 'Age of the oldest message this process has not told yet', async () => {
    const [row] = await db.query<Figures>(LAG, [push.told])
    return row ?? {}
  })
}

type Figures = Record<string, number>

const JOBS = `select count(*) filter (where "status" = 'waiting')::integer as "waiting",
  count(*) filter (where "status" = 'running')::integer as "running",
  count(*) filter (where "status" = 'failed')::integer as "failed" from "job"`

const LAG = `select coalesce(extract(epoch from clock_timestamp() - min("createTime")), 0)::float8 as "oldest"
  from "outbox" where "id" > $1`

function serverOf(registry: Registry): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503).end('the database does not answer'),
    )
  })
}

function stopped(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
