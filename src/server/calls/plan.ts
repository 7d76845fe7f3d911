/** A call worked out: what its kind does, for every kind alike. */
import type { CallModel, Text } from '../../model/model.ts'
import type { Core } from '../engine/core.ts'
import type { Answered, Run } from '../engine/run.ts'
import type { Unit } from '../engine/unit.ts'
import type { Question } from '../engine/write/questions.ts'
import type { Behind } from '../query/list.ts'
import type { Handler, OwnHandler } from '../types.ts'
import type { Writing } from '../engine/writing.ts'

/** What a call does. Plans are made once a model; they keep no state of requests. */
export interface CallPlan {
  readonly call: CallModel
  run(run: Run): Promise<Answered>
  /** Of a call that adds: what stands against the record of a run, without adding it. `besides`: uniqueness of this field is looked after elsewhere. */
  objections?(run: Run, unit: Unit, besides: string): Promise<Objections>
  /** Of a call of groups: the rows behind one of its figures, as this person asks for them. */
  behind?(run: Run, asked: Asked): Behind
}

/** What stands against a record: what is wrong at once, what the database is to be asked, and what no other may have. */
export interface Objections {
  problems: { field?: string; text: Text }[]
  questions: Question[]
  marks: { field: string; key: string }[]
}

/** A figure: the inputs of its call, the measure, and the group by its values; without them of all groups together. */
export interface Asked {
  input: Record<string, unknown>
  measure: string
  by?: unknown[]
}

/** What plans are made of. */
export interface Making {
  core: Core
  writing: Writing
  /** The plan of another call, for look-ups, imports and handlers. */
  planOf(path: string): CallPlan | undefined
  handlerOf(path: string): Handler | OwnHandler | undefined
}

export type MakePlan = (making: Making, call: CallModel) => CallPlan
