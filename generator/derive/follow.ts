/** The paths through refs that a row must include: those that columns, titles and conditions read. */
import type { Expr } from '../../src/model/expr/types.ts'
import type { ActionModel, FieldModel, FormItemModel, Model, ResourceModel, View } from '../../src/model/model.ts'
import { exprsOf, fieldsOfForm, innerViews, partsOf } from '../../src/model/views.ts'

/** Fills `follow` of every resource from the screens, calls and the resource's own rules. */
export function deriveFollow(model: Pick<Model, 'resources' | 'calls' | 'presets' | 'screens'>): void {
  const paths = new Map(Object.keys(model.resources).map((name) => [name, new Set<string>()]))
  const add = (resource: string, path: string) => {
    if (path.includes('.')) paths.get(resource)?.add(path)
  }
  const read = (resource: string, expr: Expr | undefined) => {
    for (const path of expr?.reads ?? [])
      if (path.startsWith('row.')) add(resource, fromBase(model.resources, model.resources[resource], path.slice(4)))
  }
  for (const r of Object.values(model.resources)) ofResource(r, add, read)
  for (const call of [...Object.values(model.calls), ...Object.values(model.presets)]) {
    for (const when of call.when) read(call.resource, when.expr)
    for (const expr of exprsOf({ ...call.with, ...call.set })) read(call.resource, expr)
  }
  for (const screen of Object.values(model.screens)) ofView(screen.view, add, read)
  for (const r of Object.values(model.resources))
    r.follow = [...paths.get(r.name)!].filter((p) => followable(model.resources, r, p)).sort()
}

const hasStep = (r: ResourceModel | undefined, name: string | undefined): boolean =>
  Object.values(r?.fields ?? {}).some((f) => f.name === name || f.as === name)

/** A field of the record that this one extends is a step away. */
function fromBase(resources: Model['resources'], r: ResourceModel | undefined, path: string): string {
  const [first] = path.split('.')
  const step = r?.fields[r.extends?.field ?? '']?.as
  if (!step || hasStep(r, first) || !hasStep(resources[r?.extends?.resource ?? ''], first)) return path
  return `${step}.${path}`
}

type Add = (resource: string, path: string) => void
type Read = (resource: string, expr: Expr | undefined) => void

function ofResource(r: ResourceModel, add: Add, read: Read): void {
  for (const col of r.columns) add(r.name, col.path)
  for (const path of [r.title, ...r.facts]) add(r.name, path)
  for (const f of Object.values(r.fields)) ofField(r.name, f, read)
  for (const move of r.machines.flatMap((m) => m.moves)) for (const when of move.when) read(r.name, when.expr)
  for (const rule of r.rules) read(r.name, rule.expr)
  ofForm(r.name, [...r.form, ...r.detail], read)
}

function ofField(resource: string, f: FieldModel, read: Read): void {
  for (const expr of [f.show, f.requiredIf, f.lockedIf, f.earliest, f.latest]) read(resource, expr)
  for (const expr of exprsOf(f.with)) read(resource, expr)
}

const ofForm = (resource: string, items: FormItemModel[], read: Read): void =>
  fieldsOfForm(items).forEach((f) => ofField(resource, f, read))

function ofActions(resource: string, actions: ActionModel[], read: Read): void {
  for (const a of actions) {
    read(resource, a.show)
    for (const when of a.when) read(resource, when.expr)
    for (const fill of Object.values(a.fills))
      if (fill.by === 'with' && 'expr' in fill.bound && fill.source !== 'view') read(resource, fill.bound.expr)
    if (a.open?.kind === 'route') for (const expr of exprsOf(a.open.with)) read(resource, expr)
    ofForm(resource, a.form, read)
    // A dialog begins with what the row says.
    for (const { default: start } of fieldsOfForm(a.form)) if (start && 'expr' in start) read(resource, start.expr)
  }
}

function ofView(view: View, add: Add, read: Read): void {
  const resource = 'resource' in view ? view.resource : undefined
  if (resource !== undefined) ofParts(resource, view, add, read)
  // A gallery has no rows of its own: a picture is read beside the one it was made from.
  if (view.view === 'gallery')
    for (const path of Object.values(view.tile.before ?? {})) add(view.pictures.resource, path)
  for (const { view: inner } of innerViews(view)) {
    if (resource !== undefined) ofLink(inner, resource, read)
    ofView(inner, add, read)
  }
}

function ofParts(resource: string, view: View, add: Add, read: Read): void {
  const { columns, forms, exprs, presses } = partsOf(view)
  ofActions(resource, view.actions, read)
  for (const col of columns) {
    add(resource, col.path)
    read(resource, col.tone)
  }
  for (const { items } of [...forms, ...presses]) ofForm(resource, items, read)
  for (const expr of exprs) read(resource, expr)
}

/** In `with` and `id` of an inner view, `row` is the surrounding record. */
function ofLink(inner: View, outer: string, read: Read): void {
  const bounds = { ...('with' in inner ? inner.with : {}), ...('id' in inner ? { id: inner.id } : {}) }
  for (const expr of exprsOf(bounds)) read(outer, expr)
}

/** Through refs only; child rows and nested entries come with their record. */
function followable(resources: Model['resources'], from: ResourceModel, path: string): boolean {
  const first = path.split('.')[0]!
  if (['createByRef', 'updateByRef'].includes(first)) return true
  return Object.values(from.fields).some((f) => f.as === first && f.of !== undefined && resources[f.of] !== undefined)
}
