/** Giving out leads by itself (rules 1.4, I-43): to those on duty today, in turn, by the rules and limits of each. */
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { today } from '../days.ts'
import { assignLead } from './leadAssignment.ts'

/** Somebody on duty: how much they got today, how much they have, and what they get now. */
interface Turn {
  roster: Row<'babyRoster'>
  employee: Row<'employee'>
  today: number
  inHand: number
  got: number
}

/** Those on duty today, whoever asks, locked so that two who allocate at once count one after the other. */
async function onDuty(c: CallContext): Promise<Turn[]> {
  const rosterDate = today(c)
  const rosters = await c.select('babyRoster', { rosterDate, duty: 'onDuty' }, { lock: true, sort: ['sortNum', 'id'] })
  const turns: Turn[] = []
  for (const roster of rosters) {
    const employee = await c.ref(roster, 'employee', { lock: true })
    if (employee?.status !== 'active') continue
    const inHand = await c.count('lead', { salesId: employee.id, bizState: 'inHand' })
    turns.push({ roster, employee, today: roster.allocatedCount, inHand, got: 0 })
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
  c.assignment({ mode: 'auto' })
  const turns = await onDuty(c)
  const leads = await waiting(c)
  const inForce = { businessType, status: 'enabled' } as const
  const rules = await c.select('allocationRule', inForce, { sort: ['-priority', 'id'] })
  for (const lead of leads) {
    const rule = ruleFor(rules, lead)
    const turn = next(c, turns, rule)
    if (!turn) continue
    const { roster, employee } = turn
    const fllowOrgId = rule?.orgId ?? roster.orgId ?? employee.orgId
    await assignLead(c, lead, { salesId: employee.id, fllowOrgId })
    turn.got += 1
    turn.today += 1
    turn.inHand += 1
  }
  const given = turns.filter((turn) => turn.got > 0)
  for (const { roster, today } of given) await c.update('babyRoster', roster, { allocatedCount: today })
  const allocated = given.reduce((sum, turn) => sum + turn.got, 0)
  c.log({ zh: `自动分配：${allocated} 条`, en: `Leads given out: ${allocated}` })
  return {
    allocated,
    skipped: leads.length - allocated,
    byEmployee: given.map(({ employee, got }) => ({ employeeId: employee.id, count: got })),
  }
}

export const handlers: Handlers = { 'lead/autoAllocationNew': autoAllocationNew }
