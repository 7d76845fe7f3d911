/** `atelier check [--json] [--notes]`: all problems at once; exit 1 when there is an error. */
import { compile } from '../index.ts'
import { formatProblem } from '../problems.ts'
import { projectRoot, schemasOf } from './project.ts'

export async function run(args: string[]): Promise<number> {
  const { problems, plannedMet, model } = compile(schemasOf(projectRoot()))
  const errors = problems.filter((p) => p.severity === 'error')
  const shown = args.includes('--notes') ? problems : errors
  if (args.includes('--json')) {
    console.log(JSON.stringify(shown.map(({ file, line, column, code, message }) => ({ file, line, column, code, message })), null, 2))
    return errors.length > 0 ? 1 : 0
  }
  for (const p of shown) console.log(formatProblem(p))
  if (!model) console.log(`\n${errors.length} ${errors.length === 1 ? 'problem' : 'problems'}`)
  else console.log(`${Object.keys(model.resources).length} resources, ${Object.keys(model.calls).length} calls, ${Object.keys(model.screens).length} screens: no problem (${problems.length - errors.length} notes, ${plannedMet.length} planned names met)`)
  return errors.length > 0 ? 1 : 0
}
