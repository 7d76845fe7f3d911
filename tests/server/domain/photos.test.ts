/** Photos of a session (rules 2.7, 2.9; I-32): taken in once, told apart, shown, taken away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { DAY, HOUR } from '../../../src/model/zone.ts'
import { registerSystemJobs } from '../../../src/server/platform/index.ts'
import { pathOfKey } from '../../../src/server/files/names.ts'
import { renumbered } from '../../../src/server/domain/photo/arrange.ts'
import type { Actor } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { Floor, type Booked } from './floor.ts'
import { Studio, type Stored } from './studio.ts'

const RAW = DICT.photo_stage.raw
const SELECTION = DICT.task_type.selection
type Sent = Record<string, unknown>

describe.each(rulesEngines)('photos on $name', (engine) => {
  let studio: Studio
  let floor: Floor
  let sheying = 0
  let seller: Actor
  let n = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    floor = await Floor.open(studio)
    sheying = await floor.employee('何一', DICT.worker_role.sheying)
    seller = await studio.actor('seller')
    registerSystemJobs(studio.jobs, studio)
  })
  afterAll(() => studio.close())

  /** Originals as an upload leaves them; `same`: their content. */
  function sent(names: string[], { same, who = floor.counter.who, ...more }: Sent & { who?: Actor } = {}) {
    const rows = names.map((origName) => {
      n += 1
      const key = String(n).padStart(40, '0')
      const made = { thumbUrl: `/files/a${key}.webp`, viewUrl: `/files/b${key}.webp`, width: 6000, height: 4000 }
      return { origName, url: `/files/o${key}.jpg`, sha1: String(same ?? key), size: 1000, ...made, ...more }
    })
    return studio.app.insertAll('uploadFile', who, rows)
  }

  /** A shooting that has begun, or is over. */
  async function begun(finish = false): Promise<Booked> {
    const one = await floor.shooting(await floor.day())
    await floor.assign(one.taskId, sheying)
    const before = studio.clock.at
    studio.clock.at = one.date + 9 * HOUR
    expect(await floor.record(one.taskId, 'start')).toMatchObject({ status: 200 })
    if (finish) {
      await add(one, ['000.jpg'])
      expect(await floor.record(one.taskId, 'finish')).toMatchObject({ status: 200 })
    }
    studio.clock.at = before
    return one
  }

  const add = async ({ taskId }: Booked, names: string[]): Promise<number[]> =>
    (await floor.must('photo/upload', { workTaskId: taskId, fileIds: await sent(names) })).ids

  const photosOf = (orderSessionId: number) =>
    studio.rows<Stored<'photo'>>('select * from "photo" where "orderSessionId" = $1 and not "isDel" order by "id"', [
      orderSessionId,
    ])

  it('are taken in to the folder of their session and stage, counted by folder and session', async () => {
    const one = await begun()
    const ids = await add(one, ['001.jpg', '002.jpg'])
    await floor.must('photo/upload', { orderSessionId: one.orderSessionId, fileIds: await sent(['003.jpg']) })
    const photos = await photosOf(one.orderSessionId)
    expect(photos.map((row) => [row.fileName, row.photoStage, row.width])).toEqual(
      ['001.jpg', '002.jpg', '003.jpg'].map((name) => [name, RAW, 6000]),
    )
    expect(photos.slice(0, 2).map(({ id }) => id)).toEqual(ids)
    expect(await floor.row('photoFolder', photos[0]?.folderId as number)).toMatchObject({
      ...{ photoCount: 3, totalSize: 3000, workTaskId: one.taskId, orderId: one.orderId },
    })
    expect(await floor.row('orderSession', one.orderSessionId)).toMatchObject({ photoCount: 3 })
  })

  it('are those of the shooting that took place, where an earlier booking was given up', async () => {
    const one = await begun()
    const early = await floor.row('workTask', one.taskId)
    const gone = {
      taskType: DICT.task_type.shooting,
      taskName: '拍摄',
      taskStatus: DICT.task_status.terminated,
      orderId: one.orderId,
    }
    await studio.app.insertAll('workTask', floor.counter.who, [
      { ...gone, orderSessionId: one.orderSessionId, workOrderId: early.workOrderId },
    ])
    await floor.must('photo/upload', { orderSessionId: one.orderSessionId, fileIds: await sent(['001.jpg']) })
    const [photo] = await photosOf(one.orderSessionId)
    expect(await floor.row('photoFolder', photo?.folderId as number)).toMatchObject({ workTaskId: one.taskId })
  })

  it('are recognised by their content, and told apart by their names', async () => {
    const one = await begun()
    const content = 'c'.repeat(40)
    const first = await sent(['001.jpg'], { same: content })
    const upload = (fileIds: number[]) => floor.must('photo/upload', { workTaskId: one.taskId, fileIds })
    expect(await upload(first)).toMatchObject({ skipped: 0 })
    expect(await upload(first)).toMatchObject({ ids: [], skipped: 1 })
    expect(await upload(await sent(['other.jpg'], { same: content }))).toMatchObject({ ids: [], skipped: 1 })
    await upload(await sent(['001.jpg', '001.jpg']))
    const names = (await photosOf(one.orderSessionId)).map((row) => row.fileName)
    expect(names).toEqual(['001.jpg', '001 (2).jpg', '001 (3).jpg'])
    const known = await floor.list('photo/queryUpload', { workTaskId: one.taskId })
    expect(known.map((row) => row.sha1)).toContain(content)
    expect(known[0]).not.toHaveProperty('url')
  })

  it('come once when several people send them at the same moment', async () => {
    const one = await begun()
    const content = 'd'.repeat(40)
    const tries = await Promise.all(
      Array.from({ length: 5 }, async (_, i) => {
        const fileIds = await sent([`${i}.jpg`], { same: content })
        return floor.told('photo/upload', { workTaskId: one.taskId, fileIds })
      }),
    )
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 200))
    expect(await photosOf(one.orderSessionId)).toHaveLength(1)
  })

  it('are refused with what is wrong: whose, of whom, when', async () => {
    const one = await begun()
    const early = await floor.shooting(await floor.day())
    const mine = await sent(['a.jpg'])
    const refusals: [Sent, string][] = [
      [{ fileIds: mine }, 'orderSessionId'],
      [{ fileIds: mine, workTaskId: early.taskId }, 'orderSessionId'],
      [{ fileIds: mine, workTaskId: 999_999 }, 'workTaskId'],
      [{ fileIds: [999_999], workTaskId: one.taskId }, 'fileIds'],
      [{ fileIds: [], workTaskId: one.taskId }, 'fileIds'],
      [{ fileIds: await sent(['b.jpg'], { who: seller }), workTaskId: one.taskId }, 'fileIds'],
      [{ fileIds: await sent(['c.jpg'], { viewUrl: null }), workTaskId: one.taskId }, 'fileIds'],
    ]
    for (const [input, field] of refusals)
      expect([field, await floor.raw('photo/upload', input)]).toMatchObject([field, { status: 400, data: { field } }])
    expect(await photosOf(one.orderSessionId)).toHaveLength(0)
  })

  it('that come after the end are told to the selection that waits', async () => {
    const one = await begun(true)
    const task = await floor.task(one.orderSessionId, SELECTION)
    expect(await floor.row('workTask', task)).toMatchObject({ photoCount: 1 })
    const ids = await add(one, ['001.jpg', '002.jpg'])
    expect(await floor.row('workTask', task)).toMatchObject({ photoCount: 3 })
    await floor.must('photo/delete', { ids })
    expect(await floor.row('workTask', task)).toMatchObject({ photoCount: 1 })
  })

  it('have one cover a session', async () => {
    const one = await begun()
    const [first, second] = await add(one, ['001.jpg', '002.jpg'])
    for (const photoId of [first, second]) await floor.must('photo/setCover', { photoId })
    const photos = await photosOf(one.orderSessionId)
    expect(photos.filter((row) => row.isCover).map(({ id }) => id)).toEqual([second])
    const folderId = photos[0]?.folderId as number
    expect(await floor.row('photoFolder', folderId)).toMatchObject({ coverPhotoId: second })
    await floor.must('photo/delete', { ids: second ? [second] : [] })
    expect(await floor.row('photoFolder', folderId)).toMatchObject({ coverPhotoId: null })
  })

  it('stand in the order they are put in by hand, and few of them get another number', async () => {
    const one = await begun()
    const ids = await add(one, ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg'])
    const [a, b, c, d, e, f] = ids as [number, number, number, number, number, number]
    const order = async () =>
      (await floor.list('photo/query', { orderSessionId: [one.orderSessionId], pageRows: 20 })).map(({ id }) => id)
    expect(await order()).toEqual(ids)
    await floor.must('photo/arrange', { ids: [e], behindId: a })
    expect(await order()).toEqual([a, e, b, c, d, f])
    await floor.must('photo/arrange', { ids: [f, c] })
    expect(await order()).toEqual([c, f, a, e, b, d])
    await floor.must('photo/arrange', { ids: [c, a], behindId: d })
    expect(await order()).toEqual([f, e, b, d, c, a])
    const other = await begun()
    const [foreign] = await add(other, ['1.jpg'])
    expect(await floor.counter.refused('photo/arrange', { ids: [a], behindId: foreign ?? 0 })).toMatchObject({
      status: 400,
    })
    expect(await floor.counter.refused('photo/arrange', { ids: [a, foreign ?? 0] })).toMatchObject({ status: 400 })
  })

  it('get a new number only where there is no room between two', () => {
    const rows = (...numbers: number[]) => numbers.map((sortNum, id) => ({ id, sortNum }))
    expect([...renumbered(rows(0, 100), [9], 0)]).toEqual([[9, 50]])
    expect([...renumbered(rows(5, 7), [9], 1)]).toEqual([[9, 7 + 1024]])
    expect([...renumbered(rows(5, 7), [9])]).toEqual([[9, 5 - 1024]])
    // All are alike: the fewer of both sides move away.
    expect([...renumbered(rows(0, 0, 0, 0), [9], 0)]).toEqual([
      [9, -1024],
      [0, -2048],
    ])
    expect([...renumbered(rows(0, 0, 9000), [8, 9], 0)]).toEqual([
      [9, -1024],
      [8, -2048],
      [0, -3072],
    ])
    expect([...renumbered(rows(0, 0, 0, 9000), [9], 1)]).toEqual([
      [9, 1024],
      [2, 2048],
    ])
  })

  it('that are picked, or worked on, stay (I-32)', async () => {
    const one = await begun()
    const [picked = 0, origin = 0, free = 0] = await add(one, ['001.jpg', '002.jpg', '003.jpg'])
    await studio.db.query('update "photo" set "isPicked" = true where "id" = $1', [picked])
    await studio.db.query('update "photo" set "originPhotoId" = $1 where "id" = $2', [origin, picked])
    for (const id of [picked, origin])
      expect(await floor.told('photo/delete', { ids: [free, id] })).toMatchObject({
        ...{ status: 400, data: { field: 'ids' } },
      })
    expect(await photosOf(one.orderSessionId)).toHaveLength(3)
    const { folderId } = (await photosOf(one.orderSessionId))[0] ?? {}
    expect(await floor.must('photo/deleteAll', { folderId })).toEqual({ count: 1 })
    expect((await photosOf(one.orderSessionId)).map(({ id }) => id)).toEqual([picked, origin])
  })

  it('give their original out by a signed address, to whoever sees them', async () => {
    const one = await begun()
    const [id] = await add(one, ['001.jpg'])
    const { url } = await floor.must('photo/original', { id })
    expect(url).toMatch(/^\/files\/o0+\d+\.jpg\?until=\d+&sign=[\w-]{43}$/)
    const list = await floor.must('photo/query', { workTaskId: one.taskId, pageNO: 1, pageRows: 10 })
    expect(list).toHaveLength(1)
    expect(JSON.stringify(list)).not.toContain('/files/o')
    expect(await floor.told('photo/original', { id }, await studio.actor('chengdu'))).toMatchObject({ status: 404 })
  })
  it('leave no file behind once nothing shows them any more, and those that are shown stay', async () => {
    const one = await begun()
    const fileIds = await sent(['001.jpg', '002.jpg', '003.jpg'])
    const stored = async (): Promise<boolean[]> => {
      const rows = await studio.db.query<Sent>('select * from "uploadFile" where "id" = any($1) order by "id"', [
        fileIds,
      ])
      const keys = rows.map(({ url }) => pathOfKey(String(url).slice('/files/'.length)))
      return Promise.all(keys.map(async (key) => (await studio.files.stat(key)) !== undefined))
    }
    for (const { url, viewUrl, thumbUrl } of await studio.db.query<Sent>(
      'select * from "uploadFile" where "id" = any($1)',
      [fileIds],
    ))
      for (const address of [url, viewUrl, thumbUrl])
        await studio.files.put(pathOfKey(String(address).slice('/files/'.length)), Buffer.from('x'), 'image/jpeg')
    // The third was sent, but never became a photo.
    const { ids } = await floor.must('photo/upload', {
      workTaskId: one.taskId,
      fileIds: fileIds.slice(0, 2),
    })
    await floor.must('photo/delete', { ids: ids.slice(0, 1) })
    const clean = async (): Promise<void> => {
      await floor.must('upload/dropUnused', {})
      await studio.jobs.runDue()
    }
    await clean()
    expect(await stored()).toEqual([true, true, true])
    const long = new Date(studio.clock.at - DAY - 1)
    await studio.db.query('update "uploadFile" set "createTime" = $1 where "id" = any($2)', [long, fileIds])
    await clean()
    expect(await stored()).toEqual([false, true, false])
    // What is gone becomes no photo again.
    const gone = { workTaskId: one.taskId, fileIds: fileIds.slice(2) }
    expect(await floor.told('photo/upload', gone)).toMatchObject({ status: 400, data: { field: 'fileIds' } })
  })
})
