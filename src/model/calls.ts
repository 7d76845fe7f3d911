/** What is said of calls in more than one place. */
import type { CallModel, ResourceModel } from './model.ts'

/** The resource whose rows a call lists, or counts and adds up; `own`: the resource of the call. */
export const rowsOf = (call: CallModel, own: ResourceModel | undefined): string =>
  own?.figures ?? call.rows ?? call.resource
