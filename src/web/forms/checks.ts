/** The checks of typed values: the rules that browser and server share, run while typing. */
import type { Env } from '../../model/expr/evaluate.ts'
import { evaluate, holds } from '../../model/expr/evaluate.ts'
import type { FieldModel, RuleModel, UniqueModel } from '../../model/model.ts'
import type { Answer } from '../../model/web.ts'
import { checkRecord, checkValue, isEmpty, missingText, outOfDays } from '../../model/validate/index.ts'
import { call, CallRefused, FORBIDDEN } from '../core/request.ts'
import { entryEnv, isAsShown } from '../fields/entry.ts'
import { t } from '../fields/sentences.ts'
import type { CellContext, WireRow } from '../fields/types.ts'
import { membersOf, sentValue } from './sent.ts'
import type { FormField, FormTask } from './task.ts'

/** The first error of a value, as a sentence; '' when there is none. */
export function problemOf(formField: FormField, value: unknown, required: boolean, env: Env, c: CellContext): string {
  const { field } = formField
  const sent = sentValue(formField, value, env)
  if (isEmpty(sent)) return required ? missingText(field)[c.lang] : ''
  if (isAsShown(field, sent)) return ''
  const members = membersOf(formField)
  if (members.length === 0) return checkValue({ ...field, required }, sent, c.dictionaries, c.zone)?.[c.lang] ?? ''
  return entryProblem(formField, sent, env, c)
}

/** The error of a day before the first or after the last that may be given; one that stands already (`kept`) may stay. */
export function dayProblem(field: FieldModel, value: unknown, kept: unknown, env: Env, c: CellContext): string {
  if (value === kept) return ''
  return outOfDays(field, value, (expr) => evaluate(expr.ast, env), c.zone)?.[c.lang] ?? ''
}

/** The error inside a list or group, with its row and the name of the member. */
function entryProblem(formField: FormField, value: unknown, env: Env, c: CellContext): string {
  const members = membersOf(formField)
  const list = Array.isArray(value) ? (value as WireRow[]) : [value as WireRow]
  const { min } = formField.field
  if (Array.isArray(value) && min !== undefined && list.length < min) return t('atLeastRows', { count: min })
  for (const [at, entry] of list.entries()) {
    const own = members.filter((member) => !isAsShown(member, entry[member.name]))
    const [problem] = checkRecord(own, entry, c.dictionaries, {
      zone: c.zone,
      besides: ['id', 'version', ...members.map((member) => member.name)],
      holds: (expr, record) => holds(expr, entryEnv(env, record)),
      // What stood in an entry before is not known.
      value: env.old ? undefined : (expr, record) => evaluate(expr.ast, entryEnv(env, record)),
    })
    if (!problem) continue
    const member = members.find((one) => one.name === problem.field.split(/[.[]/)[0])
    const where = member
      ? t('inMember', { name: member.label[c.lang], why: problem.text[c.lang] })
      : problem.text[c.lang]
    return Array.isArray(value) ? t('inRow', { at: at + 1, why: where }) : where
  }
  return ''
}

/** Whether a rule over several fields is broken. It is checked once all its fields are filled. */
export function breaksRule(rule: RuleModel, env: Env): boolean {
  const row = env.row as WireRow
  const names = rule.expr.reads.flatMap((path) => (path.startsWith('row.') ? [path.split('.')[1] as string] : []))
  return names.every((name) => !isEmpty(row[name])) && !holds(rule.expr, env)
}

/** The uniqueness that is checked while this field is typed; that of a span at both its ends. */
export function uniqueOf(task: FormTask, name: string): UniqueModel | undefined {
  return task.resource?.unique.find(
    (one) => (one.field === name || one.until === name) && one.check !== undefined && task.part.calls[one.check],
  )
}

const countOf = (answer: Answer): number => {
  const result = answer.count ?? answer.data
  if (Array.isArray(result)) return result.length
  return typeof result === 'number' ? result : result ? 1 : 0
}

/**
 * Asks the server whether a value is already used. Empty values are skipped. The record's own id is sent, so that
 * a record does not conflict with itself. A check that fails returns its message (rules 6.5).
 */
export async function uniqueProblem(
  task: FormTask,
  unique: UniqueModel,
  value: unknown,
  row: WireRow,
  c: CellContext,
): Promise<string> {
  const check = task.part.calls[unique.check ?? '']
  const field = task.resource?.fields[unique.field]
  if (!check || isEmpty(value) || (field && isAsShown(field, value))) return ''
  // A span is told apart once it has both ends.
  if (unique.until && (isEmpty(row[unique.until]) || isEmpty(row[unique.field]))) return ''
  const beside = [...unique.within, unique.until ?? []]
    .flat()
    .flatMap((name) => (isEmpty(row[name]) ? [] : [[name, row[name]]]))
  const own = task.mode === 'edit' ? { id: task.row?.id } : {}
  try {
    const answer = await call(
      check.path,
      { ...Object.fromEntries(beside), [unique.field]: unique.until ? row[unique.field] : value, ...own },
      { silent: true, loading: false },
    )
    return countOf(answer) > 0 ? unique.message[c.lang] : ''
  } catch (error) {
    // Who may not even ask is told so when saving, in the words of that refusal.
    if (error instanceof CallRefused && error.status === FORBIDDEN) return ''
    return t('checkFailed')
  }
}
