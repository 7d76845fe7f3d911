/** `atelier check [--json] [--notes]`: all problems at once; exit 1 when there is an error. */
import { checkFunctions } from '../tools/functions.ts'
import { study } from '../index.ts'
import { load } from '../load/index.ts'
import { formatProblem } from '../base/problems.ts'
import { printJson, projectRoot, schemasOf } from './project.ts'

export async function run(args: string[]): Promise<number> {
  const root = projectRoot()
  const { problems: found, plannedMet, model, c } = study(load(schemasOf(root)))
  const problems = [...found, ...(model ? checkFunctions(c, root) : [])]
  const errors = problems.filter((p) => p.severity === 'error')
  const shown = args.includes('--notes') ? problems : errors
  if (args.includes('--json')) {
    printJson(shown.map(({ file, line, column, code, message }) => ({ file, line, column, code, message })))
    return errors.length > 0 ? 1 : 0
  }
  for (const p of shown) console.log(formatProblem(p))
  const counts = model
    ? `${Object.keys(model.resources).length} resources, ${Object.keys(model.calls).length} calls, ${Object.keys(model.screens).length} screens: `
    : ''
  const summary =
    errors.length === 0 ? 'no problem' : `${errors.length} ${errors.length === 1 ? 'problem' : 'problems'}`
  console.log(
    `${errors.length > 0 ? '\n' : ''}${counts}${summary} (${problems.length - errors.length} notes, ${plannedMet.length} planned names met)`,
  )
  return errors.length > 0 ? 1 : 0
}
