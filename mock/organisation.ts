/** Companies, departments, positions, stores, people, roles and accounts (the people of the demo have fixed names). */
import type { DictionaryValues } from '../src/generated/dictionaries.ts'
import { DAY, midnightOf } from '../src/model/zone.ts'
import type { Seeder, Values } from './seeder.ts'
import { between, pick, stream } from '../src/samples/chance.ts'
import { addressIn, manName, mobileOf, womanName } from './words.ts'

export const PASSWORD = 'Star2026'

export interface CompanyPlan {
  code: string
  name: string
  shortName: string
  cityCode: string
  staff: number
  share: number
}
export const COMPANIES: CompanyPlan[] = [
  { code: 'XB-CQ', name: '星宝摄影（重庆）', shortName: '重庆星宝', cityCode: '500100', staff: 44, share: 0.7 },
  { code: 'XB-CD', name: '星宝摄影（成都）', shortName: '成都星宝', cityCode: '510100', staff: 14, share: 0.2 },
  { code: 'XB-GY', name: '星宝摄影（贵阳）', shortName: '贵阳星宝', cityCode: '520100', staff: 8, share: 0.07 },
  { code: 'XB-SH', name: '星宝摄影（上海）', shortName: '上海星宝', cityCode: '310100', staff: 6, share: 0.03 },
]

export const CITIES = [
  { provinceCD: '500000', provinceName: '重庆', cityCode: '500100', cityName: '重庆', isDefault: 1, sortNum: 1 },
  { provinceCD: '510000', provinceName: '四川', cityCode: '510100', cityName: '成都', sortNum: 2 },
  { provinceCD: '520000', provinceName: '贵州', cityCode: '520100', cityName: '贵阳', sortNum: 3 },
  { provinceCD: '310000', provinceName: '上海', cityCode: '310100', cityName: '上海', sortNum: 4 },
]

/** Departments: code, name, type (1 company, 2 department, 3 store as the dictionary has it). */
const DEPARTMENTS = [
  ['GM', '总经办'],
  ['QD', '渠道部'],
  ['DX', '电销部'],
  ['MS', '门市部'],
  ['CW', '财务收银部'],
  ['SK', '摄控部'],
  ['SY', '摄影部'],
  ['SM', '数码部'],
  ['SC', '生产物流部'],
  ['YJ', '孕教部'],
] as const

const POSITIONS = [
  ['总经理', 'GM'],
  ['店长', 'MS'],
  ['渠道专员', 'QD'],
  ['电销专员', 'DX'],
  ['门市顾问', 'MS'],
  ['收银员', 'CW'],
  ['财务', 'CW'],
  ['摄控专员', 'SK'],
  ['预约专员', 'SK'],
  ['摄影师', 'SY'],
  ['化妆师', 'SY'],
  ['灯光师', 'SY'],
  ['选片师', 'SM'],
  ['设计师', 'SM'],
  ['修图师', 'SM'],
  ['生产专员', 'SC'],
  ['质检员', 'SC'],
  ['VCR剪辑', 'SM'],
  ['孕教助教', 'YJ'],
  ['系统管理员', 'GM'],
] as const

/** Fixed people of the first company: position → names. */
const PEOPLE: Record<string, string[]> = {
  系统管理员: ['管理员'],
  总经理: ['赵启明'],
  店长: ['孙晓梅', '李正阳'],
  渠道专员: ['徐晨', '何敏', '彭涛'],
  电销专员: ['林静', '周洁', '吴倩', '郑玲', '王芳', '冯雪'],
  门市顾问: ['周雨桐', '陈曦', '刘洋', '黄蕾', '邓婷'],
  收银员: ['王丽', '张敏'],
  财务: ['何洁'],
  摄控专员: ['秦岚', '罗佳'],
  预约专员: ['邓伟'],
  摄影师: ['何一', '陈峰', '冉旭', '蒋帆'],
  化妆师: ['苏婉', '朱琳', '冯佳'],
  灯光师: ['马超', '石磊'],
  选片师: ['罗丹', '曾琪', '袁媛'],
  设计师: ['谭笑', '杜菲', '贺翔'],
  修图师: ['宋雨', '曹宁', '唐果'],
  生产专员: ['彭勇'],
  质检员: ['钟慧'],
  VCR剪辑: ['向阳', '顾影'],
  孕教助教: ['叶敏', '姚琳'],
}

/** Demo accounts of the README. `at`: further companies and roles of the same person. */
export interface AccountPlan {
  mobile: string
  person: string
  role: string
  position?: string
  active?: boolean
  at?: { company: string; role: string }[]
}
export const ACCOUNTS: AccountPlan[] = [
  {
    mobile: '13800000001',
    person: '管理员',
    role: 'administrator',
    at: COMPANIES.slice(1).map(({ code }) => ({ company: code, role: 'administrator' })),
  },
  { mobile: '13800000002', person: '孙晓梅', role: 'manager' },
  { mobile: '13800000003', person: '林静', role: 'telemarketer' },
  { mobile: '13800000004', person: '王丽', role: 'cashier' },
  { mobile: '13800000005', person: '何一', role: 'photographer' },
  { mobile: '13800000006', person: '罗丹', role: 'selector' },
  { mobile: '13800000007', person: '谭笑', role: 'designer' },
  { mobile: '13800000008', person: '宋雨', role: 'retoucher' },
  { mobile: '13800000009', person: '彭勇', role: 'production' },
  {
    mobile: '13800000010',
    person: '张总监',
    role: 'manager',
    position: '店长',
    at: [
      { company: 'XB-CD', role: 'manager' },
      { company: 'XB-CD', role: 'finance' },
    ],
  },
  { mobile: '13800000011', person: '周雨桐', role: 'consultant' },
  { mobile: '13800000012', person: '何洁', role: 'finance' },
  { mobile: '13800000013', person: '秦岚', role: 'scheduler' },
  { mobile: '13800000014', person: '未激活', role: 'limited', position: '门市顾问', active: false },
  { mobile: '13800000015', person: '无权限测试', role: 'limited', position: '门市顾问' },
  { mobile: '13800000016', person: '叶敏', role: 'classAssistant' },
]

/** What later parts of the demo point at. */
export interface Organisation {
  companyId: number
  cityCode: string
  orgs: Record<string, number>
  positions: Record<string, number>
  stores: number[]
  /** By name. */
  employees: Record<string, number>
  /** By position. */
  byPosition: Record<string, number[]>
}

/** People who exist only to show a refusal; no work is theirs. */
const TESTERS = new Set(ACCOUNTS.filter((a) => a.role === 'limited').map((a) => a.person))

const WORKER_ROLES: Record<string, DictionaryValues['worker_role'][]> = {
  摄影师: ['sheying'],
  化妆师: ['huazhuang'],
  灯光师: ['dengguang'],
  选片师: ['xuanpian'],
  修图师: ['xiutiao'],
  设计师: ['sheji'],
  VCR剪辑: ['vcr', 'jianji'],
}

/** Departments, positions, stores and people of one company. `roleValue`: the wire value of a worker role by its name. */
export async function seedOrganisation(
  s: Seeder,
  companyId: number,
  plan: CompanyPlan,
  values: Values,
): Promise<Organisation> {
  const head = await s.add('org', {
    name: plan.name,
    code: plan.code,
    orgType: values('org_type', 'company'),
    cityCode: plan.cityCode,
    sortNum: 1,
  })
  const ids = await s.addAll(
    'org',
    DEPARTMENTS.map(([code, name], i) => ({
      parentId: head,
      name,
      code: `${plan.code}-${code}`,
      orgType: values('org_type', 'department'),
      cityCode: plan.cityCode,
      sortNum: i + 1,
    })),
  )
  const orgs = Object.fromEntries(DEPARTMENTS.map(([code], i) => [code, ids[i]!]))
  const positionIds = await s.addAll(
    'position',
    POSITIONS.map(([name, org], i) => ({
      name,
      code: `P${String(i + 1).padStart(2, '0')}`,
      orgId: orgs[org],
      sortNum: i + 1,
      ...(WORKER_ROLES[name]?.[0] ? { workerRole: values('worker_role', WORKER_ROLES[name][0]) } : {}),
    })),
  )
  const positions = Object.fromEntries(POSITIONS.map(([name], i) => [name, positionIds[i]!]))
  const stores = await seedStores(s, plan, orgs, values)
  const staff = staffPlan(plan, s.now)
  const employeeIds: number[] = []
  for (const e of staff) {
    const roles = WORKER_ROLES[e.position] ?? []
    const { id }: { id: number } = await s.call('employee/add', {
      realName: e.name,
      mobile: e.mobile,
      gender: values('gender', e.gender),
      orgId: orgs[orgOf(e.position)]!,
      positionId: positions[e.position]!,
      storeId: stores[0],
      entryDate: e.entryDate,
      birthday: e.birthday,
      ...(roles.length > 0 ? { workerRoles: roles.map((role) => values('worker_role', role)) } : {}),
      isCashier: e.position === '收银员' ? 1 : 0,
      address: e.address,
    })
    employeeIds.push(id)
  }
  const employees = Object.fromEntries(staff.map((e, i) => [e.name, employeeIds[i]!]))
  const byPosition: Record<string, number[]> = {}
  staff.forEach((e, i) => {
    if (!TESTERS.has(e.name)) (byPosition[e.position] ??= []).push(employeeIds[i]!)
  })
  return { companyId, cityCode: plan.cityCode, orgs: { ...orgs, HEAD: head }, positions, stores, employees, byPosition }
}

const orgOf = (position: string): string => POSITIONS.find(([name]) => name === position)![1]

async function seedStores(
  s: Seeder,
  plan: CompanyPlan,
  orgs: Record<string, number>,
  values: Values,
): Promise<number[]> {
  const random = stream(`store:${plan.code}`)
  const names = [
    ['01', `${plan.shortName}旗舰店`, 'retailStore'],
    ['02', `${plan.shortName}样片中心`, 'sampleCenter'],
  ] as const
  return s.addAll(
    'store',
    names.map(([code, name, type]) => ({
      code: `${plan.code}-${code}`,
      name,
      storeType: values('store_type', type),
      cityCode: plan.cityCode,
      address: addressIn(random, plan.cityCode),
      orgId: orgs.MS,
      phone: `023-6${between(random, 1000000, 9999999)}`,
    })),
  )
}

interface Person {
  name: string
  position: string
  mobile: string
  gender: DictionaryValues['gender']
  entryDate: number
  birthday: number
  address: string
}

/** The fixed people of the first company, and as many invented ones as the company has places. */
function staffPlan(plan: CompanyPlan, now: number): Person[] {
  const random = stream(`employee:${plan.code}`)
  const first = plan === COMPANIES[0]
  const named: [string, string][] = first
    ? [
        ...Object.entries(PEOPLE).flatMap(([position, names]) =>
          names.map((name): [string, string] => [name, position]),
        ),
        ...ACCOUNTS.filter((a) => a.position).map((a): [string, string] => [a.person, a.position!]),
      ]
    : [
        ['张总监', '店长'],
        ...POSITIONS.slice(0, plan.staff - 1).map(([position]): [string, string] => [
          pick(random, [womanName, manName])(random),
          position,
        ]),
      ]
  const offset = COMPANIES.indexOf(plan) * 100
  return named.map(([name, position], i) => {
    const account = first ? ACCOUNTS.find((a) => a.person === name) : undefined
    return {
      name,
      position,
      mobile: account?.mobile ?? mobileOf(random, 90_000 + offset + i),
      gender: /[伟强磊洋勇杰超涛明浩豪博阳帆旭峰翔一]$/.test(name) ? 'male' : 'female',
      entryDate: midnightOf(now - between(random, 6, 60) * 30 * DAY, 'Asia/Shanghai'),
      birthday: midnightOf(now - between(random, 22 * 365, 45 * 365) * DAY, 'Asia/Shanghai'),
      address: addressIn(random, plan.cityCode),
    }
  })
}
