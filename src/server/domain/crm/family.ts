/** Families (domain E042, E043): every customer has one; one member is the contact. */
import type { CallContext, DbRow, Handler, Handlers, Row } from '../../types.ts'
import { target, targets } from '../rows.ts'

/** What a new customer brings of a family: one there already, or the beginnings of one. */
export interface FamilyInput { familyId?: unknown; family?: { familyName?: string; members?: Record<string, unknown>[] } | null }

/**
 * The family of a new customer: the one named, the one in which somebody has this number already, or a new one.
 * The customer stands in it as a member; the first member is the contact.
 */
export async function joinFamily(c: CallContext, customer: Row, given: FamilyInput): Promise<Row> {
  const known = await memberWith(c, customer.mobile)
  const family = (await familyNamed(c, given.familyId)) ?? (known && (await c.find('family', Number(known.familyId), { anyScope: true }))) ?? (await found(c, customer, given))
  if (known && known.familyId === family.id) await c.update('familyMember', known, { customerId: customer.id })
  else await c.insert('familyMember', await asMember(c, customer, family))
  for (const member of given.family?.members ?? []) {
    if (member.mobile !== customer.mobile) await c.insert('familyMember', { ...member, familyId: family.id, isPrimary: false })
  }
  await countFamily(c, family.id)
  return family
}

/** A member with this number who is no customer yet. */
async function memberWith(c: CallContext, mobile: unknown): Promise<Row | undefined> {
  const [member] = mobile ? await c.select('familyMember', { mobile }, { limit: 1 }) : []
  return member && !member.customerId ? member : undefined
}

async function familyNamed(c: CallContext, id: unknown): Promise<Row | undefined> {
  if (id === undefined || id === null) return undefined
  return (await c.find('family', Number(id))) ?? c.refuse('familyId', { zh: '家庭不存在', en: 'The family does not exist' })
}

function found(c: CallContext, customer: Row, given: FamilyInput): Promise<Row> {
  return c.insert('family', {
    familyName: given.family?.familyName || `${String(customer.realName)}家庭`, cityCode: customer.cityCode, address: customer.address,
    primaryCustomerId: customer.id, primaryMobile: customer.mobile,
  })
}

async function asMember(c: CallContext, customer: Row, family: Row): Promise<Record<string, unknown>> {
  const others = await c.select('familyMember', { familyId: family.id, isPrimary: true }, { limit: 1 })
  const { realName: name, mobile, birthday, gender, relation } = customer
  return { familyId: family.id, customerId: customer.id, name, mobile, birthday, gender, relation, isPrimary: others.length === 0 }
}

/** Members and babies are counted, where the product does not compute the counts itself. Nobody's edit: version and log stay. */
export async function countFamily(c: CallContext, familyId: number): Promise<void> {
  const fields = c.model.resources.family?.fields ?? {}
  const counted = ([['memberCount', 'true'], ['babyCount', '"relation" = 3']] as const).filter(([name]) => fields[name]?.column)
  if (counted.length === 0) return
  const sets = counted.map(([name, which]) => `"${name}" = (select count(*) from "familyMember" where "familyId" = $1 and not "isDel" and ${which})`)
  await c.tx.query(`update "family" set ${sets.join(', ')} where "id" = $1`, [familyId])
}

/** One contact a family: a new one takes the place of the old. */
async function keepOneContact(c: CallContext, familyId: number, chosen: number | undefined): Promise<void> {
  if (chosen !== undefined) {
    await c.tx.query('update "familyMember" set "isPrimary" = ("id" = $2) where "familyId" = $1 and not "isDel" and "isPrimary" is distinct from ("id" = $2)', [familyId, chosen])
  }
  await countFamily(c, familyId)
}

const addMember: Handler = async (c) => {
  const familyId = Number(c.input.familyId)
  const first = (await c.select('familyMember', { familyId, isPrimary: true }, { limit: 1 })).length === 0
  const added = (await c.standard(first ? { isPrimary: true } : {})) as { id: number }
  await keepOneContact(c, familyId, c.input.isPrimary === true ? added.id : undefined)
  return added
}

const ONE_CONTACT = { zh: '请先指定另一位主联系人', en: 'Make somebody else the contact first' }

const editMember: Handler = async (c) => {
  const member = target(c)
  if (member.isPrimary === true && c.input.isPrimary === false) return c.refuse('isPrimary', ONE_CONTACT)
  const answer = await c.standard()
  await keepOneContact(c, Number(member.familyId), c.input.isPrimary === true ? member.id : undefined)
  return answer
}

const delMember: Handler = async (c) => {
  const members = targets(c)
  if (members.some((member) => member.isPrimary === true)) return c.refuse(undefined, ONE_CONTACT)
  const answer = await c.standard()
  for (const familyId of new Set(members.map((member) => Number(member.familyId)))) await countFamily(c, familyId)
  return answer
}

/** The families of a customer, with their members. */
const listFamily: Handler = async (c) => {
  const customer = await c.find('customer', Number(c.input.customerId))
  if (!customer) return c.refuse('customerId', { zh: '客户不存在', en: 'The customer does not exist' })
  const ids = await c.tx.query<DbRow & { id: number }>(
    `select f."id" from "family" f where not f."isDel" and (f."id" = $2 or f."primaryCustomerId" = $1
       or exists (select 1 from "familyMember" m where m."familyId" = f."id" and m."customerId" = $1 and not m."isDel"))
     order by (f."id" = $2) desc nulls last, f."id"`,
    [customer.id, customer.familyId ?? null],
  )
  const families = []
  for (const { id } of ids) {
    const family = await c.find('family', id, { anyScope: true })
    if (family) families.push({ ...family, members: await c.select('familyMember', { familyId: id }) })
  }
  return families
}

/** Members of a family (named, or of a member's number), of one relation or all. */
const queryByRelation: Handler = async (c) => {
  const familyId = c.input.familyId ?? (c.input.mobile ? (await c.select('familyMember', { mobile: c.input.mobile }, { limit: 1 }))[0]?.familyId : undefined)
  if (familyId === undefined || familyId === null) {
    return c.input.mobile ? [] : c.refuse('familyId', { zh: '请选择家庭或填写手机号', en: 'Choose a family or give a mobile' })
  }
  if (!(await c.find('family', Number(familyId)))) return []
  const relation = c.input.relation
  return c.select('familyMember', { familyId, ...(relation === undefined || relation === null ? {} : { relation }) })
}

export const handlers: Handlers = {
  'family/listFamily': listFamily,
  'family/queryByRelation': queryByRelation,
  'familyMember/add': addMember,
  'familyMember/edit': editMember,
  'familyMember/del': delMember,
}
