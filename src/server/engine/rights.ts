/**
 * What a role may do, worked out from its grants: which calls its menus and buttons reach, with which fixed
 * values, whose rows of each module it sees, and of which records masked fields are shown in full (LANGUAGE § 13).
 */
import { fieldAlong, membersOf } from '../../model/fields.ts'
import type { CallModel, FieldModel, Model, PermissionModel, Reach } from '../../model/model.ts'
import { recordsOf, withInner } from '../../model/views.ts'
import type { DbRow, Queryable } from '../types.ts'
import { LEVEL, PARTS, type Level } from '../query/parts.ts'
import type { DataRule } from '../query/scope.ts'
import type { Catalogue } from '../query/table.ts'

/** A right to a call that applies only with these values and these inputs. */
export interface PresetReach {
  preset: CallModel | undefined
  reach: Reach
}

/** How far a role reaches a call: freely, or by presets only. */
interface CallReach {
  free: boolean
  presets: PresetReach[]
}

/** All rights of a role. */
export interface Rights {
  /** All menus and all buttons of the model are granted: an administrator, who may also make calls that no grant reaches. */
  whole: boolean
  calls: ReadonlyMap<string, CallReach>
  /** `menu`, `menu.button`, and each button code alone. */
  codes: ReadonlySet<string>
  data: ReadonlyMap<string, DataRule>
  /** Resources with a list or detail this role reaches: it gets push messages about their changes. */
  reads: ReadonlySet<string>
  /** Resources whose masked fields this role sees in full, whichever call answers them. */
  shown: ReadonlySet<string>
}

/** Rights of nobody: clients and strangers live by `access` alone. */
export const NO_RIGHTS: Rights = {
  whole: false,
  calls: new Map(),
  codes: new Set(),
  data: new Map(),
  reads: new Set(),
  shown: new Set(),
}

interface GrantRow extends DbRow {
  menu: string
  buttons: string[]
}
interface RuleRow extends DbRow {
  module: string
  level: Level
  orgs: number[] | null
  shown: boolean | null
}

/** Reads a role's grants from the database and computes its rights. */
export async function readRights(db: Queryable, catalogue: Catalogue, roleId: number): Promise<Rights> {
  const statements = statementsOf(catalogue)
  if (!statements) return NO_RIGHTS
  const permissions = Object.values(catalogue.model.permissions)
  const codes = permissions.map((one) => one.code)
  const buttonCodes = permissions.flatMap((one) => one.buttons.map((button) => `${one.code}.${button.code}`))
  // One after the other: this may be a transaction, which has one connection.
  const grants = await db.query<GrantRow>(statements.grants, [roleId])
  const rules = await db.query<RuleRow>(statements.rules, [roleId])
  const [whole] = await db.query<{ whole: boolean }>(statements.whole, [roleId, codes, buttonCodes])
  return makeRights(catalogue.model, grants, rules, whole?.whole ?? false)
}

/** Computes rights from grants. Pure, because the permission matrix of the CLI and its test use it too. */
function makeRights(
  model: Model,
  grants: readonly { menu: string; buttons: readonly string[] }[],
  rules: readonly RuleRow[],
  whole: boolean,
): Rights {
  const calls = new Map<string, CallReach>()
  const codes = new Set<string>()
  const shown = new Set<string>()
  for (const grant of grants) addGrant(model, grant, { calls, codes, shown })
  const reads = new Set<string>()
  for (const path of calls.keys()) {
    const call = model.calls[path]
    if (!call) continue
    if (READING.has(call.kind)) reads.add(call.rows ?? call.resource)
    for (const resource of liveBehind(model).get(path) ?? []) reads.add(resource)
  }
  for (const [name, owners] of repeated(model)) if (owners.every((one) => shown.has(one))) shown.add(name)
  return { whole, calls, codes, reads, shown, data: new Map(rules.map((row) => [row.module, ruleOf(row)])) }
}

const repeats = new WeakMap<Model, ReadonlyMap<string, string[]>>()

/**
 * Resources whose masked values are all those of other records, with the resources these are of: who sees a number
 * whole at its own record sees it whole wherever it stands (docs/domain/invariants.md, I-54).
 */
function repeated(model: Model): ReadonlyMap<string, string[]> {
  const known = repeats.get(model)
  if (known) return known
  const found = new Map<string, string[]>()
  for (const { name, fields, extends: base } of Object.values(model.resources)) {
    const all = { ...model.resources[base?.resource ?? '']?.fields, ...fields }
    const masked = Object.values(all)
      .flatMap((field) => [field, ...membersOf(field)])
      .filter((field) => field.masked)
    const owners = masked.map((field) => ownerOf(model, all, field))
    if (owners.length > 0 && owners.every((one) => one !== undefined)) found.set(name, [...new Set(owners)] as string[])
  }
  repeats.set(model, found)
  return found
}

/** The resource whose masked field a computed one repeats. */
function ownerOf(model: Model, fields: Record<string, FieldModel>, { value }: FieldModel): string | undefined {
  const [, path] = /^row\.(\w+(?:\.\w+)+)$/.exec(value?.src.trim() ?? '') ?? []
  const found = path === undefined ? undefined : fieldAlong(model, fields, path)
  return found?.field.masked ? found.of : undefined
}

const READING = new Set(['query', 'list', 'detail'])

const live = new WeakMap<Model, ReadonlyMap<string, string[]>>()

/** What a view shows of several resources by one call: whoever may make that call hears of changes in all of them. */
function liveBehind(model: Model): ReadonlyMap<string, string[]> {
  const known = live.get(model)
  if (known) return known
  const views = Object.values(model.screens).flatMap(({ view }) => withInner(view))
  const made = new Map(views.flatMap((view) => ('live' in view ? [[view.call, view.live] as const] : [])))
  live.set(model, made)
  return made
}

const ruleOf = (row: RuleRow): DataRule => ({
  level: row.level ?? LEVEL.self,
  orgIds: row.orgs ?? [],
  showMasked: row.shown ?? false,
})

function addGrant(
  model: Model,
  grant: { menu: string; buttons: readonly string[] },
  { calls, codes, shown }: { calls: Map<string, CallReach>; codes: Set<string>; shown: Set<string> },
): void {
  codes.add(grant.menu)
  for (const button of grant.buttons) codes.add(`${grant.menu}.${button}`).add(button)
  const permission = Object.hasOwn(model.permissions, grant.menu) ? model.permissions[grant.menu] : undefined
  if (!permission) return
  const buttons = permission.buttons.filter((button) => grant.buttons.includes(button.code))
  for (const reach of reachesOf(permission, buttons)) addReach(model, calls, reach)
  const screen = model.screens[permission.route]
  if (screen && buttons.some((button) => button.masked))
    for (const one of recordsOf(screen.view, model.resources)) shown.add(one)
}

const reachesOf = (permission: PermissionModel, buttons: PermissionModel['buttons']): Reach[] => [
  ...permission.see,
  ...buttons.flatMap((button) => button.reach),
]

function addReach(model: Model, calls: Map<string, CallReach>, reach: Reach): void {
  const preset = Object.hasOwn(model.presets, reach.call) ? model.presets[reach.call] : undefined
  const path = preset?.path ?? model.aliases[reach.call] ?? reach.call
  const callReach = calls.get(path) ?? { free: false, presets: [] }
  calls.set(path, callReach)
  const fixed = preset !== undefined || Object.keys(reach.with ?? {}).length > 0
  if (fixed) callReach.presets.push({ preset, reach })
  else callReach.free = true
}

interface Statements {
  grants: string
  rules: string
  whole: string
}
const cache = new WeakMap<Catalogue, Statements | null>()

function statementsOf(catalogue: Catalogue): Statements | null {
  const cached = cache.get(catalogue)
  if (cached !== undefined) return cached
  const statements = makeStatements(catalogue)
  cache.set(catalogue, statements)
  return statements
}

function makeStatements(catalogue: Catalogue): Statements | null {
  const [menu, button, grant, rule] = (['menu', 'button', 'grant', 'dataRule'] as const).map(
    (part) => catalogue.part(part)?.name,
  )
  if (!menu || !button || !grant) return null
  const g = PARTS.grant
  const b = PARTS.button
  return {
    grants: `select m."${PARTS.menu.code}" as "menu", array(
        select b."${b.code}" from "${button}" b where b."id" = any(g."${g.buttons}") and not b."isDel" and b."${b.status}" = 1
      ) as "buttons"
      from "${grant}" g join "${menu}" m on m."id" = g."${g.menu}" and not m."isDel"
      where g."${g.role}" = $1 and not g."isDel"`,
    rules: rule
      ? `select "${PARTS.dataRule.module}" as "module", "${PARTS.dataRule.level}" as "level", "${PARTS.dataRule.orgs}" as "orgs",
          "${PARTS.dataRule.showMasked}" as "shown" from "${rule}" where "${PARTS.dataRule.role}" = $1 and not "isDel"`
      : 'select null::text as "module" where $1::bigint is null and false',
    whole: `select count(*) > 0 and bool_and(exists (
        select 1 from "${grant}" g where g."${g.role}" = $1 and g."${g.menu}" = m."id" and not g."isDel"
          and not exists (select 1 from "${button}" b where b."${b.menu}" = m."id" and not b."isDel" and b."${b.status}" = 1
            and m."${PARTS.menu.code}" || '.' || b."${b.code}" = any($3) and not b."id" = any(g."${g.buttons}"))
      )) as "whole" from "${menu}" m where not m."isDel" and m."${PARTS.menu.code}" = any($2)`,
  }
}
