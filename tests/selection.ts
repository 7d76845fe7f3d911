/** What a change, or a name, reaches: worked out from the compiled model, which knows what leads where. */
import { callOf, type FieldModel, type Model, type Reach, type View } from '../src/model/model.ts'

export interface Selection {
  /** Routes of the screens. */
  routes: string[]
  resources: string[]
  /** Of the routes, those that were named or whose own file changed; the others are reached from there. */
  own: string[]
}

/** Kinds of views that browser tests are made for (tests/e2e/screens), themselves or as the tabs of others. */
export const TRIED_FROM_METADATA: ReadonlySet<View['view']> = new Set(['list', 'tree', 'form', 'settings', 'detail'])

/** Schemas that all others stand on. */
const COMMON = /^schemas\/(app|types|planned)\.json$|^schemas\/meta\//

/** Resources of the calls that a screen reaches with all its buttons. */
function resourcesOf(model: Model, route: string): string[] {
  const { code } = model.screens[route] ?? {}
  const permission = code === undefined ? undefined : model.permissions[code]
  const reach: Reach[] = permission ? [...permission.see, ...permission.buttons.flatMap((one) => one.reach)] : []
  return [...new Set(reach.flatMap(({ call }) => callOf(model, call)?.resource ?? []))]
}

const routesOf = (model: Model, resources: readonly string[]): string[] =>
  Object.keys(model.screens).filter((route) => resourcesOf(model, route).some((one) => resources.includes(one)))

/** The screen of a route, or the resource of a name with the screens that reach it. Nothing where there is neither. */
export function named(model: Model, name: string): Selection | undefined {
  if (model.screens[name]) return { routes: [name], resources: resourcesOf(model, name), own: [name] }
  return model.resources[name] && { routes: routesOf(model, [name]), resources: [name], own: [] }
}

/** Everything, where a schema changed that all stand on; nothing for files that are no schemas. */
export function changed(model: Model, files: readonly string[]): Selection | 'all' {
  const routes = new Set<string>()
  const resources = new Set<string>()
  for (const file of files.filter((one) => one.startsWith('schemas/'))) {
    if (COMMON.test(file)) return 'all'
    const [, folder = '', ...rest] = file.replace(/\.json$/, '').split('/')
    const name = rest.at(-1) ?? ''
    if (folder === 'screens') for (const route of screensAt(model, `/${rest.join('/')}`)) routes.add(route)
    if (folder === 'resources') resources.add(name)
    if (folder === 'dictionaries') for (const one of holdersOf(model, name)) resources.add(one)
  }
  const own = [...routes]
  for (const route of routesOf(model, [...resources])) routes.add(route)
  for (const route of routes) for (const one of resourcesOf(model, route)) resources.add(one)
  return { routes: [...routes], resources: [...resources], own }
}

/** A screen, or those below a group. */
function screensAt(model: Model, place: string): string[] {
  const group = place.replace(/\/_group$/, '')
  return Object.keys(model.screens).filter((route) =>
    place === group ? route === place : route.startsWith(`${group}/`),
  )
}

const holdersOf = (model: Model, dictionary: string): string[] =>
  Object.values(model.resources)
    .filter(({ fields }) => Object.values(fields).some((field: FieldModel) => field.of === dictionary))
    .map(({ name }) => name)

/** Of the texts of tests, the names of those that speak of a route, as `'/cash/refund'` or with what is asked there. */
export const speakingOf = (routes: readonly string[], texts: Readonly<Record<string, string>>): string[] =>
  Object.keys(texts).filter((name) =>
    routes.some((route) => ["'", '`', '?'].some((end) => texts[name]?.includes(`${route}${end}`))),
  )
