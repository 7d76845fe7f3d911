/** The meta-schemas with the names of this product, so that a plain editor completes and checks them while typing. */
import { isObject } from '../base/source.ts'
import type { Loaded } from '../base/loaded.ts'

/** File name → JSON Schema. `.vscode/settings.json` puts them in the place of those that files name in `$schema`. */
export function editorSchemas(loaded: Loaded): Record<string, object> {
  const names = namesOf(loaded)
  const result: Record<string, object> = {}
  for (const [name, schema] of loaded.meta) result[`${name}.json`] = withNames(structuredClone(schema), names)
  return result
}

interface Names {
  resources: string[]
  dictionaries: string[]
  routes: string[]
  types: string[]
  calls: string[]
  codes: string[]
  lists: string[]
  filters: string[]
  conditions: string[]
}

function namesOf(loaded: Loaded): Names {
  const calls = [...loaded.resources].flatMap(([name, { source }]) =>
    Object.keys(source.data.calls ?? {}).map((call) =>
      call.includes('/') ? call : `${source.data.path ?? name}/${call}`,
    ),
  )
  return {
    resources: [...loaded.resources.keys()],
    dictionaries: [...loaded.dictionaries.keys()],
    routes: [...loaded.screens.keys()].sort(),
    types: Object.keys(loaded.types?.data.types ?? {}),
    calls: calls.sort(),
    lists: Object.keys(loaded.types?.data.lists ?? {}).map((name) => `...${name}`),
    filters: Object.keys(loaded.types?.data.filters ?? {}),
    conditions: [
      ...new Set([...loaded.resources.values()].flatMap(({ source }) => Object.keys(source.data.conditions ?? {}))),
    ].sort(),
    codes: [...loaded.screens.values()].flatMap((s) => s.data.code ?? []).sort(),
  }
}

/** Keys whose text is one of the product's names. Suggestions, not limits: the compiler decides. */
const SUGGEST: Record<string, (n: Names) => string[]> = {
  resource: (n) => n.resources,
  of: (n) => [...n.resources, ...n.dictionaries],
  call: (n) => n.calls,
  lookup: (n) => n.calls,
  use: (n) => n.calls,
  open: (n) => n.routes,
  to: (n) => n.routes,
  type: (n) => n.types,
  options: (n) => n.dictionaries,
}

/** `names` in a meta-schema: the key of Names whose words are allowed there. */
function withNames<T extends object>(schema: T, names: Names): T {
  if (isObject(schema)) suggestNames(schema, names)
  for (const value of Object.values(schema)) if (value && typeof value === 'object') withNames(value, names)
  return schema
}

function suggestNames(schema: Record<string, unknown>, names: Names): void {
  if (typeof schema.names === 'string') {
    schema.examples = names[schema.names as keyof Names]
    delete schema.names
  }
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const suggest = SUGGEST[key]?.(names)
    const isText = isObject(property) && property.type !== 'object'
    if (suggest && suggest.length > 0 && isText) property.examples = suggest
  }
}
