/** What `npm run dev` hears of a folder of schemas, however somebody saves. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { watchFolder } from '../../../bin/watch.ts'

const ROUNDS = [1, 2, 3]

describe('a watched folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'atelier-watch-'))
  const beside = mkdtempSync(join(tmpdir(), 'atelier-beside-'))
  const file = join(root, 'deep/one.json')
  let heard: () => void = () => undefined
  let watcher: { close(): void }
  beforeAll(() => {
    mkdirSync(join(root, 'deep'))
    writeFileSync(file, 'first')
    watcher = watchFolder(root, () => heard())
  })
  afterAll(() => {
    watcher.close()
    for (const path of [root, beside]) rmSync(path, { recursive: true })
  })

  /** Does something, and waits until it is heard that the file now says this. */
  const told = (path: string, says: string, save: () => void): Promise<void> =>
    new Promise((resolve) => {
      heard = () => {
        if (existsSync(path) && readFileSync(path, 'utf8') === says) resolve()
      }
      save()
    })
  const renameOver = (path: string, says: string): void => {
    const fresh = join(beside, 'fresh')
    writeFileSync(fresh, says)
    renameSync(fresh, path)
  }

  it.each(ROUNDS)(
    'is heard when a file is renamed over another, and written in place after that (%i)',
    async (round) => {
      await told(file, `over ${round}`, () => renameOver(file, `over ${round}`))
      await told(file, `in place ${round}`, () => writeFileSync(file, `in place ${round}`))
    },
  )

  it('is heard of in a folder that is new, and in one that took the place of another', async () => {
    const fresh = join(root, 'fresh/one.json')
    mkdirSync(join(root, 'fresh'))
    await told(fresh, 'new', () => writeFileSync(fresh, 'new'))
    await told(fresh, 'newer', () => renameOver(fresh, 'newer'))
    mkdirSync(join(beside, 'deep'))
    writeFileSync(join(beside, 'deep/one.json'), 'other folder')
    renameSync(join(root, 'deep'), join(beside, 'gone'))
    await told(file, 'other folder', () => renameSync(join(beside, 'deep'), join(root, 'deep')))
    await told(file, 'last', () => writeFileSync(file, 'last'))
  })
})
