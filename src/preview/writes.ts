/** Calls that write: records in the hands of the page change, until it is loaded anew. */
import { isEmpty, valueOf } from '../model/expr/evaluate.ts'
import { isOwn, ownerField } from '../model/fields.ts'
import type { Bounds, CallModel, MoveModel } from '../model/model.ts'
import type { Row, World } from '../samples/world.ts'

type Payload = Record<string, unknown>

/** Who writes. */
export interface Writing {
  world: World
  call: CallModel
  payload: Payload
  user: object
  now: number
}

/** The new record with its child rows. */
export function add({ world, call, payload, user, now }: Writing): Row {
  const row = insert(world, call.resource, payload, now)
  Object.assign(row, bound({ world, call, payload, user, now }, row, call.set))
  return row
}

function insert(world: World, resource: string, values: Payload, now: number): Row {
  const id = Math.max(0, ...(world.rows[resource] ?? []).map((row) => row.id)) + 1
  const row: Row = { id, version: 1, createTime: now, updateTime: now }
  const model = world.resource(resource)
  for (const field of Object.values(model.fields)) {
    if (field.value || isOwn(field)) continue
    const start = field.default && 'value' in field.default ? field.default.value : null
    row[field.name] = values[field.name] ?? start
  }
  for (const { field, start } of model.machines) row[field] = values[field] ?? start ?? null
  for (const field of Object.values(model.fields))
    if (field.type === 'serial' && isEmpty(row[field.name])) row[field.name] = `${id}`
  world.add(resource, row)
  children(world, resource, row, values, now)
  return row
}

/** Child rows as they were sent: those not among them are gone. */
function children(world: World, resource: string, row: Row, values: Payload, now: number): void {
  for (const field of Object.values(world.resource(resource).fields)) {
    const sent = values[field.name]
    if (!isOwn(field) || !Array.isArray(sent)) continue
    const by = ownerField(world.model.resources, resource, field.of)
    const kept = new Set(sent.map((one: Payload) => one.id))
    world.remove(
      field.of,
      world.children(resource, field.of, row.id).flatMap((one) => (kept.has(one.id) ? [] : [one.id])),
    )
    for (const one of sent as Payload[]) {
      const old = isEmpty(one.id) ? undefined : world.find(field.of, one.id)
      if (old) change(world, field.of, old, one, now)
      else insert(world, field.of, { ...one, [by]: row.id }, now)
    }
  }
}

function change(world: World, resource: string, row: Row, values: Payload, now: number): void {
  for (const [name, value] of Object.entries(values)) {
    const field = world.resource(resource).fields[name]
    if (field && !isOwn(field) && !field.value) row[name] = value
  }
  row.version = Number(row.version ?? 1) + 1
  row.updateTime = now
  children(world, resource, row, values, now)
}

/** The records that a call names. */
const named = ({ world, call, payload }: Writing): Row[] =>
  [payload.ids ?? payload.id].flat().flatMap((id) => {
    const row = (world.rows[call.resource] ?? []).find((one) => String(one.id) === String(id))
    return row ? [row] : []
  })

/** The same fields, other values; a move brings the record to its new state. */
export function edit(writing: Writing): Row[] {
  const { world, call, payload, now } = writing
  const { id: _id, ids: _ids, version: _version, ...values } = payload
  const rows = named(writing)
  for (const row of rows) {
    const move = moveOf(writing)
    const set = bound(writing, row, { ...call.set, ...move?.set })
    change(world, call.resource, row, { ...values, ...set, ...(move ? { [move.field]: move.to } : {}) }, now)
  }
  return rows
}

const moveOf = ({ world, call }: Writing): MoveModel | undefined =>
  call.move &&
  world
    .resource(call.resource)
    .machines.flatMap((machine) => machine.moves)
    .find((move) => move.field === call.move?.field && move.name === call.move.name)

function bound({ world, payload, user, now }: Writing, row: Row, set: Bounds): Payload {
  const env = world.env(row, { input: payload, old: row, user, now })
  return Object.fromEntries(Object.entries(set).map(([name, one]) => [name, wireOf(valueOf(one, env))]))
}

const wireOf = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value)

export const remove = (writing: Writing): void =>
  writing.world.remove(
    writing.call.resource,
    named(writing).map((row) => row.id),
  )

/** How many other records have a value that may not occur twice. */
export function twins({ world, call, payload }: Writing): number {
  const { check } = call
  if (!check) return 0
  const uniques = world.resource(check.resource).unique.filter((one) => check.uniques.includes(one.key))
  return (world.rows[check.resource] ?? []).filter(
    (row) =>
      String(row.id) !== String(payload.id) &&
      uniques.some(
        ({ field, within }) =>
          !isEmpty(payload[field]) &&
          [field, ...within].every((name) => String(row[name] ?? '') === String(payload[name] ?? row[name] ?? '')),
      ),
  ).length
}
