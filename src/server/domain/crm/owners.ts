/**
 * Work that passes from hand to hand: clues, chances, leads and customers. Every change of hands has one row of
 * history (I-42), nobody has more in hand than the limit, and whoever gets something is told.
 */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { CallContext, Row } from '../legacy.ts'
import { isOneOf, stored, value } from '../values.ts'

interface Owned {
  target: DictionaryValues['track_target']
  /** Field with the number that people say. */
  no: string
  owner: string
  org: string
}

const OWNED = {
  analysis: { target: 'clue', no: 'clueNo', owner: 'employeeId', org: 'orgId' },
  chance: { target: 'chance', no: 'chanceNo', owner: 'employeeId', org: 'orgId' },
  lead: { target: 'lead', no: 'leadNo', owner: 'salesId', org: 'fllowOrgId' },
  customer: { target: 'customer', no: 'customerNo', owner: 'salesId', org: 'orgId' },
} as const satisfies Record<string, Owned>

/** What has an owner. */
export type OwnedResource = keyof typeof OWNED

/** An id, or nothing. */
export const idOf = (held: unknown): number | undefined => (typeof held === 'number' ? held : undefined)

/** Who has a row in hand. */
export const ownerOf = (resource: OwnedResource, row: Row): number | undefined => idOf(row[OWNED[resource].owner])

export interface Passing {
  mode: DictionaryValues['alloc_mode']
  /** Who has it now; left out: nobody. */
  to?: number | undefined
  toOrgId?: unknown
  reason?: unknown
}

/** One row of the history of hands. `row`: as it was before. */
export async function notePassing(
  c: CallContext,
  resource: OwnedResource,
  row: Row,
  { mode, to, toOrgId, reason }: Passing,
): Promise<void> {
  if (!c.model.resources.allocation) return
  const { target, no, org } = OWNED[resource]
  await c.insert('allocation', {
    targetType: value(c, 'track_target', target),
    targetId: row.id,
    leadNo: row[no],
    businessType: row.businessType,
    allocMode: value(c, 'alloc_mode', mode),
    fromEmployeeId: ownerOf(resource, row) ?? null,
    toEmployeeId: to ?? null,
    fromOrgId: row[org] ?? null,
    toOrgId: toOrgId ?? null,
    reason: reason ?? null,
  })
}

/** Somebody at work who may be given something; locked, so that two who give at once count one after the other. */
export async function worker(c: CallContext, id: unknown, field = 'employeeId'): Promise<Row> {
  const employee = await c.find('employee', Number(id), { lock: true })
  if (!employee || isOneOf(c, 'employee_status', employee.status, 'left'))
    return c.refuse(field, { zh: '员工不存在或已离职', en: 'Nobody like this works here' })
  return employee
}

const IN_HAND = {
  lead: ['lead', 'salesId', 'bizState', 'lead_biz_state', ['inHand']],
  analysis: ['analysis', 'employeeId', 'analysisStatus', 'analysis_status', ['new', 'following']],
} as const

/** How many leads or clues somebody has in hand. */
export async function countInHand(c: CallContext, resource: 'lead' | 'analysis', employeeId: number): Promise<number> {
  const [table, owner, status, dictionary, names] = IN_HAND[resource]
  const values = (names as readonly string[]).map((name) => stored(c, dictionary, name as never))
  const [found] = await c.tx.query<{ count: number }>(
    `select count(*) as "count" from "${table}" where "${owner}" = $1 and "${status}" = any($2) and not "isDel"`,
    [employeeId, values],
  )
  return Number(found?.count ?? 0)
}

/** Refuses what would be more than one person may have in hand. */
export async function mustHaveRoom(
  c: CallContext,
  resource: 'lead' | 'analysis',
  employee: Row,
  more: number,
): Promise<void> {
  const limit = Number(c.settings.lead_own_limit ?? 0)
  if (limit > 0 && more > 0 && (await countInHand(c, resource, employee.id)) + more > limit)
    c.refuse('employeeId', {
      zh: `${String(employee.realName)}在手已达上限 ${limit} 条`,
      en: `${String(employee.realName)} would have more than ${limit} in hand`,
    })
}

/** Refuses a row in somebody's hand that the person asking may not see. */
export async function mustSee(c: CallContext, resource: OwnedResource, row: Row): Promise<void> {
  if (!(await c.seen(resource, row.id)))
    c.refuse(undefined, { zh: '没有该数据的操作权限', en: 'This record is outside your data permission' })
}

/** What is handed out, in words, and where its notification leads. */
const FOLLOW_UP = { zh: '跟进', en: 'follow up', it: 'follow it up', them: 'follow them up' }
const INVITE = { zh: '邀约', en: 'invite', it: 'invite them', them: 'invite them' }
const GIVEN = {
  analysis: { zh: '线索', en: 'clue', sourceType: 'clue', name: 'realName', todo: FOLLOW_UP },
  chance: { zh: '机会', en: 'chance', sourceType: 'chance', name: 'realName', todo: FOLLOW_UP },
  lead: { zh: '资源', en: 'lead', sourceType: 'babyBusiness', name: 'motherName', todo: FOLLOW_UP },
  recommend: { zh: '转介绍', en: 'referral', sourceType: 'recommend', name: 'friendName', todo: INVITE },
} as const

/** Says who got something, unless they took it themselves. */
export async function tellOwner(
  c: CallContext,
  employeeId: number,
  given: readonly Row[],
  resource: keyof typeof GIVEN,
): Promise<void> {
  const [first] = given
  if (!first || employeeId === c.actor.employeeId) return
  const { zh, en, sourceType, name, todo } = GIVEN[resource]
  const who = String(first[name] ?? '')
  await c.notify(employeeId, {
    title: { zh: `新${zh}待${todo.zh}`, en: `New ${en} to ${todo.en}` },
    sourceType,
    source: { id: first.id },
    content:
      given.length === 1
        ? {
            zh: `${zh}「${who}」已分配给您，请及时${todo.zh}`,
            en: `The ${en} "${who}" is yours now; please ${todo.it}`,
          }
        : {
            zh: `${given.length} 条${zh}已分配给您，请及时${todo.zh}`,
            en: `${given.length} ${en}s are yours now; please ${todo.them}`,
          },
  })
}
