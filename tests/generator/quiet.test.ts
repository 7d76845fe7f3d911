/** What looks like a mistake and is none: `quiet.json` changes the product's schemas, and nothing may be said of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { problemsOf, withMistake, type Edit } from './mistakes.ts'

interface Quiet extends Edit {
  does: string
  also?: Edit[]
}

const all = JSON.parse(readFileSync(join(import.meta.dirname, 'quiet.json'), 'utf8')) as Quiet[]

it.each(all)('nothing is said of who $does', (quiet) => {
  expect(problemsOf(withMistake(quiet))).toEqual([])
})

it('two texts that are missing are not called the same', () => {
  const labels = ['kind', 'feeRate'].map((name) => ['fields', name, 'label', 'en'])
  const [first, second] = labels.map((remove) => ({ file: 'resources/cash/payMethod.json', remove }))
  const files = withMistake({ ...first!, also: [second!] })
  expect(problemsOf(files).map(({ code }) => code)).toEqual(['TXT001', 'TXT001'])
})
