/**
 * `atelier prove [name] [--json]`: inputs that fill in the form of each call, and of each machine that every state is reached
 * and leads to an end, by calls that somebody may make (docs/PROOFS.md § 2). Ends with 1 where something is not shown.
 */
import { suggestion } from '../generator/base/problems.ts'
import { printJson, projectRoot, studyProject, words } from '../generator/cli/project.ts'
import { aliveOf, type Alive } from '../generator/tools/alive.ts'
import type { CallModel, Model } from '../src/model/model.ts'
import { setLocal } from '../src/model/local.ts'
import { Inputs, type Witness } from '../src/samples/inputs.ts'
import { sampleRows } from '../src/samples/rows.ts'
import { World } from '../src/samples/world.ts'
import { productOf } from './product.ts'

/** Sample records of each kind that the forms are tried on. */
const EACH = 40
/** Calls that a person fills in a form of. */
const ASKING = new Set<CallModel['kind']>(['add', 'edit', 'set', 'move', 'handler'])

interface Form {
  call: string
  witness: Witness
}

/** Every form of the model with what fills it in. The same model and moment give the same. */
export function formsOf(model: Model, now: number): Form[] {
  setLocal(model.app)
  const world = new World(model, sampleRows({ model, each: EACH, now }), () => now)
  const inputs = new Inputs(model, world, now)
  return [...Object.values(model.calls), ...Object.values(model.presets)]
    .filter((call) => ASKING.has(call.kind) && call.input.length > 0)
    .map((call) => ({ call: call.id, witness: inputs.of(call) }))
}

const isShown = ({ witness }: Form): boolean => 'input' in witness

export async function run(args: string[]): Promise<number> {
  const root = projectRoot()
  const found = studyProject(root)
  if (!found) return 1
  const { nightly } = await productOf(root)
  const [name] = words(args)
  const isAsked = (one: string): boolean => name === undefined || one.startsWith(name)
  const names = [
    ...Object.keys(found.model.resources),
    ...Object.keys(found.model.calls),
    ...Object.keys(found.model.presets),
  ]
  if (name !== undefined && !names.some((one) => one.startsWith(name))) {
    console.error(`nothing is called "${name}"${suggestion(name, names)}`)
    return 2
  }
  const machines = aliveOf(found.model, new Set(Object.keys(nightly ?? {}))).filter((one) => isAsked(one.machine))
  const forms = formsOf(found.model, Date.now()).filter((one) => isAsked(one.call))
  if (args.includes('--json')) printJson({ machines, forms })
  else {
    for (const one of machines) print(one)
    for (const { call, witness } of forms) console.log(sentenceOf(call, witness))
    const open = [...machines.filter(({ wrong }) => wrong.length > 0), ...forms.filter((one) => !isShown(one))]
    console.log(`${machines.length} machines, ${forms.length} forms; ${open.length} not shown`)
  }
  return machines.every(({ wrong }) => wrong.length === 0) && forms.every(isShown) ? 0 : 1
}

function print({ machine, states, ways, ends, wrong }: Alive): void {
  const stops = ends.length > 0 ? `, ends at ${ends.join(', ')}` : ''
  console.log(`${wrong.length === 0 ? '✓' : '✗'} ${machine}: ${states} states${stops}`)
  for (const { name, from, to, by } of ways) {
    const who = Object.entries(by).map(([call, roles]) => `${call} (${roles > 0 ? `${roles} roles` : 'by itself'})`)
    console.log(`    ${from.join(', ')} → ${to}  ${name}: ${who.join(', ')}`)
  }
  for (const one of wrong) console.log(`  ✗ ${one}`)
}

function sentenceOf(call: string, witness: Witness): string {
  if ('input' in witness) return `✓ ${call}: ${JSON.stringify(witness.input)}`
  const { against } = witness
  return `✗ ${call}: ${against ? `${against.field}: ${against.text.en}` : 'there is no record to try it on'}`
}
