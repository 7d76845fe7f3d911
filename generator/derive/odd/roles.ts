/** PRM009: roles that hold a part of what they need: a home, rows, and buttons that nobody holds. */
import type { Model, ResourceModel, RoleModel, ScreenModel } from '../../../src/model/model.ts'
import { withInner } from '../../../src/model/views.ts'
import { below, keyAt, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'
import { coveredBy } from '../codes.ts'

export function noteRoles(c: Compilation, model: Model): void {
  const byCode = new Map(Object.values(model.screens).flatMap((one) => (one.code ? [[one.code, one] as const] : [])))
  const limited: RoleModel[] = []
  for (const [name, source] of c.loaded.roles) {
    const role = model.roles[name]
    if (!role || Object.keys(role.menus).length === 0 || Object.keys(source.data.grants).includes('*')) continue
    limited.push(role)
    const at: At = { source, path: [] }
    const held = Object.keys(role.menus).flatMap((code) => byCode.get(code) ?? [])
    noteHome(c, at, model, role)
    noteNarrower(c, at, model, source.data.grants)
    noteModules(c, at, source.data.data ?? {}, { model, held })
  }
  for (const screen of byCode.values()) noteButtons(c, model, screen, limited)
}

interface Held {
  model: Model
  /** Screens that the role opens. */
  held: readonly ScreenModel[]
}

/** Whoever signs in arrives at the home screen. */
function noteHome(c: Compilation, at: At, model: Model, role: RoleModel): void {
  const home = model.screens[c.app.home ?? '']
  if (home?.code && home.access === undefined && !role.menus[home.code])
    c.note(
      below(at, 'grants'),
      'PRM009',
      `whoever signs in arrives at ${home.route}, which this role may not open; grant "${home.code}"`,
    )
}

type Grants = Readonly<Record<string, string | readonly string[]>>

/** A code that is granted with less than a pattern of the role grants of it: grants only add up. */
function noteNarrower(c: Compilation, at: At, model: Model, grants: Grants): void {
  const codes = Object.keys(model.permissions)
  for (const [code, grant] of Object.entries(grants)) {
    const wider = Object.keys(grants).find(
      (pattern) =>
        pattern.includes('*') &&
        (grants[pattern] === 'whole' || grants[pattern] === 'all') &&
        coveredBy(pattern, codes).includes(code),
    )
    const isLess = grant === 'view' || (Array.isArray(grant) && !grant.includes('all'))
    if (
      wider !== undefined &&
      isLess &&
      model.permissions[code]?.buttons.some((one) => !one.masked && !grant.includes(one.code))
    )
      c.note(
        keyAt(below(at, 'grants', code)),
        'PRM007',
        `"${wider}" grants every button of "${code}" already, and grants only add up; leave this out, or name codes in place of "${wider}"`,
      )
  }
}

/** Module of the data rules that says which rows of a screen are seen. */
function moduleOf(model: Model, { view }: ScreenModel): string | undefined {
  const r = 'resource' in view ? model.resources[view.resource] : undefined
  return moduleOfRows(model, r)
}

/** What extends a record, or belongs to one, is seen as it is. */
function moduleOfRows(model: Model, r: ResourceModel | undefined): string | undefined {
  if (r?.scope.kind === 'org') return r.scope.module
  const owner = r?.extends?.resource ?? (r?.scope.kind === 'parent' ? r.scope.resource : undefined)
  return owner === undefined ? undefined : moduleOfRows(model, model.resources[owner])
}

/** Screens whose rows no data rule of the role speaks of. */
function noteModules(c: Compilation, at: At, rules: Record<string, string>, { model, held }: Held): void {
  if ('*' in rules) return
  const unsaid = held.find((screen) => {
    const module = moduleOf(model, screen)
    return module !== undefined && !(module in rules)
  })
  const place = below(at, 'data')
  if (unsaid)
    c.note(
      place.source.exists(place) ? place : below(at, 'grants'),
      'PRM009',
      `of ${unsaid.route} this role sees only its own rows: "data" says nothing of "${moduleOf(model, unsaid)}"; say "self" where that is meant`,
    )
}

/** What few people hold on purpose. */
const RARE: ReadonlySet<string> = new Set(['del', 'export', 'import'])

/** A button of a screen that roles work with, and that none of them holds. */
function noteButtons(c: Compilation, model: Model, screen: ScreenModel, roles: readonly RoleModel[]): void {
  const { code = '', route, view } = screen
  const source = c.loaded.screens.get(route)
  const held = new Set(roles.flatMap(({ menus }) => menus[code] ?? []))
  if (!source || c.loaded.platform.has(source.file) || held.size === 0) return
  const buttons = new Set(model.permissions[code]?.buttons.map((one) => one.code))
  for (const action of withInner(view).flatMap(({ actions }) => actions)) {
    const place = placeOf(action)
    const isRare = RARE.has(model.calls[action.call ?? '']?.kind ?? '')
    if (place && !isRare && buttons.has(action.code) && !held.has(action.code))
      c.note(
        keyAt(place),
        'PRM009',
        `no role but those that hold everything has the button "${action.code}" of "${code}"; grant it`,
      )
  }
}
