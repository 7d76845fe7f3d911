import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerSystemJobs } from '../../../src/server/platform/index.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { MESSAGE_DAYS } from '../../../src/server/platform/nightly.ts'
import { trackAll } from '../../../src/server/domain/produce/tracking.ts'
import { httpTracker } from '../../../src/server/express/index.ts'
import { createJobs, enqueueJob } from '../../../src/server/jobs/index.ts'
import type { Jobs } from '../../../src/server/jobs/index.ts'
import { createSmsGateway, httpGateway, smsLog } from '../../../src/server/sms/index.ts'
import type { Actor } from '../../../src/server/types.ts'
import { rulesEngines, ZONE } from '../db/engines.ts'
import { Studio, TODAY } from './studio.ts'

const DAY_MS = 86_400_000

describe.each(rulesEngines)('what the system does by itself, on $name', (engine) => {
  let studio: Studio
  let jobs: Jobs
  let admin: Actor
  const refused = new Set<string>()
  beforeAll(async () => {
    studio = await Studio.open(engine)
    admin = await studio.actor('admin')
    jobs = await createJobs({ db: studio.db, clock: studio.clock, timezone: ZONE })
    registerSystemJobs(jobs, {
      db: studio.db,
      clock: studio.clock,
      files: studio.files,
      app: studio.app,
      sms: {
        send: async (mobile, text) =>
          refused.has(mobile) ? { ok: false, error: 'blocked' } : studio.sms.send(mobile, text),
      },
    })
  })
  afterAll(async () => {
    await jobs.stop()
    await studio.close()
  })
  const records = () => studio.db.query('select "mobile", "sendStatus", "failReason" from "smsRecord" order by "id"')

  it('sends what calls have queued, once, and notes what failed', async () => {
    const { id } = await studio.must(admin, 'smstemplate/add', {
      code: 'c',
      name: '通知',
      scene: DICT.sms_scene.custom,
      content: '您好${customerName}',
    })
    refused.add('13922220002')
    await studio.must(admin, 'leadMsg/sendMsg', {
      mobiles: '13922220001,13922220002',
      templateId: id,
      params: { customerName: '客户' },
    })
    await jobs.runDue()
    expect(await records()).toEqual([
      { mobile: '13922220001', sendStatus: DICT.send_status.sent, failReason: null },
      { mobile: '13922220002', sendStatus: DICT.send_status.failed, failReason: 'blocked' },
    ])
    expect(studio.sms.sent).toEqual([{ mobile: '13922220001', text: '您好客户' }])
    await studio.db.query(
      `insert into "job" ("kind", "input", "actor", "runAfter", "createTime") select "kind", "input", "actor", "runAfter", "createTime" from "job" where "kind" = 'sms.send'`,
    )
    await jobs.runDue()
    expect(studio.sms.sent).toHaveLength(1)
  })

  it('sends what a killed process left behind', async () => {
    await studio.db.query('update "smsRecord" set "sendStatus" = 1, "updateTime" = $1', [
      new Date(studio.clock.now() - 10 * 60_000),
    ])
    refused.clear()
    studio.clock.at += 6 * 60_000
    await jobs.runDue()
    expect((await records()).map((row) => row.sendStatus)).toEqual([DICT.send_status.sent, DICT.send_status.sent])
  })

  it('cleans up by night: sessions, codes, old notifications, bulletins whose time is over', async () => {
    await studio.signIn('13800000003')
    await studio.must(admin, 'bulletin/add', {
      title: '限时',
      content: '限时',
      expireTime: studio.clock.now() + 60_000,
    })
    const bulletin = await studio.row<{ id: number }>('select max("id") as "id" from "bulletin"')
    await studio.must(admin, 'bulletin/publish', { id: bulletin.id, status: DICT.bulletin_status.published })
    const told = await studio.row<{ n: number }>('select count(*) as "n" from "pushMessage"')
    expect(told.n).toBeGreaterThan(0)
    studio.clock.at = TODAY + 2 * DAY_MS + 4 * 3600_000
    await jobs.runDue()
    expect(await studio.row('select count(*) as "n" from "loginSession"')).toEqual({ n: 0 })
    expect(await studio.row('select "status" from "bulletin" where "id" = $1', [bulletin.id])).toEqual({
      status: DICT.bulletin_status.withdrawn,
    })
    expect(await studio.row('select count(*) as "n" from "pushMessage"')).toEqual(told)
    studio.clock.at += MESSAGE_DAYS * DAY_MS
    await jobs.runDue()
    expect(await studio.row('select count(*) as "n" from "pushMessage"')).toEqual({ n: 0 })
  })

  it('tells of a job only who began it, and stops it for them', async () => {
    const id = await enqueueJob(studio.db, { kind: 'unknown', input: null, actor: admin }, studio.clock.now())
    expect(await studio.must(admin, 'job/progress', { jobId: id })).toMatchObject({
      status: 'waiting',
      done: 0,
      total: 0,
      url: null,
      error: null,
    })
    expect((await studio.call('lin', 'job/progress', { jobId: id })).status).toBe(400)
    expect((await studio.call('chengdu', 'job/cancel', { jobId: id })).status).toBe(400)
    expect((await studio.call(admin, 'job/cancel', { jobId: id })).status).toBe(200)
    expect(await studio.must(admin, 'job/progress', { jobId: id })).toMatchObject({ status: 'cancelled' })
    expect((await studio.call(admin, 'job/cancel', { jobId: id })).status).toBe(400)
  })

  it('hears of parcels from the service of a carrier, each event once, and delivers them by it', async () => {
    const heard: unknown[] = []
    let events: unknown = [{ time: studio.clock.at - 3000, event: 'transit', location: '重庆', content: '已揽收' }]
    const server = createServer((request, answer) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        heard.push([request.headers.authorization, JSON.parse(body)])
        answer.end(JSON.stringify(events))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/track`
    const parcel = { deliveryType: DICT.delivery_type.express, direction: DICT.express_direction.toCustomer }
    const [id = 0] = await studio.app.insertAll('delivery', admin, [
      {
        ...parcel,
        deliveryStatus: DICT.delivery_status.sent,
        expressCompany: 'SF',
        expressNo: 'SF9',
        receiver: '陈雨',
      },
    ])
    const express = httpTracker(url, 'secret')
    const track = () => trackAll({ db: studio.db, app: studio.app, express })
    const now = async () => (await studio.rows('select * from "delivery" where "id" = $1', [id]))[0]
    const told = () => studio.rows('select * from "expressRecord" where "deliveryId" = $1', [id])
    expect(await track()).toBe(1)
    expect(heard[0]).toEqual(['Bearer secret', { company: 'SF', no: 'SF9' }])
    expect(await now()).toMatchObject({ deliveryStatus: DICT.delivery_status.inTransit })
    events = [...(events as unknown[]), { time: studio.clock.at, event: 'sign' }, { time: 'soon', event: 'sign' }, 7]
    await track()
    expect(await now()).toMatchObject({ deliveryStatus: DICT.delivery_status.signed, signName: '陈雨' })
    expect(await told()).toHaveLength(2)
    // What is signed for is asked about no more.
    const asked = heard.length
    expect(await track()).toBe(0)
    expect(heard).toHaveLength(asked)
    // What does not fit what is known of a parcel is noted, and moves nothing.
    const [back = 0] = await studio.app.insertAll('delivery', admin, [
      { ...parcel, deliveryStatus: DICT.delivery_status.sent, expressCompany: 'SF', expressNo: 'SF10' },
    ])
    events = ['return', 'sign', 'transit'].map((event, at) => ({ time: studio.clock.at - 100 + at, event }))
    expect(await track()).toBe(1)
    expect((await studio.rows('select * from "delivery" where "id" = $1', [back]))[0]).toMatchObject({
      deliveryStatus: DICT.delivery_status.returned,
      signTime: null,
    })
    expect(await studio.rows('select * from "expressRecord" where "deliveryId" = $1', [back])).toHaveLength(3)
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('the SMS gateway', () => {
  it('only logs when none is set up: numbers masked, codes hidden', async () => {
    const lines: string[] = []
    const gateway = createSmsGateway({}, (line) => lines.push(line))
    expect(await gateway.send('13912345678', '您的验证码是 123456\n请勿告诉他人')).toMatchObject({ ok: true })
    expect(lines).toEqual(['{"log":"sms","mobile":"139****5678","text":"您的验证码是 ****\\n请勿告诉他人"}'])
  })

  it('keeps the newest messages at hand for development', async () => {
    const log = smsLog(() => undefined, true)
    for (let n = 0; n < 250; n++) await log.send('13912345678', String(n))
    expect(log.sent).toHaveLength(200)
    expect(log.sent.at(-1)).toEqual({ mobile: '13912345678', text: '249' })
  })

  it('is a service over HTTP otherwise; a failure is an answer', async () => {
    const heard: unknown[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      heard.push([request.headers.authorization, JSON.parse(body)])
      response.statusCode = heard.length === 1 ? 200 : 503
      response.end(heard.length === 1 ? 'id-1' : 'busy')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
    const gateway = httpGateway(url, 'secret')
    expect(await gateway.send('13912345678', '你好')).toEqual({ ok: true, ref: 'id-1' })
    expect(await gateway.send('13912345678', '你好')).toEqual({ ok: false, error: '503 busy' })
    expect(heard[0]).toEqual(['Bearer secret', { mobile: '13912345678', text: '你好' }])
    await new Promise((resolve) => server.close(resolve))
    expect(await gateway.send('13912345678', '你好')).toMatchObject({ ok: false, error: expect.any(String) })
  })
})
