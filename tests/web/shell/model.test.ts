import { beforeEach, expect, it, vi } from 'vitest'
import { MODEL_HASH } from '../../../src/model/web.ts'
import { coreModel, loadCore, loadPart, replaceModel } from '../../../src/web/core/model.ts'
import { core } from './core.ts'

/** The model that the server has. */
let now = 'a'
const asked: string[] = []

beforeEach(() => {
  now = 'a'
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const answer = url.includes('core.json') ? { ...core, hash: now } : { screens: { [now]: {} } }
    return Response.json(answer, { headers: { [MODEL_HASH]: now } })
  })
})

it('a part of another model than the core is not taken: the core is loaded again', async () => {
  await loadCore()
  now = 'b'
  expect(await loadPart('sales')).toEqual({ screens: { b: {} } })
  expect(coreModel()?.hash).toBe('b')
  expect(asked).toEqual(['/model/core.json', '/model/sales.json?h=a', '/model/core.json', '/model/sales.json?h=b'])
})

it('a model that is replaced while its parts are on their way is not taken in halves', async () => {
  await loadCore()
  await loadPart('stock')
  now = 'c'
  await replaceModel('b')
  expect(coreModel()?.hash).toBe('a')
  await replaceModel('c')
  expect(coreModel()?.hash).toBe('c')
})
