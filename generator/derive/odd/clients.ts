/** PRM007, FRM004: what customers are given of other customers' records, and what their screens show that they do not read. */
import type { FieldModel, Model, ResourceModel, View } from '../../../src/model/model.ts'
import { withInner } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'

export function noteClients(c: Compilation, model: Model): void {
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    const own = Object.values(r?.fields ?? {}).find((field) => field.required && isOwners(model, field))
    const at: At = { source, path: ['client', 'by'] }
    if (r?.client?.by === 'everyone' && own && source.exists(at))
      c.note(
        at,
        'PRM007',
        `each ${r.label.en} is one customer's ("${own.name}"), and "everyone" gives all of them to all; say "by": "${own.name}"`,
      )
  }
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (!source || screen.access?.client === undefined) continue
    for (const view of withInner(screen.view)) noteUnread(c, placeOf(view) ?? { source, path: [] }, model, view)
  }
}

/** A ref to what only one customer has. */
function isOwners(model: Model, field: FieldModel): boolean {
  const target = field.type === 'ref' ? model.resources[field.of ?? ''] : undefined
  return target?.client !== undefined && target.client.by !== 'everyone'
}

/** Pictures and columns of a customers' page that no customer is answered. */
function noteUnread(c: Compilation, at: At, model: Model, view: View): void {
  const of = view.view === 'gallery' ? view.pictures.resource : 'resource' in view ? view.resource : ''
  const r = model.resources[of]
  if (!r?.client) return
  const shown =
    view.view === 'gallery'
      ? (['image', 'large', 'film'] as const).map((key) => ({ name: view.tile[key], place: below(at, 'tile', key) }))
      : 'columns' in view
        ? view.columns.map((column) => ({ name: column.path, place: placeOf(column) ?? at }))
        : []
  for (const { name, place } of shown)
    if (name !== undefined && isUnread(r, name) && place.source.exists(place))
      c.note(
        place,
        'FRM004',
        `customers do not read "${name}" of ${r.name}: this stays empty for them; add it to "fields" of its "client"`,
      )
}

const isUnread = ({ fields, client }: ResourceModel, path: string): boolean =>
  fields[path] !== undefined && !client?.fields.includes(path)
