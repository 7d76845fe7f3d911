import { expect, it } from 'vitest'
import { FOR_ITS_VALUES, StatementNames } from '../../../src/server/db/statements.ts'

const names = (sql: string): (string | undefined)[] => {
  const registry = new StatementNames()
  return Array.from({ length: 4 }, () => registry.nameOf(sql))
}

it('a statement is prepared from its third use on', () => {
  expect(names('select 1')).toEqual([undefined, undefined, 's1', 's1'])
})

it('one that is planned for its values is not', () => {
  expect(names(`${FOR_ITS_VALUES}select 1`)).toEqual([undefined, undefined, undefined, undefined])
})
