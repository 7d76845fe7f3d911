/** An entry of a list or group while it is edited: its members, their conditions and their computed values. */
import { evaluate, holds, type Env } from '../../model/expr/evaluate.ts'
import { isEmpty } from '../../model/validate/index.ts'
import type { FieldModel } from '../../model/model.ts'
import { boundValue, withRoots, wireValue } from './bounds.ts'
import { recordKey, titleKey } from './titles.ts'
import type { WireRow } from './types.ts'

/** The environment of a member: its entry is the row, and the record that holds the entry the parent. */
export function entryEnv(outer: Env, entry: WireRow): Env {
  return withRoots(outer, { row: entry, parent: outer.row, live: true })
}

/** Whether a member is shown. */
export const isShown = (member: FieldModel, env: Env): boolean => !member.show || holds(member.show, env)
/** Whether a member is required. */
export const isRequired = (member: FieldModel, env: Env): boolean =>
  member.required || (member.requiredIf !== undefined && holds(member.requiredIf, env))
/** Whether a member is read-only. */
export const isLocked = (member: FieldModel, env: Env): boolean =>
  member.locked ||
  member.managed ||
  member.value !== undefined ||
  (member.lockedIf !== undefined && holds(member.lockedIf, env))

/** A masked value as the server sent it: nobody typed it, and the server takes it for unchanged. */
export const isAsShown = (field: FieldModel, value: unknown): boolean =>
  field.masked && typeof value === 'string' && value.includes('*')

/** A new entry with its defaults. */
export function newEntry(members: readonly FieldModel[], outer: Env): WireRow {
  const entry: WireRow = {}
  for (const member of members) {
    if (member.default) entry[member.name] = boundValue(member.default, entryEnv(outer, entry))
  }
  return computed(members, entry, outer)
}

/** The entry with its computed members, in the order of the members. */
export function computed(members: readonly FieldModel[], entry: WireRow, outer: Env): WireRow {
  const next = { ...entry }
  for (const member of members) {
    if (member.value) next[member.name] = wireValue(evaluate(member.value.ast, entryEnv(outer, next)))
  }
  return next
}

/** The entry after a reference was chosen: the title, the record for expressions, and the copied values. */
export function picked(
  member: FieldModel,
  entry: WireRow,
  record: WireRow | WireRow[] | undefined,
  titleField: string | undefined,
): WireRow {
  const one = Array.isArray(record) ? undefined : record
  const titles = Array.isArray(record)
    ? record.map((each) => titleIn(each, titleField))
    : one && titleIn(one, titleField)
  const next: WireRow = { ...entry, [titleKey(member)]: titles, [recordKey(member)]: one }
  if (one) for (const [name, path] of Object.entries(member.fill)) next[name] = valueAt(one, path)
  return next
}

/** The title of a record. A look-up answers it in the reader's language. */
export const titleIn = (record: WireRow, titleField: string | undefined): unknown =>
  record.label ?? record[titleField ?? 'name'] ?? record.name

/** A value by its dotted path. */
export function valueAt(record: WireRow, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as WireRow)[key] : undefined), record)
}

/**
 * What the server foresees of each entry: the rows of its answer that hold the same reference, in the same order. It may
 * answer more rows than were typed, and has not heard yet of what was typed just now.
 */
export function foreseenOf(
  members: readonly FieldModel[],
  entries: readonly WireRow[],
  answered: unknown,
): (WireRow | undefined)[] {
  const links = members.filter(({ type }) => type === 'ref')
  const rest = Array.isArray(answered) && links.length > 0 ? [...(answered as WireRow[])] : []
  const names = links.flatMap(({ name, by }) => (by ? [name, by] : [name]))
  return entries.map((entry) => {
    const at = rest.findIndex((row) => names.every((name) => (row[name] ?? null) === (entry[name] ?? null)))
    return at < 0 ? undefined : rest.splice(at, 1)[0]
  })
}

/** The part of an entry that is sent: its members and its id. Hidden, computed and read-only members are left out. */
export function sentEntry(members: readonly FieldModel[], entry: WireRow, outer: Env): WireRow {
  const env = entryEnv(outer, entry)
  const sent: WireRow = {}
  for (const key of ['id', 'version']) if (entry[key] !== undefined) sent[key] = entry[key]
  for (const member of members) {
    const isSent = isShown(member, env) && !member.value && !member.managed && !isEmpty(entry[member.name])
    if (isSent) sent[member.name] = sentMember(member, entry[member.name], outer)
  }
  return sent
}

/** A member that holds entries sends them by the same rule. */
function sentMember(member: FieldModel, value: unknown, outer: Env): unknown {
  const { fields } = member
  if (!fields || typeof value !== 'object' || value === null) return value
  return Array.isArray(value)
    ? value.map((entry: WireRow) => sentEntry(fields, entry, outer))
    : sentEntry(fields, value as WireRow, outer)
}
