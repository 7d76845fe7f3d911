/** Who is at the telephone on which day (rules 1.4, I-43): only they are given leads by themselves. */
import type { Handler, Handlers } from '../../platform/call.ts'

const setDuty: Handler<'babyScheduling/setDuty'> = async (c) => {
  const { rosterDate, employeeIds, duty } = c.input
  // Two who plan the same day at once do it one after the other.
  const ids = [...new Set(employeeIds)]
  const staff = await c.select('employee', { id: ids }, { lock: true })
  if (ids.length === 0 || staff.length < ids.length || staff.some(({ status }) => status !== 'active'))
    c.refuse('employeeIds', { zh: '请选择在职人员', en: 'Choose people who work here' })
  const there = await c.select('babyRoster', { rosterDate, employeeId: ids }, { lock: true })
  for (const { id: employeeId, orgId } of staff) {
    const old = there.find((one) => one.employeeId === employeeId)
    if (old && !(await c.seen('babyRoster', old.id)))
      c.refuse('employeeIds', { zh: '无权安排该员工', en: 'Somebody chosen is not yours to plan' })
    if (old) await c.update('babyRoster', old, { duty })
    else await c.insert('babyRoster', { rosterDate, employeeId, orgId, duty })
  }
  return { count: staff.length }
}

export const handlers: Handlers = { 'babyScheduling/setDuty': setDuty }
