/** Data rules of a role (rules 1.1): whose rows of each module its holders see. */
import { forgetSessions } from '../../auth/cache.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'

const detail: Handler = async (c) => {
  const role = await roleOf(c)
  const rules = await c.select('dataAccess', { roleId: role.id }, { sort: ['moduleCode'] })
  return rules.map(({ moduleCode, level, orgIds, showMobile }) => ({ moduleCode, level, orgIds, showMobile }))
}

async function roleOf(c: CallContext): Promise<Row> {
  const role = await c.seen('role', Number(c.input.roleId), { lock: true })
  return role ?? c.refuse('roleId', { zh: '角色不存在', en: 'The role does not exist' })
}

interface Rule {
  moduleCode: string
  level: string
  orgIds?: number[] | null
  showMobile?: boolean | null
}

/** The data level for chosen departments. */
const CHOSEN = 'chosen'

/** The rules given replace the role's own; a module without a rule falls back to the person's own rows. */
const edit: Handler = async (c) => {
  const role = await roleOf(c)
  const rules = (c.input.rules ?? []) as Rule[]
  check(c, rules)
  const before = new Map(
    (await c.select('dataAccess', { roleId: role.id })).map((row) => [String(row.moduleCode), row]),
  )
  for (const [module, row] of before)
    if (!rules.some((rule) => rule.moduleCode === module)) await c.remove('dataAccess', row)
  for (const rule of rules) {
    const row = before.get(rule.moduleCode)
    const values = {
      level: rule.level,
      orgIds: rule.level === CHOSEN ? rule.orgIds : null,
      showMobile: rule.showMobile ?? false,
    }
    if (row) await c.update('dataAccess', row, values)
    else await c.insert('dataAccess', { ...values, roleId: role.id, moduleCode: rule.moduleCode })
  }
  c.afterCommit(() => forgetSessions())
  c.log(`数据权限：${String(role.name)}`)
  return null
}

function check(c: CallContext, rules: readonly Rule[]): void {
  const seen = new Set<string>()
  for (const { moduleCode, level, orgIds } of rules) {
    if (seen.has(moduleCode)) c.refuse('rules', { zh: '同一模块只能有一条规则', en: 'A module has one rule' })
    if (level === CHOSEN && !orgIds?.length) c.refuse('rules', { zh: '请选择指定部门', en: 'Choose the departments' })
    seen.add(moduleCode)
  }
}

/** What the dialog offers. */
const select: Handler = async (c) => {
  const options = (name: string) =>
    (c.model.dictionaries[name]?.values ?? [])
      .filter((one) => !one.retired)
      .map(({ value, label }) => ({ value, label: label[c.actor.lang], labelEn: label.en }))
  const orgs = await c.select('org', { status: 1 }, { sort: ['sortNum'] })
  return {
    modules: options('data_module'),
    levels: options('data_level'),
    orgs: orgs.map((org) => ({ value: org.id, label: org.name, parentId: org.parentId })),
  }
}

export const handlers: Handlers = {
  'data_access/detail': detail,
  'data_access/edit': edit,
  'data_access/select': select,
}
