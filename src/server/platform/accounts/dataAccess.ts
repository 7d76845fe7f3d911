/** Data rules of a role (rules 1.1): whose rows of each module its holders see. */
import { forgetSessions } from '../../auth/cache.ts'
import type { Call, CallContext, Handler, Handlers } from '../call.ts'

const detail: Handler<'data_access/detail'> = async (c) => {
  const role = await c.must('role', c.input.roleId, 'roleId')
  const rules = await c.select('dataAccess', { roleId: role.id }, { sort: ['moduleCode'] })
  return rules.map(({ moduleCode, level, orgIds, showMobile }) => ({ moduleCode, level, orgIds, showMobile }))
}

type Rule = Call<'data_access/edit'>['input']['rules'][number]

/** The rules given replace the role's own; a module without a rule falls back to the person's own rows. */
const edit: Handler<'data_access/edit'> = async (c) => {
  const { roleId, rules } = c.input
  const role = await c.must('role', roleId, 'roleId')
  check(c, rules)
  const before = new Map((await c.select('dataAccess', { roleId })).map((row) => [row.moduleCode, row]))
  for (const [module, row] of before)
    if (!rules.some((rule) => rule.moduleCode === module)) await c.remove('dataAccess', row)
  for (const { moduleCode, level, orgIds, showMobile } of rules) {
    const row = before.get(moduleCode)
    const values = { level, orgIds: level === 'chosen' ? orgIds : [], showMobile: showMobile ?? false }
    if (row) await c.update('dataAccess', row, values)
    else await c.insert('dataAccess', { ...values, roleId, moduleCode })
  }
  c.afterCommit(() => forgetSessions())
  c.log({ zh: `数据权限：${role.name}`, en: `Data scope: ${role.nameEn ?? role.name}` })
  return null
}

function check(c: CallContext, rules: readonly Rule[]): void {
  const seen = new Set<string>()
  for (const { moduleCode, level, orgIds } of rules) {
    if (seen.has(moduleCode)) c.refuse('rules', { zh: '同一模块只能有一条规则', en: 'A module has one rule' })
    if (level === 'chosen' && !orgIds.length) c.refuse('rules', { zh: '请选择指定部门', en: 'Choose the departments' })
    seen.add(moduleCode)
  }
}

/** What the dialog offers. */
const select: Handler<'data_access/select'> = async (c) => {
  const options = (name: string) =>
    (c.model.dictionaries[name]?.values ?? [])
      .filter((one) => !one.retired)
      .map(({ value, label }) => ({ value, label: label[c.actor.lang], labelEn: label.en }))
  const orgs = await c.select('org', { status: 'enabled' }, { sort: ['sortNum'] })
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
