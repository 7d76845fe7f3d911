/** What calls answer by their kind, where their schema says nothing else. */
import type { CallModel } from '../../src/model/model.ts'

/** A member of an answer: `?` after its name: only where there is one. */
type Members = Readonly<Record<string, 'number' | 'string'>>

const CHANGED: Members = { id: 'number', version: 'number' }

const ANSWERS: Partial<Record<CallModel['kind'], Members>> = {
  add: { id: 'number' },
  edit: CHANGED,
  move: CHANGED,
  set: CHANGED,
  del: { count: 'number' },
  check: { count: 'number', 'field?': 'string', 'msg?': 'string' },
  import: { jobId: 'number' },
  export: { jobId: 'number', 'url?': 'string' },
}

/**
 * The members of the answer of a call whose schema names none; undefined where rows or choices are answered, or nothing.
 * What a check finds besides stands beside its count.
 */
export const usualAnswer = (call: CallModel): Members | undefined => {
  if (call.output.length > 0 && call.kind !== 'check') return undefined
  return call.many ? { count: 'number' } : ANSWERS[call.kind]
}

/** Kinds that write: each may be told a request number, and is done once for it. */
export const WRITES: ReadonlySet<CallModel['kind']> = new Set<CallModel['kind']>([
  'add',
  'edit',
  'del',
  'move',
  'set',
  'handler',
])

/** Kinds that take the filters of a list. */
export const LISTED: ReadonlySet<CallModel['kind']> = new Set<CallModel['kind']>([
  'query',
  'list',
  'export',
  'select',
  'stat',
])
