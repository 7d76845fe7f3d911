/** Uploads, imports with preview, run and report (I-44), and exports: the same rows as the list, its masks, its labels (I-46, I-54). */
import { DICT } from '../../../src/generated/dictionaries.ts'
import { readSheet } from 'read-excel-file/node'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { CallModel } from '../../../src/model/model.ts'
import { SheetWriter } from '../../../src/server/calls/sheet-writer.ts'
import { onEachEngine } from '../support/engines.ts'
import type { Person, Product, Values } from '../support/product.ts'
import { upload } from '../support/upload.ts'
import { useProduct } from '../support/useProduct.ts'

interface Progress {
  status: string
  totalCount: number
  doneCount: number
  successCount: number
  repeatCount: number
  failCount: number
  errors: Values[]
  head: string[]
  url: string | null
}

const OVER = { timeout: 60_000, interval: 100 }

async function fileOf(product: Product, url: string): Promise<Buffer> {
  const response = await product.fetch(url)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

onEachEngine('transfer', (engine) => {
  const product = useProduct(engine, (one) => one.work())
  const png = () =>
    sharp({ create: { width: 30, height: 20, channels: 3, background: '#c03030' } })
      .png()
      .toBuffer()

  describe('uploads', () => {
    it('are stored, entered and given out', async () => {
      const told = await upload(product(), 'manager', 'upload/uploadImage', 'image', [
        ['红.png', (await png()) as BlobPart],
      ])
      expect(told).toMatchObject({ status: 200, msg: '上传成功！', data: { origName: '红.png' } })
      expect(told.data.url).toMatch(/^\/files\/[0-9a-f]{40}\.png$/)
      expect(product().log.at(-1)).toMatchObject({ path: '/api/upload/uploadImage.json', status: 200 })
      expect(product().log.at(-1)?.user).toBe((await product().person('manager')).userId)
      expect(await sharp(await fileOf(product(), told.data.url)).metadata()).toMatchObject({ width: 30, height: 20 })
      expect(
        await product().row('select "origName", "width", "companyId" from "uploadFile" where "id" = $1', [
          told.data.id,
        ]),
      ).toMatchObject({ origName: '红.png', width: 30, companyId: (await product().person('manager')).companyId })
    })

    it('come several at once, five at most', async () => {
      const bytes = (await png()) as BlobPart
      const files = (n: number) => Array.from({ length: n }, (_, i): [string, BlobPart] => [`${i}.png`, bytes])
      expect(await upload(product(), 'manager', 'upload/upload1', 'picture', files(5))).toMatchObject({
        status: 200,
        data: { length: 5 },
      })
      expect(await upload(product(), 'manager', 'upload/upload1', 'picture', files(6))).toMatchObject({
        status: 400,
        data: { field: 'picture' },
      })
    })

    it('are what their name says, or refused at the field', async () => {
      for (const [name, bytes] of [
        ['x.png', 'no picture'],
        ['x.html', '<script>alert(1)</script>'],
        ['x.svg', '<svg onload="alert(1)"/>'],
        ['x.exe', 'MZ'],
        ['x.png', ''],
      ] as const) {
        expect(await upload(product(), 'manager', 'upload/upload1', 'picture', [[name, bytes]])).toMatchObject({
          status: 400,
          data: { field: 'picture' },
        })
      }
      expect(
        await upload(product(), 'manager', 'upload/upload1', 'image', [['x.png', (await png()) as BlobPart]]),
      ).toMatchObject({ status: 400, data: { field: 'picture' } })
    })

    it('need a session, and have the headers of every answer', async () => {
      const form = new FormData()
      form.append('image', new Blob(['x']), 'x.png')
      const response = await product().fetch('/api/upload/uploadImage.json', { method: 'POST', body: form })
      expect(await response.json()).toMatchObject({ status: 401 })
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('cache-control')).toBe('no-store')
    })

    it('stand in a record as they were answered, and no other way', async () => {
      const { data } = await upload(product(), 'manager', 'upload/uploadImage', 'image', [
        ['附件.png', (await png()) as BlobPart],
      ])
      const add = (attachments: unknown) =>
        product().raw('manager', 'bulletin/add', { title: '附件', content: '见图', attachments })
      expect(await add([data])).toMatchObject({ status: 200 })
      expect(await add([{ ...data, url: 'javascript:alert(1)' }])).toMatchObject({ status: 400 })
      expect(await add([{ ...data, url: 'https://evil.example/x.png' }])).toMatchObject({ status: 400 })
    })
  })

  describe('an import', () => {
    const HEAD = ['姓名', '手机号', '部门', '岗位', '性别', '生日', '邮箱']
    const line = (
      name: string,
      mobile: string,
      more: string[] = ['门市部', '门市顾问', '女', '1995-03-08', `${mobile}@star.cn`],
    ): string[] => [name, mobile, ...more]
    const GOOD = Array.from({ length: 12 }, (_, i) => line(`导入${i}`, `1761234${String(i).padStart(4, '0')}`))
    const ROWS: string[][] = [
      ...GOOD,
      line('重复一', '17612340003'),
      line('在职者', '13800000002'),
      line('没部门', '17612350001', ['没有的部门', '', '', '', '']),
      line('坏号码', '12345'),
      line('', '17612350002'),
      line('坏生日', '17612350003', ['门市部', '', '', '昨天', '']),
      line('坏性别', '17612350004', ['门市部', '', '不明', '', '']),
    ]
    const csv = (rows: string[][]): string => [HEAD, ...rows].map((row) => row.join(',')).join('\r\n')

    async function sheet(rows: string[][]): Promise<BlobPart> {
      const writer = new SheetWriter('员工', HEAD)
      await writer.add(rows)
      return (await writer.end()) as BlobPart
    }

    async function given(name: string, bytes: BlobPart, who: string | Person = 'manager'): Promise<number> {
      const told = await upload(product(), who, 'upload/upload1', 'picture', [[name, bytes]])
      expect(told, JSON.stringify(told)).toMatchObject({ status: 200 })
      return told.data.id
    }

    async function done(jobId: number, who: string | Person = 'manager'): Promise<Progress> {
      const seen: number[] = []
      await expect
        .poll(async () => {
          const { status, doneCount } = await product().must(who, 'job/progress', { jobId })
          seen.push(doneCount)
          return status
        }, OVER)
        .toBe('done')
      expect(seen, 'progress never goes back').toEqual([...seen].sort((a, b) => a - b))
      return (await product().must(who, 'job/progress', { jobId })) as Progress
    }

    const total = ({ successCount, repeatCount, failCount }: Progress): number => successCount + repeatCount + failCount

    it('is previewed without a row being written', async () => {
      const fileId = await given('员工.xlsx', await sheet(ROWS))
      const before = await product().count('employee')
      const told = await product().rawMust<{ rows: { row: number; problems: { field?: string; msg: string }[] }[] }>(
        'manager',
        'employee/import',
        { fileId, preview: 1 },
      )
      expect(told).toMatchObject({ total: 19, valid: 12, repeat: 2, fail: 5 })
      const problems = Object.fromEntries(
        told.rows.filter((row) => row.problems.length > 0).map((row) => [row.row, row.problems[0]]),
      )
      expect(problems).toMatchObject({
        14: { msg: '手机号「17612340003」与第 5 行相同' },
        15: { msg: expect.stringMatching(/^手机号「\d{11}」已存在$/) as string },
        17: { field: 'mobile', msg: '手机号「12345」：目前只支持中国大陆的手机号码' },
        18: { field: 'realName' },
        16: { field: 'orgId', msg: '部门「没有的部门」不存在' },
        19: { field: 'birthday', msg: '生日「昨天」不是日期，应如 2026-03-16' },
        20: { field: 'gender', msg: '性别「不明」应为 男、女' },
      })
      expect(await product().count('employee')).toBe(before)
    })

    it('adds the good rows and reports the others; once more it adds none (I-44)', async () => {
      const fileId = await given('员工.csv', csv(ROWS))
      const before = await product().count('employee')
      const { jobId } = await product().must('manager', 'employee/import', { fileId })
      const report = await done(jobId)
      expect(report).toMatchObject({ totalCount: 19, doneCount: 19, successCount: 12, repeatCount: 2, failCount: 5 })
      expect(total(report)).toBe(report.totalCount)
      expect(report.errors.map((one) => one.row)).toEqual([14, 15, 16, 17, 18, 19, 20])
      expect(report.errors[0]).toMatchObject({ msg: '手机号「17612340003」与第 5 行相同', cells: ROWS[12] })
      expect(report.head).toEqual(HEAD)
      expect(await product().count('employee')).toBe(before + 12)
      expect(
        await product().row(
          'select e."realName", o."name" as org, p."name" as position, e."gender", e."email" from "employee" e join "org" o on o."id" = e."orgId" join "position" p on p."id" = e."positionId" where e."mobile" = $1',
          ['17612340005'],
        ),
      ).toEqual({ realName: '导入5', org: '门市部', position: '门市顾问', gender: 2, email: '17612340005@star.cn' })
      const again = await product().must('manager', 'employee/import', { fileId })
      expect(await done(again.jobId)).toMatchObject({ successCount: 0, repeatCount: 14, failCount: 5 })
      expect(await product().count('employee')).toBe(before + 12)
    })

    it('gives rows to whoever takes them in as their own', async () => {
      const who = 'telemarketer'
      const { employeeId } = await product().person(who)
      const [type] = await product().must(who, 'channeltype/select', {})
      const mobile = '17612370001'
      const fileId = await given('线索.csv', `姓名,手机号,业务类型\r\n我的线索,${mobile},宝宝`, who)
      const { jobId } = await product().must(who, 'analysis/import', {
        fileId,
        channelTypeId: type?.value,
        employeeId,
      })
      expect(await done(jobId, who)).toMatchObject({ successCount: 1 })
      const clue = await product().row('select "employeeId" from "analysis" where "mobile" = $1', [mobile])
      expect(clue).toEqual({ employeeId })
    })

    it('is told to whoever began it, and nobody else', async () => {
      const fileId = await given('一.csv', csv([line('一人', '17612360001')]))
      const { jobId } = await product().must('manager', 'employee/import', { fileId })
      for (const who of ['administrator', 'consultant'])
        expect((await product().post(who, 'job/progress', { jobId })).status).not.toBe(200)
      await done(jobId)
    })

    it.each<[string, string, string]>([
      ['no table', '一.pdf', '%PDF-1.7 no table'],
      ['a head alone', '二.csv', HEAD.join(',')],
      ['no column that must be there', '三.csv', '姓名,部门\r\n甲,门市部'],
      ['nothing', '四.csv', '  \r\n '],
    ])('of a file with %s is refused', async (_, name, text) => {
      const told = await upload(product(), 'manager', 'upload/upload1', 'picture', [[name, text]])
      if (told.status === 200)
        expect(await product().post('manager', 'employee/import', { fileId: told.data.id, preview: 1 })).toMatchObject({
          status: 400,
          data: { field: 'fileId' },
        })
      else expect(told).toMatchObject({ status: 400 })
    })

    it("of another company's file, or of one that is not there, is refused", async () => {
      const org = await product().row<{ id: number; companyId: number }>(
        'select "id", "companyId" from "org" where "code" = \'XB-CD-MS\'',
      )
      const other = await product().hire({
        name: '成都店长',
        companyId: org.companyId,
        orgId: org.id,
        roleId: await product().role('manager', org.companyId),
      })
      const fileId = await given('他们的.csv', csv([line('别家', '17612370001')]), other)
      for (const id of [fileId, 999_999])
        expect(await product().post('manager', 'employee/import', { fileId: id, preview: 1 })).toMatchObject({
          status: 404,
        })
    })

    it('has a file to fill in that it reads again', async () => {
      const { url } = await product().must('manager', 'template/getUrl', { code: 'employee' })
      const head = ((await readSheet(await fileOf(product(), url))) as string[][])[0]
      expect(head).toEqual([
        '姓名*',
        '手机号*',
        '部门*',
        '岗位',
        '性别',
        '身份证号',
        '生日',
        '邮箱',
        '入职日期',
        '备注',
      ])
      const fileId = await given(
        '填好.csv',
        [head, ['填好', '17612380001', '门市部']].map((row) => (row ?? []).join(',')).join('\n'),
      )
      expect(await product().must('manager', 'employee/import', { fileId, preview: 1 })).toMatchObject({
        total: 1,
        valid: 1,
      })
    })
  })

  describe('an export', () => {
    const read = async (url = ''): Promise<unknown[][]> =>
      (await readSheet(await fileOf(product(), url))) as unknown[][]

    it('has the rows of the list, under its labels', async () => {
      const send = { status: DICT.customer_status.won, sortField: 'createTime', sortOrder: 'asc' } as const
      const rows = await product().must('manager', 'customer/query', { ...send, pageRows: 200 })
      const { url } = await product().must('manager', 'customer/export', send)
      const [head, ...body] = await read(url)
      expect(head?.slice(0, 6)).toEqual(['客户编号', '姓名', '手机号', '城市', '客户等级', '状态'])
      expect(body.map((row) => row[0])).toEqual(rows.map((row) => row.customerNo))
      expect(body.map((row) => row[3])).toEqual(rows.map((row) => row.cityCodeName))
      expect(new Set(body.map((row) => row[5]))).toEqual(new Set(['成交']))
    })

    it('speaks the language of who asks', async () => {
      const told = await product().post(
        'manager',
        'customer/export',
        { status: DICT.customer_status.won },
        { 'x-lang': 'en' },
      )
      const [head] = await read((told.data as { url: string }).url)
      expect(head?.slice(0, 3)).toEqual(['Customer no.', 'Name', 'Mobile'])
    })

    it('masks what the list masks, and shows what it shows (I-54)', async () => {
      for (const who of ['consultant', 'administrator']) {
        const rows = await product().must(who, 'customer/query', { pageRows: 200 })
        const { url } = await product().must(who, 'customer/export', {})
        const [, ...body] = await read(url)
        expect({ who, mobiles: body.map((row) => String(row[2])) }).toEqual({
          who,
          mobiles: rows.map((row) => row.mobile),
        })
        expect(body.length === 0 || String(body[0]?.[2]).includes('*')).toBe(who === 'consultant')
      }
    })

    it('has the rows one may see, and no others (I-46)', async () => {
      const { employeeId } = await product().person('consultant')
      const own = await product().rows<{ no: string }>(
        `select "customerNo" as no from "customer" as t where not "isDel" and ("salesId" = $1 or exists
          (select 1 from "order" where "customerId" = t."id" and "salesId" = $1 and not "isDel")) order by 1`,
        [employeeId],
      )
      const [, ...body] = await read((await product().must('consultant', 'customer/export', {})).url)
      expect(body.map((row) => row[0]).sort()).toEqual(own.map((row) => row.no))
    })

    it('has the columns asked for, and refuses one that is none', async () => {
      const { url } = await product().must('manager', 'customer/export', {
        columns: ['realName', 'address', 'customerNo'],
      })
      expect((await read(url))[0]).toEqual(['姓名', '地址', '客户编号'])
      expect(await product().post('manager', 'customer/export', { columns: ['password'] })).toMatchObject({
        status: 400,
        data: { field: 'columns' },
      })
      expect(await product().raw('manager', 'customer/export', { nosuch: 1 })).toMatchObject({
        status: 400,
        data: { field: 'nosuch' },
      })
    })

    it('of more than a thousand rows is made by a job', async () => {
      const { companyId } = await product().person('manager')
      await product().db.query(
        'insert into "tags" ("companyId", "name", "category", "useCount", "version", "isDel") select $1, \'大批\' || n, 1, 0, 1, false from generate_series(1, 1500) as n',
        [companyId],
      )
      const { jobId } = await product().must('administrator', 'tags/export', { keyword: '大批' })
      await expect
        .poll(async () => (await product().must('administrator', 'job/progress', { jobId })).status, OVER)
        .toBe('done')
      const { url } = await product().must('administrator', 'job/progress', { jobId })
      const [, ...body] = await read(url as string)
      expect(body).toHaveLength(1500)
      expect(new Set(body.map((row) => row[0])).size).toBe(1500)
    })

    it('imported again changes nothing, for whatever can be imported', async () => {
      const calls = Object.values(product().model.calls)
      const who = await product().person('administrator')
      for (const call of calls.filter(({ kind }) => kind === 'import')) {
        const { resource } = call
        const out = calls.find((one) => one.kind === 'export' && one.resource === resource)
        const inside = () => product().rows(`select * from "${resource}" order by "id"`)
        const before = await inside()
        const { url } = await product().rawMust<{ url: string }>(who, out?.path ?? '', {})
        const bytes = (await fileOf(product(), url)) as BlobPart
        const told = await upload(product(), who, 'upload/upload1', 'picture', [[`${resource}.xlsx`, bytes]])
        const fileId = told.data.id
        const input = { fileId, ...(await asked(call)) }
        const rows = (await read(url)).length - 1
        expect(rows, resource).toBeGreaterThan(3)
        expect(await product().rawMust(who, call.path, { ...input, preview: 1 }), resource).toMatchObject({
          ...{ total: rows, valid: 0, repeat: rows, fail: 0 },
        })
        const { jobId } = await product().rawMust<{ jobId: number }>(who, call.path, input)
        const state = () => product().rawMust<Progress>(who, call.import?.progress ?? '', { jobId })
        await expect.poll(async () => (await state()).repeatCount, OVER).toBe(rows)
        expect(await state(), resource).toMatchObject({ successCount: 0, repeatCount: rows, failCount: 0 })
        expect(await inside(), resource).toEqual(before)
      }
    })

    /** What is asked once for the whole file, as some record has it. */
    const asked = async ({ resource, import: about, input }: CallModel): Promise<Values> => {
      const found = await product().row<Values>(`select * from "${resource}" where not "isDel" order by "id" limit 1`)
      const names = (about?.ask ?? []).filter((name) => input.find((field) => field.name === name)?.required)
      return Object.fromEntries(names.map((name) => [name, found?.[name]]))
    }

    it('answers for every export call, with every kind of value', async () => {
      const exports = Object.values(product().model.calls).filter(
        (call): call is CallModel => call.kind === 'export' && !call.input.some((field) => field.required),
      )
      expect(exports.length).toBeGreaterThan(60)
      for (const call of exports) {
        const told = await product().raw('administrator', call.path, {})
        expect(told, call.path).toMatchObject({ status: 200 })
        const { url, jobId } = told.data as { url?: string; jobId?: number }
        if (url) expect((await read(url))[0]?.length, call.path).toBeGreaterThan(0)
        else expect(jobId, call.path).toBeGreaterThan(0)
      }
    })
  })
})
