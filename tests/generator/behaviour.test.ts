/** What two states of the schemas do otherwise, as sentences: each change by hand has its own, and no other. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ways } from '../../generator/tools/matrix.ts'
import { behaviour, markdown } from '../../generator/tools/behaviour/index.ts'
import { SHOP_DIR, shopModel } from '../server/engine/shop.ts'

type Json = any // eslint-disable-line
const SELLER = { label: { zh: '销售', en: 'Seller' }, grants: { 'sales-002': ['add', 'pay'] }, data: { '*': 'self' } }
const seller = (more: object = {}): Record<string, string> => ({
  'roles/seller.json': JSON.stringify({ ...SELLER, ...more }),
})
const before = shopModel(seller())

/** A file of the shop after a change by hand. */
const changed = (file: string, change: (data: Json) => void): Record<string, string> => {
  const data = JSON.parse(readFileSync(join(SHOP_DIR, file), 'utf8')) as Json
  change(data)
  return { [file]: JSON.stringify(data) }
}
const sentences = (overlay: Record<string, string>, lang: 'zh' | 'en' = 'en'): string[] =>
  behaviour(before, shopModel({ ...seller(), ...overlay })).map(({ text }) => text[lang])

describe('a difference of behaviour', () => {
  it('is none where nothing changed', () => {
    expect(behaviour(before, before)).toEqual([])
    expect(markdown([], 'zh')).toBe('行为没有变化。')
  })

  it('says what a role may no longer do, and what it may now', () => {
    const [en, zh] = (['en', 'zh'] as const).map((lang) =>
      sentences(seller({ grants: { 'sales-002': ['add', 'edit'], 'sales-003': 'view' } }), lang),
    )
    expect(en).toEqual([
      'The seller may now open “Report”',
      'The seller may no longer press “Pay” on “Orders”',
      'The seller may now press “Edit” on “Orders”',
      'The seller may no longer call `order/pay`',
      'The seller may now call `customer/byLevel`, `order/edit`',
    ])
    expect(zh?.slice(0, 2)).toEqual(['“销售”现在可以打开“报表”', '“销售”在“订单”不能再按“付款”'])
    expect(sentences(seller({ data: { '*': 'company' } })).join()).toMatch(
      /The seller sees of “Customer”: company.*\(before: self/,
    )
  })

  it('says what a form asks more, and what must be filled in', () => {
    const order = changed('resources/shop/order.json', (data) => {
      data.fields.note = { type: 'string', label: { zh: '备注', en: 'Note' } }
      data.form = ['customerId', 'discount', 'note', 'items']
      data.fields.discount.required = true
    })
    expect(sentences(order)).toEqual([
      '“Add” on “Orders” asks 1 field more: “Note”',
      '“Add” on “Orders” must now be given “Discount”',
      '“Edit” on “Orders” asks 1 field more: “Note”',
      '“Edit” on “Orders” must now be given “Discount”',
      '“Order” now holds “Note”',
      '“Discount” of “Order” is now required',
    ])
  })

  it('says what is worked out, checked and moved otherwise', () => {
    const order = changed('resources/shop/order.json', (data) => {
      data.fields.due.value = 'row.total - row.discount - row.paid'
      data.rules.discount.if = 'row.discount < row.total'
      data.states.status.cancel.from = ['draft', 'paid']
      data.calls.pay.when = undefined
    })
    expect(sentences(order)).toEqual([
      '“Due” of “Order” is now `row.total - row.discount - row.paid` (before: `row.total - row.discount`)',
      '“Pay” on “Orders” no longer asks: More than is due',
      '“Cancel” on “Orders” now asks: Cancel: only for “Draft” or “Paid”',
      '“Cancel” on “Orders” no longer asks: Cancel: only for “Draft”',
      '“Order” is checked by `row.discount < row.total` (before: `row.discount <= row.total`): The discount exceeds the total',
      '`cancel` of “Order” now goes from “Draft”, “Paid” to “Cancelled”',
    ])
  })

  it('says what a report sums otherwise', () => {
    const customer = changed('resources/shop/customer.json', (data) => {
      data.calls.byLevel.stat.measures.credit = 'avg(credit)'
    })
    expect(sentences(customer)).toEqual([
      expect.stringMatching(/^“.+” of `customer\/byLevel` is now `avg\(credit\)` \(before: `sum\(credit\)`\)$/),
    ])
  })

  it('takes a renamed field for the same, and what is only written otherwise for no change', () => {
    const renamed = changed('resources/shop/order.json', (data) => {
      data.rules.discount.if = '(row.discount)<=row.total'
      const { paid, ...fields } = data.fields
      data.fields = { ...fields, settled: { ...paid, was: 'paid' } }
    })
    expect(sentences(renamed)).toEqual([])
  })

  it('is markdown with a heading and a count for each area', () => {
    const text = markdown(behaviour(before, shopModel(seller({ grants: { 'sales-002': ['add'] } }))), 'en')
    expect(text).toBe(
      '### Rights (2)\n\n- − The seller may no longer press “Pay” on “Orders”\n- − The seller may no longer call `order/pay`',
    )
  })

  it('is asked of a commit, past what somebody works on', () => {
    const folder = mkdtempSync(join(tmpdir(), 'behaviour-'))
    try {
      cpSync(SHOP_DIR, join(folder, 'schemas'), { recursive: true })
      const git = (...args: string[]): string =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' })
      git('init', '-q')
      git('add', '.')
      git('commit', '-qm', 'Begin')
      const run = (...args: string[]) =>
        spawnSync(process.execPath, [join(import.meta.dirname, '../../bin/atelier.mjs'), ...args], {
          cwd: folder,
          encoding: 'utf8',
        })
      const atelier = (...args: string[]) => run('diff', ...args)
      for (const [file, text] of Object.entries(
        changed('resources/shop/order.json', (data) => void (data.fields.due.value = 'row.total')),
      ))
        writeFileSync(join(folder, 'schemas', file), text)
      const found = atelier('--exit-code')
      expect(found.stdout).toContain('- ~ “Due” of “Order” is now `row.total` (before: `row.total - row.discount`)')
      expect(found.status).toBe(1)
      expect(atelier('HEAD', '--zh').stdout).toContain('### 数据与公式（1）')
      expect(atelier('nowhere')).toMatchObject({ status: 2, stderr: expect.stringContaining('nowhere cannot be read') })
      expect(git('status', '--short')).toBe(' M schemas/resources/shop/order.json\n')

      // What has another name since is told as that alone, wherever it is named.
      git('checkout', '-q', '.')
      for (const [from, to] of [
        ['order.discount', 'rebate'],
        ['tag', 'mark'],
      ] as const)
        expect(run('rename', from, to)).toMatchObject({ status: 0 })
      expect(atelier().stdout.match(/^- .*$/gm)).toEqual([
        '- ~ “Tag” is now called `mark` (before: `tag`)',
        '- ~ “Discount” of “Order” is now called `rebate` (before: `discount`)',
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('the ways of a role', () => {
  it('are screen, button, call and rows', () => {
    const found = ways(before).filter(({ role }) => role === 'seller')
    expect(found).toContainEqual(
      expect.objectContaining({ screen: 'sales-002', route: '/sales/orders', button: 'pay', call: 'order/pay' }),
    )
    expect(found.map(({ button }) => button)).not.toContain('cancel')
  })
})
