import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../src/model/web.ts'
import type { FileEntry } from '../../../src/server/files/receive.ts'
import { openIncoming } from '../../../src/server/files/body.ts'
import { openPieces } from '../../../src/server/files/pieces.ts'
import { createFileStore, diskStore } from '../../../src/server/files/store.ts'
import { DbError } from '../../../src/server/db/index.ts'
import { asRefusal } from '../../../src/server/http/answers.ts'
import { FILE_MAX, IMAGE_MAX, mountFiles } from '../../../src/server/http/files.ts'
import { cleanName, newKey, passingKey, pathOfKey } from '../../../src/server/files/names.ts'
import type { Actor } from '../../../src/server/types.ts'
import { DAY, HOUR } from '../../../src/model/zone.ts'
import { docx, grown, mov, mp4, pdf, picture, turned, webm, xlsx, zip } from './samples.ts'

const PEOPLE: Record<string, Actor> = {
  staff: { kind: 'staff', lang: 'zh', employeeId: 1, companyId: 1 },
  second: { kind: 'staff', lang: 'zh', employeeId: 2, userId: 2, companyId: 1 },
  third: { kind: 'staff', lang: 'zh', employeeId: 3, userId: 3, companyId: 1 },
  client: { kind: 'client', lang: 'zh', customerId: 1, companyId: 1 },
  often: { kind: 'client', lang: 'zh', customerId: 2, companyId: 1 },
}
const CALLS = { image: 'uploadImage', picture: 'upload1', original: 'upload1' } as const

interface Stored {
  id: number
  url: string
  origName: string
}

describe('files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-files-'))
  const hono = new Hono()
  const clock = { at: 0, now: () => clock.at }
  const entered: { entry: FileEntry; actor: Actor }[] = []
  const files = createFileStore(directory, { env: {} })
  const incoming = mkdtempSync(join(tmpdir(), 'atelier-incoming-'))
  const pieces = mkdtempSync(join(tmpdir(), 'atelier-pieces-'))
  mountFiles(hono, {
    languages: { available: ['zh', 'en'], default: 'en' },
    take: openIncoming(incoming),
    pieces: openPieces(pieces),
    calls: {
      uploadImage: { path: `upload/${CALLS.image}`, file: 'image' },
      upload: { path: `upload/${CALLS.picture}`, file: 'picture', original: 'original' },
    },
    files,
    authenticate: async (token) => PEOPLE[token],
    enter: async (entry, actor) => entered.push({ entry, actor }),
    clock,
  })
  afterAll(() => {
    expect(readdirSync(incoming)).toEqual([])
    expect(readdirSync(pieces)).toEqual([])
    for (const one of [directory, incoming, pieces]) rmSync(one, { recursive: true, force: true })
  })

  async function upload(
    field: keyof typeof CALLS,
    name: string,
    bytes: Buffer,
    token: string | undefined = 'staff',
  ): Promise<Answer<Stored>> {
    const form = new FormData()
    form.append(field, new File([new Uint8Array(bytes)], name))
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await hono.request(`/api/upload/${CALLS[field]}.json`, { method: 'POST', body: form, headers })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Answer<Stored>
  }

  const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
    Promise.resolve(hono.request(url, { headers }))

  describe('a film in pieces', () => {
    const film = Buffer.concat([mp4, Buffer.alloc(3000, 7)])
    const put = async (at: number, bytes: Buffer | undefined, token = 'staff', more = {}): Promise<Answer<Stored>> => {
      const asked = { name: 'film.mp4', size: `${film.length}`, print: '1', at: `${at}`, ...more }
      const answer = await hono.request(`/api/upload/upload1/piece.json?${new URLSearchParams(asked)}`, {
        method: 'POST',
        ...(bytes ? { body: new Uint8Array(bytes) } : {}),
        headers: { authorization: `Bearer ${token}`, 'content-length': `${bytes?.length ?? 0}` },
      })
      return (await answer.json()) as Answer<Stored>
    }

    it('goes on where it stopped, and is stored when all is there', async () => {
      expect(await put(0, undefined)).toMatchObject({ status: 200, data: { at: 0 } })
      expect(await put(0, film.subarray(0, 1000))).toMatchObject({ data: { at: 1000 } })
      // Cut off, asked again, sent twice, sent by another: nothing is written into it that does not follow.
      expect(await put(0, film.subarray(0, 1000))).toMatchObject({ data: { at: 1000 } })
      expect(await put(2000, film.subarray(2000))).toMatchObject({ data: { at: 1000 } })
      expect(await put(0, undefined, 'second')).toMatchObject({ data: { at: 0 } })
      expect(await put(1000, undefined)).toMatchObject({ data: { at: 1000 } })
      const { data } = await put(1000, film.subarray(1000))
      expect(data).toMatchObject({ origName: 'film.mp4', url: expect.stringMatching(/^\/files\/[0-9a-f]{40}\.mp4$/) })
      expect(Buffer.from(await (await get(data.url)).arrayBuffer()).equals(film)).toBe(true)
      expect(entered.at(-1)?.entry).toMatchObject({ size: film.length, mimeType: 'video/mp4' })
      // It is forgotten: the same film begins anew.
      expect(await put(0, undefined)).toMatchObject({ data: { at: 0 } })
    })

    it('is refused where it is no film, too large, or of a customer', async () => {
      const page = Buffer.alloc(film.length, 1)
      expect(await put(0, page, 'staff', { print: '2' })).toMatchObject({ status: 400 })
      expect(await put(0, undefined, 'staff', { size: `${5 * 1024 ** 3}` })).toMatchObject({ status: 400 })
      expect(await put(0, undefined, 'client')).toMatchObject({ status: 403 })
      expect(await put(0, undefined, 'nobody')).toMatchObject({ status: 401 })
      expect(await put(-1, undefined)).toMatchObject({ status: 403 })
    })
  })

  describe('taken', () => {
    it.each([
      ['a.jpg', 'jpeg'],
      ['b.JPEG', 'jpeg'],
      ['c.png', 'png'],
      ['d.webp', 'webp'],
      ['e.gif', 'gif'],
      ['f.avif', 'avif'],
    ] as const)('%s, a picture', async (name, format) => {
      const answer = await upload('image', name, await picture(format))
      expect(answer).toMatchObject({
        status: 200,
        msg: '上传成功！',
        data: { origName: name, url: expect.stringMatching(/^\/files\/[0-9a-f]{40}\.\w+$/) },
      })
      const shown = await get(answer.data.url)
      expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 40, height: 20 })
    })

    it.each([
      ['film.mp4', mp4, 'video/mp4'],
      ['film.mov', mov, 'video/quicktime'],
      ['film.webm', webm, 'video/webm'],
      ['paper.pdf', pdf, 'application/pdf'],
      ['list.xlsx', xlsx(), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      ['text.docx', docx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      ['list.csv', Buffer.from('姓名,手机号\n陈雨,13911110001\n3 < 5\n'), 'text/plain; charset=utf-8'],
    ])('%s, byte by byte', async (name, bytes, mime) => {
      const { data } = await upload('picture', name, bytes)
      const got = await get(data.url)
      expect(got.headers.get('content-type')).toBe(mime)
      expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
    })

    it('a photo as the camera made it, and opened by a signed address only', async () => {
      const taken = await turned()
      const answer = await upload('original', 'DSC_1.jpg', taken)
      const { entry } = entered[answer.data.id - 1] ?? {}
      const { url = '', thumbUrl = '', viewUrl = '' } = entry ?? {}
      expect(answer).toMatchObject({ status: 200, data: { url: thumbUrl, origName: 'DSC_1.jpg' } })
      expect(entry).toMatchObject({ size: taken.length, width: 20, height: 40 })
      for (const [made, format] of [
        [thumbUrl, 'webp'],
        [viewUrl, 'jpeg'],
      ] as const) {
        const shown = Buffer.from(await (await get(made)).arrayBuffer())
        expect(await sharp(shown).metadata()).toMatchObject({ format, width: 20, height: 40 })
        expect((await sharp(shown).metadata()).exif).toBeUndefined()
      }
      const soon = clock.at + 60_000
      const signed = files.seal.address(url, soon)
      expect(Buffer.from(await (await get(signed)).arrayBuffer()).equals(taken)).toBe(true)
      const others = [
        ...[url, `${url}?w=320`, signed.replace(/.$/, ''), signed.replace(/until=\d+/, 'until=9999999999')],
        files.seal.address(url, clock.at),
        files.seal.address(url.replace('/o', '/oa').replace(/.(\.\w+)$/, '$1'), soon),
      ]
      for (const other of others) expect([other, (await get(other)).status]).toEqual([other, 404])
    })

    it('no film, table or damaged picture as a photo', async () => {
      for (const [name, bytes] of [
        ['a.mp4', mp4],
        ['a.pdf', pdf],
        ['a.jpg', (await turned()).subarray(0, 300)],
      ] as const)
        expect(await upload('original', name, bytes)).toMatchObject({ status: 400 })
    })

    it('and entered with size, kind, measures and checksum', async () => {
      const { data } = await upload('image', 'x.png', await picture('png'))
      const { entry, actor } = entered[data.id - 1] ?? {}
      expect(entry).toMatchObject({
        origName: 'x.png',
        url: data.url,
        mimeType: 'image/png',
        width: 40,
        height: 20,
        sha1: expect.stringMatching(/^[0-9a-f]{40}$/),
      })
      expect(actor).toEqual(PEOPLE.staff)
    })

    it.each([1, 7, 61, 4096])('in pieces of %i bytes, whatever looks like the end of a part in them', async (piece) => {
      const note = Buffer.from('a note\r\n--x-\r\n--\r\n\r\n--x y\r')
      const head = (part: string, name: string) =>
        `--x-1\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`
      const body = Buffer.concat([
        ...[Buffer.from(head('other', 'no.txt')), note, Buffer.from('\r\n')],
        ...[Buffer.from(head('picture', '姓名 %22a%22.txt')), note, Buffer.from('\r\n')],
        Buffer.from(`--x-1\r\nContent-Disposition: form-data; name="picture"\r\n\r\nno file\r\n`),
        ...[Buffer.from(head('picture', 'b.csv')), Buffer.from('b'), Buffer.from('\r\n--x-1--\r\n')],
      ])
      const send = async (bytes: Buffer) => {
        const parts = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, i) =>
          bytes.subarray(i * piece, i * piece + piece),
        )
        const request = new Request('http://x/api/upload/upload1', {
          method: 'POST',
          body: Readable.toWeb(Readable.from(parts)),
          duplex: 'half',
          headers: { authorization: 'Bearer staff', 'content-type': 'multipart/form-data; boundary="x-1"' },
        } as RequestInit)
        return (await (await hono.request(request)).json()) as Answer<Stored[]>
      }
      const { data } = await send(body)
      expect(data.map(({ origName }) => origName)).toEqual(['姓名 _a_.txt', 'b.csv'])
      const got = await Promise.all(data.map(async ({ url }) => Buffer.from(await (await get(url)).arrayBuffer())))
      expect(got.map(String)).toEqual([String(note), 'b'])
      // Broken off, nothing of it is taken.
      expect(await send(body.subarray(0, -6))).toMatchObject({ status: 400, msg: '请选择文件' })
    })

    it('from a customer: pictures only', async () => {
      expect(await upload('image', 'x.png', await picture('png'), 'client')).toMatchObject({ status: 200 })
      expect(await upload('picture', 'x.png', await picture('png'), 'client')).toMatchObject({ status: 403 })
    })
  })

  it('made for one person are given out for a day or two, and kept no longer by a browser', async () => {
    const store = diskStore(directory)
    clock.at = Date.UTC(2026, 10, 22, 9)
    const key = passingKey('html', clock.at)
    await store.put(pathOfKey(key), Buffer.from('<p>paid</p>'), 'text/html')
    const first = await get(`/files/${key}`)
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, max-age=140400, immutable'])
    clock.at += 39 * 3600_000
    expect((await get(`/files/${key}`)).status).toBe(404)
    clock.at = 0
  })

  it('made for one person are deleted when their time is over, and nothing else is', async () => {
    const store = createFileStore(directory, { env: {} })
    const now = Date.UTC(2026, 10, 22, 9)
    const [old, fresh, kept] = [passingKey('html', now - 48 * 3600_000), passingKey('html', now), newKey('txt')]
    for (const key of [old, fresh, kept]) await store.put(pathOfKey(key), Buffer.from('x'), 'text/plain')
    expect(await store.removePassed?.(now)).toBeGreaterThan(0)
    const left = await Promise.all([old, fresh, kept].map((key) => store.stat(pathOfKey(key))))
    expect(left).toEqual([undefined, { size: 1 }, { size: 1 }])
    expect(await store.removePassed?.(now)).toBe(0)
  })

  it('that cannot be kept are refused by a sentence that says so, and kept again as soon as they can be', async () => {
    rmSync(directory, { recursive: true })
    writeFileSync(directory, '')
    expect(await upload('picture', 'note.txt', Buffer.from('a note'))).toMatchObject({
      status: 507,
      msg: '服务器无法保存文件，请联系管理员',
    })
    rmSync(directory)
    mkdirSync(directory)
    expect(await upload('picture', 'note.txt', Buffer.from('a note'))).toMatchObject({ status: 200 })
    // A place that is always full.
    const key = newKey('txt')
    mkdirSync(join(directory, key.slice(0, 2)), { recursive: true })
    symlinkSync('/dev/full', join(directory, pathOfKey(key)))
    const full = createFileStore(directory, { env: {} }).put(pathOfKey(key), Buffer.from('x'), 'text/plain')
    await expect(full).rejects.toMatchObject({ status: 507, code: 'noSpace' })
    expect(asRefusal(new DbError('other', 'database: other 53100', { code: '53100' })).code).toBe('noSpace')
    rmSync(join(directory, pathOfKey(key)))
  })

  describe('refused', () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    const exe = Buffer.from('MZ\x90\0\x03\0\0\0')
    const bad: [string, string, () => Buffer | Promise<Buffer>][] = [
      ['page.html', 'a page', () => html],
      ['page.htm', 'a page', () => html],
      ['pic.svg', 'a drawing that runs', () => svg],
      ['pic.png', 'a drawing named a picture', () => svg],
      ['pic.jpg', 'a page named a picture', () => html],
      ['pic.gif', "a script with a picture's first word", () => Buffer.from('GIF8=1;alert(1)')],
      ['run.exe', 'a program', () => exe],
      ['run.jpg', 'a program named a picture', () => exe],
      ['run.js', 'a script', () => Buffer.from('alert(1)')],
      ['run.php', 'a script', () => Buffer.from('<?php 1')],
      ['list.csv', 'a page named a table', () => html],
      ['list.txt', 'a page named a text', () => Buffer.from('hello <!-- --> <script>')],
      ['list.csv', 'bytes named a table', () => Buffer.from([1, 2, 3, 0, 4])],
      ['noext', 'no extension', () => picture('png')],
      ['.htaccess', 'a hidden file', () => Buffer.from('Deny')],
      ['pic.png.html', 'two extensions', () => picture('png')],
      ['pic.png', 'a JPEG named PNG', () => picture('jpeg')],
      ['pic.jpg', 'a PNG named JPEG', () => picture('png')],
      ['pic.webp', 'a film named a picture', () => mp4],
      ['pic.jpg', 'a picture cut off', async () => (await picture('jpeg', 400, 400)).subarray(0, 200)],
      ['pic.png', 'only the first bytes of a picture', () => Buffer.from('89504e470d0a1a0a00', 'hex')],
      ['list.xlsx', 'a zip that is no table', () => zip([{ name: 'a.txt', bytes: Buffer.from('x') }])],
      ['list.xlsx', 'a bomb', () => xlsx([{ name: 'xl/big.xml', bytes: Buffer.alloc(1000), claims: 4_000_000_000 }])],
      [
        'list.xlsx',
        'a bomb of many parts',
        () => xlsx(Array.from({ length: 2100 }, (_, n) => ({ name: `xl/${n}.xml` }))),
      ],
      ['list.xlsx', 'a way out of its folder', () => xlsx([{ name: '../../etc/passwd' }])],
      ['list.xlsx', 'a directory cut off', () => xlsx().subarray(0, -30)],
      ['old.xls', 'an old table', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
      ['text.docx', 'a bomb', () => docx([{ name: 'word/big.xml', bytes: Buffer.alloc(1000), claims: 4_000_000_000 }])],
      ['list.docx', 'a table named a text', () => xlsx()],
      ['film.mp4', 'a picture named a film', () => picture('jpeg')],
      ['film.mp4', 'a page named a film', () => html],
      ['paper.pdf', 'a page named a paper', () => html],
      ['empty.png', 'nothing', () => Buffer.alloc(0)],
      ['all.zip', 'an archive', () => zip([])],
      ['mail.eml', 'a mail', () => Buffer.from('From: x')],
      ['key.pem', 'a key', () => Buffer.from('-----BEGIN')],
    ]
    it.each(bad)('%s: %s', async (name, _, bytes) => {
      const before = countFiles(directory)
      const answer = await upload('picture', name, await bytes())
      expect(answer).toMatchObject({ status: 400, data: { field: 'picture' }, msg: expect.any(String) })
      expect(countFiles(directory)).toBe(before)
    })

    it.each([
      ['a film', 'film.mp4', mp4],
      ['a paper', 'paper.pdf', pdf],
      ['a table', 'list.xlsx', xlsx()],
    ])('%s where a picture is wanted', async (_, name, bytes) => {
      expect(await upload('image', name, bytes)).toMatchObject({ status: 400 })
    })

    it('what is too large, said or not', async () => {
      const big = Buffer.concat([pdf, Buffer.alloc(FILE_MAX - pdf.length + 1)])
      expect(await upload('picture', 'big.pdf', big)).toMatchObject({ status: 400, msg: '文件不能超过 50 MB' })
      const form = new FormData()
      form.append('image', new File([new Uint8Array(IMAGE_MAX + 200_000)], 'a.png'))
      const whole = new Request('http://x/', { method: 'POST', body: form })
      const chunked = new Request('http://x/api/upload/uploadImage', {
        method: 'POST',
        body: whole.body,
        duplex: 'half',
        headers: { authorization: 'Bearer staff', 'content-type': whole.headers.get('content-type') ?? '' },
      } as RequestInit)
      expect(await (await hono.request(chunked)).json()).toMatchObject({ status: 400, msg: '上传的文件过大' })
    })

    it('more than four at once of one person', async () => {
      const png = await picture('png')
      const told = await Promise.all(Array.from({ length: 6 }, (_, i) => upload('image', `${i}.png`, png)))
      expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429])
      expect(await upload('image', 'later.png', png)).toMatchObject({ status: 200 })
    })

    it('more than two at once of one customer, and more than a customer needs in a day', async () => {
      const png = await picture('png')
      const told = await Promise.all(Array.from({ length: 3 }, (_, i) => upload('image', `${i}.png`, png, 'often')))
      expect(told.map(({ status }) => status)).toEqual([200, 200, 429])
      const large = Buffer.concat([png, Buffer.alloc(29 * 1024 * 1024)])
      const statuses: number[] = []
      for (let i = 0; i < 11; i += 1) statuses.push((await upload('image', `${i}.png`, large, 'often')).status)
      expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429, 429])
      clock.at += DAY
      expect(await upload('image', 'later.png', png, 'often')).toMatchObject({ status: 200 })
      clock.at -= DAY
    })

    it.each([
      ['a JPEG in passes', 'a.jpg', () => grown('jpeg', 10_800)],
      ['a PNG in passes', 'a.png', () => grown('png', 10_800)],
      ['an AVIF', 'a.avif', () => grown('avif', 5_000)],
    ])('%s that would take more memory than there is, by its head', async (_, name, bytes) => {
      const answer = await upload('image', name, await bytes())
      expect(answer).toMatchObject({ status: 400, msg: '图片像素过大，请缩小后再上传' })
      expect(await upload('original', name, await bytes())).toMatchObject({ status: 400, msg: answer.msg })
    })

    it('nobody for those who send slowly: they take no place', async () => {
      const senders: ReadableStreamDefaultController[] = []
      const half = ['second', 'third'].flatMap((token) =>
        Array.from({ length: 4 }, () => {
          const body = new ReadableStream({
            start: (out) => {
              out.enqueue(new TextEncoder().encode('--x\r\n'))
              senders.push(out)
            },
          })
          const headers = {
            authorization: `Bearer ${token}`,
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': String(IMAGE_MAX),
          }
          const init = { method: 'POST', body, duplex: 'half', headers }
          return hono.request(new Request('http://x/api/upload/uploadImage', init as RequestInit))
        }),
      )
      expect(await upload('image', 'a.png', await picture('png'))).toMatchObject({ status: 200 })
      for (const sender of senders) sender.error(new Error('gone'))
      await Promise.all(half)
    })

    it('what a process that was killed had begun to take is removed', () => {
      const [old, young] = ['old', 'young'].map((name) => join(incoming, name)) as [string, string]
      for (const path of [old, young]) writeFileSync(path, 'half')
      utimesSync(old, new Date(), new Date(Date.now() - 2 * HOUR))
      openIncoming(incoming)
      expect(readdirSync(incoming)).toEqual(['young'])
      rmSync(young)
    })

    it('without a session, without a file, under another field, or as no form at all', async () => {
      const png = await picture('png')
      expect(await upload('image', 'a.png', png, '')).toMatchObject({ status: 401 })
      expect(await upload('image', 'a.png', png, 'nobody')).toMatchObject({ status: 401 })
      const send = async (body: BodyInit, type?: string): Promise<unknown> =>
        (
          await hono.request('/api/upload/uploadImage.json', {
            method: 'POST',
            body,
            headers: { authorization: 'Bearer staff', ...(type ? { 'content-type': type } : {}) },
          })
        ).json()
      expect(await send(new FormData())).toMatchObject({ status: 400, msg: '请选择文件' })
      const other = new FormData()
      other.append('picture', new File([new Uint8Array(png)], 'a.png'))
      expect(await send(other)).toMatchObject({ status: 400 })
      expect(await send('{"image":1}', 'application/json')).toMatchObject({ status: 400 })
      expect(await send('garbage', 'multipart/form-data; boundary=x')).toMatchObject({ status: 400 })
    })
  })

  describe('given out', () => {
    it('pictures without where and with what they were taken, upright, and smaller ones', async () => {
      const { data } = await upload('image', 'a.jpg', await picture('jpeg', 2000, 1000))
      const whole = Buffer.from(await (await get(data.url)).arrayBuffer())
      expect((await sharp(whole).metadata()).exif).toBeUndefined()
      expect(whole.includes('SecretCamera')).toBe(false)
      const widths = await Promise.all(
        [320, 1200].map(async (width) =>
          sharp(Buffer.from(await (await get(`${data.url}?w=${width}`)).arrayBuffer())).metadata(),
        ),
      )
      expect(widths.map(({ width, format }) => [width, format])).toEqual([
        [320, 'webp'],
        [1200, 'webp'],
      ])
      const upright = await upload('image', 'b.jpg', await turned())
      expect(await sharp(Buffer.from(await (await get(upright.data.url)).arrayBuffer())).metadata()).toMatchObject({
        width: 20,
        height: 40,
      })
    })

    it('what follows a picture in its file is not kept', async () => {
      const { data } = await upload(
        'image',
        'a.jpg',
        Buffer.concat([await picture('jpeg'), Buffer.from('<script>alert(1)</script>')]),
      )
      expect(Buffer.from(await (await get(data.url)).arrayBuffer()).includes('script')).toBe(false)
    })

    it.each([
      ['image', 'a.png', 'inline'],
      ['picture', 'film.mp4', 'inline'],
      ['picture', 'paper.pdf', 'attachment'],
      ['picture', 'list.xlsx', 'attachment'],
    ] as const)('%s %s inert: %s', async (field, name, disposition) => {
      const bytes = { 'a.png': await picture('png'), 'film.mp4': mp4, 'paper.pdf': pdf, 'list.xlsx': xlsx() }[name]
      const { data } = await upload(field, name, bytes)
      const { headers } = await get(data.url)
      expect(headers.get('content-disposition')).toBe(disposition)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain('sandbox')
      expect(headers.get('cache-control')).toContain('immutable')
    })

    const ranges: [string, number, string | null, number][] = [
      ['bytes=0-9', 206, 'bytes 0-9/428', 10],
      ['bytes=400-', 206, 'bytes 400-427/428', 28],
      ['bytes=-28', 206, 'bytes 400-427/428', 28],
      ['bytes=0-99999', 206, 'bytes 0-427/428', 428],
      ['bytes=428-', 416, 'bytes */428', 0],
      ['bytes=9-3', 416, 'bytes */428', 0],
      ['bytes=0-1,4-5', 200, null, 428],
      ['lines=0-1', 200, null, 428],
    ]
    it.each(ranges)('a film in parts: %s → %i', async (range, status, said, length) => {
      const { data } = await upload('picture', 'film.mp4', Buffer.concat([mp4, Buffer.alloc(428 - mp4.length, 7)]))
      const got = await get(data.url, { range })
      expect([got.status, got.headers.get('content-range')]).toEqual([status, said])
      expect((await got.arrayBuffer()).byteLength).toBe(length)
    })

    it('under its own name when that is asked', async () => {
      const { data } = await upload('picture', 'paper.pdf', pdf)
      const { headers } = await get(`${data.url}?name=${encodeURIComponent('../合同 "1".pdf')}`)
      expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%E5%90%88%E5%90%8C%20_1_.pdf")
    })

    it('once: a browser that has it is told so', async () => {
      const { data } = await upload('picture', 'paper.pdf', pdf)
      const etag = (await get(data.url)).headers.get('etag') ?? ''
      expect((await get(data.url, { 'if-none-match': etag })).status).toBe(304)
    })

    it.each([
      '/files/..%2f..%2fetc%2fpasswd',
      '/files/x.png',
      `/files/${'0'.repeat(40)}.png`,
      `/files/${'0'.repeat(40)}.html`,
      '/files/ab/../../x.png',
    ])('nothing for %s', async (url) => {
      expect((await get(url)).status).toBe(404)
    })
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\图片.jpg', '图片.jpg'],
    ['a\u202Egpj.exe', 'agpj.exe'],
    ['...hidden', 'hidden'],
    ['a\r\nSet-Cookie: x.png', 'aSet-Cookie_ x.png'],
    ['', 'file'],
    [`${'长'.repeat(300)}.jpeg`, `${'长'.repeat(195)}.jpeg`],
    ['<b>.png', '_b_.png'],
  ])('the name %j becomes %j', (given, kept) => expect(cleanName(given)).toBe(kept))
})

const countFiles = (directory: string): number => readdirSync(directory, { recursive: true }).length
