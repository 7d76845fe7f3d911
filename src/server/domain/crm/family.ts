/** Families (rules 1.4): every customer has one; one member is the contact. */
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import type { DbRow } from '../../types.ts'

/** What a new customer brings of a family: one there already, or the beginnings of one. */
export interface FamilyInput {
  familyId?: unknown
  family?: { familyName?: string; members?: Record<string, unknown>[] } | null
}

/**
 * The family of a new customer: the one named, the one in which somebody has this number already, or a new one.
 * The customer stands in it as a member; the first member is the contact.
 */
export async function joinFamily(c: CallContext, customer: Row, given: FamilyInput): Promise<Row> {
  const known = await memberWith(c, customer.mobile)
  const family =
    (await familyNamed(c, given.familyId)) ??
    (known && (await c.find('family', Number(known.familyId)))) ??
    (await found(c, customer, given))
  if (known && known.familyId === family.id) await c.update('familyMember', known, { customerId: customer.id })
  else await c.insert('familyMember', await asMember(c, customer, family))
  for (const member of given.family?.members ?? []) {
    if (!isCustomer(member, customer))
      await c.insert('familyMember', { ...member, familyId: family.id, isPrimary: false })
  }
  return family
}

/** Whether a member typed in is the customer, who stands in the family already: by the number, else by the name. */
const isCustomer = (member: Record<string, unknown>, customer: Row): boolean =>
  member.mobile ? member.mobile === customer.mobile : member.name === customer.realName

/** A member with this number who is no customer yet. */
async function memberWith(c: CallContext, mobile: unknown): Promise<Row | undefined> {
  const [member] = mobile ? await c.select('familyMember', { mobile }, { limit: 1 }) : []
  return member && !member.customerId ? member : undefined
}

async function familyNamed(c: CallContext, id: unknown): Promise<Row | undefined> {
  if (id === undefined || id === null) return undefined
  return (
    (await c.seen('family', Number(id))) ?? c.refuse('familyId', { zh: '家庭不存在', en: 'The family does not exist' })
  )
}

function found(c: CallContext, customer: Row, given: FamilyInput): Promise<Row> {
  return c.insert('family', {
    familyName: given.family?.familyName || `${String(customer.realName)}家庭`,
    cityCode: customer.cityCode,
    address: customer.address,
    primaryCustomerId: customer.id,
  })
}

async function asMember(c: CallContext, customer: Row, family: Row): Promise<Record<string, unknown>> {
  const others = await c.select('familyMember', { familyId: family.id, isPrimary: true }, { limit: 1 })
  const { realName: name, mobile, birthday, gender, relation } = customer
  return {
    familyId: family.id,
    customerId: customer.id,
    name,
    mobile,
    birthday,
    gender,
    relation,
    isPrimary: others.length === 0,
  }
}

/** The families of a customer, with their members. */
const listFamily: Handler = async (c) => {
  const customer = await c.seen('customer', Number(c.input.customerId))
  if (!customer) return c.refuse('customerId', { zh: '客户不存在', en: 'The customer does not exist' })
  const ids = await c.tx.query<DbRow & { id: number }>(
    `select f."id" from "family" f where not f."isDel" and (f."id" = $2 or f."primaryCustomerId" = $1
       or exists (select 1 from "familyMember" m where m."familyId" = f."id" and m."customerId" = $1 and not m."isDel"))
     order by (f."id" = $2) desc nulls last, f."id"`,
    [customer.id, customer.familyId ?? null],
  )
  // The engine writes family and members by their ids.
  return ids.map(({ id }) => ({ id, members: [] }))
}

/** Members of a family (named, or of a member's number), of one relation or all. */
const queryByRelation: Handler = async (c) => {
  const familyId =
    c.input.familyId ??
    (c.input.mobile
      ? (await c.select('familyMember', { mobile: c.input.mobile }, { limit: 1 }))[0]?.familyId
      : undefined)
  if (familyId === undefined || familyId === null) {
    return c.input.mobile
      ? []
      : c.refuse('familyId', { zh: '请选择家庭或填写手机号', en: 'Choose a family or give a mobile' })
  }
  if (!(await c.seen('family', Number(familyId)))) return []
  const relation = c.input.relation
  return c.select('familyMember', { familyId, ...(relation === undefined || relation === null ? {} : { relation }) })
}

export const handlers: Handlers = {
  'family/listFamily': listFamily,
  'family/queryByRelation': queryByRelation,
}
