/** Checks of composite values: lists, uploads, free JSON and the registered types. */
import type { FieldModel, Text } from '../model.ts'
import { isStorable, type ScalarCheck } from './scalars.ts'
import * as say from './sentences.ts'

/** A plain object: neither a list nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Most entries of a list where the field sets no limit. */
const LIST_MAX = 1000
/** Uploads of one field (rules 6.9). */
const UPLOAD_MAX = 5
const JSON_DEPTH = 32
/** Most bytes of a JSON value, as text in UTF-8, where the field sets no limit. */
const JSON_MAX = 64 * 1024

/** Checks the length of a list against the field's limits. */
export function checkCount(count: number, field: FieldModel, most = LIST_MAX, sayMore = say.tooMany): Text | undefined {
  if (field.min !== undefined && count < field.min) return say.tooFew(field.min)
  const max = field.max ?? most
  return count > max ? sayMore(max) : undefined
}

/** A list without duplicates, each of whose values is valid. */
export function listOf(check: ScalarCheck): ScalarCheck {
  return (value, field, around) => {
    if (!Array.isArray(value)) return say.NOT_LIST
    const wrong = checkCount(value.length, field)
    if (wrong) return wrong
    if (new Set(value).size < value.length) return say.TWICE
    return firstOf(value, (one) => check(one, field, around))
  }
}

function firstOf(list: readonly unknown[], check: (one: unknown) => Text | undefined): Text | undefined {
  for (const one of list) {
    const wrong = check(one)
    if (wrong) return wrong
  }
  return undefined
}

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0
const isLine = (value: unknown): boolean => typeof value === 'string' && value.length <= 500 && isStorable(value)

/** An address on our own server: uploads are nowhere else, and nothing else may be shown as one. */
const isOwnAddress = (value: unknown): boolean => isLine(value) && /^\/(?![/\\])/.test(value as string)

/** `{ id, url, origName }` (rules 6.3). The server adds further keys to an upload; they may be sent back, and are dropped. */
export const checkUpload: ScalarCheck = (value) => {
  const isUpload = isRecord(value) && isId(value.id) && isOwnAddress(value.url) && isLine(value.origName)
  return isUpload ? undefined : say.NOT_UPLOAD
}

export const checkUploads: ScalarCheck = (value, field, around) => {
  if (!Array.isArray(value)) return say.NOT_LIST
  return (
    checkCount(value.length, field, UPLOAD_MAX, say.tooManyFiles) ??
    firstOf(value, (one) => checkUpload(one, field, around))
  )
}

/** Any JSON that the database can store, within the size of the field. */
export const checkJson: ScalarCheck = (value, field) => jsonProblem(value, 0) ?? sizeProblem(value, field)

function sizeProblem(value: unknown, { max = JSON_MAX }: FieldModel): Text | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length
  return bytes > max ? say.tooLarge(max) : undefined
}

function jsonProblem(value: unknown, depth: number): Text | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : say.CHARACTERS
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= JSON_DEPTH) return say.TOO_DEEP
  if (Array.isArray(value)) return firstOf(value, (one) => jsonProblem(one, depth + 1))
  return firstOf(Object.entries(value).flat(), (one) => jsonProblem(one, depth + 1))
}

/** Registered `grants`: `[{ menuId, btnIds }]`, every menu once. */
export const checkGrants: ScalarCheck = (value, field) => {
  if (!Array.isArray(value)) return say.NOT_LIST
  const whole = value.every(
    (one) => isRecord(one) && isId(one.menuId) && Array.isArray(one.btnIds) && one.btnIds.every(isId),
  )
  if (!whole) return say.FORMAT
  if (new Set(value.map((one) => (one as { menuId: number }).menuId)).size < value.length) return say.TWICE
  return checkCount(value.length, field)
}

/** Registered `crew`: `[{ workerRole, employeeId, isMain }]`, no person twice in the same role; without a person the role has nobody. */
export const checkCrew: ScalarCheck = (value, field) => {
  if (!Array.isArray(value)) return say.NOT_LIST
  if (!value.every(isMember)) return say.FORMAT
  const seats = value.map((one) => `${one.workerRole}/${one.employeeId}`)
  return new Set(seats).size < seats.length ? say.TWICE : checkCount(value.length, field)
}

interface Member {
  workerRole: string | number
  employeeId?: number | null
  isMain?: 0 | 1
}

function isMember(value: unknown): value is Member {
  if (!isRecord(value)) return false
  const nobody = value.employeeId === undefined || value.employeeId === null
  if (!nobody && !isId(value.employeeId)) return false
  const role = value.workerRole
  const named = Number.isSafeInteger(role) || (isLine(role) && role !== '')
  return named && (value.isMain === undefined || value.isMain === 1 || value.isMain === 0)
}

/** Registered `changes`: former fields of a record, or nothing. */
export const checkChanges: ScalarCheck = (value, field, around) =>
  isRecord(value) ? checkJson(value, field, around) : say.NOT_RECORD
