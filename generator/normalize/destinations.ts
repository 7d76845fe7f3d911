/** Links to a screen: the route exists, and every required parameter is given. */
import { keyOf } from '../../src/model/fields.ts'
import {
  PLAIN_FIELD,
  type Bounds,
  type CallModel,
  type DoneModel,
  type FieldModel,
  type OpenModel,
  type Text,
} from '../../src/model/model.ts'
import { ADDRESS } from '../../src/model/reserved.ts'
import { inputName, below, type At, type Compilation, type ResourceDraft } from '../base/context.ts'
import { bounds, recordType, roots, rowOf, type Roots } from './expressions.ts'
import { baseFields, referField } from '../link/fields.ts'
import { suggestion } from '../base/problems.ts'
import type { AuthoredDone, AuthoredOpen, AuthoredScreen, AuthoredWith } from '../base/authored.ts'
import type { Source } from '../base/source.ts'

/** Parameters of a screen as written; a detail needs `id`. */
export function paramsOf(source: Source<AuthoredScreen>): { name: string; required: boolean }[] {
  const { params, view } = source.data
  if (params) return params.map(inputName)
  return view === 'detail' ? [{ name: 'id', required: true }] : []
}

/** What a parameter names: a record of the screen, what a field of it points at, or a record of the resource in its name. */
export function paramLabel(c: Compilation, { data }: Source<AuthoredScreen>, name: string): Text | undefined {
  const own = c.resources.get(data.resource ?? '')
  if (name === 'id') return own?.data.label
  const field = own?.fields.get(name)
  return field?.type === 'ref' ? field.label : c.resources.get(name.replace(/Id$/, ''))?.data.label
}

/** A screen as a destination: its parameters as fields, so that `with` is checked against them. */
export function paramFields(c: Compilation, source: Source<AuthoredScreen>): FieldModel[] {
  const resource = c.resources.get(source.data.resource ?? '')
  return paramsOf(source).map(({ name, required }) => {
    const field = resource?.fields.get(name)
    return field
      ? { ...field, required, nullable: !required }
      : { ...PLAIN_FIELD, name, type: 'json', label: { zh: name, en: name }, required }
  })
}

/** A page of tabs opens on the one that its address calls `part`. */
function partOf({ data }: Source<AuthoredScreen>): FieldModel[] {
  const tabs = typeof data.tabs === 'object' ? Object.keys(data.tabs) : []
  const label = { zh: '标签页', en: 'Tab' }
  return tabs.length > 0 ? [{ ...PLAIN_FIELD, name: ADDRESS.part, type: 'string', label, in: tabs }] : []
}

/** The origin of a link: the record, the roots of expressions, and a `with` at another place. */
interface OpenFrom {
  from?: ResourceDraft
  scope: Roots
  more?: { raw: AuthoredWith; at: At } | undefined
}

/** The destination. `'planned'` when the screen is only planned; undefined after an error. */
export function openModel(
  c: Compilation,
  at: At,
  raw: AuthoredOpen,
  { from, scope, more }: OpenFrom,
): OpenModel | 'planned' | undefined {
  if (raw === 'drawer') return { kind: 'drawer' }
  const to = typeof raw === 'string' ? raw : raw.to
  const source = c.loaded.screens.get(to)
  if (!source) {
    if (c.plannedRoutes.has(to)) {
      c.report.planned.add(to)
      return 'planned'
    }
    return c.unknown(typeof raw === 'string' ? at : below(at, 'to'), 'REF007', 'route', to, c.loaded.screens.keys())
  }
  c.refer('route', to, typeof raw === 'string' ? at : below(at, 'to'))
  const written = more?.raw ?? (typeof raw === 'string' ? {} : (raw.with ?? {}))
  const fixed = bounds(c, more?.at ?? below(at, 'with'), written, {
    fields: [...paramFields(c, source), ...partOf(source)],
    scope,
    what: `parameter of ${to}`,
  })
  return { kind: 'route', to, with: { ...derived(c, source, from, fixed), ...fixed } }
}

/** `id` from a row of the screen's resource; a ref parameter from a row it points at. */
function derived(
  c: Compilation,
  source: Source<AuthoredScreen>,
  from: ResourceDraft | undefined,
  given: Bounds,
): Bounds {
  const resource = source.data.resource ?? ''
  const result: Bounds = {}
  if (!from) return result
  for (const { name } of paramsOf(source)) {
    if (name in given) continue
    const points = c.resources.get(resource)?.fields.get(name)?.of === from.name
    const same = name === 'id' && (resource === from.name || from.base?.resource === resource)
    if (!same && !points) continue
    const via =
      same && resource !== from.name
        ? from.base!.field
        : points
          ? keyOf(c.resources.get(resource)!.fields.get(name)!)
          : 'id'
    result[name] = { expr: rowField(c, from, via) }
  }
  return result
}

/** `row.<field>` as a checked expression. */
export function rowField(c: Compilation, r: ResourceDraft, field: string) {
  const type = { t: 'any' as const, empty: false }
  return {
    src: `row.${field}`,
    reads: [`row.${field}`],
    ast: {
      k: 'field' as const,
      of: { k: 'root' as const, name: 'row' as const, type: rowOf(r.name) },
      name: field,
      unit: 'plain' as const,
      type,
    },
  }
}

/** FRM002: every required parameter is given by `with`, by the row, or by a parameter of this screen. */
export function checkParams(c: Compilation, at: At, open: OpenModel, extra: Iterable<string> = []): void {
  if (open.kind !== 'route') return
  const source = c.loaded.screens.get(open.to)!
  const names = new Set([...Object.keys(open.with), ...extra])
  const missing = paramsOf(source)
    .filter((p) => p.required && !names.has(p.name))
    .map((p) => p.name)
  if (missing.length > 0)
    c.error(at, 'FRM002', `${open.to} needs ${missing.map((m) => `"${m}"`).join(', ')}; give it in "with"`)
}

export function doneModel(
  c: Compilation,
  at: At,
  raw: AuthoredDone | undefined,
  call: CallModel | undefined,
  resource?: ResourceDraft,
): DoneModel | undefined {
  if (!raw) return undefined
  if ('zh' in raw) {
    checkHoles(c, at, raw, call, resource)
    return { say: raw }
  }
  const done = raw
  if (done.say) checkHoles(c, below(at, 'say'), done.say, call, resource)
  if (done.with && !done.open)
    c.error(below(at, 'with'), 'SHP005', '"with" is the query of "open"; nothing is opened here', { key: true })
  if (!done.open) return done.say ? { say: done.say } : undefined
  const output = recordType([
    ...(call?.output ?? []),
    { ...PLAIN_FIELD, name: 'id', type: 'json', label: { zh: '', en: '' } },
  ])
  const scope = roots(c, {
    output,
    input: recordType(call?.input ?? []),
    params: { t: 'any', empty: true },
    ...(resource ? { row: rowOf(resource.name) } : {}),
  })
  const open = openModel(c, below(at, 'open'), done.open, {
    scope,
    more: done.with && { raw: done.with, at: below(at, 'with') },
  })
  if (!open || open === 'planned') return done.say ? { say: done.say } : undefined
  const led = withId(c, open, output)
  checkParams(c, below(at, 'open'), led)
  return { ...(done.say ? { say: done.say } : {}), open: led }
}

/** REF004: `{name}` in a question is a field of the record it is asked about, or an input that the button itself gives. */
export function checkQuestion(c: Compilation, at: At, ask: unknown, call: CallModel, resource?: ResourceDraft): void {
  if (typeof ask === 'object' && ask !== null && 'zh' in ask)
    checkHoles(c, at, ask as Text, { ...call, handler: false, output: [] }, resource)
}

/** REF004: unless a function answers undeclared values, `{name}` in a sentence is a field of the answer, of the typed values, or of the record. */
function checkHoles(
  c: Compilation,
  at: At,
  say: Text,
  call: CallModel | undefined,
  resource: ResourceDraft | undefined,
): void {
  const home = resource ?? (call && c.resources.get(call.resource))
  const base = home?.base && c.resources.get(home.base.resource)
  const fields = [
    ...(call?.output ?? []),
    ...(call?.input ?? []),
    ...(home?.fields.values() ?? []),
    ...(base?.fields.values() ?? []),
    ...(home ? baseFields(c).values() : []),
  ]
  for (const lang of ['zh', 'en'] as const) c.allow(below(at, lang), { kind: 'sentence', fields })
  if (call?.handler && call.output.length === 0) return
  for (const lang of ['zh', 'en'] as const) {
    for (const hole of say[lang].matchAll(/\{(\w+)\}/g)) {
      const name = hole[1]!
      const field = fields.find((f) => f.name === name)
      referField(c, below(at, lang), field, name, { offset: hole.index + 1 })
      if (field) continue
      const message = `the sentence asks for {${name}}, which is neither answered nor asked${suggestion(
        name,
        fields.map((f) => f.name),
      )}`
      c.error(below(at, lang), 'REF004', message, { offset: hole.index + 1, length: name.length })
    }
  }
}

/** After adding, the `id` of the answer opens a screen that needs one. */
function withId(c: Compilation, open: OpenModel, output: ReturnType<typeof recordType>): OpenModel {
  if (open.kind !== 'route' || open.with.id) return open
  const wants = paramsOf(c.loaded.screens.get(open.to)!).some((p) => p.name === 'id' && p.required)
  if (!wants) return open
  const type = { t: 'any' as const, empty: false }
  return {
    ...open,
    with: {
      ...open.with,
      id: {
        expr: {
          src: 'output.id',
          reads: ['output.id'],
          ast: { k: 'field', of: { k: 'root', name: 'output', type: output }, name: 'id', unit: 'plain', type },
        },
      },
    },
  }
}
