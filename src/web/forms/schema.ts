/** The Formily schema of a form, made from the model by functions: no expression is ever a string. */
import { batch, untracked } from '@formily/reactive'
import type { Field, GeneralField } from '@formily/core'
import { Schema, type ISchema } from '@formily/json-schema'
import { evaluate, holds } from '../../model/expr/evaluate.ts'
import { membersOf as entryOf } from '../../model/fields.ts'
import type { FieldModel, FormItemModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { boundValue, boundValues, wireValue } from '../fields/bounds.ts'
import { isRequired } from '../fields/entry.ts'
import type { CellContext, WireRow } from '../fields/types.ts'
import { breaksRule, dayProblem, problemOf, uniqueProblem, uniqueOf } from './checks.ts'
import type { Live } from './live.ts'
import { forgetRefusal } from './refused.ts'
import type { FormField, FormTask } from './task.ts'

// Formily would compile `{{ }}` in any text with `new Function`, which the Content-Security-Policy forbids.
Schema.registerCompiler((expression) => expression)

/** Our own feedback codes, beside those of validation. */
const RULE = 'Rule'

/** The context in which the parts of a schema are made. */
interface Making {
  task: FormTask
  live: Live
  cells: () => CellContext
  /** Whether a choice sets this field now, itself or by what it brings: it must not be emptied meanwhile. */
  filling: (name: string) => boolean
}

/** The schema of a whole form. Components: `Item` (label, help, error), `Control`, `Section`. */
export function formSchema(making: Making): Schema {
  return new Schema({ type: 'object', properties: properties(making.task.items, making) })
}

function properties(items: readonly FormItemModel[], making: Making): Record<string, ISchema> {
  return Object.fromEntries(
    items.map((item, i) =>
      item.kind === 'section' ? [`section${i}`, section(item, i, making)] : [item.field.name, control(item, making)],
    ),
  )
}

function section(item: Extract<FormItemModel, { kind: 'section' }>, at: number, making: Making): ISchema {
  const { show } = item
  return {
    type: 'void',
    'x-component': 'Section',
    // The component finds its label by this index: Formily copies whatever is put into props at each drawing.
    'x-component-props': { at },
    'x-reactions': show
      ? [(field: GeneralField) => field.setDisplay(holds(show, making.live.env) ? 'visible' : 'none')]
      : [],
    properties: properties(item.items, making),
  }
}

function control(formField: FormField, making: Making): ISchema {
  return {
    'x-decorator': 'Item',
    'x-component': 'Control',
    'x-validator': validators(formField, making) as ISchema['x-validator'],
    'x-reactions': reactions(formField, making),
  }
}

type Reaction = (field: Field) => void

/** The reactions of a field to the values of other fields. */
function reactions(formField: FormField, making: Making): Reaction[] {
  const { field: model } = formField
  const { env } = making.live
  const found: Reaction[] = [(field) => field.setData({ required: isRequired(model, env) })]
  const { show, lockedIf, value } = model
  if (show) found.push((field) => field.setDisplay(holds(show, env) ? 'visible' : 'none'))
  if (isFixed(making.task, model)) found.push((field) => field.setPattern('disabled'))
  else if (lockedIf) found.push((field) => field.setPattern(holds(lockedIf, env) ? 'disabled' : 'editable'))
  if (value) found.push((field) => field.setValue(wireValue(evaluate(value.ast, env))))
  const proposing = proposed(model, making)
  if (proposing) found.push(proposing)
  const narrowing = narrowed(formField, making)
  if (narrowing) found.push(narrowing)
  if (!isFixed(making.task, model)) found.push(corrected(formField, making))
  const rules = making.task.resource?.rules.filter((rule) => rule.field === model.name) ?? []
  if (rules.length > 0 && making.task.mode !== 'ask') {
    found.push((field) => {
      const broken = rules.find((rule) => breaksRule(rule, env))
      field.setFeedback({
        type: 'error',
        code: RULE as never,
        messages: broken ? [broken.why[making.cells().lang]] : [],
      })
    })
  }
  return found
}

const isFixed = (task: FormTask, model: FieldModel): boolean =>
  model.locked || model.managed || (model.once && task.mode === 'edit')

/** A default that reads what is typed follows it, until a person changes the field itself; it goes with what it was made of. */
function proposed({ default: bound }: FieldModel, { task, live }: Making): Reaction | undefined {
  if (task.mode === 'edit' || !bound || !('expr' in bound)) return undefined
  // A new record is what is typed of it.
  const typed = task.mode === 'add' ? ['input.', 'row.'] : ['input.']
  if (!bound.expr.reads.some((path) => typed.some((root) => path.startsWith(root)))) return undefined
  let last: unknown
  return (field) => {
    const next = boundValue(bound, live.env)
    if (field.modified) return
    if (!isEmpty(next)) field.setValue(next)
    else if (!isEmpty(last) && field.value === last) field.setValue(null)
    last = next
  }
}

/**
 * An error goes as soon as the value it speaks of is another and right, however it came to be. What the server said
 * of a value says nothing of the next; what must be unique is asked for when the field is left.
 */
function corrected(formField: FormField, making: Making): Reaction {
  const { field: model } = formField
  const { task } = making
  let before: unknown
  return (field) => {
    const { value } = field
    if (value === before) return
    before = value
    untracked(() => {
      if (field.selfErrors.length === 0) return
      forgetRefusal(field)
      if (wrongWith(formField, value, making) || uniqueOf(task, model.name)) return
      void field.validate('onBlur').catch(() => undefined)
    })
  }
}

type Bounds = FieldModel['with']

/** Those of the values that narrow a choice which depend on what a form holds. */
function movingIn(narrowing: Bounds, roots: readonly string[]): Bounds {
  return Object.fromEntries(
    Object.entries(narrowing).filter(
      ([, bound]) => 'expr' in bound && bound.expr.reads.some((path) => roots.some((root) => path.startsWith(root))),
    ),
  )
}

/**
 * A reference whose choices depend on another field is emptied when that field changes; entries that name such a
 * reference go. What an entry chooses by itself concerns its own row alone.
 */
function narrowed(formField: FormField, making: Making): Reaction | undefined {
  const { field: model } = formField
  const members = entryOf(model).flatMap((member) => {
    const moving = movingIn(member.with, ['input.'])
    return Object.keys(moving).length > 0 ? [{ name: member.name, moving }] : []
  })
  const moving = [movingIn(model.with, ['row.', 'input.']), ...members.map((one) => one.moving)]
  if (moving.every((one) => Object.keys(one).length === 0)) return undefined
  let before: string | undefined
  return (field) => {
    const now = JSON.stringify(moving.map((one) => boundValues(one, making.live.env)))
    const changed = before !== undefined && before !== now
    before = now
    if (!changed || making.filling(model.name) || isEmpty(field.value)) return
    batch(() => {
      if (members.length > 0) field.setValue(without(field.value, members))
      else {
        making.live.choose(model, undefined)
        field.setValue(null)
      }
    })
  }
}

/** The entries in which nothing is chosen. */
const without = (entries: unknown, members: readonly { name: string }[]): unknown =>
  Array.isArray(entries)
    ? entries.filter((entry: WireRow) => members.every(({ name }) => isEmpty(entry[name])))
    : entries

/** What is wrong with a value by itself. */
function wrongWith(formField: FormField, value: unknown, { task, live, cells }: Making): string {
  const { field } = formField
  return (
    problemOf(formField, value, isRequired(field, live.env), live.env, cells()) ||
    dayProblem(field, value, task.row?.[field.name], live.env, cells())
  )
}

/** Run when a field loses the focus and before saving: first the value's own check, then its uniqueness. */
function validators(formField: FormField, making: Making): unknown[] {
  const { field: model } = formField
  const { task } = making
  if (model.value || isFixed(task, model)) return []
  const own = {
    triggerType: 'onBlur',
    validator: (value: unknown) => wrongWith(formField, value, making),
  }
  const unique = task.mode === 'ask' ? undefined : uniqueOf(task, model.name)
  return unique ? [own, { triggerType: 'onBlur', validator: uniqueValidator(unique, making) }] : [own]
}

/** Does not ask the server twice about the same values. */
function uniqueValidator(unique: NonNullable<ReturnType<typeof uniqueOf>>, { task, live, cells }: Making) {
  let lastKey = ''
  let answer = Promise.resolve('')
  const { field, until, within } = unique
  return (value: unknown) => {
    const names = [field, until ?? [], within].flat()
    const now = (name: string): unknown => (name === field && !until ? value : live.row[name])
    if (task.mode === 'edit' && names.every((name) => task.row?.[name] === now(name))) return ''
    const key = JSON.stringify(names.map(now))
    if (key !== lastKey) {
      lastKey = key
      answer = uniqueProblem(task, unique, value, live.row, cells())
      // A check that failed to run is run again the next time.
      void answer.then((message) => {
        if (message && message !== unique.message[cells().lang]) lastKey = ''
      })
    }
    return answer
  }
}
