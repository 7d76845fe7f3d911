/** From the photos to the doorstep (rules 2.9 to 2.14): chosen, paid for, retouched, designed, confirmed, made, delivered. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathOfKey } from '../../../src/server/files/names.ts'
import type { Requests } from '../../../src/generated/wire.ts'
import { DICT, type Code } from '../../../src/generated/dictionaries.ts'
import { HOUR } from '../../../src/model/zone.ts'
import type { CallPath } from '../../../src/generated/calls.ts'
import type { Actor } from '../../../src/server/types.ts'
import type { Upload } from '../../../src/model/units.ts'
import { rulesEngines } from '../db/engines.ts'
import { ITEM } from './catalogue.ts'
import { Floor } from './floor.ts'
import { Studio } from './studio.ts'

type Values = Record<string, unknown>
const TYPE = DICT.task_type
const QUOTA = 3
const PHOTOS = 8

describe.each(rulesEngines)('the way of photos on $name', (engine) => {
  let studio: Studio
  let floor: Floor
  let people: Record<'shooter' | 'selector' | 'retoucher' | 'designer', number>
  let n = 0
  let signature: Upload
  beforeAll(async () => {
    studio = await Studio.open(engine)
    floor = await Floor.open(studio)
    people = {
      shooter: await floor.employee('何一', DICT.worker_role.sheying),
      selector: await floor.employee('罗一', DICT.worker_role.xuanpian),
      retoucher: await floor.employee('宋一', DICT.worker_role.xiutiao),
      designer: await floor.employee('谭一', DICT.worker_role.sheji),
    }
    const origName = 'sign.png'
    const url = `/files/c${'1'.repeat(40)}.png`
    const [id = 0] = await studio.app.insertAll('uploadFile', floor.counter.who, [{ origName, url }])
    signature = { id, url, origName }
  })
  afterAll(() => studio.close())

  const rows = (sql: string, ...values: unknown[]) => floor.counter.rows(sql, values)

  interface Way {
    orderId: number
    customerId: number
    orderSessionId: number
    albumItem: number
    standItem: number
    photoIds: number[]
    filmId: number
    selection: number
  }

  /** An order with an album of three photos and a stand of one, shot: eight photos wait to be chosen. */
  async function shot(): Promise<Way> {
    const { shop } = floor.counter
    const service = await shop.service({ sessionCount: 1, pickQuota: 0 })
    const album = await shop.product({ photoQuota: 3, photoMin: 2, pageCount: 2, needDesign: 1 })
    const stand = await shop.product({ photoQuota: 1, photoMin: 1 })
    const packageId = await shop.package(
      [
        { itemType: ITEM.service, itemId: service, quantity: 1 },
        { itemType: ITEM.goods, itemId: album, quantity: 1 },
        { itemType: ITEM.goods, itemId: stand, quantity: 1 },
      ],
      { salePrice: 1000, pickQuota: QUOTA, extraPhotoPrice: 30 },
    )
    const { id: orderId, billId, customerId } = await floor.counter.order(1000, { packageId })
    expect(await floor.counter.pay(billId, { cash: 1000 })).toMatchObject({ status: 200 })
    const [session] = await rows('select "id" from "orderSession" where "orderId" = $1', orderId)
    const orderSessionId = session?.id as number
    const date = await floor.day()
    await floor.book(orderSessionId, date)
    const task = await floor.task(orderSessionId, DICT.task_type.shooting)
    await floor.assign(task, people.shooter)
    const before = studio.clock.at
    studio.clock.at = date + 9 * HOUR
    await floor.record(task, 'start')
    const fileIds = await sent(Array.from({ length: PHOTOS }, (_, i) => `DSC_00${i + 1}.jpg`))
    const { ids: photoIds } = await floor.must('photo/upload', { workTaskId: task, fileIds })
    expect(await floor.record(task, 'finish')).toMatchObject({ status: 200 })
    studio.clock.at = before
    const selection = await floor.task(orderSessionId, TYPE.selection)
    const [film] = await rows('select "id" from "selectedFilm" where "workTaskId" = $1', selection)
    const ofOrder = 'select "id", "itemId" from "orderItem" where "orderId" = $1 and "itemType" = $2'
    const items = await rows(ofOrder, orderId, ITEM.goods)
    const itemOf = (product: number) => items.find(({ itemId }) => itemId === product)?.id as number
    return {
      ...{ orderId, customerId, orderSessionId, photoIds, selection, filmId: film?.id as number },
      albumItem: itemOf(album),
      standItem: itemOf(stand),
    }
  }

  /** What was made to be printed. */
  const printed = async ({ url }: { url?: string | null }): Promise<string> =>
    (await studio.files.get(pathOfKey((url ?? '').slice('/files/'.length)))).toString()

  /** Originals as an upload leaves them. */
  function sent(names: string[]): Promise<number[]> {
    return studio.app.insertAll(
      'uploadFile',
      floor.counter.who,
      names.map((origName) => {
        const key = String((n += 1)).padStart(40, '0')
        const made = { thumbUrl: `/files/a${key}.webp`, viewUrl: `/files/b${key}.webp`, width: 6000, height: 4000 }
        return { origName, url: `/files/o${key}.jpg`, sha1: key, size: 1000, ...made }
      }),
    )
  }

  const assign = (task: number, workerRole: string, employeeId: number) =>
    floor.must('worker/setWorkers', { workTaskIds: [task], workers: [{ workerRole, employeeId, isMain: 1 }] })

  /** A selection that has begun. */
  async function picking(): Promise<Way> {
    const way = await shot()
    await assign(way.selection, 'xuanpian', people.selector)
    expect(await floor.must('photo/startPick', { workTaskId: way.selection })).toMatchObject({
      ...{ selectedFilmId: way.filmId, quota: QUOTA, photos: PHOTOS },
    })
    return way
  }

  const pick = ({ filmId }: Way, photoId: number | undefined, more: Requests['photo/pickForProduct'] = {}) =>
    floor.told('photo/pickForProduct', { selectedFilmId: filmId, photoId, ...more })

  /** Four photos kept, three in the album and one on the stand: one is over the quota. */
  async function chosen(): Promise<Way> {
    const way = await picking()
    const [a, b, c, d] = way.photoIds
    for (const id of [a, b, c])
      expect(await pick(way, id, { orderItemId: way.albumItem })).toMatchObject({ status: 200 })
    const last = await pick(way, d, { orderItemId: way.standItem })
    expect(last).toMatchObject({ status: 200, data: { picked: 4, quota: QUOTA, extra: 1, extraAmount: 30 } })
    return way
  }

  /** What was chosen is signed and paid for. */
  async function paid(): Promise<Way> {
    const way = await chosen()
    const signed = await floor.must('pick/record', {
      ...{ selectedFilmId: way.filmId, signImage: signature },
    })
    expect(signed.amount).toBe(30)
    expect(await floor.row('selectedFilm', way.filmId)).toMatchObject({ selectionStatus: DICT.selection_status.toPay })
    expect(await floor.task(way.orderSessionId, TYPE.preModify)).toBe(0)
    expect(await floor.counter.pay(signed.billId, { cash: 30 })).toMatchObject({ status: 200 })
    return way
  }

  const step = (
    task: number,
    action: Requests['record/add']['action'],
    more: Requests['record/add'] = {},
    who?: Actor,
  ) =>
    floor.told(
      'record/add',
      { targetType: DICT.record_target.task, targetId: task, recordType: DICT.record_type.status, action, ...more },
      who,
    )

  async function retouch(way: Way, stage: Code<'task_type'>): Promise<void> {
    const task = await floor.task(way.orderSessionId, stage)
    await assign(task, 'xiutiao', people.retoucher)
    expect(await step(task, 'start')).toMatchObject({ status: 200 })
    expect(await step(task, 'submit')).toMatchObject({ status: 400 })
    const odd = await floor.told('photo/upload', { workTaskId: task, fileIds: await sent(['other.jpg']) })
    expect(odd).toMatchObject({ status: 400, data: { field: 'fileIds' } })
    const names = [1, 2, 3, 4].map((no) => `DSC_00${no}.JPG`)
    await floor.must('photo/upload', { workTaskId: task, fileIds: await sent(names) })
    expect(await floor.row('workTask', task)).toMatchObject({ photoCount: 4, doneCount: 4 })
    const onPaper = await printed(await floor.must('workTask/sheet', { workTaskId: task }))
    for (const no of [1, 2, 3, 4]) expect(onPaper).toContain(`DSC_00${no}.jpg`)
    expect(onPaper).not.toContain('DSC_005')
    // The wall shows each beside the one it was made from.
    const made = stage === TYPE.fineRepair ? DICT.photo_stage.fineRetouched : DICT.photo_stage.preModified
    const shown = await floor.told('photo/query', { orderSessionId: way.orderSessionId, photoStage: made })
    const viewUrl = expect.stringMatching(/^\/files\//) as string
    expect(shown.data).toMatchObject(names.map(() => ({ originPhoto: { viewUrl } })))
    expect(await step(task, 'submit')).toMatchObject({ status: 200 })
    if (stage === TYPE.fineRepair) expect(await step(task, 'pass', { score: 5 })).toMatchObject({ status: 200 })
    expect(await floor.row('workTask', task)).toMatchObject({ taskStatus: DICT.task_status.done })
  }

  async function designed(way: Way, stage: Code<'task_type'>): Promise<{ task: number; design: number }> {
    const task = await floor.task(way.orderSessionId, stage)
    const [found] = await rows('select "id" from "designTask" where "workTaskId" = $1', task)
    const design = found?.id as number
    await assign(task, 'sheji', people.designer)
    expect(await step(task, 'start')).toMatchObject({ status: 200 })
    expect(await step(task, 'submit')).toMatchObject({ status: 400 })
    // The photos that go into it are there before the first page is.
    expect(await floor.told('designTask/download', { id: design })).toMatchObject({ status: 200 })
    await floor.must('photo/upload', { designTaskId: design, fileIds: await sent(['page-01.jpg', 'page-02.jpg']) })
    expect(await step(task, 'submit')).toMatchObject({ status: 200 })
    return { task, design }
  }

  describe('choosing', () => {
    it('waits for a selector, and begins once', async () => {
      const way = await shot()
      expect(await floor.told('photo/startPick', { workTaskId: way.selection })).toMatchObject({ status: 400 })
      expect(await pick(way, way.photoIds[0])).toMatchObject({ status: 400 })
      await assign(way.selection, 'xuanpian', people.selector)
      await floor.must('photo/startPick', { workTaskId: way.selection })
      await floor.must('photo/startPick', { workTaskId: way.selection })
      expect(await floor.row('workTask', way.selection)).toMatchObject({ taskStatus: DICT.task_status.inProgress })
    })

    it('counts what is kept, not what is doubted or dropped', async () => {
      const way = await picking()
      const [a, b, c] = way.photoIds
      await pick(way, a)
      await pick(way, b, { pickType: DICT.pick_type.maybe })
      expect(await pick(way, c, { pickType: DICT.pick_type.drop })).toMatchObject({ data: { picked: 1, extra: 0 } })
      expect(await pick(way, a, { pickType: DICT.pick_type.drop })).toMatchObject({ data: { picked: 0 } })
      expect(await floor.row('photo', a as number)).toMatchObject({ pickType: DICT.pick_type.drop, isPicked: false })
      expect(await pick(way, a, { action: 'remove' })).toMatchObject({ data: { picked: 0 } })
      expect(await floor.row('photo', a as number)).toMatchObject({ pickType: null })
    })

    it('fills each place of a product once, with photos of the session only (I-29)', async () => {
      const way = await picking()
      const other = await shot()
      const [a, b, c, d] = way.photoIds
      const album = { orderItemId: way.albumItem }
      expect(await pick(way, other.photoIds[0])).toMatchObject({ status: 400 })
      expect(await pick(way, a, { orderItemId: other.albumItem })).toMatchObject({ status: 400 })
      expect(await pick(way, a, album)).toMatchObject({ status: 200, data: { picked: 1 } })
      expect(await pick(way, a, album)).toMatchObject({ status: 400, msg: '照片已选择' })
      expect(await pick(way, b, { ...album, slotNo: 1 })).toMatchObject({ status: 400 })
      expect(await pick(way, b, { ...album, slotNo: 4 })).toMatchObject({ status: 400 })
      expect(await pick(way, b, { ...album, unitNo: 2 })).toMatchObject({ status: 400 })
      await pick(way, b, { ...album, slotNo: 3 })
      await pick(way, c, album)
      const full = await pick(way, d, album)
      expect(full).toMatchObject({ status: 400 })
      expect(full.msg).toContain('超出照片数量')
      const [place] = await floor.list('photo/queryProduct', { selectedFilmId: way.filmId })
      expect(place).toMatchObject({ used: 3, quota: 3, min: 2, photos: [{ slotNo: 1 }, { slotNo: 2 }, { slotNo: 3 }] })
      expect(await pick(way, a, { pickType: DICT.pick_type.drop })).toMatchObject({ status: 400 })
      expect(await pick(way, a, { ...album, action: 'remove' })).toMatchObject({ status: 200, data: { picked: 3 } })
      expect(await floor.told('photo/queryPhotoProduct', { photoId: b })).toMatchObject({ data: [{ slotNo: 3 }] })
      const { notFull } = await floor.must('photo/accountPick', { selectedFilmId: way.filmId })
      expect(notFull).toMatch(/ 2\/3、.* 0\/1$/)
    })

    it('puts the photos of a product in another order', async () => {
      const way = await picking()
      const photos = way.photoIds.slice(0, 3)
      const album = { orderItemId: way.albumItem }
      for (const id of photos) await pick(way, id, album)
      const order = async () => {
        const [place] = await floor.list('photo/queryProduct', { selectedFilmId: way.filmId })
        return place?.photos?.map(({ photoId, slotNo }) => [photos.indexOf(photoId ?? 0), slotNo])
      }
      expect(await pick(way, photos[2], { ...album, slotNo: 1 })).toMatchObject({ status: 200, data: { picked: 3 } })
      expect(await order()).toEqual([
        [2, 1],
        [0, 2],
        [1, 3],
      ])
      await pick(way, photos[2], { ...album, slotNo: 3 })
      expect(await order()).toEqual([
        [0, 1],
        [1, 2],
        [2, 3],
      ])
      // A place that is free is taken, and nothing else moves.
      await pick(way, photos[0], { ...album, action: 'remove' })
      await pick(way, photos[2], { ...album, slotNo: 1 })
      expect(await order()).toEqual([
        [2, 1],
        [1, 2],
      ])
      const over = { ...album, slotNo: 4 }
      expect(await pick(way, photos[2], over)).toMatchObject({ status: 400 })
      expect(await pick(way, photos[2], { ...album, slotNo: 1 })).toMatchObject({ status: 400, msg: '照片已选择' })
    })

    it('takes a step back, but not the word that another said since', async () => {
      const way = await picking()
      const [a = 0] = way.photoIds
      const { keep, drop, maybe } = DICT.pick_type
      await pick(way, a, { pickType: keep })
      expect(await pick(way, a, { action: 'remove', from: [drop] })).toMatchObject({ status: 400 })
      expect(await pick(way, a, { action: 'remove', from: [] })).toMatchObject({ status: 400 })
      expect(await floor.row('photo', a)).toMatchObject({ pickType: keep })
      expect(await pick(way, a, { pickType: maybe, from: [keep] })).toMatchObject({ status: 200 })
      expect(await pick(way, a, { action: 'remove', from: [maybe] })).toMatchObject({ status: 200 })
      expect(await pick(way, a, { pickType: keep, from: [maybe] })).toMatchObject({ status: 400 })
      expect(await pick(way, a, { pickType: drop, from: [] })).toMatchObject({ status: 200 })
      const album = { orderItemId: way.albumItem, slotNo: 2 }
      expect(await pick(way, a, { ...album, from: [keep] })).toMatchObject({ status: 400 })
      expect(await floor.list('photo/queryProduct', { selectedFilmId: way.filmId })).toMatchObject([{ used: 0 }, {}])
    })

    it('takes into a product as many as the order says, where that is not what the product says', async () => {
      const way = await picking()
      await studio.db.query('update "orderItem" set "photoQuota" = 2 where "id" = $1', [way.standItem])
      const stand = { orderItemId: way.standItem }
      const told = []
      for (const id of way.photoIds.slice(0, 3)) told.push((await pick(way, id, stand)).status)
      expect(told).toEqual([200, 200, 400])
    })

    it('is signed when every product has its photos, and bills what is over (I-30)', async () => {
      const way = await picking()
      const sign = () => floor.told('pick/record', { selectedFilmId: way.filmId, signImage: signature })
      expect(await sign()).toMatchObject({ status: 400 })
      await pick(way, way.photoIds[0])
      const check = await floor.must('photo/checkSend', { selectedFilmId: way.filmId })
      expect(check).toMatchObject({ ok: 0, problems: [{}, {}] })
      await paid()
    })

    it('waits with its products for another session of the order while that is to be shot or chosen from', async () => {
      const way = await picking()
      await pick(way, way.photoIds[0])
      const ofOrder = { orderId: way.orderId, customerId: way.customerId }
      const beside = {
        orderId: way.orderId,
        orderItemId: way.albumItem,
        sessionNo: `CC-${way.orderId}`,
        orderSessionName: '另一场',
        seqNo: 2,
      }
      const add = async (resource: string, values: Values): Promise<number> =>
        (await studio.app.insertAll(resource, floor.counter.who, [values]))[0] ?? 0
      const session = await add('orderSession', { ...beside, sessionStatus: DICT.session_status.unshot })
      /** In which states of a record the selection may be signed although products are empty. */
      const waits = async (
        table: string,
        id: number,
        field: string,
        states: Record<string, number>,
      ): Promise<string[]> => {
        const found: string[] = []
        for (const [name, value] of Object.entries(states)) {
          await studio.db.query(`update "${table}" set "${field}" = $2 where "id" = $1`, [id, value])
          if ((await floor.must('photo/checkSend', { selectedFilmId: way.filmId })).ok) found.push(name)
        }
        return found.sort()
      }
      expect(await waits('orderSession', session, 'sessionStatus', DICT.session_status)).toEqual([
        'paused',
        'rescheduled',
        'shooting',
        'unfinished',
        'unshot',
      ])
      const { workOrderId } = await floor.row('workTask', way.selection)
      const task = {
        ...ofOrder,
        orderSessionId: session,
        workOrderId,
        taskType: TYPE.selection,
        taskNo: `R-${session}`,
      }
      const workTaskId = await add('workTask', { ...task, taskStatus: DICT.task_status.toAssign })
      await studio.db.query('update "orderSession" set "sessionStatus" = $2 where "id" = $1', [
        session,
        DICT.session_status.done,
      ])
      const film = await add('selectedFilm', {
        workTaskId,
        orderSessionId: session,
        selectionStatus: DICT.selection_status.toPick,
      })
      expect(await waits('selectedFilm', film, 'selectionStatus', DICT.selection_status)).toEqual([
        'picking',
        'toAssign',
        'toPick',
      ])
    })

    it('goes on by itself where nothing is over', async () => {
      const way = await picking()
      const [a, b] = way.photoIds
      await pick(way, a, { orderItemId: way.albumItem })
      await pick(way, b, { orderItemId: way.albumItem })
      await pick(way, a, { orderItemId: way.standItem })
      const answer = await floor.must('pick/record', { selectedFilmId: way.filmId, signImage: signature })
      expect(answer).toMatchObject({ amount: 0 })
      expect(await floor.row('selectedFilm', way.filmId)).toMatchObject({ selectionStatus: DICT.selection_status.done })
      const next = await floor.task(way.orderSessionId, TYPE.preModify)
      expect(await floor.row('workTask', next)).toMatchObject({ photoCount: 2, taskStatus: DICT.task_status.toAssign })
      expect(await pick(way, a)).toMatchObject({ status: 400 })
    })

    it('is opened again: before payment with its bill, after it while nothing followed', async () => {
      const way = await chosen()
      await floor.must('pick/record', { selectedFilmId: way.filmId, signImage: signature })
      const [order] = await rows('select * from "pickOrder" where "selectedFilmId" = $1', way.filmId)
      await floor.must('pick/cancelPickOrder', { id: order?.id, reason: '换一张' })
      expect(await floor.row('selectedFilm', way.filmId)).toMatchObject({
        selectionStatus: DICT.selection_status.picking,
        extraCount: 1,
      })
      expect(await rows('select * from "orderAdd" where "orderId" = $1 and "status" = 1', way.orderId)).toEqual([])
      await pick(way, way.photoIds[2], { orderItemId: way.albumItem, action: 'remove' })
      await pick(way, way.photoIds[2], { action: 'remove' })
      await floor.must('pick/record', { selectedFilmId: way.filmId, signImage: signature })
      await floor.must('pick/cancelPickOrder', { id: order?.id, reason: '再换' })
      expect(await floor.task(way.orderSessionId, TYPE.preModify)).toBe(0)
      await floor.must('pick/record', { selectedFilmId: way.filmId, signImage: signature })
      const task = await floor.task(way.orderSessionId, TYPE.preModify)
      await assign(task, 'xiutiao', people.retoucher)
      await step(task, 'start')
      expect(await floor.told('pick/cancelPickOrder', { id: order?.id, reason: '太晚' })).toMatchObject({ status: 400 })
    })

    it('is given up with all that was picked', async () => {
      const way = await chosen()
      await floor.must('photo/cancel', { workTaskId: way.selection, reason: '客户不要了' })
      expect(await floor.row('selectedFilm', way.filmId)).toMatchObject({
        selectionStatus: DICT.selection_status.cancelled,
      })
      expect(
        await rows('select * from "photo" where "orderSessionId" = $1 and "isPicked"', way.orderSessionId),
      ).toEqual([])
      expect(await floor.row('orderItem', way.albumItem)).toMatchObject({ pickedCount: 0 })
    })
  })

  describe('together', () => {
    const selectors = async (count: number): Promise<Actor[]> =>
      Promise.all(
        Array.from({ length: count }, async (_, i) => ({
          ...floor.counter.who,
          employeeId: await floor.employee(`选${i}`, DICT.worker_role.xuanpian),
        })),
      )
    const placed = (way: Way) =>
      rows('select * from "pickProduct" where "selectedFilmId" = $1 and not "isDel"', way.filmId)

    it('two selectors fill each place once, and place no photo twice (I-29)', async () => {
      const way = await picking()
      const two = await selectors(2)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => {
          const input = { selectedFilmId: way.filmId, photoId: way.photoIds[i % 8], orderItemId: way.albumItem }
          return floor.told('photo/pickForProduct', input, two[i % 2])
        }),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(17)
      const all = await placed(way)
      expect(all.map(({ slotNo }) => Number(slotNo)).sort()).toEqual([1, 2, 3])
      expect(new Set(all.map(({ photoId }) => photoId)).size).toBe(3)
      expect(await floor.row('orderItem', way.albumItem)).toMatchObject({ pickedCount: 3 })
    })

    // On the embedded database they would come one after the other.
    if (engine.name === 'postgres')
      it('thirty selectors at once, ten a selection', async () => {
        const ways = [await picking(), await picking(), await picking()]
        const thirty = await selectors(30)
        const answers = await Promise.all(
          thirty.map((who, i) => {
            const way = ways[i % 3] as Way
            const photoId = way.photoIds[Math.floor(i / 3) % 8]
            return floor.told('photo/pickForProduct', { selectedFilmId: way.filmId, photoId }, who)
          }),
        )
        expect(answers.map(({ status, msg }) => [status, msg]).filter(([status]) => status !== 200)).toEqual([])
        for (const way of ways)
          expect(await floor.row('selectedFilm', way.filmId)).toMatchObject({ pickedCount: 8, extraCount: 5 })
      })

    it('a signature that is sent twice is one, with one bill', async () => {
      const way = await chosen()
      const input = { selectedFilmId: way.filmId, signImage: signature, requestNo: `sign ${way.filmId}` }
      const [first, again] = await Promise.all([floor.must('pick/record', input), floor.must('pick/record', input)])
      expect(again).toEqual(first)
      expect(await floor.must('pick/record', input)).toEqual(first)
      expect(await rows('select "id" from "pickOrder" where "selectedFilmId" = $1', way.filmId)).toHaveLength(1)
      expect(await rows('select "id" from "orderAdd" where "orderId" = $1', way.orderId)).toHaveLength(1)
    })
  })

  it('is closed to ids of another company, and writes nothing', async () => {
    const way = await paid()
    const task = await floor.task(way.orderSessionId, TYPE.preModify)
    const other = await studio.app.insertAll('company', floor.counter.who, [
      { code: `X${way.orderId}`, name: `外${way.orderId}`, shortName: '外', saleCityCode: '500100' },
    ])
    const stranger = { ...floor.counter.who, companyId: other[0] as number }
    const film = { selectedFilmId: way.filmId }
    const photo = { photoId: way.photoIds[0] }
    const [order] = await rows('select "id" from "pickOrder" where "selectedFilmId" = $1', way.filmId)
    const calls: [CallPath, Values][] = [
      ['photo/startPick', { workTaskId: way.selection }],
      ['photo/cancel', { workTaskId: way.selection, reason: '外人' }],
      ['photo/pickForProduct', { ...film, ...photo, orderItemId: way.albumItem }],
      ['photo/accountPick', film],
      ['photo/accountProduct', film],
      ['photo/queryProduct', film],
      ['photo/queryPhotoProduct', photo],
      ['photo/pickDetail', film],
      ['photo/checkSend', film],
      ['photo/setCover', photo],
      ['photo/commitDesign', { workTaskId: way.selection, stage: 'pick' }],
      ['pick/record', { ...film, signImage: signature }],
      ['pick/cancelPickOrder', { id: order?.id, reason: '外人' }],
      ['pick/cancelPickOrder', { ...film, reason: '外人' }],
      ['pick/delPickOrder', { id: order?.id }],
      ['worker/setWorkers', { workTaskIds: [task], workers: [] }],
      ['record/add', { targetType: 1, targetId: task, recordType: 3, action: 'start' }],
      ['workProduct/initProduct', { orderId: way.orderId }],
    ]
    const count = async () => (await rows('select count(*) as "n" from "operateLog"'))[0]?.n
    const before = await count()
    for (const [path, input] of calls)
      expect([path, (await floor.raw(path, input, stranger)).status]).not.toEqual([path, 200])
    expect(await count()).toEqual(before)
  })

  it('begins anew where a session is shot again: places are free, designs end, and what was to be made goes', async () => {
    const way = await paid()
    await retouch(way, TYPE.preModify)
    const { task, design } = await designed(way, TYPE.preDesign)
    expect(await floor.row('designTask', design)).toMatchObject({ designStatus: DICT.design_status.toConfirm })
    const pages = await rows('select "id" from "designPage" where "designTaskId" = $1', design)
    expect(await floor.told('designPage/del', { ids: pages.map(({ id }) => id) })).toMatchObject({ status: 400 })
    const [shooting] = await rows(
      'select "id" from "workTask" where "orderSessionId" = $1 and "taskType" = $2',
      way.orderSessionId,
      TYPE.shooting,
    )
    const told = await floor.record(shooting?.id ?? 0, 'reshoot', { reason: '客户不满意', free: 1 })
    expect(told).toMatchObject({ status: 200 })
    expect(await floor.row('workTask', task)).toMatchObject({ taskStatus: DICT.task_status.terminated })
    expect(await floor.row('designTask', design)).toMatchObject({ designStatus: DICT.design_status.terminated })
    for (const table of ['pick', 'pickProduct'])
      expect(await rows(`select 1 from "${table}" where "selectedFilmId" = $1 and not "isDel"`, way.filmId)).toEqual([])
    expect(await floor.must('workProduct/initProduct', { orderId: way.orderId })).toMatchObject({ created: 0 })
  })

  it('says what signing comes to, with an offer and without, and bills just that', async () => {
    const way = await chosen()
    const stand = await floor.counter.rows('select "itemId", "price" from "orderItem" where "id" = $1', [way.standItem])
    const item = { itemType: ITEM.goods, itemId: Number(stand[0]?.itemId), quantity: 2, price: 100 }
    const asked = { selectedFilmId: way.filmId }
    // An offer of what is not sold is refused before anybody signs for it.
    const nothing = { ...asked, planName: '没有', planAmount: 1, items: [{ ...item, itemId: 999_999 }] }
    expect(await floor.told('planPrice/add', nothing)).toMatchObject({ status: 400 })
    const { id: planPriceId } = await floor.must('planPrice/add', {
      ...asked,
      planName: '两个摆台',
      planAmount: 150,
      items: [item],
    })
    expect(await floor.row('planPrice', planPriceId)).toMatchObject({ originAmount: 20000 })
    const [offered] = await floor.must('planPrice/select', asked)
    expect(offered).toMatchObject({ value: planPriceId, label: '两个摆台' })
    expect(await floor.must('photo/accountPick', asked)).toMatchObject({
      open: 1,
      extraAmount: 30,
      toPay: 30,
      notFull: null,
    })
    const { toPay } = await floor.must('photo/accountPick', { ...asked, planPriceId })
    const signed = await floor.must('pick/record', { ...asked, planPriceId, signImage: signature })
    expect([toPay, signed.amount]).toEqual([180, 180])
    expect(await floor.must('photo/accountPick', asked)).toMatchObject({ open: 0, toPay: 180 })
    await floor.must('pick/cancelPickOrder', { ...asked, reason: '再看看' })
    expect(await floor.row('selectedFilm', way.filmId)).toMatchObject({ addAmount: 0 })
  })

  it.each(['refund', 'change'])(
    'ends the design of a product that is out by a %s, and does not make it',
    async (by) => {
      const way = await paid()
      await retouch(way, TYPE.preModify)
      const { task, design } = await designed(way, TYPE.preDesign)
      const status = DICT.produce_status
      const [waiting, sentOut] = await studio.app.insertAll(
        'workProduct',
        floor.counter.who,
        [status.toDispatch, status.dispatched].map((produceStatus, i) => ({
          ...{ orderId: way.orderId, orderItemId: way.albumItem, unitNo: i + 1, produceStatus },
          workProductNo: `WP-back-${way.orderId}-${i}`,
        })),
      )
      if (by === 'refund') {
        const { id } = await floor.must('cashRefund/refund', {
          ...{ orderId: way.orderId, refundType: DICT.refund_type.partial, refundWay: DICT.refund_way.original },
          ...{ refundAmount: 100, reason: DICT.refund_reason.customer },
          items: [{ orderItemId: way.albumItem, quantity: 1, amount: 100 }],
        })
        await floor.must('cashRefund/confirm', { id, action: 'approve' }, await studio.actor('manager'))
      } else {
        const changes = [{ oldItemId: way.albumItem }]
        await floor.must('order/edit', { id: way.orderId, changes, reason: '不要相册' })
      }
      expect(await floor.row('workTask', task)).toMatchObject({ taskStatus: DICT.task_status.terminated })
      expect(await floor.row('designTask', design)).toMatchObject({ designStatus: DICT.design_status.terminated })
      expect(await floor.row('workProduct', waiting ?? 0)).toMatchObject({ produceStatus: status.cancelled })
      // What the manufacturer has already is made.
      expect(await floor.row('workProduct', sentOut ?? 0)).toMatchObject({ produceStatus: status.dispatched })
      expect(await floor.row('workTask', way.selection)).toMatchObject({ taskStatus: DICT.task_status.done })
    },
  )

  it('leads from the paid selection to the order completed (main flow 16 to 25)', async () => {
    const way = await paid()
    expect(await floor.row('selectedFilm', way.filmId)).toMatchObject({
      selectionStatus: DICT.selection_status.done,
      quota: 4,
    })
    await retouch(way, TYPE.preModify)

    const first = await designed(way, TYPE.preDesign)
    // Whoever opens the pages of a design reads whose they are; so by the session.
    const { taskNo } = await floor.row('workTask', first.task)
    const of = { orderNo: (await floor.row('order', way.orderId)).orderNo }
    expect(await floor.must('workTask/about', { designTaskId: first.design })).toMatchObject({ ...of, taskNo })
    const ofSession = { orderSessionId: way.orderSessionId }
    expect(await floor.must('workTask/about', ofSession)).toMatchObject({ ...of, taskNo: null })
    expect(await floor.row('designTask', first.design)).toMatchObject({
      designStatus: DICT.design_status.toConfirm,
      donePages: 2,
    })
    const wish = { pageComments: [{ pageNo: 2, comment: '换一张' }] }
    await floor.must('photo/commitDesign', { designTaskId: first.design, stage: 'reject', ...wish })
    expect(await floor.row('designTask', first.design)).toMatchObject({ designStatus: DICT.design_status.rework })
    const { mainWorkerId } = await floor.row('workTask', first.task)
    const heard = 'select "content" from "pushMessage" where "receiverId" = $1 order by "id" desc limit 1'
    expect((await rows(heard, mainWorkerId))[0]?.content).toMatch(/P2: 换一张$/)
    await step(first.task, 'start')
    await floor.must('photo/upload', { designTaskId: first.design, fileIds: await sent(['page-02.jpg']) })
    await step(first.task, 'submit')
    await floor.must('photo/commitDesign', { designTaskId: first.design, stage: 'customer', signImage: signature })
    expect(await floor.row('designTask', first.design)).toMatchObject({
      designStatus: DICT.design_status.confirmed,
      submitCount: 2,
    })
    const said = 'select "result", "revision" from "designFeedback" where "designTaskId" = $1 order by "id"'
    const { changesWanted, confirmed } = DICT.feedback_result
    expect(await rows(said, first.design)).toEqual([
      { result: changesWanted, revision: 1 },
      { result: confirmed, revision: 2 },
    ])
    const [page] = await rows('select * from "designPage" where "designTaskId" = $1 and "pageNo" = 2', first.design)
    expect(page).toMatchObject({ revision: 2, pageStatus: DICT.page_status.passed })

    await retouch(way, TYPE.fineRepair)
    expect(await rows('select "id" from "workProduct" where "orderId" = $1', way.orderId)).toHaveLength(1)
    const last = await designed(way, TYPE.finalDesign)
    // Without the final stage the first design counts, but not while another one is being worked on.
    const final = (value: string) =>
      floor.must('parameter/save', { parameters: [{ code: 'flow_final_design', value }] })
    await final('0')
    expect(await floor.must('workProduct/initProduct', { orderId: way.orderId })).toMatchObject({ created: 0 })
    await final('1')
    // Who inspects says on the page what is wrong: it goes back, and passes once that is answered.
    const [seen] = await rows('select "id" from "designPage" where "designTaskId" = $1 order by "pageNo"', last.design)
    await floor.must('pageNote/say', { designPageId: seen?.id as number, comment: '字太小', x: 0.2, y: 0.4 })
    expect(await step(last.task, 'pass', { score: 5 })).toMatchObject({ status: 400, data: { field: 'action' } })
    await step(last.task, 'reject', { reason: '字太小' })
    await step(last.task, 'start')
    const [note] = await rows('select "id" from "pageNote" where "designPageId" = $1', seen?.id)
    await floor.must('pageNote/answer', { id: note?.id as number, answer: '已放大' })
    expect(await step(last.task, 'submit')).toMatchObject({ status: 200 })
    // A page that was sent back by itself is not passed with the others.
    const mark = async (pageStatus: Code<'page_status'>, comment?: string) => {
      const { version } = await floor.row('designPage', Number(seen?.id))
      return floor.told('designPage/edit', { id: Number(seen?.id), version, pageStatus, comment })
    }
    expect(await mark(DICT.page_status.rejected, '白边太窄')).toMatchObject({ status: 200 })
    expect(await step(last.task, 'pass', { score: 5 })).toMatchObject({
      ...{ status: 400, data: { field: 'action' } },
      msg: '第 1 页已退回，请退回设计师修改，或先将该页改为通过',
    })
    expect(await mark(DICT.page_status.passed)).toMatchObject({ status: 200 })
    expect(await step(last.task, 'pass', { score: 5 })).toMatchObject({ status: 200 })

    const products = await rows('select * from "workProduct" where "orderId" = $1 order by "id"', way.orderId)
    expect(products).toHaveLength(2)
    const ids = products.map(({ id }) => id)
    expect(await floor.must('workProduct/initProduct', { orderId: way.orderId })).toMatchObject({ created: 0 })
    expect(await floor.told('workProduct/deliveryAll', { ids })).toMatchObject({ status: 400 })
    const maker = { code: `M${way.orderId}`, name: `厂${way.orderId}`, contactName: '彭', contactMobile: '13800138000' }
    const { id: manufacturerId } = await floor.must('workManufacturer/add', maker)
    const place = {
      name: `店${way.orderId}`,
      receiver: '彭',
      mobile: '13800138000',
      cityCode: '500100',
      address: '冰街',
    }
    const { id: addressId } = await floor.must('workFinishedProductsAddress/add', place)
    // What must be chosen of a product is chosen before anybody makes it.
    const [album] = products
    await rows(
      `insert into "productAttr" ("companyId", "productId", "attrName", "options", "required") values (1, $1, '封面', '[{"value": "w", "label": "米白"}]', true)`,
      album?.productId,
    )
    expect(await floor.told('workProduct/allocate', { ids, manufacturerId, addressId })).toMatchObject({
      ...{ status: 400, data: { field: 'ids' }, msg: expect.stringContaining('封面（米白）') },
    })
    await floor.must('orderDetail/edit', {
      id: Number(album?.orderItemId),
      attrs: [{ attrName: '封面', value: '米白' }],
    })
    await floor.must('workProduct/allocate', { ids, manufacturerId, addressId })
    await floor.must('workProduct/deliveryAll', { ids })
    expect(await floor.told('workProduct/deliveryAll', { ids })).toMatchObject({ status: 400 })
    expect(await floor.told('workProduct/download', { ids })).toMatchObject({ status: 200 })
    const [dispatched] = await rows('select "produceSendId" from "workProduct" where "id" = $1', ids[0])
    // A dispatch that its manufacturer has not begun is recalled, and sent again.
    expect(await floor.row('produceSend', Number(dispatched?.produceSendId))).toMatchObject({ itemCount: 2 })
    await floor.must('workProduct/allocate', { ids: ids.slice(0, 1), action: 'recall' })
    expect(await floor.row('produceSend', Number(dispatched?.produceSendId))).toMatchObject({
      ...{ itemCount: 1, status: DICT.produce_send_status.sent },
    })
    await floor.must('workProduct/allocate', { ids: ids.slice(1), action: 'recall' })
    expect(await floor.row('produceSend', Number(dispatched?.produceSendId))).toMatchObject({
      status: DICT.produce_send_status.cancelled,
    })
    await floor.must('workProduct/deliveryAll', { ids })
    const [again] = await rows('select "produceSendId" from "workProduct" where "id" = $1', ids[0])
    const labels = await floor.must('workProduct/labels', { ids })
    const sheet = await floor.must('produceSend/sheet', { id: Number(again?.produceSendId) })
    for (const paper of [labels, sheet]) {
      const page = await printed(paper)
      for (const { workProductNo } of products) expect(page).toContain(`aria-label="${workProductNo}"`)
      expect(page).not.toMatch(/139\d{8}/)
    }
    await floor.must('workProduct/allocate', { ids, action: 'start' })
    await floor.must('workProduct/allocate', { ids, action: 'ship', shipNo: 'SF1' })
    await floor.must('workProduct/receipt', { ids, shipNo: 'SF1' })
    // What failed goes back to be made again; once it is there again, nothing of it waits to be sent.
    const faulty = ids.slice(0, 1)
    await floor.must('workProduct/qualityInspection', {
      id: ids[0],
      result: DICT.quality_result.fail,
      problems: [DICT.quality_problem.damage],
    })
    expect(await floor.row('workProduct', ids[0] ?? 0)).toMatchObject({ reworkCount: 1, reworkReason: '破损' })
    const back = `select * from "delivery" where "orderId" = $1 and "direction" = ${DICT.express_direction.rework}`
    expect(await rows(back, way.orderId)).toMatchObject([
      {
        ...{ receiver: maker.name, receiverMobile: maker.contactMobile, reworkReason: '破损' },
        deliveryStatus: DICT.delivery_status.toSend,
      },
    ])
    await floor.must('workProduct/deliveryAll', { ids: faulty })
    await floor.must('workProduct/allocate', { ids: faulty, action: 'start' })
    await floor.must('workProduct/allocate', { ids: faulty, action: 'ship', shipNo: 'SF2' })
    await floor.must('workProduct/receipt', { ids: faulty, shipNo: 'SF2' })
    expect(await rows(back, way.orderId)).toMatchObject([{ deliveryStatus: DICT.delivery_status.cancelled }])
    for (const id of ids)
      await floor.must('workProduct/qualityInspection', { id, result: DICT.quality_result.pass, storageNo: 'B-03' })
    const toCustomer = `select * from "delivery" where "orderId" = $1 and "direction" = ${DICT.express_direction.toCustomer}`
    const [delivery] = await rows(toCustomer, way.orderId)
    expect(delivery).toMatchObject({ deliveryStatus: DICT.delivery_status.toSend, itemCount: 2 })
    const twice = (orderId: number) =>
      floor.told('delivery/record', { orderId, deliveryType: DICT.delivery_type.electronic, workProductIds: ids })
    const [other] = await rows('select "id" from "order" where "id" <> $1 order by "id" limit 1', way.orderId)
    const refused = (msg: string) => ({ status: 400, msg, data: { field: 'workProductIds' } })
    expect(await twice(way.orderId)).toMatchObject(refused('所选成品已在交付中'))
    expect(await twice(other?.id ?? 0)).toMatchObject(refused('成品不能这样选，请另选'))
    const noteOf = await printed(await floor.must('delivery/note', { id: Number(delivery?.id) }))
    expect(noteOf).toContain(`aria-label="${delivery?.deliveryNo}"`)
    for (const { workProductNo } of products) expect(noteOf).toContain(String(workProductNo))
    expect(noteOf).not.toMatch(/1[3-9]\d{9}/)
    // What was called off holds nothing back.
    await floor.must('delivery/record', { id: delivery?.id, event: 'cancel' })
    const { id: anew } = await floor.must('delivery/record', {
      ...{ orderId: way.orderId, deliveryType: DICT.delivery_type.selfPickUp, workProductIds: ids },
    })
    await floor.must('delivery/record', { id: anew, event: 'sign', signName: '陈雨' })
    expect(
      await rows('select "id" from "workProduct" where "orderId" = $1 and "produceStatus" = 9', way.orderId),
    ).toHaveLength(2)
    expect(await floor.row('order', way.orderId)).toMatchObject({ orderStatus: DICT.order_status.served })
  })
})
