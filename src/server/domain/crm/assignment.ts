/**
 * Who works on clues, chances, leads and customers. Every change of owner has one row of history (I-42), nobody has
 * more in hand than the limit, and the new owner is told.
 */
import type { CallContext, Row, Values } from '../call.ts'

interface Ownership {
  targetType: Values<'allocation'>['targetType']
  /** Number that people say. */
  leadNo: string
  ownerId: number | null
  orgId: number | null
  businessType?: Values<'allocation'>['businessType']
}

/** What has an owner. */
export type OwnedResource = 'analysis' | 'chance' | 'lead' | 'customer'

const OWNERSHIP: { [R in OwnedResource]: (row: Row<R>) => Ownership } = {
  analysis: ({ clueNo, employeeId, orgId, businessType }) => ({
    targetType: 'clue',
    leadNo: clueNo,
    ownerId: employeeId,
    orgId,
    businessType,
  }),
  chance: ({ chanceNo, employeeId, orgId, businessType }) => ({
    targetType: 'chance',
    leadNo: chanceNo,
    ownerId: employeeId,
    orgId,
    businessType,
  }),
  lead: ({ leadNo, salesId, fllowOrgId, businessType }) => ({
    targetType: 'lead',
    leadNo,
    ownerId: salesId,
    orgId: fllowOrgId,
    businessType,
  }),
  customer: ({ customerNo, salesId, orgId }) => ({
    targetType: 'customer',
    leadNo: customerNo,
    ownerId: salesId,
    orgId,
  }),
}

/** A change of owner. */
export interface Assignment {
  mode: Row<'allocation'>['allocMode']
  /** The new owner; empty: nobody. */
  to?: number | null | undefined
  toOrgId?: number | null | undefined
  reason?: string | null | undefined
}

/** Whose a row is, and what the history of owners keeps of it. */
export const ownerOf = <R extends OwnedResource>(resource: R, row: Row<R>): Ownership => OWNERSHIP[resource](row)

/** Adds a row to the history of owners. `row`: as it was before. */
export async function recordAssignment<R extends OwnedResource>(
  c: CallContext,
  resource: R,
  row: Row<R>,
  { mode, to = null, toOrgId = null, reason = null }: Assignment,
): Promise<void> {
  const { ownerId, orgId, ...about } = ownerOf(resource, row)
  await c.insert('allocation', {
    ...about,
    targetId: row.id,
    allocMode: mode,
    fromEmployeeId: ownerId,
    toEmployeeId: to,
    fromOrgId: orgId,
    toOrgId,
    reason,
  })
}

/** Somebody at work who may be given something; locked, so that two who give at once count one after the other. */
export async function assignee(
  c: CallContext,
  id: number | null | undefined,
  field = 'employeeId',
): Promise<Row<'employee'>> {
  const employee = await c.find('employee', id, { lock: true })
  return employee && employee.status !== 'left'
    ? employee
    : c.refuse(field, { zh: '员工不存在或已离职', en: 'Nobody like this works here' })
}

/** How many leads or clues somebody has in hand. */
export const countInHand = (c: CallContext, resource: 'lead' | 'analysis', employeeId: number): Promise<number> =>
  resource === 'lead'
    ? c.count('lead', { salesId: employeeId, bizState: 'inHand' })
    : c.count('analysis', { employeeId, analysisStatus: ['new', 'following'] })

/** Refuses what would be more than one person may have in hand. */
export async function mustHaveRoom(
  c: CallContext,
  resource: 'lead' | 'analysis',
  { id, realName }: Row<'employee'>,
  more: number,
): Promise<void> {
  const limit = c.settings.lead_own_limit
  if (limit > 0 && more > 0 && (await countInHand(c, resource, id)) + more > limit)
    c.refuse('employeeId', {
      zh: `${realName}在手已达上限 ${limit} 条`,
      en: `${realName} would have more than ${limit} in hand`,
    })
}

/** Refuses a row in somebody's hand that the person asking may not see. */
export async function mustSee(c: CallContext, resource: OwnedResource, row: { id: number }): Promise<void> {
  if (!(await c.seen(resource, row.id)))
    c.refuse(undefined, { zh: '没有该数据的操作权限', en: 'This record is outside your data permission' })
}

type Given = Exclude<OwnedResource, 'customer'> | 'recommend'

/** What is handed out, in words, and where its notification leads. */
const FOLLOW_UP = { zh: '跟进', en: 'follow up', it: 'follow it up', them: 'follow them up' }
const INVITE = { zh: '邀约', en: 'invite', it: 'invite them', them: 'invite them' }
const GIVEN = {
  analysis: { zh: '线索', en: 'clue', sourceType: 'clue', todo: FOLLOW_UP },
  chance: { zh: '机会', en: 'chance', sourceType: 'chance', todo: FOLLOW_UP },
  lead: { zh: '资源', en: 'lead', sourceType: 'babyBusiness', todo: FOLLOW_UP },
  recommend: { zh: '转介绍', en: 'referral', sourceType: 'recommend', todo: INVITE },
}
const NAME: { [R in Given]: (row: Row<R>) => string } = {
  analysis: (row) => row.realName,
  chance: (row) => row.realName,
  lead: (row) => row.motherName,
  recommend: (row) => row.friendName,
}

/** Says who got something, unless they took it themselves. */
export async function tellOwner<R extends Given>(
  c: CallContext,
  employeeId: number,
  given: readonly Row<R>[],
  resource: R,
): Promise<void> {
  const [first] = given
  if (!first || employeeId === c.actor.employeeId) return
  const { zh, en, sourceType, todo } = GIVEN[resource]
  const who = NAME[resource](first)
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
