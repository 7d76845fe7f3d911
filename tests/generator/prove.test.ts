/** `atelier prove` (docs/PROOFS.md § 2): what it shows of whole products, and what it says where something cannot be. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formsOf } from '../../bin/prove.ts'
import { compile } from '../../generator/index.ts'
import { aliveOf } from '../../generator/tools/alive.ts'
import { setLocal, USUAL_LOCAL } from '../../src/model/local.ts'
import type { Model } from '../../src/model/model.ts'
import { checkRecord } from '../../src/model/validate/index.ts'
import { product } from '../../src/server/domain/index.ts'
import { extended, SHOP_DIR, shopModel, START } from '../server/engine/shop.ts'
import { productModel, ROOT } from './schemas.ts'

afterAll(() => setLocal(USUAL_LOCAL))

/** Forms without inputs, each with what stood against them. */
const open = (model: Model): string[] =>
  formsOf(model, START).flatMap(({ call, witness }) =>
    'input' in witness ? [] : [`${call}: ${witness.against?.text.en ?? 'no record'}`],
  )
const wrong = (model: Model, alone: readonly string[] = []): string[] =>
  aliveOf(model, new Set(alone)).flatMap(({ machine, wrong: all }) => all.map((one) => `${machine}: ${one}`))

describe('whole products', () => {
  const studio = productModel()

  it('the forms of the studio can be filled in', () => {
    const forms = formsOf(studio, START)
    expect(forms.length).toBeGreaterThan(500)
    expect(open(studio)).toEqual([])
  })

  it('by inputs that the checks of the server take, too', () => {
    const { input } = formsOf(studio, START).find(({ call }) => call === 'customer/add')!.witness as { input: object }
    const { input: fields } = studio.calls['customer/add']!
    expect(checkRecord(fields, { ...input }, studio.dictionaries, { zone: studio.app.timezone, besides: [] })).toEqual(
      [],
    )
  })

  it('its machines reach all of their states, and their ends', () => {
    expect(wrong(studio, Object.keys(product.nightly ?? {}))).toEqual([])
    // What only the program does by itself is nobody's otherwise.
    expect(wrong(studio)).not.toEqual([])
  })

  it('so can those of the clinic, whose telephone numbers are others', () => {
    const { model } = compile(join(ROOT, 'examples/clinic/schemas'))
    expect(open(model!)).toEqual([])
    expect(wrong(model!)).toEqual([])
  })
})

describe('what cannot be', () => {
  const order = JSON.parse(readFileSync(join(SHOP_DIR, 'resources/shop/order.json'), 'utf8')) as {
    rules: object
    form: unknown[]
    states: { status: object }
  }
  const why = { zh: '不行', en: 'This cannot be' }
  const number = (name: string) => ({ [name]: { type: 'int', required: true, label: { zh: name, en: name } } })
  const two = { ...number('low'), ...number('high') }
  const form = [...order.form, 'low', 'high']

  it('rules that two fields never obey together', () => {
    // Two plain comparisons of the same values are told by `check` already.
    const rules = {
      up: { if: 'row.low > row.high + 1', field: 'low', why },
      down: { if: 'row.low < row.high', field: 'high', why },
    }
    const obeying = (only: object): string[] => {
      setLocal(USUAL_LOCAL)
      const model = shopModel(extended('order', two, { form, rules: { ...order.rules, ...only } }))
      return open(model).filter((one) => one.includes(why.en))
    }
    expect(obeying(rules)).toEqual(['order/edit: This cannot be'])
    expect(obeying({ up: rules.up })).toEqual([])
  })

  it('a state from which no end is reached, though each has a way out', () => {
    const status = {
      ...order.states.status,
      reopen: { from: 'done', to: 'paid', by: 'order/pay' },
      end: ['cancelled'],
    }
    expect(wrong(shopModel(extended('order', {}, { states: { status } })))).toEqual([
      'order.status: from "paid" no end is reached',
      'order.status: from "done" no end is reached',
    ])
  })

  it('a move whose calls nobody is granted, and the states behind it', () => {
    expect(wrong(shopModel())).toEqual([])
    const shut = {
      'roles/administrator.json': JSON.stringify({ label: { zh: '管理员', en: 'Administrator' }, grants: {} }),
    }
    const found = wrong(shopModel(shut))
    expect(found).toContain('order.status: nobody can make the move "pay"')
    expect(found).toContain('order.status: nothing leads to "paid"')
  })
})
