/** PRM007: rights wider than anybody means them. */
import type { CallModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { withInner } from '../../../src/model/views.ts'
import { below, keyAt, type At, type Compilation } from '../../base/context.ts'

/** Kinds of calls that change records by themselves. */
const WRITES = ['add', 'edit', 'del', 'set', 'move', 'import']

/** Kinds of calls that bring many records. */
const LISTS = ['query', 'list', 'export']

export function noteRights(c: Compilation, model: Model): void {
  const granted = grantedCalls(model)
  for (const call of Object.values(model.calls)) {
    noteAccess(c, model, call)
    noteOpen(c, call, granted)
  }
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    if (!r) continue
    const at: At = { source, path: [] }
    noteUnmasked(c, below(at, 'fields'), r)
    if (r.fields[r.title]?.masked)
      c.note(
        below(at, 'title'),
        'PRM007',
        `"${r.title}" is masked, and a title stands wherever the record is named; name it by another field`,
      )
    if (
      r.scope.kind === 'global' &&
      Object.values(r.fields).some((field) => field.masked) &&
      source.exists(below(at, 'scope'))
    )
      c.note(
        below(at, 'scope'),
        'PRM007',
        `every company sees every ${r.label.en}, whose numbers are masked; leave "scope" out, or say "by": "org"`,
      )
  }
  for (const [name, source] of c.loaded.roles) {
    noteRole(c, source)
    if (model.roles[name] && Object.keys(model.roles[name].menus).length === 0)
      c.note(
        { source, path: ['grants'] },
        'USE001',
        `nobody of this role can open anything; grant a screen, or delete the file`,
      )
  }
}

/** One telephone number of a person is hidden, and the other is not. */
function noteUnmasked(c: Compilation, at: At, { fields }: ResourceModel): void {
  const phones = Object.values(fields).filter(
    ({ type, secret, see, value }) => type === 'phone' && !secret && !see && !value,
  )
  const hidden = phones.find(({ masked }) => masked)
  const bare = phones.find(({ masked }) => !masked)
  const place = bare && below(at, bare.name)
  if (hidden && place?.source.exists(place))
    c.note(
      place,
      'PRM007',
      `"${hidden.name}" is masked, and "${bare?.name}" of the same record is not; mask both, or none`,
    )
}

/** Calls that buttons of screens with a code make. */
const grantedCalls = (model: Model): ReadonlySet<string> =>
  new Set(
    Object.values(model.screens)
      .filter(({ access }) => access === undefined)
      .flatMap(({ view }) => withInner(view).flatMap(({ actions }) => actions.flatMap(({ call }) => call ?? []))),
  )

/** A button is granted, and whoever is not signed in may make its call all the same. */
function noteOpen(c: Compilation, call: CallModel, granted: ReadonlySet<string>): void {
  const draft = c.calls.get(call.id)
  const at = draft && below(draft.at, 'access')
  if (at && call.access?.anyone !== undefined && granted.has(call.id) && at.source.exists(at))
    c.note(at, 'PRM007', `buttons that are granted make ${call.path}, and everybody may make it without them`)
}

/** A record is changed, or people are listed, by somebody who needs no grant. */
function noteAccess(c: Compilation, model: Model, call: CallModel): void {
  const draft = c.calls.get(call.id)
  if (!draft || !call.access) return
  const at = below(draft.at, 'access')
  const told = call.output.find(({ of }) => model.resources[of ?? '']?.scope.kind === 'org')
  if (call.handler && call.access.anyone !== undefined && told && at.source.exists(at))
    c.note(
      at,
      'PRM007',
      `everybody is told of each ${model.resources[told.of ?? '']?.label.en} there is; grant a button instead`,
    )
  if (call.handler && !LISTS.includes(call.kind)) return
  const who =
    call.access.anyone === undefined ? (call.access.staff === undefined ? undefined : 'all staff') : 'everybody'
  if (!who || !draft.at.source.exists(at)) return
  const r = model.resources[call.resource]
  if (WRITES.includes(call.kind))
    c.note(
      at,
      'PRM007',
      `${who} may ${call.kind} every ${r?.label.en ?? call.resource} in sight; grant a button instead`,
    )
  else if (LISTS.includes(call.kind) && (who === 'everybody' || r?.scope.kind === 'org'))
    c.note(at, 'PRM007', `${who} may list every ${r?.label.en ?? call.resource} in sight; grant a screen instead`)
}

/** A role that holds everything, beside other grants. */
function noteRole(c: Compilation, source: At['source']): void {
  const data = source.data as { grants: Record<string, unknown>; data?: Record<string, string> }
  const others = Object.keys(data.grants).filter((code) => code !== '*')
  if (data.grants['*'] !== undefined && others.length > 0)
    c.note(
      keyAt(below({ source, path: [] }, 'grants', '*')),
      'PRM007',
      'this grants every screen, also those to come; name codes, or say nothing besides',
    )
  if (data.data?.['*'] === 'all' && others.length > 0)
    c.note(
      below({ source, path: [] }, 'data', '*'),
      'PRM007',
      'every record of all companies is in sight; name the modules that are meant',
    )
}
