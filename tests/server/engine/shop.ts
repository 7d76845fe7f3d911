/** A small shop, compiled from its own schemas, on an embedded database: two companies, people in several roles. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../../generator/index.ts'
import type { Model } from '../../../src/model/model.ts'
import type { Answer } from '../../../src/model/web.ts'
import { createApp, type App } from '../../../src/server/app.ts'
import { openDatabase } from '../../../src/server/db/index.ts'
import { migrate } from '../../../src/server/db/schema/migrate.ts'
import { sealOf } from '../../../src/server/files/seal.ts'
import { PARTS } from '../../../src/server/query/parts.ts'
import { createJobs, type Jobs } from '../../../src/server/jobs/index.ts'
import type { Engine } from '../db/engines.ts'
import { OUTBOX_TABLE } from '../../../src/server/push/outbox.ts'
import type { Actor, Database, DbRow, FileStore, Handlers } from '../../../src/server/types.ts'

export const SHOP_DIR = join(import.meta.dirname, 'shop')

/** The shop's model; `overlay` replaces files of its schemas. */
export function shopModel(overlay: Record<string, string> = {}): Model {
  const metaDir = join(import.meta.dirname, '../../../schemas/meta')
  const meta = Object.fromEntries(
    readdirSync(metaDir).map((file) => [`meta/${file}`, readFileSync(join(metaDir, file), 'utf8')]),
  )
  const { model, problems } = compile(SHOP_DIR, { ...meta, ...overlay })
  if (!model) throw new Error(problems.map((one) => `${one.file}:${one.line} ${one.message}`).join('\n'))
  return model
}

type Written = Record<string, unknown>

/** A resource of the shop with further fields and keys, for an overlay of {@link shopModel}. */
export function extended(name: string, fields: Record<string, Written>, more: Written = {}): Record<string, string> {
  const file = `resources/shop/${name}.json`
  const written = JSON.parse(readFileSync(join(SHOP_DIR, file), 'utf8')) as { fields: Written }
  return { [file]: JSON.stringify({ ...written, ...more, fields: { ...written.fields, ...fields } }) }
}

/** 16 March 2026, 9:00 in Shanghai. */
export const START = Date.UTC(2026, 2, 16, 1)

/** Grants of the roles: menu → buttons; and the data level of each module. */
const ROLES: Record<string, { grants: Record<string, string[] | '*'>; data: Record<string, number> }> = {
  admin: { grants: { '*': '*' }, data: { customer: 4, order: 4, staff: 4 } },
  manager: {
    grants: {
      'sales-001': ['add', 'edit', 'del', 'activate', 'lose', 'restore', 'assign', 'export', 'import', 'showMobile'],
      'sales-002': '*',
      'sales-003': [],
      'stock-001': '*',
      'stock-002': '*',
    },
    data: { customer: 4, staff: 4 },
  },
  leader: { grants: { 'sales-001': ['edit'], 'sales-002': [] }, data: { customer: 3 } },
  sales: {
    grants: { 'sales-001': ['add', 'edit', 'claim', 'export'], 'sales-002': ['add', 'edit', 'pay', 'cancel'] },
    data: { customer: 1 },
  },
  claimer: { grants: { 'sales-001': ['claim'] }, data: { customer: 4 } },
  nobody: { grants: {}, data: {} },
}

/** Who works where: department, role, company. Departments: 1 head, 2 below it, 3 beside it; 4 of the other company. */
const PEOPLE = {
  ada: { role: 'admin', org: 'head', firm: 1 },
  max: { role: 'manager', org: 'head', firm: 1 },
  lea: { role: 'leader', org: 'north', firm: 1 },
  ann: { role: 'sales', org: 'north', firm: 1 },
  bob: { role: 'sales', org: 'south', firm: 1 },
  cleo: { role: 'claimer', org: 'south', firm: 1 },
  nob: { role: 'nobody', org: 'south', firm: 1 },
  zoe: { role: 'manager', org: 'other', firm: 2 },
} as const
export type Person = keyof typeof PEOPLE

export class MemoryFiles implements FileStore {
  readonly files = new Map<string, Buffer>()
  readonly seal = sealOf()
  put(key: string, bytes: Buffer): Promise<void> {
    this.files.set(key, bytes)
    return Promise.resolve()
  }
  putFile(): never {
    throw new Error('not needed')
  }
  get(key: string): Promise<Buffer> {
    const bytes = this.files.get(key)
    return bytes ? Promise.resolve(bytes) : Promise.reject(new Error(`no file ${key}`))
  }
  stream(): never {
    throw new Error('not needed')
  }
  stat(key: string): Promise<{ size: number } | undefined> {
    const bytes = this.files.get(key)
    return Promise.resolve(bytes && { size: bytes.length })
  }
  del(key: string): Promise<void> {
    this.files.delete(key)
    return Promise.resolve()
  }
}

/** What happens between the reading and the writing of `order/raise`. */
export const meanwhile = { work: (): Promise<unknown> => Promise.resolve() }

/** Lets the function of `order/finish` leave out the engine's part. */
export const forgets = { finish: false }

export const handlers: Handlers = {
  'order/pay': async (c) => {
    const order = c.row
    if (!order) return c.refuse('id', { zh: '没有订单', en: 'No order' })
    const paid = Number(order.paid) + Number(c.input.amount)
    const after = await c.update('order', order, { paid })
    if (paid >= Number(order.due)) await c.move('order', after, 'pay')
    await c.notify(c.actor.employeeId ?? 0, {
      title: '收款',
      content: String(order.orderNo),
      sourceType: 'order',
      source: { id: order.id },
    })
    if (c.input.amount === 1313) throw new Error('a fault of the handler')
    return { paid }
  },
  'order/finish': async (c) => {
    if (forgets.finish) return {}
    const answer = await c.standard()
    c.log({ zh: '订单完成了', en: 'The order is done' })
    return answer
  },
  // Many rows at once, and a change past the engine in the midst of them.
  'order/copy': async (c) => {
    const order = await c.seen('order', Number(c.input.id), { lock: true })
    if (!order) return c.refuse('id', { zh: '没有订单', en: 'No order' })
    await c.update('order', order, { paid: 100 })
    await c.tx.query('update "order" set "discount" = 700 where "id" = $1', [order.id])
    const between = await c.update('order', order, { paid: 300 })
    const names = Array.from({ length: Number(c.input.count) }, (_, i) => `第${i + 1}份`)
    const copies = await c.insertMany(
      'order',
      names.map((product) => ({ customerId: order.customerId, items: [{ product, price: 100 }] })),
    )
    await c.insertMany(
      'item',
      names.map((product) => ({ orderId: order.id, product, price: 1000, quantity: 2 })),
    )
    const after = (await c.find('order', order.id)) ?? order
    return [between, after, ...copies]
  },
  // Reads without a lock: what it concludes from the copy may be wrong by the time it writes.
  'order/raise': async (c) => {
    const order = await c.find('order', Number(c.input.number))
    if (!order) return c.refuse('number', { zh: '没有订单', en: 'No order' })
    await meanwhile.work()
    await c.update('order', order, { paid: Number(order.paid) + Number(c.input.amount) })
    return {}
  },
  // Something that is there for a moment only, changed in between.
  'order/tryOut': async (c) => {
    const item = await c.insert('item', { orderId: c.row?.id, product: '试', price: 100 })
    await c.remove('item', await c.update('item', item, { quantity: 2 }))
    return {}
  },
  'order/latest': async (c) => {
    const orders = await c.select('order', { customerId: c.input.customerId }, { sort: ['-id'], limit: 2 })
    c.answer({ total: orders.length })
    return orders
  },
  'customer/hello': (c) => Promise.resolve({ greeting: `hello ${String(c.input.name)}`, amount: 1250 }),
  'customer/importProgress': (c) => Promise.resolve(c.input),
}

export interface Shop {
  app: App
  db: Database
  jobs: Jobs
  files: MemoryFiles
  clock: { now(): number; at: number }
  ids: Record<string, number>
  actor(person: Person): Actor
  /** A call over HTTP, as this person; the envelope of the answer. */
  post(person: Person | undefined, path: string, data?: unknown): Promise<Answer & Record<string, unknown>>
  rows<T extends DbRow = DbRow>(sql: string, parameters?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

/** `more`: hand-written calls of an overlay. */
export async function openShop(engine?: Engine, model: Model = shopModel(), more: Handlers = {}): Promise<Shop> {
  const db = engine ? await engine.open() : await openDatabase({ memory: true, timezone: 'Asia/Shanghai' })
  await migrate(db, model)
  await db.query(OUTBOX_TABLE)
  const clock = { at: START, now: () => clock.at }
  const files = new MemoryFiles()
  const actors = new Map<string, Actor>()
  const app = await createApp({
    db,
    model,
    clock,
    files,
    handlers: { ...handlers, ...more },
    log: ({ path, error }) => {
      if (error && !/a fault of the handler|makes no move/.test(error)) console.error(path, error)
    },
    sms: { send: () => Promise.resolve({ ok: true }) },
    authenticate: (token, ip, options) => {
      const actor = actors.get(token)
      return Promise.resolve(actor && { ...actor, ip, lang: options?.lang ?? 'zh' })
    },
  })
  const jobs = await createJobs({ db, clock, timezone: 'Asia/Shanghai' })
  app.registerJobs(jobs)
  const ids = await seed(app, db, model)
  for (const [name, person] of Object.entries(PEOPLE)) actors.set(name, await actorOf(db, ids, name, person))
  return {
    app,
    db,
    jobs,
    files,
    clock,
    ids,
    actor: (person) => actors.get(person) as Actor,
    async post(person, path, data) {
      const headers: Record<string, string> = { 'content-type': 'application/json' }
      if (person) headers.authorization = `Bearer ${person}`
      const response = await app.fetch(
        new Request(`http://shop/api/${path}.json`, { method: 'POST', headers, body: JSON.stringify({ data }) }),
      )
      return (await response.json()) as Answer & Record<string, unknown>
    },
    rows: (sql, parameters) => db.query(sql, parameters),
    async close() {
      await jobs.stop()
      await app.close()
      await db.close()
    },
  }
}

async function actorOf(
  db: Database,
  ids: Record<string, number>,
  name: string,
  person: (typeof PEOPLE)[Person],
): Promise<Actor> {
  const orgId = ids[person.org] as number
  const [dept] = await db.query<{ path: string }>('select "path" from "dept" where "id" = $1', [orgId])
  return {
    kind: 'staff',
    lang: 'zh',
    userId: ids[name],
    employeeId: ids[name],
    companyId: ids[`firm${person.firm}`],
    orgId,
    orgPath: dept?.path,
    roleId: ids[`${person.role}${person.firm}`],
    realName: name,
    mobile: '13800000000',
  }
}

async function seed(app: App, db: Database, model: Model): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  const add = async (firm: number | undefined, resource: string, values: Record<string, unknown>): Promise<number> => {
    const actor: Actor = {
      kind: 'system',
      lang: 'zh',
      ...(firm === undefined ? {} : { companyId: ids[`firm${firm}`] }),
    }
    const { data } = await app.run(`${resource}/add`, actor, values, { quiet: true })
    return (data as { id: number }).id
  }
  ids.firm1 = await add(undefined, 'firm', { name: 'One' })
  ids.firm2 = await add(undefined, 'firm', { name: 'Two' })
  ids.head = await add(1, 'dept', { name: 'Head' })
  ids.north = await add(1, 'dept', { name: 'North', parentId: ids.head })
  ids.south = await add(1, 'dept', { name: 'South', parentId: ids.head })
  ids.other = await add(2, 'dept', { name: 'Other' })
  for (const [name, { org, firm }] of Object.entries(PEOPLE)) {
    ids[name] = await add(firm, 'staff', {
      realName: name,
      mobile: `1390000${String(1000 + Object.keys(ids).length)}`,
      orgId: ids[org],
    })
  }
  await seedRights(db, model, ids, add)
  await db.query(`insert into "city" ("cityCode", "cityName", "version", "createTime", "updateTime", "isDel") values
    ('500100', '重庆', 1, now(), now(), false), ('510100', '成都', 1, now(), now(), false)`)
  await app.forget()
  return ids
}

/** Menus and buttons of all screens, the roles of both companies with their grants and rules. */
async function seedRights(
  db: Database,
  model: Model,
  ids: Record<string, number>,
  add: (firm: number | undefined, resource: string, values: Record<string, unknown>) => Promise<number>,
): Promise<void> {
  const buttons = new Map<string, Record<string, number>>()
  for (const permission of Object.values(model.permissions)) {
    const menuId = await add(undefined, 'menu', { code: permission.code })
    const own: Record<string, number> = {}
    for (const { code } of permission.buttons) own[code] = await add(undefined, 'button', { menuId, code })
    ids[`menu ${permission.code}`] = menuId
    buttons.set(permission.code, own)
  }
  for (const firm of [1, 2]) {
    for (const [name, role] of Object.entries(ROLES)) {
      const roleId = await add(firm, 'role', { name, code: name })
      ids[`${name}${firm}`] = roleId
      const menus = role.grants['*'] ? [...buttons.keys()] : Object.keys(role.grants)
      for (const menu of menus) {
        const granted = role.grants['*'] ?? role.grants[menu] ?? []
        const known = buttons.get(menu) ?? {}
        const btnIds = granted === '*' ? Object.values(known) : granted.map((code) => known[code])
        await add(firm, 'grant', { roleId, menuId: ids[`menu ${menu}`], [PARTS.grant.buttons]: btnIds })
      }
      for (const [moduleCode, level] of Object.entries(role.data))
        await add(firm, 'rule', { roleId, moduleCode, level })
    }
  }
}
