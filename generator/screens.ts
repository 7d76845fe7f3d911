/** normalize, screens and groups. */
import type { Access, Bound, CallModel, GroupModel, ResourceModel, ScreenModel, View } from '../src/model/model.ts'
import { below, type At, type Compilation } from './context.ts'
import { isExpression } from './fields.ts'
import { expression, roots } from './expressions.ts'
import { paramsOf } from './open.ts'
import type { Source } from './source.ts'
import { normalizers } from './views/index.ts'

/** Sort of a screen that does not say its place: by the number in its code. */
const NO_ORDER = 100_000

export function groupModels(c: Compilation): Record<string, GroupModel> {
  const groups = [...c.loaded.groups].map(([path, source]): [string, GroupModel] => {
    const given = Object.entries<unknown>(source.data.with ?? {}).flatMap(([name, value]): [string, Bound][] => {
      const at: At = { source, path: ['with', name] }
      if (!isExpression(value)) return [[name, { value }]]
      const expr = expression(c, at, value.slice(1), roots(c), undefined, { shift: 1 })
      return expr ? [[name, { expr }]] : []
    })
    const { label, icon, order, access } = source.data
    return [path, { path, label, ...(icon ? { icon } : {}), order: order ?? NO_ORDER, with: Object.fromEntries(given), ...(access ? { access } : {}) }]
  })
  return Object.fromEntries(groups)
}

export function screenModels(c: Compilation, groups: Record<string, GroupModel>, models: Record<string, ResourceModel>, calls: Record<string, CallModel>, presets: Record<string, CallModel>): Record<string, ScreenModel> {
  const screens: Record<string, ScreenModel> = {}
  for (const [route, source] of c.loaded.screens) {
    const group = groupOf(c, route)
    const at: At = { source, path: [] }
    const params = paramsOf(source)
    const view = normalizers[source.data.view as keyof typeof normalizers](c, at, source.data, {
      models, calls, presets, route, group: group ? groups[group]!.with : {}, params: new Set(params.map((p) => p.name)), key: '', prefix: '', offered: new Set(),
    })
    if (view) screens[route] = screenModel(c, route, source, view, group)
  }
  checkScreens(c)
  return screens
}

function screenModel(c: Compilation, route: string, source: Source, view: View, group: string | undefined): ScreenModel {
  const { data } = source
  const params = paramsOf(source)
  const access: Access | undefined = data.access ?? (data.code ? undefined : group && c.loaded.groups.get(group)!.data.access)
  const shownByItself = data.view !== 'detail' && !params.some((p) => p.required) && !access?.anyone
  return {
    route, ...(data.code ? { code: data.code } : {}), ...(access ? { access } : {}), label: data.label,
    ...(group ? { group } : {}), order: data.order ?? orderOf(data.code), ...(data.icon ? { icon: data.icon } : {}),
    menu: data.menu ?? shownByItself, cache: data.cache !== false, tab: data.tab !== false, pinned: data.pinned === true,
    shell: data.shell ?? !(access?.client || access?.anyone), params,
    permits: Object.entries(data.permits ?? {}).map(([key, label]) => ({ key, label: label as ScreenModel['label'] })),
    view, was: [data.was ?? []].flat(),
  }
}

/** `customer-003` stands at 3; `product-003-001` behind `product-003`. */
function orderOf(code: string | undefined): number {
  const numbers = code?.match(/\d+/g)?.map(Number) ?? []
  return numbers.length > 0 ? numbers[0]! * 1000 + (numbers[1] ?? 0) : NO_ORDER
}

/** The nearest folder above a screen that is a group. */
function groupOf(c: Compilation, route: string): string | undefined {
  for (let path = route; path.includes('/', 1); ) {
    path = path.slice(0, path.lastIndexOf('/'))
    if (c.loaded.groups.has(path)) return path
  }
  return undefined
}

function checkScreens(c: Compilation): void {
  const codes = new Map<string, string>()
  for (const [route, source] of c.loaded.screens) {
    const at: At = { source, path: [] }
    const { code, access, was } = source.data
    const group = groupOf(c, route)
    if (!code && !access && !(group && c.loaded.groups.get(group)!.data.access)) c.error(at, 'PRM001', 'a screen needs a permission "code" (or "access" with its reason)')
    if (code && codes.has(code)) c.error(below(at, 'code'), 'PRM002', `the code "${code}" belongs to ${codes.get(code)} already`)
    if (code) codes.set(code, route)
    for (const [i, old] of ([was ?? []].flat() as string[]).entries()) {
      if (c.loaded.screens.has(old)) c.error(Array.isArray(was) ? below(at, 'was', i) : below(at, 'was'), 'REF009', `"${old}" is a living route; a former one is wanted`)
    }
  }
}
