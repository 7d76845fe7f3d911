/** How far somebody sees before any rule is written, and what a call may widen (checks 2, 3). */
import { describe, expect, it } from 'vitest'
import { LEVEL } from '../../../src/server/query/parts.ts'
import { reachOf } from '../../../src/server/query/scope.ts'
import type { Actor } from '../../../src/server/types.ts'

const somebody = (kind: Actor['kind'], companyId?: number): Actor =>
  ({ kind, ...(companyId === undefined ? {} : { companyId }) }) as Actor
const staff = somebody('staff', 1)
const rule = { level: LEVEL.department } as Parameters<typeof reachOf>[1]

describe('the reach of a person', () => {
  it.each<[string, Parameters<typeof reachOf>, ReturnType<typeof reachOf>]>([
    ['staff without a rule see what is their own', [staff, undefined, undefined, true], own(LEVEL.self)],
    ['staff with a rule see by it', [staff, rule, undefined, true], own(LEVEL.department)],
    ['a call of the company lifts the rule', [staff, rule, 'company', true], own('free')],
    ['what is told as seen elsewhere does not', [staff, rule, 'seen', true], own(LEVEL.department)],
    ['a global call reads of every company', [staff, rule, 'global', true], { company: 'any', rule: 'free' }],
    ['and writes in its own', [staff, rule, 'global', false], own('free')],
    ['strangers see no company', [somebody('anyone'), undefined, 'global', true], { company: 'none', rule: 'free' }],
    [
      'customers see what is theirs, whatever a call widens',
      [somebody('client', 1), undefined, 'global', true],
      own('client'),
    ],
    ['the system of a company stays in it', [somebody('system', 1), undefined, undefined, false], own('free')],
    ['the system sees all', [somebody('system'), undefined, undefined, false], { company: 'any', rule: 'free' }],
  ])('%s', (_what, asked, reach) => expect(reachOf(...asked)).toEqual(reach))
})

function own(level: ReturnType<typeof reachOf>['rule']): ReturnType<typeof reachOf> {
  return { company: 'own', rule: level }
}
