/** Giving out leads by itself (rules 1.4, I-43): to those on duty today, in turn, by the rules and limits of each. */
import { midnightOf } from '../../../model/zone.ts'
import type { Call, CallContext, Handler, Handlers, Row } from '../call.ts'
import { assignLead } from './leadAssignment.ts'
import { countInHand, tellOwner } from './assignment.ts'

/** Somebody on duty: how much they got today, how much they have, and what they get now. */
interface Turn {
  roster: Row<'babyRoster'>
  employee: Row<'employee'>
  today: number
  inHand: number
  got: Row<'lead'>[]
}

/** Those on duty today, locked so that two who allocate at once count one after the other. */
async function onDuty(c: CallContext): Promise<Turn[]> {
  const rosterDate = midnightOf(c.now, c.model.app.timezone)
  const rosters = await c.select(
    'babyRoster',
    { rosterDate, duty: 'onDuty' },
    { lock: true, seen: true, sort: ['sortNum', 'id'] },
  )
  const turns: Turn[] = []
  for (const roster of rosters) {
    const employee = await c.ref(roster, 'employee')
    if (employee?.status !== 'active') continue
    const inHand = await countInHand(c, 'lead', employee.id)
    turns.push({ roster, employee, today: roster.allocatedCount, inHand, got: [] })
  }
  return turns
}

/** Whether a rule speaks of one; a rule without a list speaks of all. */
const among = <T>(list: readonly (T | null)[], one: T | null): boolean => list.length === 0 || list.includes(one)

/** The first rule that speaks of a lead; rules by priority. */
const ruleFor = (rules: readonly Row<'allocationRule'>[], lead: Row<'lead'>): Row<'allocationRule'> | undefined =>
  rules.find((rule) => among(rule.channelTypeIds, lead.channelTypeId) && among(rule.cityCodes, lead.cityCode))

/** Whose turn it is: who got fewest today, or has fewest in hand where the rule says so; of equals the first of the roster. */
function next(c: CallContext, turns: readonly Turn[], rule: Row<'allocationRule'> | undefined): Turn | undefined {
  const own = c.settings.lead_own_limit
  const open = turns.filter(({ roster, employee, today, inHand }) => {
    const limit = Math.min(roster.dailyLimit, rule?.dailyLimit ?? roster.dailyLimit)
    return today < limit && (own <= 0 || inHand < own) && (!rule || among(rule.employeeIds, employee.id))
  })
  const load = (turn: Turn): number => (rule?.mode === 'leastLoaded' ? turn.inHand : turn.today)
  return open.reduce<Turn | undefined>((best, turn) => (best && load(best) <= load(turn) ? best : turn), undefined)
}

const waiting = (c: Call<'lead/autoAllocationNew'>): Promise<Row<'lead'>[]> => {
  const { businessType, ids = [] } = c.input
  const where = { bizState: 'pool', businessType, ...(ids.length > 0 ? { id: ids } : {}) } as const
  return c.select('lead', where, { lock: true, sort: ['createTime', 'id'], limit: 5000 })
}

const autoAllocationNew: Handler<'lead/autoAllocationNew'> = async (c) => {
  const { businessType } = c.input
  const turns = await onDuty(c)
  const leads = await waiting(c)
  const inForce = { businessType, status: 'enabled' } as const
  const rules = await c.select('allocationRule', inForce, { sort: ['-priority', 'id'] })
  for (const lead of leads) {
    const rule = ruleFor(rules, lead)
    const turn = next(c, turns, rule)
    if (!turn) continue
    const { roster, employee, got } = turn
    const toOrgId = rule?.orgId ?? roster.orgId ?? employee.orgId
    await assignLead(c, lead, { mode: 'auto', to: employee.id, toOrgId })
    got.push(lead)
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
