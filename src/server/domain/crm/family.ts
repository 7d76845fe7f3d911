/** Families (rules 1.4): every customer has one; one member is the contact. */
import type { CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { customerInSight } from './identity.ts'

/** What a new customer brings of a family: one there already, or the beginnings of one. */
export interface FamilyInput {
  familyId?: number | null
  family?: { familyName: string | null; members?: readonly Values<'familyMember'>[] } | null
}

/**
 * The family of a new customer: the one named, the one in which somebody has this number already, or a new one.
 * The customer stands in it as a member; the first member is the contact.
 */
export async function joinFamily(
  c: CallContext,
  customer: Row<'customer'>,
  given: FamilyInput,
): Promise<Row<'family'>> {
  const [sameNumber] = await c.select('familyMember', { mobile: customer.mobile }, { limit: 1 })
  const existing = sameNumber?.customerId === null ? sameNumber : undefined
  const family =
    (await familyNamed(c, given.familyId)) ??
    (existing && (await c.ref(existing, 'family'))) ??
    (await newFamily(c, customer, given.family?.familyName))
  if (existing?.familyId === family.id) await c.update('familyMember', existing, { customerId: customer.id })
  else await c.insert('familyMember', await asMember(c, customer, family))
  for (const member of given.family?.members ?? [])
    if (!isCustomer(member, customer))
      await c.insert('familyMember', { ...member, familyId: family.id, isPrimary: false })
  return family
}

/** Whether a member typed in is the customer, who stands in the family already: by the number, else by the name. */
const isCustomer = (member: Values<'familyMember'>, customer: Row<'customer'>): boolean =>
  member.mobile ? member.mobile === customer.mobile : member.name === customer.realName

const familyNamed = async (c: CallContext, id: number | null | undefined): Promise<Row<'family'> | undefined> =>
  typeof id === 'number'
    ? ((await c.seen('family', id)) ?? c.refuse('familyId', { zh: '家庭不存在', en: 'The family does not exist' }))
    : undefined

const newFamily = (c: CallContext, customer: Row<'customer'>, name?: string | null): Promise<Row<'family'>> =>
  c.insert('family', {
    familyName: name || `${customer.realName}家庭`,
    cityCode: customer.cityCode,
    address: customer.address,
    primaryCustomerId: customer.id,
  })

async function asMember(
  c: CallContext,
  customer: Row<'customer'>,
  { id: familyId }: Row<'family'>,
): Promise<Values<'familyMember'>> {
  const { id: customerId, realName: name, mobile, birthday, gender, relation } = customer
  const isPrimary = !(await c.exists('familyMember', { familyId, isPrimary: true }))
  return { familyId, customerId, name, mobile, birthday, gender, relation, isPrimary }
}

/** The families of a customer, with their members. */
const listFamily: Handler<'family/listFamily'> = async (c) => {
  const customer = await customerInSight(c, c.input.customerId)
  const ids = await c.tx.query<{ id: number }>(
    `select f."id" from "family" f where not f."isDel" and (f."id" = $2 or f."primaryCustomerId" = $1
       or exists (select 1 from "familyMember" m where m."familyId" = f."id" and m."customerId" = $1 and not m."isDel"))
     order by (f."id" = $2) desc nulls last, f."id"`,
    [customer.id, customer.familyId],
  )
  // The engine writes family and members by their ids.
  return ids.map(({ id }) => ({ id, members: [] }))
}

/** Members of a family (named, or of a member's number), of one relation or all. */
const queryByRelation: Handler<'family/queryByRelation'> = async (c) => {
  const { mobile, relation } = c.input
  const [member] = mobile ? await c.select('familyMember', { mobile }, { limit: 1 }) : []
  const familyId = c.input.familyId ?? member?.familyId
  if (typeof familyId !== 'number' && !mobile)
    c.refuse('familyId', { zh: '请选择家庭或填写手机号', en: 'Choose a family or give a mobile' })
  const family = await c.seen('family', familyId)
  return family ? c.select('familyMember', { familyId: family.id, ...(relation ? { relation } : {}) }) : []
}

export const handlers: Handlers = {
  'family/listFamily': listFamily,
  'family/queryByRelation': queryByRelation,
}
