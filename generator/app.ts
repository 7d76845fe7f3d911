/** normalize, app.json: the shell's facts with their defaults. */
import type { AppModel, SettingModel } from '../src/model/model.ts'
import { below, type At, type Compilation } from './context.ts'
import type { Authored } from './source.ts'

/** Limits and timings nobody needs to write (spec § 9). Milliseconds and counts. */
const LIMITS: AppModel['limits'] = {
  request: 180_000, upload: 5, lookupDelay: 500, switchLogout: 1500, dialogClose: 1000, pushRetries: 10, badge: 99, page: 10, pageMax: 200,
}

export function appModel(c: Compilation): AppModel {
  const raw = c.app
  const at: At = { source: c.loaded.app!, path: [] }
  if (!c.loaded.screens.has(raw.home)) c.unknown(below(at, 'home'), 'REF007', 'route', raw.home, c.loaded.screens.keys())
  checkExtensions(c, at)
  checkRecords(c, at)
  return {
    name: raw.name, languages: raw.languages, theme: { accent: '#409EFF', density: 'small', ...raw.theme }, home: raw.home,
    timezone: raw.timezone ?? 'Asia/Shanghai',
    storage: { token: 'atelier-token', sidebar: 'atelier-sidebar', language: 'atelier-language', ...raw.storage },
    limits: { ...LIMITS, ...raw.limits }, links: raw.links ?? {}, maskedCode: raw.maskedCode ?? 'showMobile',
    settings: Object.entries<Authored>(raw.settings ?? {}).map(([name, s]) => ({ name, label: { zh: name, en: name }, ...s }) as unknown as SettingModel),
    pages: Object.fromEntries(Object.entries<Authored>(raw.extensions?.pages ?? {}).map(([name, p]) => [name, { reason: p.reason, calls: p.calls ?? [] }])),
    records: raw.records ?? {}, messageRoutes: messageRoutes(c, at),
  }
}

function checkExtensions(c: Compilation, at: At): void {
  for (const kind of ['types', 'pages', 'slots', 'functions']) {
    for (const [name, raw] of Object.entries<Authored>(c.app.extensions?.[kind] ?? {})) {
      for (const [i, call] of ((raw.calls ?? []) as string[]).entries()) {
        if (!c.calls.has(call) && !c.callNames.has(call) && !c.plannedCalls.has(call)) c.unknown(below(at, 'extensions', kind, name, 'calls', i), 'REF005', 'call', call, c.calls.keys())
      }
    }
  }
}

function checkRecords(c: Compilation, at: At): void {
  for (const [part, name] of Object.entries<string>(c.app.records ?? {})) {
    if (!c.resources.has(name) && !c.dictionaries.has(name)) c.unknown(below(at, 'records', part), 'REF001', 'resource', name, c.resources.keys())
  }
}

/** Source type of a notification → the screen it leads to; the key is a value of the dictionary that app.json names. */
function messageRoutes(c: Compilation, at: At): AppModel['messageRoutes'] {
  const dictionary = c.dictionaries.get(c.app.records?.messageSources ?? '')
  const result: AppModel['messageRoutes'] = {}
  for (const [name, raw] of Object.entries<Authored>(c.app.messageRoutes ?? {})) {
    const place = below(at, 'messageRoutes', name)
    const value = dictionary?.values.find((v) => v.name === name)?.value
    if (dictionary && value === undefined) { c.unknown(place, 'REF003', `value of ${dictionary.name}`, name, dictionary.values.map((v) => v.name), { key: true }); continue }
    if (!c.loaded.screens.has(raw.route)) { if (!c.plannedRoutes.has(raw.route)) c.unknown(below(place, 'route'), 'REF007', 'route', raw.route, c.loaded.screens.keys()); continue }
    result[String(value ?? name)] = { route: raw.route, params: raw.params ?? ['id'] }
  }
  return result
}
