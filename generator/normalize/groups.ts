/** normalize, groups of the menu: their fixed inputs apply to every call of the group that has such an input. */
import type { Bound, Bounds, FieldModel, GroupModel } from '../../src/model/model.ts'
import { below, type At, type Compilation } from '../base/context.ts'
import { bound, roots } from './expressions.ts'
import { referField } from '../link/fields.ts'
import { suggestion } from '../base/problems.ts'
import type { AuthoredGroup } from '../base/authored.ts'
import type { Source } from '../base/source.ts'

/** A group while its screens are made. `given`: its fixed inputs in the form of the calls that take them. `names`: of every input found. */
export interface Group {
  path: string
  source: Source<AuthoredGroup>
  given: Map<string, Bound>
  names: Set<string>
}

/** The default place in the menu. */
export const NO_ORDER = 100_000

/** A group while one screen is made. */
export const groupFor = (path: string, source: Source<AuthoredGroup>): Group => ({
  path,
  source,
  given: new Map(),
  names: new Set(),
})

/** Merges the groups with the results of all their screens. */
export function mergeGroups(c: Compilation, met: Iterable<{ group?: Group | undefined }>): Map<string, Group> {
  const groups = new Map([...c.loaded.groups].map(([path, source]) => [path, groupFor(path, source)]))
  for (const { group } of met) {
    const merged = group && groups.get(group.path)
    if (!merged) continue
    for (const name of group.names) merged.names.add(name)
    for (const [name, given] of group.given) if (!merged.given.has(name)) merged.given.set(name, given)
  }
  return groups
}

/** The fixed inputs that these inputs or filters accept: names of values become the values of their own dictionary. */
export function groupBounds(c: Compilation, group: Group | undefined, fields: FieldModel[]): Bounds {
  if (!group) return {}
  const result: Bounds = {}
  for (const field of fields) {
    group.names.add(field.name)
    const raw: unknown = group.source.data.with?.[field.name]
    if (raw === undefined || field.name in result) continue
    const at: At = { source: group.source, path: ['with', field.name] }
    referField(c, at, field, field.name, { key: true })
    const made = bound(c, at, field, raw, roots(c))
    if (!made) continue
    result[field.name] = made
    if (!group.given.has(field.name)) group.given.set(field.name, made)
  }
  return result
}

/** After the screens: the groups as the shell reads them. */
export function groupModels(c: Compilation, groups: Map<string, Group>): Record<string, GroupModel> {
  return Object.fromEntries(
    [...groups.values()].map((group): [string, GroupModel] => {
      checkInputsExist(c, group)
      const { label, icon, order, access } = group.source.data
      return [
        group.path,
        {
          path: group.path,
          label,
          ...(icon ? { icon } : {}),
          order: order ?? NO_ORDER,
          with: Object.fromEntries(group.given),
          ...(access ? { access } : {}),
        },
      ]
    }),
  )
}

/** REF006: a fixed input that no call of the group accepts. Planned screens may still add such a call. */
function checkInputsExist(c: Compilation, group: Group): void {
  const at: At = { source: group.source, path: ['with'] }
  const waiting = [...c.plannedRoutes].some((route) => route.startsWith(`${group.path}/`))
  for (const name of Object.keys(group.source.data.with ?? {})) {
    if (group.names.has(name) || (waiting && existsAnywhere(c, name))) continue
    c.error(below(at, name), 'REF006', `no call of ${group.path} knows "${name}"${suggestion(name, group.names)}`, {
      key: true,
    })
  }
}

/** Whether any call of the product has such an input, or any list such a filter. */
function existsAnywhere(c: Compilation, name: string): boolean {
  return (
    [...c.resources.values()].some((r) => r.fields.has(name) || r.data.filters?.[name] !== undefined) ||
    [...c.calls.values()].some((call) =>
      (call.data.input ?? []).some((item) => (typeof item === 'string' ? item.replace('!', '') : item.name) === name),
    )
  )
}
