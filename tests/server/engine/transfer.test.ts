import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathOfKey } from '../../../src/server/files/names.ts'
import { cancelJob } from '../../../src/server/jobs/index.ts'
import { readTable, type RawCell } from '../../../src/server/calls/sheet-reader.ts'
import { SheetWriter, type Cell } from '../../../src/server/calls/sheet-writer.ts'
import { engines } from '../db/engines.ts'
import { openShop, START, type Person, type Shop } from './shop.ts'

type Values = Record<string, unknown>
const DAY = 86_400_000
const MIDNIGHT = START - 9 * 3600_000

describe.each(engines)('on $name', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())

  /** The rows of the file behind an address. */
  async function fileAt(url: unknown): Promise<RawCell[][]> {
    const key = /^\/files\/(t[0-9a-f]{40}\.xlsx)/.exec(String(url))?.[1] ?? ''
    return (await readTable(await shop.files.get(pathOfKey(key)))).map((row) => row.cells)
  }

  /** Puts a table among the uploaded files; answers its id. */
  async function uploaded(rows: Cell[][] | string, person: Person = 'max'): Promise<number> {
    const key = `${Math.floor(Math.random() * 1e9)
      .toString(16)
      .padStart(40, '0')}.xlsx`
    let bytes: Buffer = Buffer.from(String(rows))
    if (typeof rows !== 'string') {
      const [head = [], ...body] = rows
      const sheet = new SheetWriter('t', head.map(String))
      await sheet.add(body)
      bytes = await sheet.end()
    }
    await shop.files.put(pathOfKey(key), bytes)
    return await shop.app.enterFile(
      { origName: 'clients.xlsx', url: `/files/${key}`, size: bytes.length, mimeType: 'x', sha1: '' },
      shop.actor(person),
    )
  }

  describe('export', () => {
    beforeAll(async () => {
      for (const [i, name] of ['=cmd()', '<b>李</b>', 'c'].entries()) {
        await shop.post('max', 'customer/add', {
          realName: name,
          mobile: `1360000000${i}`,
          salesId: shop.ids.ann,
          credit: 1.5,
          level: 2,
          birthday: MIDNIGHT - DAY,
          cityCode: '500100',
        })
      }
    })

    it('writes the rows of the list as people read them, headed in their language', async () => {
      const { data } = await shop.post('max', 'customer/export', { sortField: 'level', sortOrder: 'asc' })
      const [head, first] = await fileAt((data as Values).url)
      expect(head).toEqual([
        '客户编号',
        '姓名',
        '手机号',
        '等级',
        '客户状态',
        '额度',
        '提成',
        '销售',
        '城市',
        '标签',
        '生日',
        '创建时间',
        '名称',
      ])
      expect(first).toEqual([
        expect.stringMatching(/^C2603160/),
        '=cmd()',
        '13600000000',
        '中',
        '新',
        1.5,
        null,
        'ann',
        '重庆',
        null,
        new Date(MIDNIGHT - DAY + 8 * 3600_000),
        expect.any(Date),
        'North',
      ])
    })

    it('keeps the filters, the scope and the masks of the list', async () => {
      const rows = async (person: Person, input: Values) =>
        fileAt(((await shop.post(person, 'customer/export', input)).data as Values).url)
      expect(await rows('max', { nameOrTel: '李' })).toHaveLength(2)
      expect(await rows('bob' as Person, {})).toHaveLength(1)
      expect((await rows('ann', { nameOrTel: '李' }))[1]?.[2]).toBe('136****0001')
      expect(await shop.post('lea', 'customer/export', {})).toMatchObject({ status: 403 })
    })

    it('has the chosen rows alone, of those in sight', async () => {
      const told = await shop.post('max', 'customer/query', { sortField: 'id', sortOrder: 'asc' })
      const [one, two] = told.data as Values[]
      const names = async (person: Person, input: Values) => {
        const { data } = await shop.post(person, 'customer/export', { columns: ['realName'], ...input })
        return (await fileAt((data as Values).url)).slice(1).map((row) => row[0])
      }
      expect((await names('max', { ids: [two?.id, one?.id] })).sort()).toEqual([one?.realName, two?.realName].sort())
      expect(await names('max', { ids: [one?.id] })).toEqual([one?.realName])
      expect(await names('bob' as Person, { ids: [one?.id, two?.id] })).toEqual([])
      expect(await shop.post('max', 'customer/export', { ids: ['1'] })).toMatchObject({
        status: 400,
        data: { field: 'ids' },
      })
    })

    it('of many rows is made by a job', async () => {
      await shop.db.query(
        `insert into "customer" ("realName", "mobile", "level", "credit", "vip", "status", "nameCode", "companyId", "version", "createTime", "updateTime", "isDel", "salesId")
        select 'n' || n, '1350' || lpad(n::text, 7, '0'), 1, 0, false, 1, 'x', $1, 1, now() - n * interval '1 second', now(), false, $2 from generate_series(1, 1600) as n`,
        [shop.ids.firm1, shop.ids.ann],
      )
      const { data } = await shop.post('max', 'customer/export', { columns: ['realName'] })
      const { jobId } = data as { jobId: number }
      await shop.jobs.runDue()
      const [job] = await shop.rows<{ status: string; result: Values; done: number }>(
        'select "status", "result", "done" from "job" where "id" = $1',
        [jobId],
      )
      expect(job).toMatchObject({ status: 'done', done: 1603, result: { rows: 1603 } })
      const rows = await fileAt(job?.result.url)
      expect(rows).toHaveLength(1604)
      expect(new Set(rows.map((row) => row[0])).size).toBe(1604)
    })
  })

  describe('import', () => {
    const HEAD: Cell[] = ['姓名*', '手机号', '等级', '生日', '额度', 'City']

    it('previews every row with what is wrong with it, and writes nothing', async () => {
      const fileId = await uploaded([
        HEAD,
        ['赵', '13100000001', '中', { day: MIDNIGHT + 8 * 3600_000 }, 12.5, '成都'],
        ['钱', '13100000002', 'High', '2026/3/1', '1,200.50', null],
        ['孙', '123', '很高', '昨天', 'x', '成都市'],
        ['李', '13100000001', null, null, null, null],
        ['周', '13600000000', null, null, null, null],
      ])
      const before = await shop.rows('select count(*) as "n" from "customer"')
      const { data } = await shop.post('max', 'customer/import', { fileId, preview: 1, salesId: shop.ids.bob })
      expect(data).toMatchObject({ total: 5, valid: 2, repeat: 2, fail: 1 })
      const rows = (data as { rows: { row: number; values: Values; problems: { field?: string; msg: string }[] }[] })
        .rows
      expect(rows[0]).toEqual({
        row: 2,
        values: {
          realName: '赵',
          mobile: '13100000001',
          level: 2,
          birthday: MIDNIGHT,
          credit: 12.5,
          cityCode: '510100',
          cityCodeName: '成都',
          salesId: shop.ids.bob,
        },
        wrong: {},
        problems: [],
      })
      expect(rows[1]?.values).toMatchObject({ level: 3, credit: 1200.5 })
      expect(rows[2]?.problems.map((one) => one.field).sort()).toEqual([
        'birthday',
        'cityCode',
        'credit',
        'level',
        'mobile',
      ])
      // Each problem names the column and what stands in it, and what may have been meant.
      const msgs = rows[2]?.problems.map(({ msg }) => msg) ?? []
      for (const words of [
        '手机号「123」',
        '等级「很高」',
        '生日「昨天」',
        '额度「x」',
        '城市「成都市」不存在，是否为「成都」',
      ])
        expect(msgs).toContainEqual(expect.stringContaining(words))
      expect(rows[3]?.problems.map(({ msg }) => msg)).toEqual([
        expect.stringMatching(/「\d+」(与第 \d+ 行相同|已存在)/),
      ])
      expect(await shop.rows('select count(*) as "n" from "customer"')).toEqual(before)
    })

    it('adds the good rows by the add of the resource and reports the others; the same file again adds nothing (I-44)', async () => {
      const fileId = await uploaded('姓名,手机号,等级\n"吴, 一",13100000011,低\n郑,13100000012,旧\n冯,13100000011,低\n')
      const run = async (): Promise<Values> => {
        const { data } = await shop.post('max', 'customer/import', { fileId, salesId: shop.ids.ann })
        await shop.jobs.runDue()
        const [job] = await shop.rows<{ result: Values; status: string; total: number; done: number }>(
          'select "result", "status", "total", "done" from "job" where "id" = $1',
          [(data as { jobId: number }).jobId],
        )
        expect(job).toMatchObject({ status: 'done', total: 3, done: 3 })
        return job?.result ?? {}
      }
      expect(await run()).toMatchObject({
        successCount: 1,
        repeatCount: 1,
        failCount: 1,
        errors: [
          { row: 3, field: 'level', cells: ['郑', '13100000012', '旧'] },
          { row: 4, msg: '手机号「13100000011」与第 2 行相同' },
        ],
      })
      expect(
        await shop.rows('select "realName", "salesId", "customerNo" from "customer" where "mobile" = \'13100000011\''),
      ).toEqual([{ realName: '吴, 一', salesId: shop.ids.ann, customerNo: expect.stringMatching(/^C/) as string }])
      expect(await run()).toMatchObject({ successCount: 0, repeatCount: 2, failCount: 1 })
    })

    it('takes a telephone number as a spreadsheet shows it, and keeps it without what stands between its digits', async () => {
      const numbers = ['131 1234 0021', '131-1234-0022', ' 131\u00a01234\u00a00023', '131 1234 002']
      const fileId = await uploaded([['姓名', '手机号'], ...numbers.map((one, i) => [`n${i}`, one])])
      const { data } = await shop.post('max', 'customer/import', { fileId, preview: 1, salesId: shop.ids.ann })
      expect(data).toMatchObject({ total: 4, valid: 3, fail: 1 })
      const { rows } = data as { rows: { values: Values }[] }
      expect(rows.map(({ values }) => values.mobile)).toEqual([
        '13112340021',
        '13112340022',
        '13112340023',
        '131 1234 002',
      ])
    })

    it('that is cancelled keeps what is in, says how many that are, and hands the other rows back', async () => {
      const rows = Array.from({ length: 200 }, (_, i) => [`s${i}`, `1320000${String(i).padStart(4, '0')}`])
      const fileId = await uploaded([['姓名', '手机号'], ...rows, ['no number', '1']])
      const { data } = await shop.post('max', 'customer/import', { fileId, salesId: shop.ids.ann })
      const { jobId } = data as { jobId: number }
      const job = async () => {
        const [found] = await shop.rows<{ status: string; done: number; state: Values; worker: string | null }>(
          'select "status", "done", "state", "worker" from "job" where "id" = $1',
          [jobId],
        )
        return found as NonNullable<typeof found>
      }
      const running = shop.jobs.runDue()
      await expect.poll(async () => (await job()).done, { timeout: 20_000, interval: 5 }).toBeGreaterThan(2)
      expect(await cancelJob(shop.db, jobId, START)).toBe(true)
      await running
      const { status, done, state, worker } = await job()
      expect({ status, worker }).toEqual({ status: 'cancelled', worker: null })
      const [made] = await shop.rows<{ n: number }>(
        `select count(*) as "n" from "customer" where "mobile" like '1320000%'`,
      )
      expect(made?.n).toBeLessThan(200)
      expect(state).toMatchObject({ successCount: made?.n, repeatCount: 0, failCount: 0, next: done })
      const rest = state.rest as { row: number; cells: string[] }[]
      expect(rest).toHaveLength(201 - done)
      expect(rest[0]).toEqual({ row: done + 2, cells: rows[done] })
      expect(rest.at(-1)?.cells).toEqual(['no number', '1'])
    })

    it('reads a table that a Chinese spreadsheet saved in its own encoding', async () => {
      const gbk = Buffer.from([
        0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xca, 0xd6, 0xbb, 0xfa, 0xba, 0xc5, 0x0a, 0xd5, 0xd4, 0x2c, 0x31, 0x33, 0x31,
      ])
      expect(await readTable(gbk)).toEqual([
        { row: 1, cells: ['姓名', '手机号'] },
        { row: 2, cells: ['赵', '131'] },
      ])
    })

    it.each<[string, () => Promise<Values>, string]>([
      ['a file that is no table', async () => ({ fileId: await uploaded('PK not a zip') }), 'fileId'],
      ['a file without rows', async () => ({ fileId: await uploaded([HEAD]) }), 'fileId'],
      ['a file without a required column', async () => ({ fileId: await uploaded([['姓名'], ['x']]) }), 'fileId'],
      ['a file of another company', async () => ({ fileId: await uploaded([HEAD, ['x']], 'zoe') }), 'fileId'],
      ['no file', () => Promise.resolve({}), 'fileId'],
    ])('refuses %s', async (_, input, field) => {
      expect(
        await shop.post('max', 'customer/import', { preview: 1, salesId: shop.ids.ann, ...(await input()) }),
      ).toMatchObject({ data: { field } })
    })
  })
})
