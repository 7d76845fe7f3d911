/** For whom an offer, a coupon or a campaign is: grades and cities, each open to all where it names none (rules 2.16). */
import type { CallContext, Row } from '../../platform/call.ts'

/** The grade of a customer, who is an ordinary one without a membership. */
export async function gradeOf(c: CallContext, customer: Row<'customer'>): Promise<Grade> {
  return (await c.ref(customer, 'memberGrade'))?.memberGrade ?? 'ordinary'
}

export type Grade = Row<'coupon'>['userType'][number]

/** Whether a customer of this grade is meant. Somebody without a grade is meant only where no grade is named. */
export function isFor(
  { regionCode: cities, userType: grades }: Pick<Row<'coupon'>, 'regionCode' | 'userType'>,
  customer: Row<'customer'>,
  grade: Grade | undefined,
): boolean {
  if (cities.length > 0 && !cities.includes(customer.cityCode ?? '')) return false
  return grades.length === 0 || (grade !== undefined && grades.includes(grade))
}
