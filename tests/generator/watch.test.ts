import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { compile } from '../../generator/index.ts'
import { createWatchedCompiler } from '../../generator/tools/watch.ts'
import { SCHEMAS } from './schemas.ts'

const root = mkdtempSync(join(tmpdir(), 'atelier-watch-'))
cpSync(SCHEMAS, root, { recursive: true })
afterAll(() => rmSync(root, { recursive: true, force: true }))

const watched = createWatchedCompiler(root)
watched.compile()

/** Saves a change, compiles with the watcher, and with a compiler that knows nothing; then takes the change back. */
function saved(file: string, from: string, to: string) {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
  const results = { watched: watched.compile([path]), anew: compile(root) }
  writeFileSync(path, text)
  watched.compile([path])
  return results
}

describe('the watched compiler says what a new one says', () => {
  it.each([
    ['a screen changes', 'screens/customer/list.json', '"tag": true', '"tag": { "label": { "zh": "标", "en": "T" } }'],
    ['a screen gets another name', 'screens/customer/list.json', '客户列表', '客户'],
    [
      'a screen sorts by what had no index',
      'screens/customer/list.json',
      '"tabs": "status"',
      '"tabs": "status", "sort": ["wechat"]',
    ],
    [
      'a screen asks for a parameter',
      'screens/customer/list.json',
      '"tabs": "status"',
      '"tabs": "status", "params": ["cityCode!"]',
    ],
    ['a screen is wrong', 'screens/customer/list.json', '"/customer/detail"', '"/customer/detial"'],
    ['a screen breaks its meta-schema', 'screens/customer/list.json', '"tabs"', '"tab"'],
    ['a screen is no JSON', 'screens/customer/list.json', '"view": "list",', '"view": "list"'],
    ['a resource changes', 'resources/crm/customer.json', '"客户编号"', '"客户号"'],
    ['a resource is wrong', 'resources/crm/customer.json', '"type": "serial"', '"type": "serail"'],
    ['a dictionary loses a value', 'dictionaries/customer_status.json', '"invalid"', '"void"'],
    ['a group fixes what nobody knows', 'screens/customer/_group.json', '"order"', '"with": { "nothing": 1 }, "order"'],
    ['a group lets everybody in', 'screens/customer/_group.json', '"order"', '"access": { "staff": "all" }, "order"'],
    ['a screen changes that another is like', 'screens/cash/child-business-order.json', '"orderStatus", ', ''],
    [
      'a screen is wrong that another is like',
      'screens/cash/child-business-order.json',
      '"orderStatus"',
      '"orderStats"',
    ],
    ['a list of inputs changes', 'types.json', '"条数"', '"行数"'],
    ['a filter looks further', 'types.json', '["realName", "mobile"]', '["realName"]'],
    ['a role loses a grant', 'roles/finance.json', '"cash-*": "whole",', ''],
    ['a named type changes', 'types.json', '"max": 200', '"max": 300'],
  ])('%s', (_what, file, from, to) => {
    const results = saved(file, from, to)
    expect(results.watched.problems).toEqual(results.anew.problems)
    expect(JSON.stringify(results.watched.model)).toBe(JSON.stringify(results.anew.model))
  })

  it('a file comes and goes', () => {
    const path = join(root, 'screens/customer/visits.json')
    writeFileSync(
      path,
      readFileSync(join(root, 'screens/customer/doc.json'), 'utf8').replace('customer-002', 'customer-099'),
    )
    expect(watched.compile([path]).model!.screens['/customer/visits']).toBeDefined()
    rmSync(path)
    expect(watched.compile([path]).model!.screens['/customer/visits']).toBeUndefined()
    expect(JSON.stringify(watched.compile().model)).toBe(JSON.stringify(compile(root).model))
  })

  it('a button that opens a screen is named as that screen is now', () => {
    const path = join(root, 'screens/customer/visits.json')
    const text = readFileSync(join(root, 'screens/customer/doc.json'), 'utf8').replace('customer-002', 'customer-099')
    writeFileSync(
      path,
      JSON.stringify({ ...(JSON.parse(text) as object), actions: { jobs: { open: '/system/positions' } } }),
    )
    watched.compile([path])
    const { watched: kept, anew } = saved('screens/system/positions.json', '岗位管理', '职位')
    const label = (found: typeof anew) => found.model!.screens['/customer/visits']!.view.actions[0]!.label.zh
    expect([label(kept), label(anew)]).toEqual(['职位', '职位'])
    rmSync(path)
    watched.compile([path])
  })

  it('a good save after a wrong one is good', () => {
    expect(
      saved('screens/customer/list.json', '"resource": "customer"', '"resource": "custmer"').watched.model,
    ).toBeUndefined()
    expect(watched.compile([join(root, 'screens/customer/list.json')]).model).toBeDefined()
  })
})
