import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columns, formatJson, formatText } from '../../generator/tools/format.ts'
import { SCHEMAS } from './schemas.ts'

const files = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))

describe('the form of files', () => {
  it('is that of every schema file', () => {
    const differing = files.filter((file) => {
      const text = readFileSync(join(SCHEMAS, file), 'utf8')
      return formatText(text) !== text
    })
    expect(differing).toEqual([])
  })

  it('says the same, in the same order, and stays as it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]\w{0,8}$/), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const text = formatJson(value)
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
        expect(formatText(text)).toBe(text)
      }),
    )
  })

  it('fills 120 columns, a Chinese character being two', () => {
    const label = (letters: number) =>
      formatJson({ label: { zh: '中'.repeat(40), en: 'x'.repeat(letters) } })
        .trimEnd()
        .split('\n')
    expect(label(7)).toHaveLength(3)
    expect(columns(label(7)[1]!)).toBe(120)
    expect(label(8)).toHaveLength(6)
    expect(columns('客户 a')).toBe(6)
  })

  it('puts plain members on shared lines, and every other on one of its own', () => {
    const text = formatJson({
      $schema: '../meta.json',
      view: 'list',
      label: { zh: '客户', en: 'Customers' },
      columns: ['name', 'mobile'],
      filters: { drop: ['type'] },
      open: '/customer/detail',
      help: 'x'.repeat(70),
      sort: ['name'],
    })
    expect(text.split('\n').slice(1, -2)).toEqual([
      '  "$schema": "../meta.json",',
      '  "view": "list", "label": { "zh": "客户", "en": "Customers" }, "columns": ["name", "mobile"],',
      '  "filters": { "drop": ["type"] },',
      '  "open": "/customer/detail",',
      `  "help": "${'x'.repeat(70)}",`,
      '  "sort": ["name"]',
    ])
  })

  it.each([
    ['a key said twice', '{ "a": 1, "a": 2 }'],
    ['a comma too many', '{ "a": 1, }'],
    ['nothing', ''],
  ])('is not given to %s', (_what, text) => {
    expect(formatText(text)).toBeUndefined()
  })
})
