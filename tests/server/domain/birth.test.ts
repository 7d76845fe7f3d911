/** Photos of newborns: noted down for a lead, taken in, sent to the mother (rules 1.4). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { Actor } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { Studio, TODAY } from './studio.ts'

const { lead: LEAD, task: TASK } = DICT.record_target
const BIRTH = DICT.record_type.birthPhoto
const BABY = DICT.business_type.baby

describe.each(rulesEngines)('birth photos on $name', (engine) => {
  let studio: Studio
  let who: Actor
  let n = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    who = await studio.actor('admin')
  })
  afterAll(() => studio.close())

  const rows = (sql: string, ...values: unknown[]) => studio.rows(sql, values)
  const lead = async (): Promise<number> => {
    const mobile = `1391100${String((n += 1)).padStart(4, '0')}`
    const born = { motherName: '陈雨', babyName: '陈小满', birthday: TODAY }
    return (await studio.must(who, 'lead/add', { businessType: BABY, mobile, ...born })).id
  }
  const sent = (...names: string[]): Promise<number[]> =>
    studio.app.insertAll(
      'uploadFile',
      who,
      names.map((origName) => {
        const key = String((n += 1)).padStart(40, '0')
        const made = { thumbUrl: `/files/a${key}.webp`, viewUrl: `/files/b${key}.webp`, width: 6000, height: 4000 }
        return { origName, url: `/files/o${key}.jpg`, sha1: key, size: 1000, ...made }
      }),
    )
  const list = (leadId: number) =>
    studio
      .must(who, 'birthPhoto/query', { pageNO: 1, pageRows: 50 })
      .then((all) => all.filter((one) => one.leadId === leadId))

  it('are noted down once a lead, and of leads only', async () => {
    const leadId = await lead()
    const note = { recordType: BIRTH, targetId: leadId }
    const values = await rows('select "id" from "lead" limit 1')
    expect(values).toHaveLength(1)
    await studio.must(who, 'record/add', { ...note, targetType: LEAD, content: '产科三楼' })
    await studio.must(who, 'record/add', { ...note, targetType: LEAD })
    expect(await list(leadId)).toMatchObject([{ babyName: '陈小满', isSent: 0 }])
    expect((await studio.call(who, 'record/add', { ...note, targetType: TASK })).status).not.toBe(200)
  })

  it('come into a folder of the lead, which has photos from then on; each content once', async () => {
    const leadId = await lead()
    const fileIds = await sent('a.jpg', 'b.jpg')
    expect(await studio.must(who, 'photo/upload', { leadId, fileIds })).toMatchObject({ skipped: 0 })
    expect(await studio.must(who, 'photo/upload', { leadId, fileIds })).toMatchObject({ skipped: 2 })
    expect(await studio.must(who, 'photo/queryUpload', { leadId })).toHaveLength(2)
    expect(await list(leadId)).toMatchObject([{ photoCount: 2 }])
    expect(await rows('select "isPhoto" from "lead" where "id" = $1', leadId)).toEqual([{ isPhoto: true }])
  })

  it('are sent to the mother by a message, once there are any', async () => {
    const leadId = await lead()
    await studio.must(who, 'record/add', { recordType: BIRTH, targetType: LEAD, targetId: leadId })
    const [{ id = 0 } = {}] = await list(leadId)
    const template = { code: 'birth', name: '新生照', scene: DICT.sms_scene.custom, content: '照片已准备好' }
    const { id: templateId } = await studio.must(who, 'smstemplate/add', template)
    const send = { ids: [id], templateId }
    expect(await studio.call(who, 'birthPhoto/send', send)).toMatchObject({ status: 400, msg: '还没有照片' })
    await studio.must(who, 'photo/upload', { leadId, fileIds: await sent('c.jpg') })
    expect(await studio.call(who, 'birthPhoto/send', send)).toMatchObject({ status: 200 })
    expect(await list(leadId)).toMatchObject([{ isSent: 1, sentTime: studio.clock.at }])
    const told = await rows(
      'select "content" from "smsRecord" where "sourceId" = $1 order by "id" desc limit 1',
      leadId,
    )
    expect(told).toMatchObject([{ content: expect.stringContaining('照片已准备好') }])
  })
})
