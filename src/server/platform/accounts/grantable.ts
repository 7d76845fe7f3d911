/**
 * In which companies a person may give roles (docs/decisions/0022): the own one, and every one where a role that is
 * held lets its holder make or change accounts. Whoever may not do so there gives nothing there.
 */
import type { Call, CallContext, Handler, Handlers } from '../call.ts'
import type { DbRow } from '../../types.ts'
import type { Model } from '../../../model/model.ts'
import { soughtOf } from '../sought.ts'

/** Calls by which roles are given. */
const GRANTING = new Set(['user/add', 'user/edit'])

/** `menu.button` of every button that reaches one of them. */
const buttonsOf = (model: Model): string[] =>
  Object.values(model.permissions).flatMap(({ code, buttons }) =>
    buttons.filter((one) => one.reach.some(({ call }) => GRANTING.has(call))).map((one) => `${code}.${one.code}`),
  )

const COMPANIES = `
select co."id", co."name" from "company" co
where not co."isDel" and co."status" = 1 and (co."id" = $2 or exists (
  select 1 from "userRole" ur
  join "role" r on r."id" = ur."roleId" and not r."isDel" and r."status" = 1
  join "roleMenu" g on g."roleId" = r."id" and not g."isDel"
  join "menu" m on m."id" = g."menuId" and not m."isDel"
  join "btn" b on b."id" = any(g."btnIds") and not b."isDel" and b."status" = 1
  where ur."userId" = $1 and ur."corpId" = co."id" and not ur."isDel" and m."code" || '.' || b."code" = any($3)
)) order by (co."id" = $2) desc, co."id"`

type Company = DbRow & { id: number; name: string }

/** The companies in which this person may give roles, the own one first. */
const grantableCompanies = (c: CallContext): Promise<Company[]> =>
  c.tx.query<Company>(COMPANIES, [c.actor.userId ?? 0, c.actor.companyId ?? 0, buttonsOf(c.model)])

/** Whether roles of a company may be given; what the system writes needs nobody's leave. */
export async function mayGrantIn(c: CallContext, companyIds: readonly number[]): Promise<boolean> {
  if (c.actor.kind === 'system') return true
  const allowed = new Set((await grantableCompanies(c)).map((one) => one.id))
  return companyIds.every((id) => allowed.has(id))
}

const companies: Handler<'company/givable'> = async (c) =>
  narrowed(
    c,
    (await grantableCompanies(c)).map(({ id, name }) => ({ value: id, label: name })),
  )

/** Rows of a company whose roles may be given; of any other there is nothing to choose from. */
async function offered(c: Call<'role/givable'> | Call<'org/givable'>, sql: string): Promise<Offer[]> {
  const { corpId }: { corpId: number } = c.input
  return (await mayGrantIn(c, [corpId])) ? narrowed(c, await c.tx.query<Offer>(sql, [corpId])) : []
}

type Offer = { value: number; label: string }

const narrowed = (c: Call<'company/givable' | 'role/givable' | 'org/givable'>, offers: readonly Offer[]): Offer[] =>
  soughtOf(offers, c.input, ({ value, label }) => ({ value, words: [label] }))

const ROLES = `
select "id" as "value", "name" as "label" from "role"
where "companyId" = $1 and not "isDel" and "status" = 1 order by "sortNum", "id"`

const ORGS = `
select "id" as "value", "name" as "label" from "org"
where "companyId" = $1 and not "isDel" and "status" = 1 order by "path", "sortNum", "id"`

export const handlers: Handlers = {
  'company/givable': companies,
  'role/givable': (c) => offered(c, ROLES),
  'org/givable': (c) => offered(c, ORGS),
}
