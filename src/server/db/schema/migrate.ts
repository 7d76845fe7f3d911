/** Migrates a database to the schema of a model: the plan is shown, then run in steps that may be interrupted. */
import type { Model } from '../../../model/model.ts'
import type { Database } from '../../types.ts'
import { DbError } from '../errors.ts'
import { FORGET_MADE, isMigrated, writeFingerprint } from './fingerprint.ts'
import { keptNames, readFormerNames, writeFormerNames } from './former-names.ts'
import { planMigration } from './plan.ts'
import type { MigrationPlan, MigrationStep, Pieces } from './plan-types.ts'
import { patched, readShape, STATE_BOOTSTRAP, STATE_TABLE, writeShape, type Shape } from './state.ts'

export { planMigration } from './plan.ts'
export type { MigrationPlan, MigrationStep } from './plan-types.ts'

interface MigrationOptions {
  /** Allows steps that may lose values. */
  allowLoss?: boolean
  /** Hears what will be done, before anything is. */
  planned?: (plan: MigrationPlan) => void
}

/** The steps that were run, and those left out: losses that are not allowed, and conflicts. */
interface MigrationResult {
  applied: MigrationStep[]
  left: MigrationStep[]
}

/** The program cannot work on the database as it is, and may not or cannot change it. Nothing was changed. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/** Another process changed the database since the plan was made. */
class PlanOutdated extends Error {}

const isLeft = (step: MigrationStep, allowLoss: boolean): boolean =>
  step.kind === 'conflict' || (step.kind === 'loss' && !allowLoss)

/** Whether rows block a part of a plan: it is left out in any case. */
export const hasConflict = ({ steps }: MigrationPlan): boolean => steps.some((step) => step.kind === 'conflict')

/** Adjacent steps that touch no rows run together: a thousand new tables and indexes are one transaction. */
function* transactions(steps: MigrationStep[]): Generator<MigrationStep[]> {
  const together: MigrationStep[] = []
  for (const step of steps) {
    if (step.quick) together.push(step)
    if (!step.quick && together.length > 0) yield together.splice(0)
    if (!step.quick) yield [step]
  }
  if (together.length > 0) yield together
}

/** So many rows are locked at a time: others write to a large table meanwhile. */
const PIECE = 5_000

/** All rows of a table in the order of their ids. The rows of a piece are locked first, so that nobody's write is missed. */
async function writePieces(db: Database, { table, sql }: Pieces): Promise<void> {
  await db.script(FORGET_MADE)
  for (let after = 0; ;) {
    const [found] = await db.query<{ last: number | null }>(
      `select max("id") as "last" from (select "id" from ${table} where "id" > $1 order by "id" limit ${PIECE}) as "piece"`,
      [after],
    )
    if (!found?.last) return
    const which = `"t"."id" > ${after} and "t"."id" <= ${found.last}`
    await db.script(`select 1 from ${table} as "t" where ${which} order by "t"."id" for no key update;\n${sql(which)}`)
    after = found.last
  }
}

async function makeSteps(db: Database, plan: MigrationPlan, steps: MigrationStep[]): Promise<void> {
  if (JSON.stringify(await readShape(db)) !== JSON.stringify(plan.from)) throw new PlanOutdated()
  let shape: Shape = plan.from
  for (const together of transactions(steps)) {
    shape = patched(
      shape,
      together.flatMap((step) => step.shape),
    )
    for (const { pieces } of together) if (pieces) await writePieces(db, pieces)
    await db.script([FORGET_MADE, ...together.flatMap((step) => step.sql), writeShape(shape)].join(';\n'))
  }
  const losses = steps.filter((step) => step.kind === 'loss').flatMap((step) => step.shape)
  const whole = steps.length === plan.steps.length
  const names = whole ? plan.former : keptNames(await readFormerNames(db), plan.former)
  const finish = [writeFormerNames(names), ...(whole ? [writeFingerprint(plan.fingerprint)] : [])]
  await db.script([writeShape(patched(plan.to, losses)), ...finish].join(';\n'))
}

/** The transaction that holds the lock is idle meanwhile, which the idle time-out would not allow for long. */
const HEARTBEAT = 10_000

/** One migration at a time: the others wait, and then find nothing left to do. The embedded database has one process only. */
async function alone(db: Database, work: () => Promise<void>): Promise<void> {
  if (db.engine === 'pglite') return work()
  await db.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0')
    await tx.query('set local lock_timeout = 0')
    await tx.query(`select "id" from "${STATE_TABLE}" where "id" = 0 for update`)
    const beat = setInterval(() => void tx.query('select 1').catch(() => undefined), HEARTBEAT)
    await work().finally(() => clearInterval(beat))
  })
}

const TRIES = 3

/** PostgreSQL says so of what another session made meanwhile. */
const DUPLICATE_OBJECT = '42710'

/** Servers that start at once all run "create … if not exists"; all but one of them fail, and find it there. */
async function bootstrap(db: Database, tries = TRIES): Promise<void> {
  try {
    await db.script(STATE_BOOTSTRAP)
  } catch (error) {
    const made = error instanceof DbError && (error.kind === 'unique' || error.code === DUPLICATE_OBJECT)
    if (!made || tries === 1) throw error
    await bootstrap(db, tries - 1)
  }
}

/**
 * Runs the steps of a plan. Losses are left out unless they are allowed, conflicts always; where the program could
 * not work without them it throws and changes nothing. After a kill at any point, a new plan continues from there.
 */
export async function applyMigration(
  db: Database,
  plan: MigrationPlan,
  options: MigrationOptions = {},
): Promise<MigrationResult> {
  const left = plan.steps.filter((step) => isLeft(step, options.allowLoss ?? false))
  const needed = left.filter((step) => step.needed)
  if (needed.length > 0)
    throw new MigrationRefused(
      `The database cannot be brought to this model:\n${needed.map(stepText).join('\n')}${hint(needed)}`,
    )
  const applied = plan.steps.filter((step) => !left.includes(step))
  await bootstrap(db)
  await alone(db, () => makeSteps(db, plan, applied))
  return { applied, left }
}

const hint = (steps: MigrationStep[]): string =>
  steps.some((step) => step.kind === 'loss') ? '\nAllow it with --allow-loss, or take the change back.' : ''

/** Plans and applies, again whenever another process changed the database in between. */
export async function migrate(db: Database, model: Model, options: MigrationOptions = {}): Promise<MigrationResult> {
  for (let tried = 1; ; tried += 1) {
    try {
      const plan = await planMigration(db, model)
      if (tried === 1) options.planned?.(plan)
      return await applyMigration(db, plan, options)
    } catch (error) {
      if (!(error instanceof PlanOutdated) || tried === TRIES) throw error
    }
  }
}

/** At a start: nothing is planned for a database that was fully migrated to the same schema. */
export async function bringUp(db: Database, model: Model): Promise<void> {
  if (!(await isMigrated(db, model))) await migrate(db, model)
}

const MARKS = { safe: '+', loss: '-', conflict: '!' } as const

function stepText({ kind, what, rows }: MigrationStep): string {
  const count = rows > 0 ? ` (${rows.toLocaleString('en-US')} rows)` : ''
  return `  ${MARKS[kind]} ${what}${count}`
}

/** Many steps of one kind are counted, not listed. */
const LISTED = 30

function section(title: string, steps: MigrationStep[]): string[] {
  if (steps.length === 0) return []
  const shown = steps.slice(0, LISTED).map(stepText)
  const more = steps.length > LISTED ? [`  … and ${steps.length - LISTED} more`] : []
  return [`${title} (${steps.length})`, ...shown, ...more]
}

/** The plan as text: steps that apply by themselves, losses, and conflicts. `allowLoss`: they were allowed. */
export function formatPlan({ steps }: MigrationPlan, { allowLoss = false }: MigrationOptions = {}): string {
  if (steps.length === 0) return 'The database matches the model.'
  const of = (kind: MigrationStep['kind']) => steps.filter((step) => step.kind === kind)
  return [
    ...section('Applied without asking', of('safe')),
    ...section(allowLoss ? 'Loses data, as you allow' : 'Loses data; needs --allow-loss', of('loss')),
    ...section('Cannot be done yet', of('conflict')),
  ].join('\n')
}
