/** normalize, app.json: the settings of the shell with their defaults. */
import { isRegistered, REGISTERED_TYPES } from '../../src/model/fields.ts'
import { USUAL_LOCAL } from '../../src/model/local.ts'
import type { AppModel, CallModel, SettingModel } from '../../src/model/model.ts'
import { isOfAddress } from '../../src/model/reserved.ts'
import { below, type At, type Compilation, keyAt } from '../base/context.ts'
import { checkExpression, checkLiteral } from '../link/fieldKeys.ts'
import { enumValue } from '../link/fields.ts'
import { findPath } from '../link/index.ts'
import { paramsOf } from './destinations.ts'
import type { AuthoredApp } from '../base/authored.ts'

/** Default limits and timings (rules 6.9). Milliseconds and counts. */
const LIMITS: AppModel['limits'] = {
  request: 180_000,
  upload: 5,
  lookupDelay: 500,
  switchLogout: 1500,
  dialogClose: 1000,
  pushRetries: 10,
  badge: 99,
  page: 10,
  pageMax: 200,
  treeWidth: 300,
  preload: 1.2,
}

/** Keys of `records` that name a dictionary. */
const BY_DICTIONARY = ['dataModules', 'dataLevels', 'messageSources']

/** `app.json`, resolved. `calls`: those of the product, by wire path. */
export function appModel(c: Compilation, calls: Record<string, CallModel>): AppModel {
  const source = c.loaded.app!
  const raw = source.data
  const at: At = { source, path: [] }
  if (route(c, below(at, 'home'), raw.home)) checkHome(c, below(at, 'home'), raw.home)
  checkTimezone(c, below(at, 'timezone'), raw.timezone)
  for (const key of ['pattern', 'signIn'] as const)
    if (raw.phone?.[key] !== undefined) checkExpression(c, below(at, 'phone', key), raw.phone[key])
  if (raw.times && raw.times.from > raw.times.to)
    c.error(below(at, 'times', 'from'), 'SHP004', `from ${raw.times.from} is after to ${raw.times.to}`)
  if (!raw.languages.available.includes(raw.languages.default))
    c.error(
      below(at, 'languages', 'default'),
      'SHP002',
      `"${raw.languages.default}" is not one of the languages available`,
    )
  checkExtensions(c, at)
  checkRecords(c, at)
  return {
    name: raw.name,
    languages: raw.languages,
    theme: { accent: '#409EFF', density: 'small', ...raw.theme },
    home: raw.home,
    timezone: raw.timezone ?? 'Asia/Shanghai',
    currency: raw.currency ?? USUAL_LOCAL.currency,
    phone: raw.phone
      ? { signIn: raw.phone.pattern, signInMessage: raw.phone.message, ...raw.phone }
      : USUAL_LOCAL.phone,
    storage: { token: 'atelier-token', sidebar: 'atelier-sidebar', language: 'atelier-language', ...raw.storage },
    limits: { ...LIMITS, ...raw.limits },
    links: raw.links ?? {},
    passwordWords: raw.passwordWords ?? [],
    maskedCode: raw.maskedCode ?? 'showMobile',
    ...(raw.revealCode ? { revealCode: raw.revealCode } : {}),
    ...(raw.shareCode ? { shareCode: permitted(c, below(at, 'shareCode'), raw.shareCode) } : {}),
    settings: Object.entries(raw.settings ?? {}).map(([name, s]) => setting(c, below(at, 'settings', name), name, s)),
    pages: Object.fromEntries(
      Object.entries(raw.extensions?.pages ?? {}).map(([name, p]) => [
        name,
        { reason: p.reason, calls: p.calls ?? [] },
      ]),
    ),
    typeCalls: Object.fromEntries(
      Object.entries(raw.extensions?.types ?? {}).map(([name, type]) => [name, type.calls ?? []]),
    ),
    records: raw.records ?? {},
    messageRoutes: messageRoutes(c, at),
    engineCalls: engineCalls(c, at, calls),
  }
}

/** PRM004: a code of a screen that permits it. */
function permitted(c: Compilation, at: At, code: string): string {
  const codes = [...c.loaded.screens.values()].flatMap(({ data }) =>
    Object.keys(data.permits ?? {}).map((key) => `${data.code ?? ''}.${key}`),
  )
  c.refer('button', code, at)
  if (!codes.includes(code)) c.unknown(at, 'PRM004', 'button that a screen permits', code, codes)
  return code
}

/** The calls that the browser makes by itself; each must be a call of the product. */
function engineCalls(c: Compilation, at: At, calls: Record<string, CallModel>): AppModel['engineCalls'] {
  const named: [string, string][] = Object.entries(c.app.engineCalls ?? {})
  return Object.fromEntries(
    named.flatMap(([name, path]) => {
      const id = findPath(c, path, below(at, 'engineCalls', name))
      if (!id) return []
      const [file, original] = calls[id]?.input.filter((field) => field.type === 'file') ?? []
      return [[name, { path, ...(file ? { file: file.name } : {}), ...(original ? { original: original.name } : {}) }]]
    }),
  )
}

/** A screen that exists, or is planned; returns whether it exists. */
function route(c: Compilation, at: At, name: string): boolean {
  c.refer('route', name, at)
  if (c.loaded.screens.has(name)) return true
  if (!c.plannedRoutes.has(name)) c.unknown(at, 'REF007', 'route', name, c.loaded.screens.keys())
  return false
}

/** FRM002: the first screen opens without parameters. */
function checkHome(c: Compilation, at: At, home: string): void {
  const required = paramsOf(c.loaded.screens.get(home)!)
    .filter((p) => p.required)
    .map((p) => `"${p.name}"`)
  if (required.length > 0)
    c.error(at, 'FRM002', `the first screen opens by itself, but ${home} needs ${required.join(', ')}`)
}

function checkTimezone(c: Compilation, at: At, zone: string | undefined): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    c.error(at, 'SHP002', `"${zone}" is no time zone, such as "Asia/Shanghai"`)
  }
}

/** A business setting: its start value has its type, and is one of the offered values. */
function setting(
  c: Compilation,
  at: At,
  name: string,
  raw: NonNullable<AuthoredApp['settings']>[string],
): SettingModel {
  checkLiteral(
    c,
    below(at, 'default'),
    {
      ...{ name, type: raw.type },
      ...(raw.in ? { in: Object.keys(raw.in) } : {}),
      ...(raw.min === undefined ? {} : { min: raw.min }),
    },
    raw.default,
  )
  if (raw.in && raw.type !== 'string')
    c.error(below(at, 'in'), 'REF015', `"in" means nothing for ${raw.type}; it goes with string`, { key: true })
  if (raw.min !== undefined && (raw.type === 'bool' || raw.type === 'string'))
    c.error(below(at, 'min'), 'REF015', `"min" means nothing for ${raw.type}; it goes with numbers`, { key: true })
  const { type, default: start, label = { zh: name, en: name }, ...more } = raw
  return { name, type, default: start, label, ...more }
}

function checkExtensions(c: Compilation, at: At): void {
  for (const kind of ['types', 'pages'] as const) {
    for (const [name, raw] of Object.entries(c.app.extensions?.[kind] ?? {})) {
      const place = below(at, 'extensions', kind, name)
      if (kind === 'types' && !isRegistered(name))
        c.unknown(keyAt(place), 'REF010', 'field type written in code', name, REGISTERED_TYPES)
      for (const [i, call] of (raw.calls ?? []).entries()) findPath(c, call, below(place, 'calls', i))
    }
  }
}

function checkRecords(c: Compilation, at: At): void {
  for (const [part, name] of Object.entries(c.app.records ?? {})) {
    const [what, names, code] = BY_DICTIONARY.includes(part)
      ? (['dictionary', c.dictionaries, 'REF002'] as const)
      : (['resource', c.resources, 'REF001'] as const)
    c.refer(what, name, below(at, 'records', part))
    if (!names.has(name)) c.unknown(below(at, 'records', part), code, what, name, names.keys())
  }
}

/** REF006, FRM002: a notification gives the query of its screen. */
function checkQuery(c: Compilation, at: At, raw: { route: string; params?: string[] }, usual: string[]): void {
  const params = paramsOf(c.loaded.screens.get(raw.route)!)
  const names = raw.params ?? usual
  for (const [i, name] of (raw.params ?? []).entries()) {
    if (!params.some((p) => p.name === name) && !isOfAddress(name))
      c.unknown(
        below(at, 'params', i),
        'REF006',
        `parameter of ${raw.route}`,
        name,
        params.map((p) => p.name),
      )
  }
  const missing = params.filter((p) => p.required && !names.includes(p.name)).map((p) => `"${p.name}"`)
  if (missing.length > 0)
    c.error(below(at, 'route'), 'FRM002', `${raw.route} needs ${missing.join(', ')}; name it in "params"`)
}

/** Source type of a notification → its screen; the key is a value of the dictionary that app.json names. */
function messageRoutes(c: Compilation, at: At): AppModel['messageRoutes'] {
  const dictionary = c.dictionaries.get(c.app.records?.messageSources ?? '')
  const result: AppModel['messageRoutes'] = {}
  for (const [name, raw] of Object.entries(c.app.messageRoutes ?? {})) {
    const place = below(at, 'messageRoutes', name)
    const value = dictionary ? enumValue(c, place, dictionary, name, { key: true }) : name
    const exists = route(c, below(place, 'route'), raw.route)
    if (exists) checkQuery(c, place, raw, ['id'])
    const others = (raw.else ?? []).flatMap((one, i) => {
      const spot = below(place, 'else', i)
      if (typeof one === 'string') return route(c, spot, one) ? [{ route: one, params: [] }] : []
      if (!route(c, below(spot, 'route'), one.route)) return []
      checkQuery(c, spot, one, [])
      return [one]
    })
    if (value !== undefined && exists)
      result[String(value)] = { route: raw.route, params: raw.params ?? ['id'], else: others }
  }
  return result
}
