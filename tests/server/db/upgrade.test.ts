/**
 * Databases that older versions wrote, with their rows: each becomes one of today, on either engine, loses nothing but
 * what is named here, keeps every invariant, and answers calls. `older/` holds them as SQL, packed by brotli.
 */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import { createAuth } from '../../../src/server/auth/index.ts'
import { applyMigration, planMigration } from '../../../src/server/db/schema/migrate.ts'
import { sealOf } from '../../../src/server/files/seal.ts'
import { sessionStore, syncBuiltIns } from '../../../src/server/platform/index.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import { smsLog } from '../../../src/server/sms/index.ts'
import { OUTBOX_TABLE } from '../../../src/server/push/outbox.ts'
import type { Actor, Database, FileStore } from '../../../src/server/types.ts'
import { handlers } from '../support/code.ts'
import { generatedModel } from '../support/product.ts'
import { engines } from './engines.ts'

/** The columns whose values a version since then gave up on purpose: they are worked out, or nobody reads them. */
const OLDER = [
  {
    version: '2026-11-23',
    gone: ['cashRecord.invoiceStatus', 'designPage.wish', 'openOrder.packageName'],
    administrator: '13800000001',
  },
]

const model = generatedModel()
const files = { seal: sealOf() } as FileStore
const sms = smsLog(() => undefined)

/** How many rows each table has that stays. */
async function countsOf(db: Database): Promise<Record<string, number>> {
  const tables = await db.query<{ name: string }>(
    `select table_name as "name" from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    if (!model.resources[name]) continue
    const [row] = await db.query<{ n: number }>(`select count(*)::int as "n" from "${name}"`)
    counts[name] = row?.n ?? 0
  }
  return counts
}

describe.each(engines.flatMap((engine) => OLDER.map((older) => ({ ...older, engine, name: engine.name }))))(
  'a database of $version on $name',
  ({ version, gone, administrator, engine }) => {
    let db: Database
    let before: Record<string, number>
    beforeAll(async () => {
      db = await engine.open()
      await db.script(
        brotliDecompressSync(readFileSync(new URL(`older/${version}.sql.br`, import.meta.url))).toString(),
      )
      before = await countsOf(db)
    })
    afterAll(() => db.close())

    it('loses nothing but what is named', async () => {
      const plan = await planMigration(db, model)
      const of = (kind: string): string[] =>
        plan.steps.filter((one) => one.kind === kind).map(({ what }) => what.replace(/^drop column | \(.*$/g, ''))
      expect(of('conflict')).toEqual([])
      expect(of('loss').sort()).toEqual(gone)
    })

    it('becomes one of today, with all its rows', async () => {
      const { left } = await applyMigration(db, await planMigration(db, model), { allowLoss: true })
      expect(left).toEqual([])
      expect((await planMigration(db, model)).steps).toEqual([])
      expect(await countsOf(db)).toMatchObject(before)
      expect(before.order).toBeGreaterThan(0)
    })

    it('keeps every invariant', async () => {
      const broken = (await verify(db, model)).filter((one) => one.broken.length > 0)
      expect(broken.map(({ invariant, broken: rows }) => [invariant.code, rows])).toEqual([])
    })

    it('answers the calls of whoever worked in it', async () => {
      await db.query(OUTBOX_TABLE)
      await syncBuiltIns(db, model, Date.now())
      const { authenticate } = createAuth({ store: sessionStore(db), clock: { now: Date.now } })
      const app = await createApp({ db, model, files, handlers, authenticate, clock: { now: Date.now }, sms })
      const [person] = await db.query<Omit<Actor & { roleId: number }, 'kind' | 'lang'>>(
        `select u."id" as "userId", u."employeeId", u."companyId", u."orgId", o."path" as "orgPath", u."currentRoleId" as "roleId"
         from "user" u join "org" o on o."id" = u."orgId" where u."mobile" = $1`,
        [administrator],
      )
      const actor = { ...person, kind: 'staff', lang: 'en' } as Actor
      for (const path of ['order/query', 'customer/query', 'cashRecord/query', 'analysis/query'] as const) {
        const { status, total } = await app.answer(path, actor, {})
        expect([path, status], path).toEqual([path, 200])
        expect(total, path).toBeGreaterThan(0)
      }
    })
  },
)
