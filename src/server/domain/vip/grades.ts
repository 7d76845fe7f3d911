/** Grades of members (I-18): who spent enough joins or rises by itself; nobody falls, no membership gets shorter. */
import { midnightOf, wallOf, momentOf } from '../../../model/zone.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import { memberOf, membershipOf } from './points.ts'

/** The end of a membership that lasts so many years from a moment on. */
export function yearsAfter(ms: number, years: number, zone: string): number {
  const { year, month, day } = wallOf(midnightOf(ms, zone), zone)
  return momentOf(zone, year + years, month, day)
}

/** The highest grade a customer has reached by spending; one without a threshold is never reached so. */
async function reached(c: CallContext, spent: Cents): Promise<Row<'memberConfig'> | undefined> {
  const grades = await c.select('memberConfig', { status: 'enabled' })
  return grades
    .filter((grade) => grade.upgradeAmount > 0 && grade.upgradeAmount <= spent)
    .sort((a, b) => b.sortNum - a.sortNum)[0]
}

/** Makes a customer who spent enough a member, or raises the grade. */
export async function joinOrRaise(c: CallContext, customer: Row<'customer'>): Promise<void> {
  const grade = await reached(c, customer.consumeAmount)
  if (!grade) return
  const expireTime = yearsAfter(c.now, grade.validYears, c.model.app.timezone)
  const member = await memberOf(c, customer.id)
  if (member) {
    const held = await c.ref(member, 'grade')
    if (grade.sortNum <= (held?.sortNum ?? 0)) return
    await c.update('members', member, {
      gradeId: grade.id,
      expireTime: Math.max(member.expireTime ?? 0, expireTime),
    })
    await c.update('customer', customer, { memberGradeId: grade.id })
    return
  }
  if (await membershipOf(c, customer.id)) return
  const made = await c.insert('members', {
    customerId: customer.id,
    gradeId: grade.id,
    status: 'valid',
    joinTime: c.now,
    expireTime,
    accountBalance: customer.accountBalance,
  })
  const known = await c.update('customer', customer, { memberId: made.id, memberGradeId: grade.id })
  if (known.status === 'won') await c.move('customer', known, 'join')
}
