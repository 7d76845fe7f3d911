/** An entry of a list or group while it is edited: which members it has, what they must hold, what is computed. */
import { evaluate, holds, type Env } from '../../model/expr/evaluate.ts'
import { isEmpty } from '../../model/validate/index.ts'
import type { FieldModel } from '../../model/model.ts'
import { boundValue, withRoots, wireValue } from './bounds.ts'
import { recordKey, titleKey } from './titles.ts'
import type { WireRow } from './types.ts'

/** The environment of a member: its entry is the row. */
export function entryEnv(outer: Env, entry: WireRow): Env {
  return withRoots(outer, { row: entry, live: true })
}

/** Whether a member is there at all. */
export const isShown = (member: FieldModel, env: Env): boolean => !member.show || holds(member.show, env)
/** Whether a member must be filled. */
export const isRequired = (member: FieldModel, env: Env): boolean =>
  member.required || (member.requiredIf !== undefined && holds(member.requiredIf, env))
/** Whether a member can only be read. */
export const isLocked = (member: FieldModel, env: Env): boolean =>
  member.locked ||
  member.managed ||
  member.value !== undefined ||
  (member.lockedIf !== undefined && holds(member.lockedIf, env))

/** A new entry with its defaults. */
export function newEntry(members: readonly FieldModel[], outer: Env): WireRow {
  const entry: WireRow = {}
  for (const member of members) {
    if (member.default) entry[member.name] = boundValue(member.default, entryEnv(outer, entry))
  }
  return computed(members, entry, outer)
}

/** The entry with what is always computed, in the order of its members. */
export function computed(members: readonly FieldModel[], entry: WireRow, outer: Env): WireRow {
  const next = { ...entry }
  for (const member of members) {
    if (member.value) next[member.name] = wireValue(evaluate(member.value.ast, entryEnv(outer, next)))
  }
  return next
}

/** The entry after a reference chose a record: its title, the record to follow, and what is copied from it. */
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

/** What a record is called. A look-up says it itself, in the reader's language. */
export const titleIn = (record: WireRow, titleField: string | undefined): unknown =>
  record.label ?? record[titleField ?? 'name'] ?? record.name

/** A value by its dotted path. */
export function valueAt(record: WireRow, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as WireRow)[key] : undefined), record)
}

/** Only what is sent: the members themselves and the entry's own id. What is hidden, computed or only for reading stays behind. */
export function sentEntry(members: readonly FieldModel[], entry: WireRow, outer: Env): WireRow {
  const env = entryEnv(outer, entry)
  const sent: WireRow = {}
  for (const key of ['id', 'version']) if (entry[key] !== undefined) sent[key] = entry[key]
  for (const member of members) {
    const kept = isShown(member, env) && !member.value && !member.managed && !isEmpty(entry[member.name])
    if (kept) sent[member.name] = sentMember(member, entry[member.name], outer)
  }
  return sent
}

/** A member that holds entries itself sends them by the same rule. */
function sentMember(member: FieldModel, value: unknown, outer: Env): unknown {
  const { fields } = member
  if (!fields || typeof value !== 'object' || value === null) return value
  return Array.isArray(value)
    ? value.map((entry: WireRow) => sentEntry(fields, entry, outer))
    : sentEntry(fields, value as WireRow, outer)
}
