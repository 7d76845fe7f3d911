/** normalize, screens. */
import { isOfAddress } from '../../src/model/reserved.ts'
import type { Access, ScreenModel, View } from '../../src/model/model.ts'
import { inputName, below, type At, type Compilation, type Findings } from '../base/context.ts'
import { recordType } from './expressions.ts'
import { referField } from '../link/fields.ts'
import { groupFor, NO_ORDER, type Group } from './groups.ts'
import type { Base } from './index.ts'
import { paramFields, paramLabel, paramsOf } from './destinations.ts'
import { placed } from '../base/origin.ts'
import type { AuthoredScreen } from '../base/authored.ts'
import type { Source } from '../base/source.ts'
import { ofAddress } from './resource/filters.ts'
import { normalizers } from './views/index.ts'

/** A screen made by itself: its side results, and its use of the group. */
export interface MadeScreen {
  screen?: ScreenModel
  group?: Group
  findings: Findings
}

export function makeScreen(c: Compilation, base: Base, route: string): MadeScreen {
  const source = c.loaded.screens.get(route)!
  const path = groupOf(c, route)
  const group = path === undefined ? undefined : groupFor(path, c.loaded.groups.get(path)!)
  const { result: screen, findings } = c.collect(() => {
    const at: At = { source, path: [] }
    referScreen(c, at, source.data, route)
    for (const [i, { name }] of paramsOf(source).entries())
      if (isOfAddress(name)) ofAddress(c, below(at, 'params', i), name)
    const params = paramFields(c, source)
    const view = normalizers[source.data.view as keyof typeof normalizers](c, at, source.data, {
      kinds: normalizers,
      models: base.resources,
      calls: base.calls,
      presets: base.presets,
      route,
      code: source.data.code,
      group,
      params: new Set(params.map((p) => p.name)),
      paramsType: recordType(params),
      key: '',
      prefix: '',
      offered: new Set(),
    })
    if (!view) return undefined
    checkPermits(c, at, source.data, view)
    checkGuest(c, at, source.data)
    return screenModel(c, route, source, placed(view, at), path)
  })
  return { ...(screen ? { screen } : {}), ...(group ? { group } : {}), findings }
}

/** PRM002: a code in `can()` that a button already has. */
function checkPermits(c: Compilation, at: At, data: AuthoredScreen, view: View): void {
  for (const key of Object.keys(data.permits ?? {})) {
    if (view.actions.some((a) => a.call && a.code === key))
      c.error(
        below(at, 'permits', key),
        'PRM002',
        `"${key}" is the code of a button here already; can() may ask for it as it is`,
        { key: true },
      )
  }
}

/** REF010, PRM005: whoever is not signed in gets a page that is there, and that makes only calls of `anyone`. */
function checkGuest(c: Compilation, at: At, { guest }: AuthoredScreen): void {
  if (!guest) return
  const pages = c.app.extensions?.pages ?? {}
  const page = pages[guest]
  if (!page) return void c.unknown(below(at, 'guest'), 'REF010', 'page', guest, Object.keys(pages))
  const closed = (page.calls ?? []).filter((id) => c.calls.get(id) && !c.calls.get(id)!.data.access?.anyone)
  if (closed.length > 0)
    c.error(below(at, 'guest'), 'PRM005', `the page is open to anyone, but its calls are not: ${closed.join(', ')}`)
}

/** Records the names that a screen's file uses for itself. */
function referScreen(c: Compilation, at: At, data: AuthoredScreen, route: string): void {
  if (!c.references) return
  const { code, permits, params, resource } = data
  c.refer('route', route, at, { declares: true })
  if (code) c.refer('code', code, below(at, 'code'), { declares: true })
  for (const key of Object.keys(permits ?? {}))
    c.refer('button', `${code}.${key}`, below(at, 'permits', key), { key: true, declares: true })
  for (const [i, param] of (params ?? []).entries()) {
    const { name } = inputName(param)
    referField(c, below(at, 'params', i), c.resources.get(resource ?? '')?.fields.get(name), name)
  }
}

function screenModel(
  c: Compilation,
  route: string,
  source: Source<AuthoredScreen>,
  view: View,
  group: string | undefined,
): ScreenModel {
  const { data } = source
  const params = paramsOf(source)
  const access: Access | undefined =
    data.access ?? (data.code || !group ? undefined : c.loaded.groups.get(group)!.data.access)
  const shownByItself = data.view !== 'detail' && !params.some((p) => p.required) && !access?.anyone
  return {
    route,
    ...(data.code ? { code: data.code } : {}),
    ...(access ? { access } : {}),
    label: data.label,
    ...(group ? { group } : {}),
    order: data.order ?? orderOf(data.code),
    ...(data.icon ? { icon: data.icon } : {}),
    menu: data.menu ?? shownByItself,
    cache: data.cache !== false,
    tab: data.tab !== false,
    pinned: data.pinned === true,
    ...(data.guest ? { guest: data.guest } : {}),
    shell: data.shell ?? !(access?.client || access?.anyone),
    params: params.map((param) => {
      const label = paramLabel(c, source, param.name)
      return label ? { ...param, label } : param
    }),
    permits: Object.entries(data.permits ?? {}).map(([key, label]) => ({ key, label })),
    view,
    was: [data.was ?? []].flat(),
  }
}

/** The place in the menu from the code: `customer-003` is at 3; `product-003-001` comes after `product-003`. */
function orderOf(code: string | undefined): number {
  const numbers = code?.match(/\d+/g)?.map(Number) ?? []
  return numbers.length > 0 ? numbers[0]! * 1000 + (numbers[1] ?? 0) : NO_ORDER
}

/** The nearest folder above a screen that is a group. */
function groupOf(c: Compilation, route: string): string | undefined {
  for (let path = route; path.includes('/', 1);) {
    path = path.slice(0, path.lastIndexOf('/'))
    if (c.loaded.groups.has(path)) return path
  }
  return undefined
}

/** Checks over all screens: different routes and codes, and a menu entry for each. */
export function checkScreens(c: Compilation): void {
  const codes = new Map<string, string>()
  const folded = new Map<string, string>()
  for (const [route, source] of c.loaded.screens) {
    const at: At = { source, path: [] }
    const { code, access } = source.data
    const group = groupOf(c, route)
    const twin = folded.get(route.toLowerCase())
    if (twin) c.error(at, 'REF009', `the route ${route} differs from ${twin} only in upper and lower case`)
    folded.set(route.toLowerCase(), route)
    if (!code && !access && !(group && c.loaded.groups.get(group)!.data.access))
      c.error(at, 'PRM001', 'a screen needs a permission "code" (or "access" with its reason)')
    const required = paramsOf(source)
      .filter((p) => p.required)
      .map((p) => `"${p.name}"`)
    if (source.data.menu === true && required.length > 0)
      c.error(
        below(at, 'menu'),
        'FRM002',
        `the sidebar opens a screen without a query, but this one needs ${required.join(', ')}`,
      )
    if (code && codes.has(code))
      c.error(below(at, 'code'), 'PRM002', `the code "${code}" belongs to ${codes.get(code)} already`)
    if (code) codes.set(code, route)
  }
}
