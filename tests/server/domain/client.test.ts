/** The customer's own area: by a link or a code they reach what is theirs, and nothing else (I-39). */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { DAY } from '../../../src/model/zone.ts'
import { unzipSync } from 'fflate'
import { forgetSessions } from '../../../src/server/auth/cache.ts'
import { registerSystemJobs } from '../../../src/server/platform/nightly.ts'
import { pathOfKey } from '../../../src/server/files/names.ts'
import { serveFile } from '../../../src/server/files/serve.ts'
import type { Actor } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { CustomerArea, type Shown } from './customer-area.ts'
import { STRANGER, Studio } from './studio.ts'

type Values = Record<string, unknown>
const PAGE = { pageNO: 1, pageRows: 50 }

describe.each(rulesEngines)('the customer’s area on $name', (engine) => {
  let studio: Studio
  let area: CustomerArea
  let mine: Shown
  let other: Shown
  beforeAll(async () => {
    studio = await Studio.open(engine)
    registerSystemJobs(studio.jobs, studio)
    area = await CustomerArea.open(studio)
    mine = await area.shown()
    other = await area.shown()
  })
  afterAll(() => studio.close())

  const ids = (data: unknown): unknown[] => (data as Values[]).map(({ id }) => id).sort()

  describe('a link', () => {
    it('leads to the order it names, as its customer', async () => {
      const { t } = await area.link(mine)
      const guest = await area.guest(t)
      expect(guest).toMatchObject({ kind: 'client', customerId: mine.customerId })
      const { data } = await area.call(guest, 'photo/query', PAGE)
      expect(ids(data)).toEqual([...mine.photoIds].sort())
    })

    it('shows nothing of another order of the same customer', async () => {
      const { t } = await area.link(mine)
      await studio.db.query('update "order" set "customerId" = $2 where "id" = $1', [other.orderId, mine.customerId])
      try {
        const { data } = await area.call(await area.guest(t), 'photo/query', PAGE)
        expect(ids(data)).toEqual([...mine.photoIds].sort())
      } finally {
        await studio.db.query('update "order" set "customerId" = $2 where "id" = $1', [other.orderId, other.customerId])
      }
    })

    it('shows nothing of what was deleted, nor what hangs on it', async () => {
      const guest = await area.guest((await area.link(mine)).t)
      const seen = async (): Promise<unknown[]> => ids((await area.call(guest, 'photo/query', PAGE)).data)
      for (const [table, id] of [
        ['order', mine.orderId],
        ['orderSession', mine.orderSessionId],
        ['photoFolder', mine.folderId],
      ] as const) {
        await studio.db.query(`update "${table}" set "isDel" = true where "id" = $1`, [id])
        expect([table, await seen()]).toEqual([table, []])
        await studio.db.query(`update "${table}" set "isDel" = false where "id" = $1`, [id])
      }
      expect(await seen()).toEqual([...mine.photoIds].sort())
    })

    it('opens nothing when it is unknown, withdrawn or over', async () => {
      const { id, t } = await area.link(mine)
      const held = (await area.open(t)).data as { token: string }
      expect(await area.open(`${t}x`)).toMatchObject({ status: 400, data: { field: 't' } })
      const sessions = () => studio.rows('select 1 as "is" from "loginSession" where "linkId" = $1', [id])
      expect(await sessions()).toHaveLength(1)
      await area.floor.must('clientAccess/edit', { id, status: DICT.enable_status.disabled })
      // Its row is gone, and what listens hears of it.
      expect(await sessions()).toEqual([])
      expect(await area.open(t)).toMatchObject({ status: 400, msg: '此链接已被撤回' })
      forgetSessions()
      expect(await studio.auth.authenticate(held.token)).toBeUndefined()
      const short = await area.link(mine, { expireTime: studio.clock.at + DAY })
      const { token } = (await area.open(short.t)).data as { token: string }
      const before = studio.clock.at
      studio.clock.at += DAY
      try {
        expect(await area.open(short.t)).toMatchObject({ status: 400, msg: '此链接已过期' })
        expect(await studio.auth.authenticate(token)).toBeUndefined()
      } finally {
        studio.clock.at = before
      }
    })

    it('is good for the days that the company says, and counts who opened it', async () => {
      const { id, t } = await area.link(mine)
      await area.open(t)
      const [row] = await studio.db.query('select * from "clientAccess" where "id" = $1', [id])
      expect(row).toMatchObject({ expireTime: studio.clock.at + 30 * DAY, viewCount: 1, watermark: true })
      expect(JSON.stringify(row)).not.toContain(t)
    })

    it('is whole where the parameters say the address of the site', async () => {
      const asked = { orderId: mine.orderId, accessType: DICT.access_type.photos }
      const save = (value: string) =>
        area.floor.must('parameter/save', { parameters: [{ code: 'site_address', value }] })
      await save('https://studio.example.com/')
      const whole = await area.floor.must('clientAccess/add', asked)
      await save('')
      const path = await area.floor.must('clientAccess/add', asked)
      expect(whole.address).toMatch(/^https:\/\/studio\.example\.com\/client\/client-view-photos\?t=/)
      expect(path.address).toMatch(/^\/client\/client-view-photos\?t=/)
    })

    it('may ask for a code; after five wrong ones it is not looked at, and says so', async () => {
      const { t, accessCode = '' } = await area.link(mine, { withCode: 1 })
      expect(await area.open(t)).toMatchObject({ status: 400, data: { field: 'accessCode' } })
      const lines: string[] = []
      const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
      const wrong = accessCode === '000000' ? '111111' : '000000'
      for (let i = 0; i < 4; i += 1) expect(await area.open(t, wrong)).toMatchObject({ status: 400 })
      expect(await area.open(t, accessCode)).toMatchObject({ status: 200 })
      expect(await area.open(t, wrong)).toMatchObject({ status: 400, msg: '访问码不对' })
      expect(await area.open(t, accessCode)).toMatchObject({ status: 400, msg: '操作过于频繁，请稍后再试' })
      await area.open(`${t}x`)
      write.mockRestore()
      const told = lines.filter((line) => line.includes('"log":"security"'))
      expect(told.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
        ...Array.from({ length: 4 }, () => 'codeWrong'),
        ...['signIn', 'codeWrong', 'tooMany', 'signInFailed'],
      ])
      expect(told.join()).not.toContain(t)
    })

    it('is made for the customer of the order only', async () => {
      const to = { orderId: mine.orderId, accessType: DICT.access_type.photos }
      const told = await area.call(area.staff, 'clientAccess/add', { ...to, customerId: other.customerId })
      expect(told).toMatchObject({ status: 400, data: { field: 'customerId' } })
      const session = await area.call(area.staff, 'clientAccess/add', { ...to, orderSessionId: other.orderSessionId })
      expect(session).toMatchObject({ status: 400 })
    })
  })

  describe('a customer', () => {
    let guest: Actor
    beforeAll(async () => {
      guest = await area.guest((await area.link(mine)).t)
    })

    it('signs in with a mobile and a code', async () => {
      expect(await area.call(STRANGER, 'wx/sendCode', { mobile: mine.mobile })).toMatchObject({ status: 200 })
      const [sent] = await studio.rows<{ code: string }>(
        'select "code" from "verifyCode" where "mobile" = $1 order by "id" desc',
        [mine.mobile],
      )
      const told = await area.call(STRANGER, 'system/wxLogin', {
        ...{ mobile: mine.mobile, code: sent?.code, userType: 'customer' },
      })
      expect(told).toMatchObject({ status: 200, data: { userType: 'customer' } })
      const actor = await area.behind((told.data as { token: string }).token)
      expect(ids((await area.call(actor, 'photo/query', PAGE)).data)).toEqual([...mine.photoIds].sort())
    })

    it('reads of a photo what the product says, and no address of a larger one', async () => {
      const { data } = await area.call(guest, 'photo/query', PAGE)
      const [row = {}] = data as Values[]
      expect(row).toMatchObject({ smallPreviewUrl: expect.any(String), previewUrl: expect.any(String), star: 0 })
      for (const name of [
        'url',
        'thumbUrl',
        'viewUrl',
        'sha1',
        'fileId',
        'orderId',
        'createBy',
        'createName',
        'qualityResult',
      ])
        expect(row).not.toHaveProperty(name)
      expect(JSON.stringify(data)).not.toMatch(/\/files\/[ob]/)
    })

    it('finds nothing by what is not read', async () => {
      expect(await area.call(guest, 'photo/query', { ...PAGE, workTaskId: [1] })).toMatchObject({ status: 403 })
      expect(await area.call(guest, 'photo/query', { ...PAGE, sort: ['-createTime'] })).not.toMatchObject({
        status: 200,
      })
    })

    it('sees no private photo, and none of a private folder', async () => {
      const [photoId] = mine.photoIds
      await studio.db.query('update "photo" set "isPrivate" = true where "id" = $1', [photoId])
      expect(ids((await area.call(guest, 'photo/query', PAGE)).data)).toEqual(mine.photoIds.slice(1))
      await studio.db.query('update "photo" set "isPrivate" = false where "id" = $1', [photoId])
      await studio.db.query('update "photoFolder" set "isPrivate" = true where "id" = $1', [mine.folderId])
      expect((await area.call(guest, 'photo/query', PAGE)).data).toEqual([])
      await studio.db.query('update "photoFolder" set "isPrivate" = false where "id" = $1', [mine.folderId])
    })

    it('marks own photos, with a star and a wish only', async () => {
      const [id] = mine.photoIds
      expect(await area.call(guest, 'photo/edit', { id, star: 5, remark: '磨皮' })).toMatchObject({ status: 200 })
      expect(await area.call(guest, 'photo/edit', { id, isPrivate: 1 })).toMatchObject({ status: 403 })
      expect(await area.call(guest, 'photo/edit', { id, star: 1, sceneId: 1 })).toMatchObject({ status: 403 })
      const told = await area.call(guest, 'photo/edit', { id: other.photoIds[0], star: 5 })
      expect([403, 404]).toContain(told.status)
    })
  })

  describe('a design', () => {
    const sign = { url: `/files/c${'1'.repeat(40)}.png`, origName: 'sign.png' }
    const reply = (who: Actor, designTaskId: number, more: Values) =>
      area.call(who, 'photo/commitDesign', { designTaskId, ...more })
    let signImage: Values
    let shown: Shown
    let guest: Actor
    beforeAll(async () => {
      shown = await area.shown()
      guest = await area.guest((await area.link(shown, { accessType: DICT.access_type.design })).t)
      const [id] = await studio.app.insertAll('uploadFile', guest, [sign])
      signImage = { id, ...sign }
    })

    it('is shown with its pages once it is the customer’s turn', async () => {
      expect(ids((await area.call(guest, 'designTask/designs', PAGE)).data)).toEqual([shown.designId])
      const { data } = await area.call(guest, 'designPage/pages', { ...PAGE, designTaskId: shown.designId })
      expect(ids(data)).toEqual(shown.pageIds)
      expect(JSON.stringify(data)).not.toMatch(/\/files\/[ob]/)
      expect((await area.call(guest, 'clientAlbum/mine')).data).toEqual([])
      await studio.db.query('update "designTask" set "designStatus" = 3 where "id" = $1', [shown.designId])
      expect((await area.call(guest, 'designTask/designs', PAGE)).data).toEqual([])
      await studio.db.query('update "designTask" set "designStatus" = 5 where "id" = $1', [shown.designId])
    })

    it('is changed as the customer wrote on its pages', async () => {
      const [first, second] = shown.pageIds
      expect(await reply(guest, shown.designId, { result: DICT.feedback_result.changesWanted })).toMatchObject({
        status: 400,
      })
      const pin = { designPageId: first, x: 0.25, y: 0.5, comment: '眼睛闭上了' }
      expect(await area.call(guest, 'pageNote/say', { ...pin, x: 1.2 })).toMatchObject({ status: 400 })
      expect(await area.call(guest, 'pageNote/say', pin)).toMatchObject({ status: 200 })
      const foreseen = await area.call(guest, 'designFeedback/foresee', { designTaskId: shown.designId })
      expect(foreseen.data).toMatchObject({
        unseen: 2,
        pageComments: [{ pageNo: 1, comment: '眼睛闭上了', x: 0.25, y: 0.5 }],
      })
      expect(await reply(guest, shown.designId, { result: DICT.feedback_result.changesWanted })).toMatchObject({
        status: 200,
      })
      expect(await area.floor.row('designTask', shown.designId)).toMatchObject({
        designStatus: DICT.design_status.rework,
      })
      const told = await area.call(guest, 'pageNote/say', { designPageId: second, comment: '太晚了' })
      expect(told).toMatchObject({ status: 400 })
      // The designer answers, or puts another page in its place; the customer reads the answer.
      const [{ id = 0, noteStatus = 0 } = {}] = (await area.call(guest, 'pageNote/query', PAGE)).data as Values[]
      expect(noteStatus).toBe(DICT.page_note_status.open)
      expect(await area.call(guest, 'pageNote/takeBack', { id: Number(id) })).toMatchObject({ status: 400 })
      expect(await area.call(guest, 'pageNote/answer', { id: Number(id), answer: '好' })).toMatchObject({ status: 403 })
      const step = { targetType: DICT.record_target.task, recordType: DICT.record_type.status, targetId: shown.taskId }
      await area.floor.must('record/add', { ...step, action: 'start' })
      expect(await area.floor.told('record/add', { ...step, action: 'submit' })).toMatchObject({
        ...{ status: 400, data: { field: 'action' } },
        msg: expect.stringContaining('第 1 页') as string,
      })
      await area.floor.must('pageNote/answer', { id: Number(id), answer: '原片如此' })
      await area.floor.must('record/add', { ...step, action: 'submit' })
      expect((await area.call(guest, 'pageNote/query', PAGE)).data).toMatchObject([{ answer: '原片如此', x: 0.25 }])
    })

    it('is looked at anew where a page is another, and only there', async () => {
      const other = await area.shown()
      const one = await area.guest((await area.link(other)).t)
      for (const id of other.pageIds) await area.call(one, 'designPage/look', { id })
      const wish = { result: DICT.feedback_result.changesWanted, content: '第二页换一张' }
      expect(await reply(one, other.designId, wish)).toMatchObject({ status: 200 })
      const step = { targetType: DICT.record_target.task, recordType: DICT.record_type.status, targetId: other.taskId }
      await area.floor.must('record/add', { ...step, action: 'start' })
      const key = String(other.designId).padStart(40, 'e')
      const small = { thumbUrl: `/files/a${key}.webp`, viewUrl: `/files/b${key}.webp`, width: 600, height: 400 }
      const picture = { origName: 'page-2.jpg', url: `/files/o${key}.jpg`, sha1: key, size: 1000, ...small }
      const fileIds = await studio.app.insertAll('uploadFile', area.floor.counter.who, [picture])
      await area.floor.must('photo/upload', { designTaskId: other.designId, fileIds })
      await area.floor.must('record/add', { ...step, action: 'submit' })
      const seen = (await Promise.all(other.pageIds.map((id) => area.floor.row('designPage', id)))).map(
        (page) => page.seen,
      )
      expect(seen).toEqual([true, false])
      expect(await area.floor.row('designTask', other.designId)).toMatchObject({ allSeen: false })
      await area.call(one, 'designPage/look', { id: other.pageIds[1] })
      expect(await area.floor.row('designTask', other.designId)).toMatchObject({ allSeen: true })
    })

    it('is agreed with a signature, when all pages were seen', async () => {
      const other = await area.shown()
      const one = await area.guest((await area.link(other)).t)
      const answer = { result: DICT.feedback_result.confirmed, signImage }
      expect(await reply(one, other.designId, answer)).toMatchObject({ status: 400 })
      const [first, last] = other.pageIds
      await area.call(one, 'designPage/look', { id: first })
      expect(await area.floor.row('designTask', other.designId)).toMatchObject({ allSeen: false })
      expect(await reply(one, other.designId, answer)).toMatchObject({ status: 400 })
      await area.call(one, 'designPage/look', { id: last })
      // Words on a page are asked for or taken back: nothing is confirmed beside them.
      const { data: note } = await area.call(one, 'pageNote/say', { designPageId: first, comment: '换一张' })
      expect(await reply(one, other.designId, answer)).toMatchObject({ status: 400, data: { field: 'result' } })
      const forThem = { designTaskId: other.designId, stage: 'customer' } as const
      expect(await area.floor.told('photo/commitDesign', forThem)).toMatchObject({ status: 400 })
      expect(await area.call(one, 'pageNote/takeBack', { id: Number((note as Values).id) })).toMatchObject({
        status: 200,
      })
      expect(await area.floor.row('designTask', other.designId)).toMatchObject({ allSeen: true })
      expect(await reply(one, other.designId, { result: DICT.feedback_result.confirmed })).toMatchObject({
        data: { field: 'signImage' },
      })
      expect(await reply(one, other.designId, answer)).toMatchObject({ status: 200 })
      // An album carries its watermark until all is paid and staff let the customer have it.
      const albums = async (): Promise<unknown> => (await area.call(one, 'clientAlbum/mine')).data
      expect(await albums()).toMatchObject([{ id: other.designId, pageCount: 2 }])
      const pictures = async () =>
        ((await area.call(one, 'clientAlbum/pages', { designTaskId: other.designId })).data as Values[]).map((page) =>
          area.meant(page.pageUrl),
        )
      expect((await pictures()).every((url) => url.startsWith('/files/c'))).toBe(true)
      await studio.db.query('update "clientAccess" set "allowDownload" = true where "orderId" = $1', [other.orderId])
      expect((await pictures()).every((url) => url.startsWith('/files/b'))).toBe(true)
      const [feedback] = await studio.db.query('select * from "designFeedback" where "designTaskId" = $1', [
        other.designId,
      ])
      expect(feedback).toMatchObject({ customerId: other.customerId, result: DICT.feedback_result.confirmed })
    })

    it('is answered by its customer only, and never as staff answer', async () => {
      const told = await reply(guest, other.designId, { result: DICT.feedback_result.changesWanted, content: '不喜欢' })
      expect([400, 403, 404]).toContain(told.status)
      expect(await area.floor.row('designTask', other.designId)).toMatchObject({
        designStatus: DICT.design_status.toConfirm,
      })
      expect(await reply(guest, shown.designId, { stage: 'layout' })).toMatchObject({ status: 403 })
    })
  })

  describe('originals and choosing', () => {
    it('are not given out before they are allowed, paid for and bought', async () => {
      const unpaid = await area.shown(200)
      const guest = await area.guest((await area.link(unpaid, { allowDownload: 1 })).t)
      const [id] = unpaid.photoIds
      const ask = (who: Actor, photo: number | undefined) => area.call(who, 'photo/original', { id: photo })
      expect(await ask(guest, id)).toMatchObject({ status: 400 })
      // Bought and allowed, but not paid for.
      await studio.db.query('update "photo" set "isPicked" = true where "id" = $1', [id])
      await area.chosen(unpaid, DICT.selection_status.done)
      expect(await ask(guest, id)).toMatchObject({ status: 400 })
      const paid = await area.guest((await area.link(mine, { allowDownload: 1 })).t)
      const [bought, open] = mine.photoIds
      expect(await ask(paid, bought)).toMatchObject({ status: 400 })
      await studio.db.query('update "photo" set "isPicked" = true where "id" = $1', [bought])
      await area.chosen(mine, DICT.selection_status.done)
      expect(await ask(paid, bought)).toMatchObject({
        status: 200,
        data: { url: expect.stringMatching(/^\/files\/[\w-]{60,}\.jpg$/) },
      })
      expect(await ask(paid, open)).toMatchObject({ status: 400 })
      const plain = await area.guest((await area.link(mine)).t)
      expect(await ask(plain, bought)).toMatchObject({ status: 400 })
    })

    it('are packed into one file: of an album that is agreed, for whoever asked, by an address that ends', async () => {
      const shown = await area.shown()
      const pages = await studio.rows<{ url: string }>(
        'select "url" from "designPage" where "designTaskId" = $1 order by "pageNo"',
        [shown.designId],
      )
      for (const [n, { url }] of pages.entries())
        await studio.files.put(pathOfKey(url.slice('/files/'.length)), Buffer.from(`page ${n + 1}`), 'image/jpeg')
      const ask = (who: Actor) => area.call(who, 'designTask/download', { id: shown.designId })
      const guest = await area.guest((await area.link(shown, { allowDownload: 1 })).t)
      expect(await ask(guest)).toMatchObject({ status: 400 })
      await studio.db.query('update "designTask" set "designStatus" = $2 where "id" = $1', [
        shown.designId,
        DICT.design_status.confirmed,
      ])
      expect(await ask(await area.guest((await area.link(shown)).t))).toMatchObject({ status: 400 })
      const { jobId } = (await ask(guest)).data as { jobId: number }
      await studio.jobs.runDue()
      const watch = async (who: Actor) => (await area.call(who, 'job/progress', { jobId })).data as { url?: string }
      expect(await watch(await area.guest((await area.link(other)).t))).toEqual({ field: 'jobId' })
      const { url = '' } = await watch(guest)
      const fetched = (moment: number) =>
        serveFile(url.slice('/files/'.length), new Request(`http://here${url}`), {
          files: studio.files,
          clock: { now: () => moment },
          isOpen: async () => true,
        })
      const packed = await fetched(studio.clock.at)
      const found = unzipSync(new Uint8Array((await packed?.arrayBuffer()) ?? new ArrayBuffer()))
      expect(Object.entries(found).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
        ['001.jpg', 'page 1'],
        ['002.jpg', 'page 2'],
      ])
      expect(await fetched(studio.clock.at + 3 * DAY)).toMatchObject({ status: 404 })
    })

    it('is allowed by a link as long as it is good, for its own session', async () => {
      const shown = await area.shown()
      await area.chosen(shown, DICT.selection_status.toPick)
      const [photoId] = shown.photoIds
      const keep = { photoId, pickType: DICT.pick_type.keep }
      const byCode: Actor = { ...(await area.guest((await area.link(shown)).t)), linkId: undefined }
      const open = { allowPick: 1, orderSessionId: shown.orderSessionId } as const
      const { id } = await area.link(shown, { ...open, expireTime: studio.clock.at + DAY })
      const toPick = async () => (await area.call(byCode, 'clientAccess/mine')).data
      expect(await toPick()).toMatchObject({ toPick: 1 })
      const before = studio.clock.at
      studio.clock.at += DAY
      try {
        expect(await toPick()).toMatchObject({ toPick: 0 })
        expect(await area.call(byCode, 'photo/pickForProduct', keep)).toMatchObject({ status: 400 })
      } finally {
        studio.clock.at = before
      }
      await area.floor.must('clientAccess/edit', { id, status: DICT.enable_status.disabled })
      expect(await area.call(byCode, 'photo/pickForProduct', keep)).toMatchObject({ status: 400 })
      await area.floor.must('clientAccess/edit', { id, status: DICT.enable_status.enabled })
      await studio.db.query('update "clientAccess" set "orderSessionId" = $2 where "id" = $1', [
        id,
        mine.orderSessionId,
      ])
      expect(await area.call(byCode, 'photo/pickForProduct', keep)).toMatchObject({ status: 400 })
      await studio.db.query('update "clientAccess" set "orderSessionId" = $2 where "id" = $1', [
        id,
        shown.orderSessionId,
      ])
      expect(await area.call(byCode, 'photo/pickForProduct', keep)).toMatchObject({ status: 200 })
    })

    it('is for customers where staff opened it', async () => {
      const shown = await area.shown()
      const filmId = await area.chosen(shown, DICT.selection_status.toPick)
      const [photoId] = shown.photoIds
      const keep = { photoId, pickType: DICT.pick_type.keep }
      const closed = await area.guest((await area.link(shown)).t)
      expect(await area.call(closed, 'photo/pickForProduct', keep)).toMatchObject({ status: 400 })
      const guest = await area.guest((await area.link(shown, { allowPick: 1 })).t)
      expect((await area.call(guest, 'clientAccess/mine')).data).toMatchObject({ toPick: 1, toConfirm: 1 })
      expect(await area.call(guest, 'photo/pickForProduct', keep)).toMatchObject({ status: 200, data: { picked: 1 } })
      const [pick] = await studio.db.query('select * from "pick" where "selectedFilmId" = $1', [filmId])
      expect(pick).toMatchObject({ photoId, pickType: DICT.pick_type.keep, pickBy: DICT.pick_by.customer })
      // The session of a photo tells the selection: none is named, and a product of another order is none.
      expect(await area.call(guest, 'photo/pickForProduct', { ...keep, selectedFilmId: filmId })).toMatchObject({
        status: 403,
      })
      expect(await area.call(guest, 'photo/pickForProduct', { ...keep, orderItemId: 1 })).toMatchObject({ status: 400 })
      expect((await area.call(guest, 'photo/myProducts')).data).toEqual(expect.any(Array))
      expect((await area.call(closed, 'photo/myProducts')).data).toEqual([])
    })

    it('is signed by customers alone where staff let them, and billed as if they had come', async () => {
      const shown = await area.shown()
      const filmId = await area.chosen(shown, DICT.selection_status.picking)
      await studio.db.query('update "selectedFilm" set "quota" = 2, "extraPrice" = 3000 where "id" = $1', [filmId])
      const signImage = { url: `/files/c${'1'.repeat(40)}.png`, origName: 'sign.png' }
      const [file = 0] = await studio.app.insertAll('uploadFile', area.staff, [signImage])
      const sign = (who: Actor) => area.call(who, 'pick/signMine', { signImage: { id: file, ...signImage } })
      const chooser = await area.guest((await area.link(shown, { allowPick: 1 })).t)
      expect(await sign(chooser)).toMatchObject({ status: 400, msg: '请到店与选片师一起确认' })
      const { t } = await area.link(shown, { allowPick: 1, allowSign: 1, accessType: DICT.access_type.selection })
      const guest = await area.guest(t)
      expect((await area.call(guest, 'clientAccess/mine')).data).toMatchObject({ toPick: 1 })
      expect(await sign(guest)).toMatchObject({ status: 400, msg: '还没有选照片' })
      for (const photoId of shown.photoIds)
        await area.call(guest, 'photo/pickForProduct', { photoId, pickType: DICT.pick_type.keep })
      expect(await sign(guest)).toMatchObject({ status: 200, data: { amount: 30 } })
      expect(await area.floor.row('selectedFilm', filmId)).toMatchObject({
        selectionStatus: DICT.selection_status.toPay,
      })
      expect(await sign(guest)).toMatchObject({ status: 400 })
      const [photoId] = shown.photoIds
      expect(await area.call(guest, 'photo/pickForProduct', { photoId, action: 'remove' })).toMatchObject({
        status: 400,
      })
    })

    it('says how many are included, how many are chosen and what more cost, to those who may choose', async () => {
      const shown = await area.shown()
      const filmId = await area.chosen(shown, DICT.selection_status.toPick)
      await studio.db.query('update "selectedFilm" set "quota" = 1, "extraPrice" = 3000 where "id" = $1', [filmId])
      const how = async (who: Actor, more: { orderSessionId?: number } = {}) =>
        (await area.call(who, 'photo/myChoice', more)).data
      expect(await how(await area.guest((await area.link(shown)).t))).toEqual({})
      const guest = await area.guest((await area.link(shown, { allowPick: 1 })).t)
      expect(await how(guest)).toMatchObject({ picked: 0, quota: 1, extra: 0, extraPrice: 30, extraAmount: 0 })
      for (const photoId of shown.photoIds)
        await area.call(guest, 'photo/pickForProduct', { photoId, pickType: DICT.pick_type.keep })
      const now = { picked: 3, quota: 1, extra: 2, extraPrice: 30, extraAmount: 60 }
      expect(await how(guest, { orderSessionId: shown.orderSessionId })).toMatchObject(now)
      expect(await how(guest, { orderSessionId: mine.orderSessionId })).toEqual({ field: 'orderSessionId' })
    })
  })
})
