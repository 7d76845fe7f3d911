/**
 * Demo data: fills an empty database. Whatever has rules (customers, follow-ups, messages, accounts) is made by
 * the calls that staff would make, on a clock that this module moves; so the data cannot contradict the rules.
 */
import { DICT, type Code } from '../src/generated/dictionaries.ts'
import type { Listed, Told } from '../src/generated/wire.ts'
import { DAY, HOUR } from '../src/model/zone.ts'
import { hashPassword } from '../src/server/auth/passwords.ts'
import type { Actor, Database } from '../src/server/types.ts'
import { seedCatalogue } from './catalogue.ts'
import { seedClasses } from './classes.ts'
import { dayOf, seedCustomers } from './customers.ts'
import { seedLeads } from './leads.ts'
import type { Demo, SeedOptions } from '../src/server/demo.ts'
import { seedChannels, seedOffice, seedSettings } from './master.ts'
import { seedMembers } from './members.ts'
import { seedMessages } from './messages.ts'
import { openCounter, seedMoney } from './money.ts'
import {
  ACCOUNTS,
  CITIES,
  COMPANIES,
  PASSWORD,
  seedOrganisation,
  type CompanyPlan,
  type Organisation,
} from './organisation.ts'
import { seedRegions } from './regions.ts'
import { seedResources } from './resources.ts'
import { seedSchedule } from './schedule.ts'
import { CUSTOMER, seedShownCustomer } from './clients.ts'
import type { Seeder, Values } from './seeder.ts'
import { seedService } from './service.ts'
import { seedTargets } from './targets.ts'

/** By then the first sales of the demo's last day are made: nothing in it is ever still to come (ms after midnight). */
const FIRST_SALES = 9.25 * HOUR

/** The last 09:00 in Shanghai, or the moment that SEED_NOW names. */
export function seedMoment(env = process.env, now = Date.now()): number {
  if (env.SEED_NOW) return Date.parse(env.SEED_NOW)
  return dayOf(now - FIRST_SALES) + 9 * HOUR
}

const names: Record<string, Record<string, unknown>> = DICT
const values: Values = (dictionary, name) => names[dictionary]?.[name] as Code<typeof dictionary, typeof name>

async function seed(options: SeedOptions): Promise<void> {
  const now = seedMoment()
  options.clock.set(now)
  const common = seederOf(options, {}, now)
  await common.addAll('saleCity', CITIES)
  await seedRegions(common, values)
  const companies = await common.addAll(
    'company',
    COMPANIES.map(({ code, name, shortName, cityCode }) => ({ code, name, shortName, saleCityCode: cityCode })),
  )
  await options.sync()
  const organisations: Organisation[] = []
  // One hash for all: one each would take as many seconds as all that follows.
  const password = await hashPassword(PASSWORD)
  for (const [i, plan] of COMPANIES.entries()) {
    options.log(`  ${i + 1} of ${COMPANIES.length}: ${plan.name}`)
    organisations.push(await seedCompany(options, plan, { companyId: companies[i]!, password }, now))
  }
  const home = organisations[0]!
  const manager = { companyId: home.companyId, employeeId: home.byPosition.店长?.[0] }
  await seedShownCustomer(seederOf(options, manager, now), values)
  await seedFurtherRoles(options, organisations, now)
  options.clock.release()
}

async function seedCompany(
  options: SeedOptions,
  plan: CompanyPlan,
  { companyId, password }: { companyId: number; password: string },
  now: number,
): Promise<Organisation> {
  const s = seederOf(options, { companyId }, now - 91 * DAY)
  const org = await seedOrganisation(s, companyId, plan, values)
  await seedAccounts(options, s, org, { first: plan === COMPANIES[0], password })
  const boss = seederOf(
    options,
    { companyId, employeeId: org.byPosition.店长?.[0] ?? Object.values(org.employees)[0], orgId: org.orgs.MS },
    s.now,
  )
  const channels = await seedChannels(boss, org, plan.share, values)
  await seedCatalogue(boss, org, values)
  const settings = await seedSettings(boss, org, values)
  await seedResources(boss, org, values)
  const customers = await seedCustomers(
    boss.at(now),
    org,
    { ...channels, ...settings },
    plan.share * options.size,
    values,
  )
  const counter = await openCounter(boss.at(now), org, values)
  await seedLeads(counter, channels, plan.share * options.size)
  await seedMoney(counter, customers, plan.share * options.size)
  await seedMembers(counter, customers, plan.share * options.size)
  await seedSchedule(counter, plan.share * options.size)
  await seedService(counter, boss.at(now))
  await seedClasses(counter)
  await seedOffice(boss.at(now - 3 * DAY), org, values)
  await seedTargets(boss.at(now), org, values)
  await seedMessages(boss.at(now), org, plan.share * options.size, values)
  return org
}

/** The accounts of the README, activated, with the roles of rules 5.3; and one for everybody else who works here, not activated yet. */
async function seedAccounts(
  options: SeedOptions,
  s: Seeder,
  org: Organisation,
  { first, password }: { first: boolean; password: string },
): Promise<void> {
  const roleIds = await rolesByCode(options.db, org.companyId)
  const roleAt = (role: string) => ({
    corpId: org.companyId,
    orgId: org.orgs[departmentOf(role)],
    roleId: roleIds.get(role),
    isDefault: 1,
  })
  const known = new Map(first ? ACCOUNTS.map((account) => [org.employees[account.person], account]) : [])
  const people = await options.db.query<{ id: number; realName: string; mobile: string; position: string }>(
    `select e."id", e."realName", e."mobile", p."name" as "position" from "employee" e
     join "position" p on p."id" = e."positionId" where e."companyId" = $1 and not e."isDel" order by e."id"`,
    [org.companyId],
  )
  const ids = await s.addAll(
    'user',
    people.map(({ id, realName, mobile }) => ({ employeeId: id, mobile, realName, password })),
  )
  for (const [i, { id: employeeId, position }] of people.entries()) {
    const role = known.get(employeeId)?.role ?? ROLE_OF[position]
    if (role) await s.call('user/edit', { id: ids[i], roles: [roleAt(role)] })
  }
  const active = people.flatMap(({ id }, i) => ((known.get(id)?.active ?? known.has(id)) ? [ids[i]] : []))
  await options.db.query('update "user" set "activation" = true where "id" = any($1)', [active])
}

/** The roles of a README account in other companies. */
async function seedFurtherRoles(options: SeedOptions, organisations: Organisation[], now: number): Promise<void> {
  const home = organisations[0]!
  const s = seederOf(options, { companyId: home.companyId }, now - 90 * DAY)
  for (const { mobile, at = [] } of ACCOUNTS) {
    const [user] = await options.db.query<{ id: number }>('select "id" from "user" where "mobile" = $1', [mobile])
    for (const { company, role } of at) {
      const { companyId, orgs } = organisations[COMPANIES.findIndex((one) => one.code === company)]!
      const roleId = (await rolesByCode(options.db, companyId)).get(role)
      await s.add('userRole', { userId: user?.id, corpId: companyId, orgId: orgs.MS, roleId, isDefault: 0 })
    }
  }
}

/** What people of a position sign in as; whoever has none here only appears in lists. */
const ROLE_OF: Record<string, string> = {
  总经理: 'manager',
  店长: 'manager',
  渠道专员: 'channelSpecialist',
  电销专员: 'telemarketer',
  门市顾问: 'consultant',
  收银员: 'cashier',
  财务: 'finance',
  摄控专员: 'scheduler',
  预约专员: 'scheduler',
  摄影师: 'photographer',
  化妆师: 'photographer',
  灯光师: 'photographer',
  选片师: 'selector',
  设计师: 'designer',
  修图师: 'retoucher',
  生产专员: 'production',
  质检员: 'production',
  VCR剪辑: 'videographer',
  孕教助教: 'classAssistant',
}

const DEPARTMENT_OF: Record<string, string> = {
  administrator: 'GM',
  manager: 'HEAD',
  telemarketer: 'DX',
  cashier: 'CW',
  finance: 'CW',
  photographer: 'SY',
  selector: 'SM',
  designer: 'SM',
  retoucher: 'SM',
  production: 'SC',
  scheduler: 'SK',
  classAssistant: 'YJ',
}
const departmentOf = (role: string): string => DEPARTMENT_OF[role] ?? 'MS'

async function rolesByCode(db: Database, companyId: number): Promise<Map<string, number>> {
  const rows = await db.query<{ id: number; code: string }>(
    'select "id", "code" from "role" where "companyId" = $1 and not "isDel"',
    [companyId],
  )
  return new Map(rows.map((r) => [r.code, r.id]))
}

function seederOf(options: SeedOptions, who: Partial<Actor>, now: number): Seeder {
  const actor: Actor = { kind: 'system', lang: 'zh', ...who }
  const at = <T>(work: () => Promise<T>): Promise<T> => {
    options.clock.set(now)
    return work()
  }
  const run = async (path: string, input: Record<string, unknown>): Promise<unknown> =>
    (await at(() => options.app.run(path, actor, input, { granted: true, quiet: true }))).data
  return {
    now,
    add: async (resource, values) => (await at(() => options.app.insertAll(resource, actor, [values])))[0]!,
    addAll: (resource, rows) => at(() => options.app.insertAll(resource, actor, rows)),
    call: async <P extends keyof Told>(path: P, input: Record<string, unknown>) => (await run(path, input)) as Told[P],
    list: async <P extends keyof Told>(path: P, input: Record<string, unknown>) =>
      (await run(path, input)) as Listed<P>,
    as: (employeeId) => seederOf(options, { ...who, employeeId }, now),
    at: (moment) => seederOf(options, who, moment),
  }
}

/** The demo of the studio. */
export const demo: Demo = {
  seed,
  greeting: (model, address) => [
    `\nAccounts (password ${PASSWORD}, code 888888):`,
    ...ACCOUNTS.map(({ mobile, role, active }) => {
      const later = active === false ? ' (not activated yet)' : ''
      return `  ${mobile}  ${model.roles[role]?.label.en ?? role}${later}`
    }),
    `\nA customer: ${CUSTOMER}, code 888888, at ${address}/client/client-design`,
  ],
}
