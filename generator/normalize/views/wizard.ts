/** wizard: one record filled in over several steps, with a live summary and an automatic draft. */
import type {
  CallModel,
  ColumnModel,
  DraftModel,
  FieldModel,
  FormItemModel,
  WizardStep,
  WizardView,
} from '../../../src/model/model.ts'
import { unfilledItems } from '../actions.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { condition } from '../expressions.ts'
import type { ExprNode } from '../../../src/model/expr/types.ts'
import { referField } from '../../link/fields.ts'
import { findCall } from '../../link/index.ts'
import { placed } from '../../base/origin.ts'
import { formOf } from '../resource/forms.ts'
import { fieldsOfForm } from '../../../src/model/views.ts'
import type { AuthoredForm, AuthoredView } from '../../base/authored.ts'
import { viewResource, viewActions, type ViewNormalizer, type About, type ViewPlace } from './context.ts'
import { savingOf, savingRoots } from './saving.ts'

export const wizard: ViewNormalizer = (c, at, raw, place) => {
  const r = viewResource(c, at, raw)
  const model = r && place.models[r.name]
  const call = r && calledBy(c, at, 'call', raw.call ?? 'add', { r, place })
  if (!r || !model || !call) return undefined
  const steps = stepsOf(c, at, raw, { r, call, place })
  const { fills, done } = savingOf(c, at, raw, place, {
    call,
    form: steps.flatMap((step) => step.items),
    resource: r.name,
  })
  const preview = raw.preview ? calledBy(c, at, 'preview', raw.preview, { r, place }) : undefined
  const load = fills.id && place.calls[`${r.path}/detail`]
  const draft = raw.draft ? draftOf(c, at, raw.draft, call, place) : undefined
  const view: WizardView = {
    view: 'wizard',
    key: place.key,
    label: raw.label ?? model.label,
    resource: r.name,
    call: call.id,
    steps: steps.map((step) => ({ ...step, items: unfilledItems(step.items, fills) })),
    summary: summaryOf(c, at, raw.summary ?? [], { r, call, preview }),
    ...(preview ? { preview: preview.id } : {}),
    ...(load ? { load: load.id } : {}),
    ...(draft ? { draft } : {}),
    fills,
    actions: viewActions(c, at, raw, place, {}),
    ...(done ? { done } : {}),
  }
  return view
}

function calledBy(
  c: Compilation,
  at: At,
  key: string,
  name: string,
  { r, place }: Pick<About, 'r' | 'place'>,
): CallModel | undefined {
  const found = findCall(c, name, r, at.source.exists(below(at, key)) ? below(at, key) : below(at, 'resource'))
  return found && found !== 'planned' ? (place.calls[found.id] ?? place.presets[found.id]) : undefined
}

function stepsOf(
  c: Compilation,
  at: At,
  raw: AuthoredView,
  { r, call, place }: Pick<About, 'r' | 'place'> & { call: CallModel },
): WizardStep[] {
  const scope = savingRoots(c, call, r.name, place)
  const fields = new Map(call.input.map((f) => [f.name, f]))
  const seen = new Set<string>()
  return Object.entries(raw.steps ?? {}).map(([key, step]) => {
    const here = below(at, 'steps', key)
    reportNoSections(c, below(here, 'form'), step.form)
    const items = formOf(c, below(here, 'form'), step.form, {
      fields,
      roots: scope,
      resource: r,
      what: `input of ${call.id}`,
    })
    reportTwice(c, below(here, 'form'), items, seen)
    const show = step.show ? condition(c, below(here, 'show'), step.show, scope) : undefined
    return placed({ key, label: step.label, ...(show ? { show } : {}), items }, here)
  })
}

/** SHP005: a step is a section itself. */
function reportNoSections(c: Compilation, at: At, form: AuthoredForm): void {
  for (const [i, item] of form.entries())
    if (typeof item === 'object' && 'section' in item)
      c.error(below(at, i, 'section'), 'SHP005', 'a step holds fields, not sections; make it two steps', { key: true })
}

/** REF009: each input is asked by one step only. */
function reportTwice(c: Compilation, at: At, items: FormItemModel[], seen: Set<string>): void {
  for (const [i, { name }] of fieldsOfForm(items).entries()) {
    if (seen.has(name)) c.error(below(at, i), 'REF009', `"${name}" is asked in an earlier step already`)
    seen.add(name)
  }
}

/** Fields of the record, the typed values, and the answer of the preview. */
function summaryOf(
  c: Compilation,
  at: At,
  names: string[],
  { r, call, preview }: { r: ResourceDraft; call: CallModel; preview: CallModel | undefined },
): ColumnModel[] {
  const fields = new Map<string, FieldModel>(
    [...call.input, ...r.fields.values(), ...(preview?.output ?? [])].map((f) => [f.name, f]),
  )
  return names.flatMap((name, i) => {
    const field = fields.get(name)
    referField(c, below(at, 'summary', i), field, name)
    if (!field) return c.unknown(below(at, 'summary', i), 'REF004', `field of ${r.name}`, name, fields.keys()) ?? []
    return [{ path: name, field: whileTyped(r, field), label: field.label, sort: false }]
  })
}

/** A field as it is worked out while its record is typed: what it reads of other worked-out fields is worked out, too. */
const whileTyped = (r: ResourceDraft, field: FieldModel): FieldModel =>
  field.value ? { ...field, value: { ...field.value, ast: withBodies(r, field.value.ast) } } : field

function withBodies(r: ResourceDraft, node: ExprNode): ExprNode {
  if (node.k === 'field' && node.of.k === 'root' && node.of.name === 'row') {
    const { value } = r.fields.get(node.name) ?? {}
    return value ? { ...node, k: 'computed', body: withBodies(r, value.ast) } : node
  }
  const part = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(part) : isNode(value) ? withBodies(r, value) : value
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, part(value)])) as ExprNode
}

const isNode = (value: unknown): value is ExprNode => typeof value === 'object' && value !== null && 'k' in value

/** The field that says who made a record. */
const MAKER = 'createBy'

/** Where unfinished work is kept: what was typed in the draft's only `json` field, and what the two records share beside it. */
function draftOf(c: Compilation, at: At, name: string, call: CallModel, place: ViewPlace): DraftModel | undefined {
  const resource = c.resource(name, below(at, 'draft'))
  const model = resource && place.models[resource.name]
  if (!model) return undefined
  const contents = Object.values(model.fields).filter((f) => f.type === 'json')
  if (contents.length !== 1)
    return c.error(
      below(at, 'draft'),
      'REF015',
      `a draft keeps what was typed in one "json" field; ${name} has ${contents.length}`,
    )
  const path = (kind: string): string => `${model.path}/${kind}`
  const missing = ['add', 'edit', 'detail', 'query', 'del'].filter((kind) => !place.calls[path(kind)])
  if (missing.length > 0)
    return c.error(
      below(at, 'draft'),
      'REF006',
      `a draft is added, edited, read and deleted; ${name} has no call ${missing.map((one) => `"${one}"`).join(', ')}`,
    )
  const maker = Object.values(model.filters).find(({ match }) => match.kind === 'is' && match.path === MAKER)
  if (!maker)
    return c.error(
      below(at, 'draft'),
      'REF015',
      `a draft is offered to whoever made it; ${name} has no filter "${MAKER}"`,
    )
  const key = call.input.find((f) => f.type === 'ref' && f.of === name)?.name
  const inputs = new Set(call.input.map((f) => f.name))
  const copies = Object.values(model.fields)
    .filter((f) => !f.managed && !f.value && f.type !== 'json' && inputs.has(f.name))
    .map((f) => f.name)
  return {
    resource: name,
    add: path('add'),
    edit: path('edit'),
    detail: path('detail'),
    query: path('query'),
    del: path('del'),
    content: contents[0]!.name,
    ...(key ? { key } : {}),
    maker: maker.wire[0]!,
    copies,
    about: copies.filter((name) => Object.values(model.filters).some(({ wire }) => wire[0] === name)),
  }
}
