/** People whose role opens a screen of a resource, or of one of several: whom its records may be given to. */
import { isEmpty } from '../../../model/validate/index.ts'
import type { Model } from '../../../model/model.ts'
import { PARTS } from '../parts.ts'
import { column, sql, type Sql } from '../sql.ts'
import { malformed, slotName, type Made, type Making } from './plan.ts'

export function opens({ catalogue, model }: Making<'opens'>): Made {
  const table = (part: keyof typeof PARTS): Sql => sql.table(catalogue.part(part)?.name ?? '')
  const slot = slotName(model)
  return {
    reads: [],
    parse(payload) {
      const value = payload[model.wire[0] as string]
      if (isEmpty(value)) return undefined
      const names = [value].flat()
      if (!names.every((name) => typeof name === 'string' && Object.hasOwn(catalogue.model.resources, name)))
        malformed(model)
      return { shape: '', values: { [slot]: screensOf(catalogue.model, names) }, value }
    },
    build: (_used, { alias, parameter }) => sql`exists (select 1 from ${table('account')} as "a"
      join ${table('membership')} as "ms" on ${column('ms', PARTS.membership.account)} = "a"."id" and not "ms"."isDel"
        and ${column('ms', PARTS.membership.company)} = ${column(alias, 'companyId')}
      join ${table('role')} as "ro" on "ro"."id" = ${column('ms', PARTS.membership.role)} and not "ro"."isDel" and ${column('ro', PARTS.role.status)} = 1
      join ${table('grant')} as "g" on ${column('g', PARTS.grant.role)} = "ro"."id" and not "g"."isDel"
      join ${table('menu')} as "m" on "m"."id" = ${column('g', PARTS.grant.menu)} and not "m"."isDel"
      where ${column('a', PARTS.account.person)} = ${column(alias, 'id')} and not "a"."isDel" and ${column('a', PARTS.account.status)} = 1
        and ${column('m', PARTS.menu.code)} = any(${parameter(slot)}))`,
  }
}

/** The codes of the screens that are of one of these resources. */
function screensOf({ permissions, screens }: Model, resources: readonly unknown[]): string[] {
  return Object.values(permissions).flatMap(({ code, route }) => {
    const view = screens[route]?.view
    return view && 'resource' in view && resources.includes(view.resource) ? [code] : []
  })
}
