/** The place of the project, and its compiled schemas for the tools that inspect them. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Model } from '../../src/model/model.ts'
import { study, type Study } from '../index.ts'
import { load } from '../load/index.ts'
import { formatProblem } from '../base/problems.ts'

/** The nearest folder above the working directory that holds `schemas/app.json`. */
export function projectRoot(from = process.cwd()): string {
  for (let at = resolve(from); ; at = dirname(at)) {
    if (existsSync(join(at, 'schemas/app.json'))) return at
    if (dirname(at) === at) return resolve(from)
  }
}

export const schemasOf = (root: string): string => join(root, 'schemas')

/** The project's schemas, or undefined after their problems were printed. */
export function studyProject(
  root: string,
  options: { references?: boolean } = {},
): (Study & { model: Model }) | undefined {
  const found = study(load(schemasOf(root)), options)
  const { model } = found
  if (model) return { ...found, model }
  for (const p of found.problems) if (p.severity === 'error') console.error(formatProblem(p))
  console.error('\nthe schemas have problems; mend them first')
  return undefined
}

/** Arguments of the command line that are no `--option`. */
export const words = (args: string[]): string[] => args.filter((arg) => !arg.startsWith('--'))

/** The value of `--name value` or `--name=value`; undefined where it is not asked for, empty where the value is missing. */
export function option(args: readonly string[], name: string): string | undefined {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))
  if (at < 0) return undefined
  const [, joined] = args[at]!.split(/=(.*)/s)
  return joined ?? args[at + 1] ?? ''
}

/** Prints an answer for programs. */
export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2))
