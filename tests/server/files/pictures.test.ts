/** The process in which pictures are made (docs/decisions/0045-pictures.md): what happens when it ends, or breaks. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PictureTooLarge } from '../../../src/server/files/images.ts'
import { remakeImage, viewsOf } from '../../../src/server/files/pictures.ts'

/** The processes that this one began (Linux). */
const children = (): number[] =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

describe('pictures', () => {
  const home = mkdtempSync(join(tmpdir(), 'atelier-pictures-'))
  const path = join(home, 'picture.jpg')
  beforeAll(async () => {
    const create = { width: 900, height: 600, channels: 3, background: '#8a5' } as const
    writeFileSync(path, await sharp({ create }).jpeg().toBuffer())
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('are made of a file, several at once', async () => {
    const [views, image] = await Promise.all([viewsOf(path), remakeImage(path, 'jpg')])
    expect(views).toMatchObject({ width: 900, height: 600 })
    expect((await sharp(views.thumb).metadata()).format).toBe('webp')
    expect(image.small.map(({ width }) => width)).toEqual([320, 1200])
  })

  it('that are none, or too large, are told from each other', async () => {
    const other = join(home, 'other.jpg')
    writeFileSync(other, 'no picture')
    await expect(viewsOf(other)).rejects.toThrow(/unsupported/)
    const create = { width: 9000, height: 9000, channels: 3, background: '#8a5' } as const
    writeFileSync(other, await sharp({ create }).webp({ effort: 0 }).toBuffer())
    await expect(remakeImage(other, 'webp')).rejects.toThrow(PictureTooLarge)
  })

  it.skipIf(process.platform !== 'linux')('are refused when their process dies, and made by the next one', async () => {
    await viewsOf(path)
    const before = children()
    expect(before.length).toBeGreaterThan(0)
    const lost = viewsOf(path)
    for (const pid of before) process.kill(pid, 'SIGKILL')
    await expect(lost).rejects.toThrow('ended')
    expect(await viewsOf(path)).toMatchObject({ width: 900 })
    expect(children().filter((pid) => before.includes(pid))).toEqual([])
  })
})
