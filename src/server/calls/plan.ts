/** A call worked out: what its kind does, for every kind alike. */
import type { CallModel } from '../../model/model.ts'
import type { Core } from '../engine/core.ts'
import type { Answered, Run } from '../engine/run.ts'
import type { Handler, OwnHandler } from '../types.ts'
import type { Writing } from '../engine/writing.ts'

/** What a call does. Plans are made once a model; they keep no state of requests. */
export interface CallPlan {
  readonly call: CallModel
  run(run: Run): Promise<Answered>
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
