/**
 * The meta-schemas with the names of this product, so that a plain editor completes and checks them while typing. Names
 * that go with one resource stand in `names.schema.json`, a part for each kind of file and view; a file is told to be
 * about a resource by what stands in it.
 */
import type { Model } from '../../../src/model/model.ts'
import type { JsonSchema } from '../../base/jsonSchema.ts'
import type { Loaded } from '../../base/loaded.ts'
import { appNames, roleNames } from './app.ts'
import { ofLayers, withLayers } from './layers.ts'
import { ofFigures } from './figures.ts'
import { movers, ofChosen } from './links.ts'
import { amongNames, namesOfResource, NAMES, oneOf, partOf, type Part } from './parts.ts'
import { resourceNames } from './resource.ts'
import { suggest } from './suggest.ts'
import { keysOfViews, startParts, viewNames } from './view.ts'

/** File name below `editor/` → JSON Schema. A file of the product names one of them in `$schema`. */
export function editorSchemas(loaded: Loaded, model: Model): Record<string, object> {
  const parts: Record<string, Part> = {}
  for (const r of Object.values(model.resources))
    Object.assign(parts, namesOfResource(model, r), keysOfViews(model, r), resourceNames(model, r))
  Object.assign(parts, amongNames(model), startParts(model), {
    movers: movers(model),
    ofChosen: ofChosen(model),
    ofFigures: ofFigures(model),
  })
  const named = suggest(loaded, model)
  const metas = new Map([...loaded.meta].map(([name, schema]) => [name, named(structuredClone(schema))]))
  for (const [name, schema] of metas) if (name.startsWith('view-')) Object.assign(parts, viewNames(model, name, schema))
  also(metas.get('resource.schema'), byLabel(loaded, model))
  also(metas.get('role.schema'), [roleNames(model)])
  also(metas.get('app.schema'), [appNames(model, metas.get('app.schema'))])
  ofLayers(metas.get('app.schema'))
  for (const name of ['resource', 'screen', 'dictionary', 'role', 'group']) withLayers(metas.get(`${name}.schema`))
  return {
    ...Object.fromEntries([...metas].map(([name, schema]) => [`${name}.json`, schema])),
    [NAMES]: { $defs: parts },
    ...Object.fromEntries(Object.keys(model.resources).map((name) => [`resources/${name}.schema.json`, ofFile(name)])),
  }
}

function also(schema: JsonSchema | undefined, parts: JsonSchema[]): void {
  if (schema) schema.allOf = [...(schema.allOf ?? []), ...parts]
}

/** For a file that says too little to tell which resource it is: one that only adds to the platform's. */
const ofFile = (name: string): JsonSchema => ({
  allOf: [{ $ref: '../resource.schema.json' }, { $ref: `../${partOf(`${name}:file`).$ref}` }],
})

/** A file of a resource does not say its own name: its label and title do, where no other has the same. */
function byLabel(loaded: Loaded, model: Model): JsonSchema[] {
  const told = new Map<string, string[]>()
  for (const name of Object.keys(model.resources)) {
    const { label, title } = loaded.resources.get(name)?.source.data ?? {}
    const key = JSON.stringify([label, title])
    told.set(key, [...(told.get(key) ?? []), name])
  }
  return [...told.values()].flatMap(([name = '', ...others]) => {
    const { label, title } = loaded.resources.get(name)!.source.data
    const words = model.app.languages.available.map((lang) => [lang, { pattern: oneOf([label[lang]]) }] as const)
    return others.length > 0
      ? []
      : {
          if: {
            properties: {
              label: { properties: Object.fromEntries(words), required: words.map(([lang]) => lang) },
              title: { pattern: oneOf([title]) },
            },
            required: ['label', 'title'],
          },
          then: partOf(`${name}:file`),
        }
  })
}
