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
  for (const [i, plan] of COMPANIES.entries()) {
    options.log(`  ${i + 1} of ${COMPANIES.length}: ${plan.name}`)
    organisations.push(await seedCompany(options, plan, companies[i]!, now, values))
  }
  const home = organisations[0]!
  const manager = { companyId: home.companyId, employeeId: home.byPosition.店长?.[0] }
  await seedShownCustomer(seederOf(options, manager, now), values)
  await seedAccounts(options, organisations, now)
  options.clock.release()
}

async function seedCompany(
  options: SeedOptions,
  plan: CompanyPlan,
  companyId: number,
  now: number,
  values: Values,
): Promise<Organisation> {
  const s = seederOf(options, { companyId }, now - 91 * DAY)
  const org = await seedOrganisation(s, companyId, plan, values)
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

/** The accounts of the README, activated, with the roles of rules 5.3. */
async function seedAccounts(options: SeedOptions, organisations: Organisation[], now: number): Promise<void> {
  const home = organisations[0]!
  const s = seederOf(options, { companyId: home.companyId }, now - 90 * DAY)
  const roleIds = await rolesByCode(options.db)
  // One hash for all: one each would take as many seconds as all that follows.
  const password = await hashPassword(PASSWORD)
  for (const account of ACCOUNTS) {
    const at = (org: Organisation, role: string, isDefault: boolean) => ({
      corpId: org.companyId,
      orgId: isDefault ? home.orgs[departmentOf(account.role)] : org.orgs.MS,
      roleId: roleIds.get(`${org.companyId}/${role}`),
      isDefault: isDefault ? 1 : 0,
    })
    const further = (account.at ?? []).map((more) =>
      at(organisations[COMPANIES.findIndex((c) => c.code === more.company)]!, more.role, false),
    )
    const id = await s.add('user', {
      employeeId: home.employees[account.person],
      mobile: account.mobile,
      realName: account.person,
      password,
    })
    await s.call('user/edit', { id, roles: [at(home, account.role, true)] })
    await s.addAll(
      'userRole',
      further.map((role) => ({ userId: id, ...role })),
    )
    if (account.active !== false) await options.db.query('update "user" set "activation" = true where "id" = $1', [id])
  }
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

async function rolesByCode(db: Database): Promise<Map<string, number>> {
  const rows = await db.query<{ id: number; code: string; companyId: number }>(
    'select "id", "code", "companyId" from "role" where not "isDel"',
  )
  return new Map(rows.map((r) => [`${r.companyId}/${r.code}`, r.id]))
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
