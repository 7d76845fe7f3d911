/** `serve`, with one call of the product declared to happen once, which none is yet: for repeats after a crash. */
import { generatedModel, say, serverOptions } from '../../../bin/environment.ts'
import { orSay, serve } from '../../../bin/serve.ts'
import type { CallModel } from '../../../src/model/model.ts'

process.exitCode = await orSay(() => {
  const model = generatedModel()
  const add = model.calls['contact/add'] as CallModel
  const changed = { ...model, calls: { ...model.calls, [add.path]: { ...add, once: true } } }
  return serve({ ...serverOptions(changed), log: say }, (address) => say(`Atelier listens on ${address}`))
})
