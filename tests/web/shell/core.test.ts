import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../src/model/validate/sentences.ts'
import { defineSentences, fillHoles, setLang } from '../../../src/web/core/i18n.ts'
import { addressOf } from '../../../src/web/core/open.ts'
import { hasGrant } from '../../../src/web/core/permission.ts'
import { nextProgress } from '../../../src/web/core/progress.ts'
import { createStore } from '../../../src/web/core/store.ts'
import { en } from '../../../src/web/i18n/en.ts'
import { zh } from '../../../src/web/i18n/zh.ts'

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

describe('sentences', () => {
  it.each(Object.keys(zh) as (keyof typeof zh)[])('%s has the same holes in both languages', (key) => {
    expect(holes(en[key])).toEqual(holes(zh[key]))
  })
  it('are said in the language of the moment, with their holes filled and nothing escaped', () => {
    const { t } = defineSentences('test', { hello: '你好，{name}' }, { hello: 'Hello, {name}' })
    setLang('zh')
    expect(t('hello', { name: '<王>' })).toBe('你好，<王>')
    setLang('en')
    expect(t('hello', { name: '<王>' })).toBe('Hello, <王>')
  })
  it('say what a password is as the server does', () => {
    expect({ zh: zh.passwordRule, en: en.passwordRule }).toEqual(PASSWORD)
  })
  it('leave a hole empty that has no value', () => expect(fillHoles('{a}-{b}', { a: 0 })).toBe('0-'))
})

describe('permission', () => {
  const session = {
    menus: [{ id: 1, code: 'cash-003', name: '', sortNum: 1, isVisible: 1 as const }],
    buttons: [
      { menuCode: 'cash-003', code: 'pay', status: 1 as const },
      { menuCode: 'cash-003', code: 'void', status: 0 as const },
    ],
    settings: {},
  }
  it.each([
    ['cash-003', true],
    ['cash-003.pay', true],
    ['cash-003.void', false],
    ['cash-003.other', false],
    ['cash-002', false],
  ])('%s: %s', (code, held) => {
    expect(hasGrant(session, code)).toBe(held)
  })
})

describe('an address', () => {
  it('leaves out what is empty', () => {
    expect(addressOf('/a', { id: 3, name: '王', none: undefined, nil: null, blank: '', no: false })).toBe(
      '/a?id=3&name=%E7%8E%8B&no=false',
    )
    expect(addressOf('/a')).toBe('/a')
  })
})

describe('the progress bar', () => {
  it('moves on, ever slower, and never arrives by itself', () => {
    let now = 0.08
    for (let step = 0; step < 500; step += 1) {
      const next = nextProgress(now)
      expect(next).toBeGreaterThanOrEqual(now)
      now = next
    }
    expect(now).toBeLessThan(1)
  })
})

describe('a store', () => {
  it('tells its listeners of a change, and not of the same value', () => {
    const store = createStore(1)
    const heard: number[] = []
    const stop = store.subscribe(() => heard.push(store.get()))
    store.set(1)
    store.set((old) => old + 1)
    stop()
    store.set(9)
    expect(heard).toEqual([2])
  })
})
