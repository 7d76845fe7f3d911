import { expect, it } from 'vitest'
import { FOR_ITS_VALUES, StatementNames } from '../../../src/server/db/statements.ts'

const names = (sql: string): (string | undefined)[] => {
  const registry = new StatementNames(2)
  return Array.from({ length: 4 }, () => registry.nameOf(sql))
}

it('a statement is prepared from its third use on', () => {
  expect(names('select 1')).toEqual([undefined, undefined, 's1', 's1'])
})

it('one that is planned for its values is not', () => {
  expect(names(`${FOR_ITS_VALUES}select 1`)).toEqual([undefined, undefined, undefined, undefined])
})

it('no more than there is room for', () => {
  const registry = new StatementNames(2)
  const third = (sql: string): string | undefined => [1, 2, 3].map(() => registry.nameOf(sql))[2]
  expect(['select 1', 'select 2', 'select 3'].map(third)).toEqual(['s1', 's2', undefined])
})
