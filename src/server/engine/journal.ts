/**
 * The changes of a unit of work: one entry a record, however often it was written. At the end they become audit rows
 * and push messages, in the same transaction (check 25; I-49).
 */
import type { Text } from '../../model/model.ts'
import type { PushMessage } from '../../model/web.ts'
import { formatDate, formatDatetime } from '../../model/format.ts'
import { codecOf } from '../fields/index.ts'
import type { Outgoing } from '../push/outbox.ts'
import { PARTS } from '../query/parts.ts'
import type { Table } from '../query/table.ts'
import type { Actor, Row, Transaction } from '../types.ts'
import { sameValue } from './rows.ts'

export type ChangeKind = 'add' | 'edit' | 'del'
type Fields = Record<string, unknown>

/** A record whose changes browsers are told about. */
interface Told {
  table: Table
  id: number
  kind: ChangeKind
  companyId: number | undefined
}

interface Entry extends Told {
  before: Fields
  after: Fields
  title: unknown
  /** After the change. */
  version: number
}

/** A record that was added, changed or deleted. `derived`: only fields that are worked out from others. */
export interface Change {
  table: Table
  id: number
  kind: ChangeKind
  version: number
  before: Readonly<Fields>
  derived: boolean
}

/** The description of a call in the audit log. */
interface Said {
  call: string
  label: Text
  module: Text
  resource: string
  /** In which moments are written. */
  zone: string
}

const NOT_LOGGED = new Set(['id', 'version', 'companyId', 'createTime', 'createBy', 'updateTime', 'updateBy', 'isDel'])
const VERBS: Record<ChangeKind, Text> = {
  add: { zh: '新增', en: 'Add' },
  edit: { zh: '修改', en: 'Edit' },
  del: { zh: '删除', en: 'Delete' },
}

export class Journal {
  private readonly entries = new Map<string, Entry>()
  private readonly told = new Map<string, Told>()
  /** Replaces the sentence of the call. */
  message: Text | undefined

  /** A row was added, changed or deleted. `before` and `after` are whole rows; only the differences are kept. */
  note(table: Table, kind: ChangeKind, before: Row | undefined, after: Row | undefined): void {
    const row = (after ?? before) as Row
    const key = keyOf(table, row.id)
    const existing = this.entries.get(key)
    // What a call adds and takes away again was never there.
    if (kind === 'del' && existing?.kind === 'add') return void this.entries.delete(key)
    const entry: Entry = existing ?? {
      table,
      id: row.id,
      kind,
      before: {},
      after: {},
      title: isElsewhere(table) ? undefined : row[table.resource.title],
      companyId: row.companyId as number | undefined,
      version: 0,
    }
    entry.version = after?.version ?? row.version + 1
    for (const [name, from, to] of differences(table, before, after)) {
      if (!(name in entry.before)) entry.before[name] = from
      entry.after[name] = to
    }
    if (kind === 'del') entry.kind = 'del'
    this.entries.set(key, entry)
  }

  /** Numbers of a row that follow from other records were written with those: browsers are told, the log is not. */
  tell(table: Table, row: Row): void {
    const companyId = row.companyId as number | undefined
    this.told.set(keyOf(table, row.id), { table, id: row.id, kind: 'edit', companyId })
  }

  /** Everything that was written, in the order in which it was first. */
  get changes(): Change[] {
    return [...this.entries.values()].map((entry) => ({ ...entry, derived: isDerived(entry) }))
  }

  /** Resources with a change. */
  get resources(): ReadonlySet<string> {
    return new Set([...this.entries.values()].map((entry) => entry.table.name))
  }

  /** Records that the log would call by their ids, since their titles are those of others or are worked out from them. */
  get unnamed(): ReadonlyMap<Table, number[]> {
    const found = new Map<Table, number[]>()
    for (const entry of this.entries.values())
      if (isElsewhere(entry.table) && isLogged(entry))
        found.set(entry.table, [...(found.get(entry.table) ?? []), entry.id])
    return found
  }

  /** What records are called, by their ids. */
  name(table: Table, titles: ReadonlyMap<number, unknown>): void {
    for (const entry of this.entries.values()) if (entry.table === table) entry.title = titles.get(entry.id)
  }

  /** Whether browsers must be told about a change. */
  get hasMessages(): boolean {
    return this.entries.size > 0
  }

  get empty(): boolean {
    return this.entries.size === 0 && this.message === undefined
  }

  /** Writes the audit rows and the messages of all changes with what comes next, or with the end. */
  flush(
    { to, actor, now }: { to: Pick<Transaction, 'later'>; actor: Actor; now: number },
    said: Said,
    { log, push }: { log: Table | undefined; push: boolean },
  ): void {
    const entries = [...this.entries.values()]
    const logged = entries.filter((entry) => entry.table !== log && isLogged(entry))
    const own = logged.filter((entry) => entry.table.name === said.resource)
    // What is there afterwards says more of it than what went.
    const subject = own.find((entry) => entry.kind !== 'del') ?? own[0] ?? logged[0]
    // What the call is about stands first: the others belong to it.
    const sorted = [...logged.filter((entry) => entry === subject), ...logged.filter((entry) => entry !== subject)]
    const rows = sorted.map((entry) => {
      const isSubject = entry === subject
      return auditRow(entry, said, { isSubject, message: isSubject ? this.message : undefined })
    })
    if (rows.length === 0 && this.message !== undefined) rows.push(callRow(said, this.message))
    // The log belongs to a company; work of the system for no company is not logged.
    const placed = rows
      .map((row) => ({ ...row, companyId: actor.companyId ?? row.companyId }))
      .filter((row) => !log?.resource.company || row.companyId !== undefined)
      .map((row) => (log ? columnsOf(log, row) : row))
    const messages = push
      ? [...new Map([...this.told, ...this.entries]).values()].map((one) => messageOf(one, actor))
      : []
    if (placed.length > 0 && log)
      to.later(bothSql(log), [
        JSON.stringify([{ ...placed[0], [PARTS.log.records]: placed.length }]),
        JSON.stringify(placed.slice(1)),
        ...who(actor, now),
        JSON.stringify(messages),
      ])
    else if (messages.length > 0) to.later(TELL, [JSON.stringify(messages)])
  }
}

/** Whether a row of a table does not hold its own title. */
function isElsewhere(table: Table): boolean {
  const title = table.fields.get(table.resource.title)
  return title?.type === 'ref' || (title?.value !== undefined && !title.stored)
}

const isLogged = (entry: Entry): boolean => entry.table.resource.audit && !isDerived(entry)

/** Only computed fields changed: the record they read has its own entry. */
function isDerived({ table, kind, after }: Entry): boolean {
  const names = Object.keys(after)
  return kind === 'edit' && names.length > 0 && names.every((name) => table.fields.get(name)?.value !== undefined)
}

function differences(table: Table, before: Row | undefined, after: Row | undefined): [string, unknown, unknown][] {
  return table.columns
    .filter((field) => !field.secret && field.type !== 'password' && !NOT_LOGGED.has(field.name))
    .map((field): [string, unknown, unknown] => [field.name, before?.[field.name] ?? null, after?.[field.name] ?? null])
    .filter(([, from, to]) => !sameValue(from, to) && !(isNothing(from) && isNothing(to)))
}

const isNothing = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

interface AuditRow {
  module: Text
  event: Text
  call: string
  message: Text
  entity: string | null
  entityId: number | null
  before: unknown
  after: unknown
  companyId?: number
}

/** The words of an entry; each has its English in the field that the log names for it (`en`). */
const WORDS = ['module', 'event', 'message'] as const

/** An entry as the columns of the log hold it. */
function columnsOf(log: Table, row: AuditRow): Fields {
  const words = WORDS.flatMap((name) => {
    const english = log.fields.get(name)?.en
    return [[name, row[name].zh] as const, ...(english ? [[english, row[name].en] as const] : [])]
  })
  return { ...row, ...Object.fromEntries(words) }
}

/** What a record is called in a sentence: a day and a moment as people write them. */
function titleOf({ table, title }: Entry, zone: string): string | undefined {
  if (title === null || title === undefined || typeof title === 'object') return undefined
  const type = table.fields.get(table.resource.title)?.type
  if (typeof title === 'number' && type === 'date') return formatDate(title, zone)
  return typeof title === 'number' && type === 'datetime' ? formatDatetime(title, zone) : String(title)
}

function auditRow(
  entry: Entry,
  said: Said,
  { isSubject, message }: { isSubject: boolean; message: Text | undefined },
): AuditRow {
  const { label } = entry.table.resource
  const title = titleOf(entry, said.zone)
  // The action of the call describes its own records: other records are added, changed or deleted, and so is what went besides.
  const own = entry.table.name === said.resource && said.label.zh !== label.zh && !(entry.kind === 'del' && !isSubject)
  const verb = own ? said.label : VERBS[entry.kind]
  return {
    module: label,
    event: said.label,
    call: said.call,
    message: message ?? {
      zh: `${phraseOf(verb.zh, label.zh)}${title === undefined ? `#${entry.id}` : `「${title}」`}`,
      en: `${verb.en}: ${label.en} ${title === undefined ? `#${entry.id}` : `“${title}”`}`,
    },
    entity: entry.table.name,
    entityId: entry.id,
    // A value that did not exist before is left out, not logged as empty.
    before: entry.kind === 'add' ? {} : wireOf(entry.table, entry.before),
    after: wireOf(entry.table, entry.after),
    companyId: entry.companyId,
  }
}

/** What was done to what kind of record: 新增客户, 上传文件, 上报日结：日结单. */
function phraseOf(verb: string, noun: string): string {
  if (noun.startsWith(verb)) return noun
  return verb.length > 2 ? `${verb}：${noun}` : `${verb}${noun}`
}

/** The log is read in the browser: values are in wire form. */
function wireOf(table: Table, values: Fields): Fields {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = table.fields.get(name)
      return [name, field && value !== null ? codecOf(field).toWire(value, field, table.dictionaries) : value]
    }),
  )
}

const callRow = (said: Said, message: Text): AuditRow => ({
  module: said.module,
  event: said.label,
  call: said.call,
  message,
  entity: null,
  entityId: null,
  before: null,
  after: null,
})

const who = (actor: Actor, now: number): unknown[] => [
  actor.realName ?? (actor.kind === 'system' ? '系统' : ''),
  actor.mobile ?? null,
  actor.ip ?? null,
  new Date(now),
  actor.employeeId ?? null,
]

const TELL = `insert into "outbox" ("audience", "message")
select one."to", one."message" from jsonb_to_recordset($1::jsonb) as one("to" jsonb, "message" jsonb)`

/** Columns that are no text. */
const TYPES: Partial<Record<string, string>> = {
  entityId: 'bigint',
  companyId: 'bigint',
  before: 'jsonb',
  after: 'jsonb',
  [PARTS.log.records]: 'int',
}

/** The columns of an entry that the log has. */
function columnsIn(log: Table): string[] {
  const words = WORDS.flatMap((name) => [name, log.fields.get(name)?.en ?? []].flat())
  const more = ['call', PARTS.log.records].filter((name) => log.fields.has(name))
  return [...words, ...more, 'entity', 'entityId', 'before', 'after', ...(log.resource.company ? ['companyId'] : [])]
}

/**
 * Audit rows and messages in one statement. All entries of a call belong to the first, which says how many there are. The
 * notification follows after the commit: NOTIFY would make commits queue.
 */
function bothSql(log: Table): string {
  const names = columnsIn(log)
  const list = names.map((name) => `"${name}"`).join(', ')
  const values = names.map((name) => {
    const max = log.fields.get(name)?.max
    return max === undefined || TYPES[name] ? `r."${name}"` : `left(r."${name}", ${max})`
  })
  const types = names.map((name) => `"${name}" ${TYPES[name] ?? 'text'}`).join(', ')
  const { act } = PARTS.log
  const insert = (rows: string, [column, value]: [string, string] | [] = []): string =>
    `insert into "${log.name}" (${column ? `"${column}", ` : ''}${list}, "realname", "mobile", "ip",
      "createTime", "updateTime", "createBy", "updateBy", "version", "isDel")
    select ${value ? `${value}, ` : ''}${values.join(', ')}, left($3, 20), $4, left($5, 45),
      $6::timestamptz, $6::timestamptz, $7::bigint, $7::bigint, 1, false
    from jsonb_to_recordset(${rows}::jsonb) as r(${types})`
  return `
with first as (${insert('$1')} returning "id"),
rest as (${insert('$2', log.fields.has(act) ? [act, '(select "id" from first)'] : [])})
insert into "outbox" ("audience", "message")
select one."to", one."message" from jsonb_to_recordset($8::jsonb) as one("to" jsonb, "message" jsonb)`
}

const keyOf = (table: Table, id: number): string => `${table.name}:${id}`

function messageOf(entry: Told, actor: Actor): Outgoing {
  const message: PushMessage = {
    path: '/api/push/change',
    data: {
      resource: entry.table.name,
      id: entry.id,
      kind: entry.kind,
      ...(actor.employeeId === undefined ? {} : { by: actor.employeeId }),
      ...(actor.window === undefined ? {} : { from: actor.window }),
    },
  }
  return {
    to: { readersOf: entry.table.name, ...(entry.companyId === undefined ? {} : { companyId: entry.companyId }) },
    message,
  }
}
