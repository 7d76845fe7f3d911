/** Whether a value is taken already, asked while a form is filled in (rules 6.5). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { UniqueModel } from '../../../src/model/model.ts'
import { setLang } from '../../../src/web/core/i18n.ts'
import { uniqueProblem } from '../../../src/web/forms/checks.ts'
import type { FormTask } from '../../../src/web/forms/task.ts'
import { answeringServer } from '../shell/server.ts'
import { call, env, NO_PART, ZONE } from './models.ts'

const CELLS = { dictionaries: {}, resources: {}, lang: 'zh' as const, zone: ZONE }
const UNIQUE: UniqueModel = {
  key: 'name',
  field: 'name',
  within: ['parentId'],
  everywhere: false,
  check: 'thing/checkRepeat',
  message: { zh: '名称重复', en: 'This name exists' },
}

let server: Awaited<ReturnType<typeof answeringServer>>
let count = 0
let http = 200
beforeAll(async () => {
  server = await answeringServer(() => ({ http, body: { status: 200, msg: '', count, data: { count } } }))
})
afterAll(() => server.close())
beforeEach(() => {
  server.arrived.length = 0
  count = 0
  http = 200
})

const task = (more: Partial<FormTask>): FormTask => ({
  part: { ...NO_PART, calls: { 'thing/checkRepeat': call('thing/checkRepeat') } },
  call: call('thing/add', { kind: 'add' }),
  mode: 'add',
  items: [],
  fixed: () => ({}),
  env: env(),
  ...more,
})
const asked = async (of: FormTask, value: unknown, row = {}) => {
  const problem = await uniqueProblem(of, UNIQUE, value, row, CELLS)
  return [problem, ...server.arrived.map(({ body }) => (body as { data: unknown }).data)]
}

it('asks with the value and what it is unique within', async () => {
  expect(await asked(task({}), '甲', { parentId: 3, other: 1 })).toEqual(['', { name: '甲', parentId: 3 }])
})

it('names the record that is edited, so that it is no twin of itself', async () => {
  expect(await asked(task({ mode: 'edit', row: { id: 7 } }), '甲')).toEqual(['', { name: '甲', id: 7 }])
})

it('says what the twin means, and asks nothing of an empty value', async () => {
  count = 1
  expect(await asked(task({}), '')).toEqual([''])
  expect(await asked(task({}), '甲')).toEqual(['名称重复', { name: '甲' }])
})

it('says that it could not be asked', async () => {
  http = 502
  setLang('zh')
  expect(await asked(task({}), '甲')).toEqual(['网络错误,请稍后输入', { name: '甲' }])
  setLang('en')
})
