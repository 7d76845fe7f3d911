/** Small, formatted, valid new files. Everything else is a default. */
import type { Model, Text, ViewKind } from '../../src/model/model.ts'
import { formatJson } from './format.ts'
import type { Study } from '../index.ts'
import type { Authored } from '../base/source.ts'

/** A file to write, relative to the project; or the reason why not. */
export type Scaffold = { file: string; text: string; changed?: Record<string, string> } | string

/** Kinds of screens that need nothing but a resource. */
const KINDS: ViewKind[] = ['list', 'tree', 'form', 'detail']

/** A screen of a resource: its list with the usual buttons, unless another view is requested. */
export function newScreen(
  found: Study & { model: Model },
  route: string,
  resource: string,
  options: { view?: string; label?: Partial<Text> } = {},
): Scaffold {
  const { model, c } = found
  const r = model.resources[resource]
  if (!/^(\/[A-Za-z0-9_-]+)+$/.test(route)) return `"${route}" is no route: /group/screen`
  if (c.loaded.screens.has(route)) return `the route ${route} exists already`
  if (!r) return `no resource is called "${resource}"`
  const view = options.view ?? 'list'
  if (!KINDS.includes(view as ViewKind))
    return `"${view}" cannot be made from a resource alone; ${KINDS.join(', ')} can`
  const buttons = ['add', 'edit', 'del', 'export'].filter(
    (name) =>
      (view === 'detail' ? name === 'edit' : view === 'form' ? false : name !== 'export' || view === 'list') &&
      model.calls[`${r.path}/${name}`],
  )
  const screen: Authored = {
    $schema: obeys(found, 'screen', route.split('/').length),
    code: freeCode(found, route),
    label: inLanguages(found, { ...r.label, ...options.label }),
    view,
    resource,
    ...(buttons.length > 0 ? { actions: Object.fromEntries(buttons.map((name) => [name, true])) } : {}),
  }
  return { file: `schemas/screens${route}.json`, text: formatJson(screen), changed: withoutPlanned(found, route) }
}

/** A text in the languages of the product alone. */
const inLanguages = ({ c }: Study, text: Text): Partial<Text> => {
  const available = c.loaded.app?.data.languages?.available ?? (['zh', 'en'] as const)
  return Object.fromEntries(available.map((lang) => [lang, text[lang]]))
}

/** The schema of a file so many folders deep: where other files of the product have theirs. */
function obeys({ c }: Study, kind: string, depth: number): string {
  const others = [...c.loaded.screens.values()].map(({ data }) => String(data.$schema))
  const like = others.find((one) => one.includes('/editor/')) ?? '../generated/editor/'
  const folder = like.slice(0, like.lastIndexOf('/') + 1).replace(/^(\.\.?\/)+/, '')
  return `${'../'.repeat(depth)}${folder}${kind}.schema.json`
}

/** The number after the codes of the neighbouring screens: `customer-004`. */
function freeCode(found: Study, route: string): string {
  const folder = route.slice(0, route.lastIndexOf('/'))
  const beside = [...found.c.loaded.screens]
    .filter(([other]) => other.startsWith(`${folder}/`))
    .map(([, source]) => String(source.data.code ?? ''))
  const prefix =
    beside.map((code) => /^(.*)-\d+$/.exec(code)?.[1]).find(Boolean) ??
    (folder.slice(1).replaceAll('/', '-') || route.slice(1))
  const all = [...[...found.c.loaded.screens.values()].map((s) => String(s.data.code ?? '')), ...found.c.plannedCodes]
  const numbers = all
    .flatMap((code) => Number(new RegExp(`^${prefix}-(\\d+)$`).exec(code)?.[1] ?? []))
    .filter(Number.isFinite)
  return `${prefix}-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`
}

/** Removes an existing screen from the planned ones. */
function withoutPlanned(found: Study, route: string): Record<string, string> {
  const { planned } = found.c.loaded
  if (!planned?.data.routes?.includes(route)) return {}
  return {
    [planned.file]: formatJson({ ...planned.data, routes: planned.data.routes.filter((one: string) => one !== route) }),
  }
}

/** A resource with a name and a remark. */
export function newResource(found: Study, path: string, label: Partial<Text> = {}): Scaffold {
  const [name = '', ...areas] = path.split('/').reverse()
  const area = areas.reverse().join('/')
  if (!area || !/^[a-z][A-Za-z0-9]*$/.test(name)) return `"${path}" is no area and name: crm/visit`
  if (found.c.loaded.resources.has(name)) return `the resource "${name}" exists already`
  const types = found.c.types
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  const resource: Authored = {
    $schema: obeys(found, 'resource', areas.length + 2),
    label: inLanguages(found, { zh: label.zh ?? name, en: label.en ?? words[0]!.toUpperCase() + words.slice(1) }),
    title: 'name',
    fields: {
      name: {
        type: types.name ? 'name' : 'string',
        ...(types.name ? {} : { label: inLanguages(found, { zh: '名称', en: 'Name' }) }),
        required: true,
      },
      ...(types.remark ? { remark: 'remark' } : {}),
    },
    unique: { name: {} },
    filters: { name: true, createTime: true },
    columns: ['name', ...(types.remark ? ['remark'] : []), 'createTime'],
  }
  return { file: `schemas/resources/${area}/${name}.json`, text: formatJson(resource) }
}
