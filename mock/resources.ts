/** What stores work with: their managers, sales groups and assistants, the rooms where photos are viewed, disks. */
import { COMPANIES, type Organisation } from './organisation.ts'
import type { Code } from '../src/generated/dictionaries.ts'
import type { Seeder, Values } from './seeder.ts'

const GROUPS = [
  ['雨桐组', 120_000],
  ['晨曦组', 100_000],
] as const
/** Name, share of it that is full. The last but one is past its warning. */
const DISKS = [
  ['D', 0.41],
  ['E', 0.63],
  ['F', 0.92],
  ['G', 0.08],
] as const
const DISK_GB = 4096

export async function seedResources(s: Seeder, org: Organisation, values: Values): Promise<void> {
  const [shop, samples] = org.stores
  const managers = org.byPosition.店长 ?? []
  for (const [i, id] of [shop, samples].entries())
    if (managers.length > 0) await s.call('store/edit', { id, managerId: managers[i % managers.length] })
  await s.addAll(
    'site',
    [1, 2, 3].map((n) => ({
      code: `V-${n}`,
      name: `选片中心${n}号厅`,
      siteType: values('control_type', 'see'),
      storeId: samples,
      openTime: '09:30',
      closeTime: '18:00',
    })),
  )
  await seedGroups(s, org, shop!)
  await seedAssistants(s, org, shop!, values)
  if (org.cityCode === COMPANIES[0]!.cityCode) await seedDisks(s)
}

/** Consultants sell in two groups; the first of each leads it. */
async function seedGroups(s: Seeder, org: Organisation, storeId: number): Promise<void> {
  const consultants = org.byPosition.门市顾问 ?? []
  const members = GROUPS.map((_, i) => consultants.filter((_id, n) => n % GROUPS.length === i)).filter(
    (ids) => ids.length > 0,
  )
  await s.addAll(
    'salesGroup',
    members.map((memberIds, i) => ({
      name: GROUPS[i]![0],
      storeId,
      leaderId: memberIds[0],
      memberIds,
      monthTarget: GROUPS[i]![1],
    })),
  )
}

async function seedAssistants(s: Seeder, org: Organisation, storeId: number, values: Values): Promise<void> {
  const people = [...(org.byPosition.孕教助教 ?? []), ...(org.byPosition.门市顾问 ?? []).slice(0, 2)]
  const kind = (i: number): Code<'assistant_type'> =>
    values('assistant_type', i < (org.byPosition.孕教助教 ?? []).length ? 'classAssistant' : 'storeReceptionist')
  await s.addAll(
    'assistant',
    people.map((employeeId, i) => ({ employeeId, storeId, assistantType: kind(i), sortNum: i + 1 })),
  )
}

/** Two workstations with two disks each. */
async function seedDisks(s: Seeder): Promise<void> {
  const half = DISKS.length / 2
  const stations = await s.addAll(
    'fileWorkstation',
    ['A', 'B'].map((name, i) => ({
      name: `摄影基地${name}工作站`,
      code: `WS-${i + 1}`,
      ip: `192.168.10.${11 + i}`,
      port: '8080',
    })),
  )
  await s.addAll(
    'filePss',
    DISKS.map(([name, share], i) => ({
      workstationId: stations[Math.floor(i / half)],
      name: `${name}盘`,
      path: `/photos/${name.toLowerCase()}`,
      totalGb: DISK_GB,
      usedGb: Math.round(share * DISK_GB),
      isDefault: i === 0 ? 1 : 0,
    })),
  )
}
