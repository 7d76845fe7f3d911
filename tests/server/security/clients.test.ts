/** What customers cannot do: every call of staff, made by a customer; records and pictures that are not theirs, by guessing. */
import { randomBytes, randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { CallPath } from '../../../src/generated/calls.ts'
import type { Actor } from '../../../src/server/types.ts'
import { serveFile } from '../../../src/server/files/serve.ts'
import { CustomerArea, type Shown } from '../domain/customer-area.ts'
import { Studio, type Ask } from '../domain/studio.ts'
import { engines } from '../db/engines.ts'

const TRIES = 500
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
  }, 240_000)
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
      | 'designPage/say'
      | 'designFeedback/foresee'
      | 'photo/commitDesign'
    >
    const asked: Asked[] = [
      ...others.photoIds.map((id): Asked => ['photo/edit', { id, star: 1 }]),
      ...others.photoIds.map((id): Asked => ['photo/original', { id }]),
      ...others.photoIds.map((photoId): Asked => ['photo/pickForProduct', { photoId, pickType: DICT.pick_type.keep }]),
      ...others.pageIds.map((id): Asked => ['designPage/look', { id }]),
      ...others.pageIds.map((id): Asked => ['designPage/say', { id, wish: 'x' }]),
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
