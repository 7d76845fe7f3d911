/**
 * A pooler in transaction mode (PgBouncer, as many hosts have it): one connection of the server serves several callers
 * by turns. What belongs to a session is lost there: LISTEN, prepared statements, settings.
 */
import pg from 'pg'

const PID = 'select pg_backend_pid() as "pid"'

const pidOf = async (client: pg.Client): Promise<unknown> => (await client.query<{ pid: unknown }>(PID)).rows[0]?.pid

/** Whether two callers who are both connected come to one and the same session of the server. */
export async function leadsThroughPooler(config: pg.ClientConfig): Promise<boolean> {
  const clients = [new pg.Client(config), new pg.Client(config)] as const
  const [first, second] = clients
  // One whose connection breaks is no reason to end the process.
  for (const client of clients) client.on('error', () => undefined)
  try {
    await Promise.all(clients.map((client) => client.connect()))
    const before = await pidOf(first)
    await second.query('begin')
    const held = await pidOf(second)
    return held === before || (await pidOf(first)) !== before
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

/** Refuses a pooler without the address of the server behind it. */
export const POOLER_ALONE =
  'DATABASE_URL leads through a pooler in transaction mode, where nobody can listen. ' +
  'Name the server itself in DATABASE_DIRECT_URL as well, or let the pooler work in session mode.'
