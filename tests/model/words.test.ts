import { expect, it } from 'vitest'
import type { DictionaryModel, DictionaryValue } from '../../src/model/model.ts'
import { inWords } from '../../src/model/words.ts'

const entry = (name: string, zh: string, en: string, value: string | number = zh): DictionaryValue => ({
  ...{ name, value, label: { zh, en }, retired: false, was: [] },
})
const dictionary = (words: boolean, ...values: DictionaryValue[]): DictionaryModel => ({
  ...{ name: 'said', label: { zh: '用语', en: 'Words' }, ordered: false, numeric: false, words, values, was: [] },
})
const said = dictionary(
  true,
  entry('changed', '订单变更', 'Order changed'),
  entry('missed', '客户爽约', 'Nobody came', '爽约'),
  entry('free', '免费', 'Free'),
  entry('assigned', '分配给 {names}', 'Assigned to {names}'),
  entry('moved', '从 {from} 到 {to} (改期)', 'Moved to {to}, from {from}'),
)

it.each([
  ['a sentence', '订单变更', 'Order changed', '订单变更'],
  ['a sentence that was put better since', '爽约', 'Nobody came', '客户爽约'],
  ['a sentence with what differs', '分配给 王丽、林静', 'Assigned to 王丽、林静', '分配给 王丽、林静'],
  ['several holes in another order', '从 A 到 B (改期)', 'Moved to B, from A', '从 A 到 B (改期)'],
  ['what is said after a sentence', '订单变更：客户改期', 'Order changed: 客户改期', '订单变更：客户改期'],
  ['a sentence after a sentence', '爽约：免费：带伞', 'Nobody came: Free: 带伞', '客户爽约：免费：带伞'],
  ['what was typed', '客户：订单变更', '客户：订单变更', '客户：订单变更'],
  ['what only begins like a sentence', '订单变更了', '订单变更了', '订单变更了'],
  ['nothing', '', '', ''],
])('shows %s', (_what, stored, en, zh) => {
  expect([inWords(stored, said, 'en'), inWords(stored, said, 'zh')]).toEqual([en, zh])
})

it('reads the Chinese of a dictionary that is no list of sentences', () => {
  expect(inWords('修图', dictionary(false, entry('retouch', '修图', 'Retouching', 4)), 'en')).toBe('Retouching')
})
