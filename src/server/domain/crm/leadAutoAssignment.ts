/** Giving out leads by itself (rules 1.4, I-43): to those on duty today, in turn, by the rules and limits of each. */
import { dayIn } from './days.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { value } from '../values.ts'
import { assignLead } from './leadAssignment.ts'
import { countInHand, tellOwner } from './assignment.ts'

/** Somebody on duty: how much they got today, how much they have, and how much they may get. */
interface Turn {
  roster: Row
  employee: Row
  today: number
  limit: number
  inHand: number
  got: Row[]
}

/** Those on duty today, locked so that two who allocate at once count one after the other. */
async function onDuty(c: CallContext): Promise<Turn[]> {
  const rows = await c.select(
    'babyRoster',
    { rosterDate: dayIn(c, c.now), duty: value(c, 'duty_status', 'onDuty') },
    { lock: true, seen: true, sort: ['sortNum', 'id'] },
  )
  const turns: Turn[] = []
  for (const roster of rows) {
    const employee = await c.find('employee', Number(roster.employeeId))
    if (!employee || employee.status !== value(c, 'employee_status', 'active')) continue
    turns.push({
      roster,
      employee,
      today: Number(roster.allocatedCount ?? 0),
      limit: Number(roster.dailyLimit ?? c.settings.lead_daily_limit),
      inHand: await countInHand(c, 'lead', employee.id),
      got: [],
    })
  }
  return turns
}

const among = (list: unknown, one: unknown): boolean => !Array.isArray(list) || list.length === 0 || list.includes(one)

/** The first rule that speaks of a lead; rules by priority. */
const ruleFor = (rules: readonly Row[], lead: Row): Row | undefined =>
  rules.find((rule) => among(rule.channelTypeIds, lead.channelTypeId) && among(rule.cityCodes, lead.cityCode))

/** Whose turn it is: who got fewest today, or has fewest in hand where the rule says so; of equals the first of the roster. */
function next(c: CallContext, turns: readonly Turn[], rule: Row | undefined): Turn | undefined {
  const own = Number(c.settings.lead_own_limit ?? 0)
  const fewest = rule?.mode === value(c, 'rule_mode', 'leastLoaded')
  const open = turns.filter((turn) => {
    const limit = Math.min(turn.limit, Number(rule?.dailyLimit ?? turn.limit))
    return turn.today < limit && (own <= 0 || turn.inHand < own) && (!rule || among(rule.employeeIds, turn.employee.id))
  })
  const load = (turn: Turn): number => (fewest ? turn.inHand : turn.today)
  return open.reduce<Turn | undefined>((best, turn) => (best && load(best) <= load(turn) ? best : turn), undefined)
}

const waiting = (c: CallContext): Promise<Row[]> => {
  const ids = (c.input.ids ?? []) as number[]
  const where = {
    bizState: value(c, 'lead_biz_state', 'pool'),
    businessType: c.input.businessType,
    ...(ids.length > 0 ? { id: ids } : {}),
  }
  return c.select('lead', where, { lock: true, sort: ['createTime', 'id'], limit: 5000 })
}

const autoAllocationNew: Handler = async (c) => {
  const turns = await onDuty(c)
  const leads = await waiting(c)
  const rules = await c.select(
    'allocationRule',
    { businessType: c.input.businessType, status: value(c, 'enable_status', 'enabled') },
    { sort: ['-priority', 'id'] },
  )
  for (const lead of leads) {
    const rule = ruleFor(rules, lead)
    const turn = next(c, turns, rule)
    if (!turn) continue
    await assignLead(c, lead, {
      mode: 'auto',
      to: turn.employee.id,
      toOrgId: rule?.orgId ?? turn.roster.orgId ?? turn.employee.orgId,
    })
    turn.got.push(lead)
    turn.today += 1
    turn.inHand += 1
  }
  const given = turns.filter((turn) => turn.got.length > 0)
  for (const { roster, today, employee, got } of given) {
    await c.update('babyRoster', roster, { allocatedCount: today })
    await tellOwner(c, employee.id, got, 'lead')
  }
  const allocated = given.reduce((sum, turn) => sum + turn.got.length, 0)
  c.log(`自动分配：${allocated} 条`)
  return {
    allocated,
    skipped: leads.length - allocated,
    byEmployee: given.map(({ employee, got }) => ({ employeeId: employee.id, count: got.length })),
  }
}

export const handlers: Handlers = { 'lead/autoAllocationNew': autoAllocationNew }
