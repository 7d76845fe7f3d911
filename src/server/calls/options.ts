/** Kind `options`: the values of a dictionary that may be chosen. */
import type { MakePlan } from './plan.ts'

export const optionsCall: MakePlan = (making, call) => ({
  call,
  run(run) {
    const dictionary = making.core.model.dictionaries[call.options ?? '']
    const values = (dictionary?.values ?? []).filter((one) => !one.retired)
    const data = values.map((one) => ({
      value: one.value,
      label: one.label[run.actor.lang],
      ...(one.tone ? { tone: one.tone } : {}),
    }))
    return Promise.resolve({ data, total: data.length })
  },
})
