/**
 * The work of a server's background processes, which the embedded database lacks: checkpoints, so that the log does
 * not grow and recovery stays short, and vacuum with fresh statistics for the planner.
 */
import type { Queryable } from '../types.ts'
import { quoted } from './options.ts'

/** The amount of log after which a checkpoint is due; replaying it takes about a second. */
const LOG_BYTES = 64 * 1024 * 1024

/** Makes a checkpoint when the log has grown. */
async function checkpoint(db: Queryable): Promise<void> {
  const [log] = await db.query<{ size: number }>(
    'select pg_current_wal_lsn() - redo_lsn as size from pg_control_checkpoint()',
  )
  if (log && log.size > LOG_BYTES) await db.query('checkpoint')
}

const CHANGED = `
  select relname as name from pg_stat_user_tables
  where n_dead_tup > 200 + 0.1 * n_live_tup or n_mod_since_analyze > 200 + 0.05 * n_live_tup`

/** One table a statement: other requests run between them. */
async function vacuum(db: Queryable): Promise<void> {
  // The statistics are flushed once a second at most; flush them now, so that no table is missed.
  await db.query('select pg_stat_force_next_flush()')
  for (const { name } of await db.query<{ name: string }>(CHANGED)) await db.query(`vacuum (analyze) ${quoted(name)}`)
}

/** Runs all maintenance that is due. */
export async function maintain(db: Queryable): Promise<void> {
  await checkpoint(db)
  await vacuum(db)
}
