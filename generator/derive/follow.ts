/** Which paths through refs a row must bring along: what columns, titles and conditions read of it. */
import type { Expr } from '../../src/model/expr/types.ts'
import type {
  ActionModel,
  ColumnModel,
  FieldModel,
  FormItemModel,
  Model,
  ResourceModel,
  View,
} from '../../src/model/model.ts'
import { fieldsOfForm } from '../normalize/resource/forms.ts'

/** Fills `follow` of every resource from the screens, calls and the resource's own rules. */
export function deriveFollow(model: Pick<Model, 'resources' | 'calls' | 'presets' | 'screens'>): void {
  const paths = new Map(Object.keys(model.resources).map((name) => [name, new Set<string>()]))
  const add = (resource: string, path: string) => {
    if (path.includes('.')) paths.get(resource)?.add(path)
  }
  const read = (resource: string, expr: Expr | undefined) => {
    for (const path of expr?.reads ?? []) if (path.startsWith('row.')) add(resource, path.slice(4))
  }
  for (const r of Object.values(model.resources)) ofResource(r, add, read)
  for (const call of [...Object.values(model.calls), ...Object.values(model.presets)]) {
    for (const when of call.when) read(call.resource, when.expr)
    for (const value of Object.values({ ...call.with, ...call.set }))
      if ('expr' in value) read(call.resource, value.expr)
  }
  for (const screen of Object.values(model.screens)) ofView(screen.view, add, read)
  for (const r of Object.values(model.resources))
    r.follow = [...paths.get(r.name)!].filter((p) => followable(model.resources, r, p)).sort()
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
  for (const expr of [f.show, f.requiredIf, f.lockedIf]) read(resource, expr)
  for (const b of Object.values(f.with)) if ('expr' in b) read(resource, b.expr)
}

const ofForm = (resource: string, items: FormItemModel[], read: Read): void =>
  fieldsOfForm(items).forEach((f) => ofField(resource, f, read))

function ofColumns(resource: string, columns: ColumnModel[], add: Add, read: Read): void {
  for (const col of columns) {
    add(resource, col.path)
    read(resource, col.tone)
  }
}

function ofActions(resource: string, actions: ActionModel[], read: Read): void {
  for (const a of actions) {
    read(resource, a.show)
    for (const when of a.when) read(resource, when.expr)
    for (const fill of Object.values(a.fills))
      if (fill.by === 'with' && 'expr' in fill.bound && fill.source !== 'view') read(resource, fill.bound.expr)
    if (a.open?.kind === 'route') for (const b of Object.values(a.open.with)) if ('expr' in b) read(resource, b.expr)
    ofForm(resource, a.form, read)
  }
}

function ofView(view: View, add: Add, read: Read): void {
  if ('resource' in view) ofActions(view.resource, view.actions, read)
  switch (view.view) {
    case 'list':
      ofColumns(view.resource, view.columns, add, read)
      if (view.open?.kind === 'route')
        for (const b of Object.values(view.open.with)) if ('expr' in b) read(view.resource, b.expr)
      for (const inner of [
        view.left?.view,
        view.expand,
        view.drawer,
        ...(view.tabs?.kind === 'views' ? view.tabs.views : []),
      ])
        if (inner) ofInner(inner, view.resource, add, read)
      break
    case 'tree':
      ofColumns(view.resource, view.columns, add, read)
      break
    case 'detail':
      ofColumns(view.resource, view.facts, add, read)
      ofForm(view.resource, view.items, read)
      for (const tab of view.tabs) ofInner(tab, view.resource, add, read)
      break
    case 'settings':
      for (const tab of view.tabs) ofView(tab, add, read)
      break
    case 'stat':
      for (const block of view.blocks) if (block.kind === 'table') ofView(block.view, add, read)
      break
    case 'wizard':
      for (const step of view.steps) {
        read(view.resource, step.show)
        ofForm(view.resource, step.items, read)
      }
      break
    case 'cashdesk':
      ofView(view.rows, add, read)
      ofForm(view.resource, view.pay.form, read)
      for (const fill of Object.values(view.pay.fills))
        if (fill.by === 'with' && 'expr' in fill.bound) read(view.resource, fill.bound.expr)
      break
    default:
      break
  }
}

/** In `with` and `id` of an inner view, `row` is the record around it. */
function ofInner(view: View, outer: string, add: Add, read: Read): void {
  if ('with' in view) for (const b of Object.values(view.with)) if ('expr' in b) read(outer, b.expr)
  if (view.view === 'detail' && 'expr' in view.id) read(outer, view.id.expr)
  ofView(view, add, read)
}

/** Through refs only; child rows and nested entries come with their record. */
function followable(resources: Model['resources'], from: ResourceModel, path: string): boolean {
  const first = path.split('.')[0]!
  if (['createByRef', 'updateByRef'].includes(first)) return true
  return Object.values(from.fields).some((f) => f.as === first && f.of !== undefined && resources[f.of] !== undefined)
}
