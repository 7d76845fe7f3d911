/** The names that `app.json` and the roles say. */
import type { Model } from '../../../src/model/model.ts'
import type { JsonSchema } from '../../base/jsonSchema.ts'
import { among, listOf, partOf, type Part } from './parts.ts'

/** Codes, beginnings that stand for several, and the buttons of each. */
export function roleNames(model: Model): Part {
  const codes = Object.values(model.permissions)
  const beginnings = new Set(codes.flatMap(({ code }) => /^(\D+-)\d/.exec(code)?.[1] ?? []))
  const whole = { enum: ['all', 'whole', 'view'] }
  const some = (names: readonly string[]) => listOf(among(['all', ...names, ...names.map((name) => `-${name}`)]))
  const everywhere = [...new Set(codes.flatMap(({ buttons }) => buttons.map((b) => b.code)))].sort()
  const modules = model.dictionaries[model.app.records.dataModules ?? '']?.values ?? []
  return {
    properties: {
      grants: {
        properties: {
          ...Object.fromEntries(
            codes.map(({ code, buttons }) => [code, { anyOf: [whole, some(buttons.map((b) => b.code))] }]),
          ),
          ...Object.fromEntries(
            [...beginnings].map((beginning) => [`${beginning}*`, { anyOf: [whole, some(everywhere)] }]),
          ),
        },
      },
      data: { properties: Object.fromEntries(['*', ...modules.map(({ name }) => name)].map((name) => [name, {}])) },
    },
  }
}

/** Routes, calls and resources that the engine is told of. `schema`: says which there are. */
export function appNames(model: Model, schema: JsonSchema | undefined): Part {
  const routes = among([...Object.keys(model.screens), ...model.planned.routes])
  const sources = model.dictionaries[model.app.records.messageSources ?? '']?.values ?? []
  const parts = Object.keys(schema?.properties?.records?.properties ?? {})
  const calls = Object.keys(schema?.properties?.engineCalls?.properties ?? {})
  const others = { items: { anyOf: [routes, { properties: { route: routes } }] } }
  return {
    properties: {
      home: routes,
      engineCalls: { properties: Object.fromEntries(calls.map((name) => [name, partOf('calls')])) },
      records: {
        properties: Object.fromEntries(
          parts.map((name) => [name, partOf(DICTIONARIES.includes(name) ? 'dictionaries' : 'resources')]),
        ),
      },
      messageRoutes: {
        properties: Object.fromEntries(
          sources.map(({ name }) => [name, { properties: { route: routes, else: others } }]),
        ),
        additionalProperties: { properties: { route: routes, else: others } },
      },
    },
  }
}

const DICTIONARIES = ['dataModules', 'dataLevels', 'messageSources']
