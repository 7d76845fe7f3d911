/** The order of the groups of a day, or of a template. */
import type { CallContext, Handlers } from '../../platform/call.ts'

interface Group {
  id: number
  sortNum: number
  /** The day, or the template. */
  owner: number
}

async function groupOf(c: CallContext, of: 'schGroup' | 'templateGroup', key: number): Promise<Group> {
  if (of === 'schGroup') {
    const { id, sortNum, settingId } = await c.must(of, key, 'groupIds')
    return { id, sortNum, owner: settingId }
  }
  const { id, sortNum, templateId } = await c.must(of, key, 'groupIds')
  return { id, sortNum, owner: templateId }
}

/** Numbers groups as they are named; they are of one day or template, and those not named stay where they are. */
async function arrange(
  c: CallContext,
  of: 'schGroup' | 'templateGroup',
  ids: readonly number[],
): Promise<Record<string, never>> {
  const groups: Group[] = []
  for (const id of new Set(ids)) groups.push(await groupOf(c, of, id))
  if (new Set(groups.map(({ owner }) => owner)).size > 1)
    c.refuse('groupIds', { zh: '只能调整同一天或同一模板的组', en: 'The groups are of one day, or of one template' })
  for (const [i, { id, sortNum }] of groups.entries())
    if (sortNum !== i + 1) await c.update(of, { id }, { sortNum: i + 1 })
  return {}
}

export const handlers: Handlers = {
  'schSetting/arrangeGroups': (c) => arrange(c, 'schGroup', c.input.groupIds),
  'workTemplate/arrangeGroups': (c) => arrange(c, 'templateGroup', c.input.groupIds),
}
