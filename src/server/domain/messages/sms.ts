/**
 * Short messages to customers (rules 1.1): a template filled for each receiver becomes a record in the
 * transaction of the call; a job sends the records and notes what became of them.
 */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import { isPhoneNumber } from '../../../model/local.ts'
import type { Text } from '../../../model/model.ts'
import { filled } from '../../../model/words.ts'
import type { Jobs } from '../../jobs/index.ts'
import { enqueueJob } from '../../jobs/table.ts'
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import type { Database, DbRow, Queryable, SmsGateway } from '../../types.ts'
import { labelOf, stored, words } from '../../platform/values.ts'

const SMS_JOB = 'sms.send'

/** A record that is still queued after so long was lost on its way to a job (ms). */
const LOST_MS = 120_000

const HOLE = /\$\{(\w+)\}/g

/** A template with its variables filled (`${customerName}`); a variable without a value is an error, named. */
function fillTemplate(content: string, values: Record<string, unknown>): { text: string } | { missing: string } {
  const missing = [...content.matchAll(HOLE)].map(([, name = '']) => name).find((name) => empty(values[name]))
  if (missing !== undefined) return { missing }
  return { text: content.replace(HOLE, (_, name: string) => String(values[name])) }
}

const empty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Who gets a message; `source`: the record on whose account. */
interface Receiver {
  mobile: string
  customerName?: string
  sourceType?: string
  sourceId?: number
}

/** Messages from a template to customers, leads, or plain numbers. Each number once. */
const sendMsg: Handler<'leadMsg/sendMsg'> = async (c) => {
  const template = await c.seen('smsTemplate', c.input.templateId)
  if (!template || template.status !== 'enabled')
    return c.refuse('templateId', { zh: '短信模板已停用', en: 'This template is disabled' })
  const receivers = unique(await receiversOf(c))
  if (receivers.length === 0) return c.refuse('mobiles', { zh: '请选择接收人', en: 'Choose who gets the message' })
  const ids: number[] = []
  for (const receiver of receivers) ids.push((await record(c, template, receiver)).id)
  await enqueueJob(c.tx, { kind: SMS_JOB, input: { ids }, actor: c.actor }, c.now)
  c.log({
    zh: `发送短信：${template.name}，${ids.length} 人`,
    en: `Text message sent: ${template.name}, to ${ids.length}`,
  })
  return { count: ids.length }
}

/** Numbers as typed, then records within the person's data rule; one that is not is no receiver. */
async function receiversOf(c: Call<'leadMsg/sendMsg'>): Promise<Receiver[]> {
  const plain = numbersIn(c).map((mobile) => ({ mobile }))
  const customers = await c.select('customer', { id: c.input.customerIds ?? [] }, { seen: true })
  const leads = await c.select('lead', { id: c.input.leadIds ?? [] }, { seen: true })
  return [
    ...plain,
    ...customers.map((row) => receiver('customer', row, row.realName)),
    ...leads.map((row) => receiver('lead', row, row.motherName)),
  ].filter((one) => one.mobile !== '')
}

const receiver = (sourceType: string, { id, mobile }: { id: number; mobile: string }, name: string): Receiver => ({
  mobile,
  customerName: name,
  sourceType,
  sourceId: id,
})

/** Numbers as they were typed, apart by commas, blanks or new lines. */
function numbersIn(c: Call<'leadMsg/sendMsg'>): string[] {
  const numbers = (c.input.mobiles ?? '').split(/[\s,;，；、]+/).filter((one) => one !== '')
  const wrong = numbers.find((one) => !isPhoneNumber(one))
  if (wrong) c.refuse('mobiles', { zh: `手机号不正确：${wrong}`, en: `Not a mobile number: ${wrong}` })
  return numbers
}

const unique = (receivers: Receiver[]): Receiver[] => [...new Map(receivers.map((one) => [one.mobile, one])).values()]

async function record(
  c: Call<'leadMsg/sendMsg'>,
  template: Row<'smsTemplate'>,
  receiver: Receiver,
): Promise<Row<'smsRecord'>> {
  const { params } = c.input
  const given = typeof params === 'object' ? params : {}
  const filled = fillTemplate(template.content, { customerName: receiver.customerName, ...given })
  if ('missing' in filled) return c.refuse('params', lacks(c, filled))
  return write(c, template, receiver, filled)
}

function lacks(c: CallContext, missing: { missing: string }): Text {
  const { zh, en } = labelOf(c, 'written', 'smsLacks')
  return { zh: filled(zh, missing), en: filled(en, missing) }
}

/** The record of a message: to be sent, or with the reason why it cannot be. */
function write(
  c: CallContext,
  template: Row<'smsTemplate'>,
  receiver: Receiver,
  { text, failReason }: { text: string; failReason?: string },
): Promise<Row<'smsRecord'>> {
  const sign = template.signName ? `【${template.signName}】` : ''
  return c.insert('smsRecord', {
    ...receiver,
    templateId: template.id,
    content: `${sign}${text}`,
    sendStatus: failReason === undefined ? 'queued' : 'failed',
    failReason,
  })
}

/**
 * Tells a customer what became of something, by the template of the scene; nothing where the company has none that is
 * enabled. A template that wants what there is not becomes a failed record: what was done stands all the same.
 */
export async function tellByScene(
  c: CallContext,
  scene: DictionaryValues['sms_scene'],
  receiver: Receiver,
  params: Record<string, unknown>,
): Promise<void> {
  const [template] = await c.select('smsTemplate', { scene, status: 'enabled' }, { limit: 1 })
  if (!template) return
  const filled = fillTemplate(template.content, { customerName: receiver.customerName, ...params })
  const text =
    'text' in filled
      ? { text: filled.text }
      : { text: template.content, failReason: words(c, 'written', 'smsLacks', filled) }
  const { id } = await write(c, template, receiver, text)
  if ('text' in filled) await enqueueJob(c.tx, { kind: SMS_JOB, input: { ids: [id] }, actor: c.actor }, c.now)
}

/** Sends a failed message once more. What was said stays as it is: only the sending is noted. */
const resend: Handler<'smsRecord/resend'> = async (c) => {
  const ids = c.rows.map((row) => row.id)
  await c.tx.query(
    'update "smsRecord" set "sendStatus" = $3, "failReason" = null, "version" = "version" + 1, "updateTime" = $2 where "id" = any($1::bigint[])',
    [ids, new Date(c.now), stored(c, 'send_status', 'queued')],
  )
  await enqueueJob(c.tx, { kind: SMS_JOB, input: { ids }, actor: c.actor }, c.now)
  c.log({ zh: `重发短信：${ids.length} 条`, en: `Text messages sent again: ${ids.length}` })
  return null
}

interface QueuedSms extends DbRow {
  id: number
  mobile: string
  content: string
}

/** The jobs that send: at once what a call has queued, and every few minutes what was left behind. */
export function registerSmsJobs(jobs: Jobs, db: Database, sms: SmsGateway, now: () => number): void {
  jobs.register(SMS_JOB, async (job) => {
    const { ids } = job.input as { ids: number[] }
    let done = 0
    for (const id of ids) {
      await sendQueued(db, sms, id)
      await job.progress(++done, ids.length)
    }
  })
  jobs.schedule('sms.lost', { every: 5 * 60_000 }, async () => {
    const lost = await db.query<{ id: number }>(
      'select "id" from "smsRecord" where "sendStatus" = 1 and not "isDel" and "updateTime" < $1 order by "id" limit 500',
      [new Date(now() - LOST_MS)],
    )
    for (const { id } of lost) await sendQueued(db, sms, id)
  })
}

/** Sends one record if it still waits. It is marked before it is sent: a killed process sends nothing twice. */
async function sendQueued(db: Queryable, sms: SmsGateway, id: number): Promise<void> {
  const [row] = await db.query<QueuedSms>(
    `update "smsRecord" set "sendStatus" = 2, "version" = "version" + 1, "updateTime" = now() where "id" = $1 and "sendStatus" = 1 returning "id", "mobile", "content"`,
    [id],
  )
  if (!row) return
  const { ok, error } = await sms.send(row.mobile, row.content)
  if (!ok)
    await db.query(
      'update "smsRecord" set "sendStatus" = 3, "failReason" = $2, "version" = "version" + 1 where "id" = $1',
      [id, (error ?? '').slice(0, 100)],
    )
}

export const handlers: Handlers = {
  'leadMsg/sendMsg': sendMsg,
  'smsRecord/resend': resend,
}
