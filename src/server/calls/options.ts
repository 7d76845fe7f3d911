/** Kind `options`: the values of a dictionary that may be chosen. */
import { refuse } from '../errors.ts'
import type { MakePlan } from './plan.ts'

export const optionsCall: MakePlan = (making, call) => {
  // What every look-up may be asked; a dictionary is short enough to be answered whole.
  const taken = new Set(['keyword', ...call.input.map((field) => field.name)])
  return {
    call,
    run(run) {
      const unknown = Object.keys(run.payload).find((name) => !taken.has(name))
      if (unknown !== undefined) refuse('unknownField', { field: unknown, holes: { name: unknown } })
      const dictionary = making.core.model.dictionaries[call.options ?? '']
      const values = (dictionary?.values ?? []).filter((one) => !one.retired)
      const data = values.map((one) => ({
        value: one.value,
        label: one.label[run.actor.lang],
        ...(one.tone ? { tone: one.tone } : {}),
      }))
      return Promise.resolve({ data, total: data.length })
    },
  }
}
