/** What customers cannot do: every call of staff, made by a customer; records and pictures that are not theirs, by guessing. */
import { randomBytes, randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { CallPath } from '../../../src/generated/calls.ts'
import type { Actor } from '../../../src/server/types.ts'
import { pathOfKey } from '../../../src/server/files/names.ts'
import { sealOf } from '../../../src/server/files/seal.ts'
import { serveFile } from '../../../src/server/files/serve.ts'
import { CustomerArea, type Shown } from '../domain/customer-area.ts'
import { sample } from '../support/everything.ts'
import { Studio, type Ask } from '../domain/studio.ts'
import { engines } from '../db/engines.ts'

const TRIES = 500
/** No record has it. */
const NO_RECORD = 999_999_999
const PAGE = { pageNO: 1, pageRows: 50 }

describe('a customer', () => {
  let studio: Studio
  let area: CustomerArea
  let mine: Shown
  let others: Shown
  let guest: Actor
  beforeAll(async () => {
    studio = await Studio.open(engines[0]!)
    area = await CustomerArea.open(studio)
    mine = await area.shown()
    others = await area.shown()
    guest = await area.guest((await area.link(mine, { allowPick: 1, allowDownload: 1 })).t)
  })
  afterAll(() => studio.close())

  it('is refused every call that is not for customers', async () => {
    const { calls, presets } = studio.model
    const forClients = new Set(
      [...Object.values(calls), ...Object.values(presets)]
        .filter(({ access }) => access?.client ?? access?.anyone)
        .map(({ path }) => path),
    )
    const open: string[] = []
    for (const path of Object.keys(calls) as CallPath[]) {
      if (forClients.has(path)) continue
      const { status } = await area.call(guest, path, { id: mine.orderId, ...PAGE })
      if (status !== 403) open.push(`${path} ${status}`)
    }
    expect(open).toEqual([])
    expect(forClients.size).toBeLessThan(40)
  })

  it('reaches no record of another by its id', async () => {
    type Asked = Ask<
      | 'photo/edit'
      | 'photo/original'
      | 'photo/pickForProduct'
      | 'designPage/look'
      | 'pageNote/say'
      | 'clientAlbum/pages'
      | 'designFeedback/foresee'
      | 'photo/commitDesign'
    >
    const asked: Asked[] = [
      ...others.photoIds.map((id): Asked => ['photo/edit', { id, star: 1 }]),
      ...others.photoIds.map((id): Asked => ['photo/original', { id }]),
      ...others.photoIds.map((photoId): Asked => ['photo/pickForProduct', { photoId, pickType: DICT.pick_type.keep }]),
      ...others.pageIds.map((id): Asked => ['designPage/look', { id }]),
      ...others.pageIds.map((designPageId): Asked => ['pageNote/say', { designPageId, comment: 'x' }]),
      ['clientAlbum/pages', { designTaskId: others.designId }],
      ['designFeedback/foresee', { designTaskId: others.designId }],
      [
        'photo/commitDesign',
        { designTaskId: others.designId, result: DICT.feedback_result.changesWanted, content: 'x' },
      ],
    ]
    const reached: string[] = []
    for (const [path, input] of asked) {
      const { status } = await area.studio.raw(guest, path, input)
      if (status === 200) reached.push(`${path} ${JSON.stringify(input)}`)
    }
    for (const [path, by] of [
      ['photo/query', { orderSessionId: [others.orderSessionId] }],
      ['designPage/pages', { designTaskId: [others.designId] }],
    ] as const)
      expect((await area.call(guest, path, { ...PAGE, ...by })).data).toEqual([])
    expect(reached).toEqual([])
  })

  it('is told of a record of another as if it were not there, by every input of every call for customers', async () => {
    const { calls, presets } = studio.model
    const open = [...Object.values(calls), ...Object.values(presets)].filter(
      ({ access }) => access?.client !== undefined,
    )
    const own = async (of: Shown): Promise<Map<string, number[]>> => {
      const film = await area.chosen(of, DICT.selection_status.toPick)
      const ids = { order: of.orderId, orderSession: of.orderSessionId, customer: of.customerId, workTask: of.taskId }
      const one = { ...ids, photoFolder: of.folderId, designTask: of.designId, selectedFilm: film }
      return new Map<string, number[]>([
        ...Object.entries(one).map(([name, id]): [string, number[]] => [name, [id]]),
        ['photo', of.photoIds],
        ['designPage', of.pageIds],
      ])
    }
    const [known, foreign] = [await own(mine), await own(others)]
    const asked = open.flatMap((call) =>
      call.input.flatMap((field) => (field.of ? (foreign.get(field.of) ?? []) : []).map((id) => ({ call, field, id }))),
    )
    expect(asked.length).toBeGreaterThanOrEqual(20)
    const wrong: string[] = []
    for (const [n, { call, field, id }] of asked.entries()) {
      const inputs = call.input.filter(({ name, required }) => required === true && name !== field.name)
      const filled = Object.fromEntries(inputs.map((one) => [one.name, sample(studio.model, one, known, n)]))
      const fixed = Object.fromEntries(
        Object.entries(call.with).flatMap(([name, bound]) => ('value' in bound ? [[name, bound.value]] : [])),
      )
      const answer = async (named: number): Promise<string> => {
        const value = field.type === 'refs' ? [named] : named
        const input = { ...PAGE, ...filled, ...fixed, [field.name]: value }
        const sent =
          call.kind === 'query' ? input : Object.fromEntries(Object.entries(input).filter(([name]) => !(name in PAGE)))
        const { status, data } = await area.studio.raw(guest, call.path, sent)
        return status === 200 ? JSON.stringify(data) : 'refused'
      }
      const told = await answer(id)
      if (told !== 'refused' && told !== (await answer(NO_RECORD)))
        wrong.push(`${call.path} ${field.name} ${id}: ${told}`)
    }
    expect(wrong).toEqual([])
  })

  describe('is given addresses of pictures that', () => {
    /** Every address of a file that somebody is answered. */
    const given = async (who: Actor, { photoIds, designId }: Shown): Promise<string[]> => {
      const answers = [
        await area.call(who, 'photo/query', PAGE),
        await area.call(who, 'designPage/pages', { ...PAGE, designTaskId: [designId] }),
        await area.call(who, 'photo/original', { id: photoIds[0] as number }),
      ]
      return [...new Set(JSON.stringify(answers).match(/\/files\/[^"]+/g))]
    }
    const fetched = async (address: string): Promise<number | undefined> => {
      const request = new Request(`http://here${address}`)
      const key = new URL(request.url).pathname.slice('/files/'.length)
      const { files, clock, auth } = studio
      return (await serveFile(key, request, { files, clock, isOpen: (id) => auth.isOpen(id) }))?.status
    }
    const statuses = async (addresses: string[]): Promise<(number | undefined)[]> => [
      ...new Set(await Promise.all(addresses.map(fetched))),
    ]
    /** Puts bytes behind the pictures of an order. */
    const fill = async ({ orderSessionId, designId }: Shown): Promise<string[]> => {
      const rows = await studio.rows<Record<string, string>>(
        `select "url", "smallPreviewUrl", "previewUrl" from "photo" where "orderSessionId" = $1
         union all select "url", "smallPreviewUrl", "previewUrl" from "designPage" where "designTaskId" = $2`,
        [orderSessionId, designId],
      )
      const keys = rows.flatMap((row) => Object.values(row)).map((url) => url.slice('/files/'.length))
      for (const key of keys) await studio.files.put(pathOfKey(key), Buffer.from(key), 'image/webp')
      return keys
    }

    it('tell nobody the lasting ones, and are the same for the same picture', async () => {
      const keys = await fill(mine)
      const addresses = await given(guest, mine)
      expect(addresses.length).toBeGreaterThanOrEqual(10)
      expect(addresses.filter((one) => !one.startsWith('/files/v') || keys.some((key) => one.includes(key)))).toEqual(
        [],
      )
      expect(await statuses(addresses)).toEqual([200])
      expect((await given(guest, mine)).slice(0, 6)).toEqual(addresses.slice(0, 6))
      const one = (await serveFile(
        (addresses[0] as string).slice('/files/'.length),
        new Request(`http://here${addresses[0]}`),
        { ...studio, isOpen: () => Promise.resolve(true) },
      )) as Response
      expect(one.headers.get('cache-control')).toBe('private, no-cache')
      expect(keys).toContain(await one.text())
    })

    it.each<[string, (link: { id: number; t: string }, who: Actor) => Promise<unknown>]>([
      [
        'the link was withdrawn',
        ({ id }) => area.floor.must('clientAccess/edit', { id, status: DICT.enable_status.disabled }),
      ],
      ['the link was over', async () => (studio.clock.at += 8 * 86_400_000)],
      ['the customer signed out', (_, who) => area.studio.raw(who, 'system/logout')],
      ['a day went by', async () => (studio.clock.at += 26 * 3_600_000)],
    ])('show nothing once %s', async (_, end) => {
      await fill(mine)
      const link = await area.link(mine, { allowDownload: 1 })
      const who = await area.guest(link.t)
      const addresses = await given(who, mine)
      expect(await statuses(addresses)).toEqual([200])
      const at = studio.clock.at
      await end(link, who)
      expect(await statuses(addresses)).toEqual([404])
      studio.clock.at = at
    })

    it('cannot be made up, changed, or carried to another server', async () => {
      await fill(mine)
      const addresses = await given(await area.guest((await area.link(mine)).t), mine)
      const foreign = sealOf()
      const guesses = addresses.flatMap((address, n) => {
        const [, middle = '', extension = ''] = /^\/files\/v(.+)\.(\w+)$/.exec(address) ?? []
        const changed = Array.from({ length: TRIES / addresses.length }, () => {
          const at = randomInt(middle.length - 1)
          return `${middle.slice(0, at)}${middle[at] === 'A' ? 'B' : 'A'}${middle.slice(at + 1)}`
        })
        const next = /^\/files\/v(.+)\./.exec(addresses[n + 1] ?? address)?.[1] ?? ''
        return [
          ...changed,
          next.slice(0, 30) + middle.slice(30),
          middle.slice(0, -8),
          randomBytes(90).toString('base64url'),
        ]
          .map((one) => `/files/v${one}.${extension}`)
          .concat(['html', 'svg', 'zip'].map((other) => `/files/v${middle}.${other}`))
          .filter((one) => !addresses.includes(one))
      })
      expect(guesses.length).toBeGreaterThan(TRIES / 2)
      expect(await statuses(guesses)).toEqual([404])
      expect(await statuses([foreign.veil('/files/a0.webp', studio.clock.at + 1e6)])).toEqual([404])
      const { seal } = studio.files
      expect(await statuses([seal.veil(`/files/${'a'.repeat(40)}.webp`, studio.clock.at + 1e6, 999_999)])).toEqual([
        404,
      ])
    })

    it('are taken back from the customer they were given to, and from nobody else', async () => {
      const [row] = await studio.rows<{ id: number; url: string; origName: string }>(
        'select "id", "url", "origName" from "uploadFile" order by "id" limit 1',
      )
      const until = studio.clock.at + 1e6
      const sign = (session: number | undefined) => ({ ...row, url: studio.files.seal.veil(row!.url, until, session) })
      const confirm = async (signImage: unknown): Promise<string> => {
        const told = await area.studio.raw(guest, 'photo/commitDesign', {
          ...{ designTaskId: mine.designId, result: DICT.feedback_result.confirmed, signImage },
        })
        return String((told.data as { field?: string } | null)?.field)
      }
      expect(await confirm(sign((guest.sessionId ?? 0) + 1))).toBe('signImage')
      expect(await confirm(sign(guest.sessionId))).not.toBe('signImage')
    })
  })

  it('finds no picture by guessing its address', async () => {
    const key = randomBytes(20).toString('hex')
    const small = `${key}.webp`
    await studio.files.put(`${key.slice(0, 2)}/${small}`, Buffer.from('small'), 'image/webp')
    const sealed = `o${key}.jpg`
    await studio.files.put(`o${key.slice(0, 1)}/${sealed}`, Buffer.from('original'), 'image/jpeg')
    const guess = (): string => {
      const digits = [...key]
      digits[randomInt(40)] = randomInt(16).toString(16)
      const near = digits.join('')
      const [way] = [randomInt(4)]
      if (way === 0) return `o${near}.jpg`
      if (way === 1) return `o${key}.jpg?until=${randomInt(2 ** 31)}&sign=${randomBytes(32).toString('base64url')}`
      if (way === 2) return `${randomBytes(20).toString('hex')}.webp`
      return `o${key}.jpg?w=320`
    }
    const found: string[] = []
    for (let i = 0; i < TRIES; i += 1) {
      const address = guess()
      const request = new Request(`http://here/files/${address}`)
      const answer = await serveFile(address.split('?')[0] as string, request, studio)
      if (answer?.status !== 404) found.push(`${address} ${answer?.status}`)
    }
    expect(found).toEqual([])
  })

  it('opens no link by guessing it', async () => {
    const { t } = await area.link(mine)
    const opened: string[] = []
    for (let i = 0; i < TRIES; i += 1) {
      const at = randomInt(t.length)
      const near = `${t.slice(0, at)}${t[at] === 'x' ? 'y' : 'x'}${t.slice(at + 1)}`
      studio.clock.at += 1000
      const { status } = await area.open(i % 2 === 0 ? near : randomBytes(32).toString('base64url'))
      if (status === 200) opened.push(near)
    }
    expect(opened).toEqual([])
  })
})
