/** Requests that ask a call without doing anything: what they carry is refused before anything is written. */
import type { FieldType } from '../../../src/model/fields.ts'
import type { CallKind, CallModel, FieldModel } from '../../../src/model/model.ts'

type Values = Record<string, unknown>

const READS: ReadonlySet<CallKind> = new Set<CallKind>([
  'query',
  'list',
  'select',
  'stat',
  'options',
  'check',
  'progress',
])
/** Calls on rows: an id that no row can have. */
const ON_ROWS: ReadonlySet<CallKind> = new Set<CallKind>(['edit', 'del', 'move', 'set', 'detail'])
/** Types of which anything of the wrong kind is refused. */
const STRICT: ReadonlySet<FieldType> = new Set<FieldType>([
  'string',
  'text',
  'int',
  'decimal',
  'money',
  'bool',
  'enum',
  'date',
  'datetime',
  'time',
  'phone',
  'email',
  'password',
  'ref',
  'region',
])

/** Whether a call only reads. */
export const onlyReads = (call: CallModel): boolean => READS.has(call.kind) || call.kind === 'detail'

/** A payload that writes nothing. */
export function harmless(call: CallModel): Values {
  if (READS.has(call.kind)) return {}
  if (call.kind === 'export') return { pageNO: 1, sort: ['no such column'] }
  if (ON_ROWS.has(call.kind)) return { id: 0 }
  const field = call.input.find((one) => STRICT.has(one.type) && one.name !== 'id') ?? call.input[0]
  return field ? { [field.name]: wrongValue(field) } : {}
}

/** A value that cannot stand in a field. */
export const wrongValue = (field: Pick<FieldModel, 'type'>): unknown =>
  STRICT.has(field.type) ? { no: ['value'] } : 'no value'
