/** Fills, conditions and ways of filtering in words. */
import { dictionaryOf } from '../../../src/model/fields.ts'
import type {
  ActionModel,
  Bound,
  Bounds,
  CallModel,
  Condition,
  FieldModel,
  FillSource,
  FilterModel,
  Model,
  OpenModel,
} from '../../../src/model/model.ts'
import { callOf } from '../../../src/model/model.ts'

/** A fixed value: a name of the dictionary if there is one, or the expression. */
export function boundText(model: Model, bound: Bound, field?: FieldModel): string {
  if ('expr' in bound) return `= ${bound.expr.src}`
  const dictionary = field?.of ? model.dictionaries[field.of] : undefined
  const name = dictionary?.values.find((v) => v.value === bound.value)?.name
  return name === undefined || name === bound.value
    ? JSON.stringify(bound.value)
    : `'${name}' (${JSON.stringify(bound.value)})`
}

/** Fixed inputs; `fields`: their fields, for the names of values. */
export const boundsText = (model: Model, bounds: Bounds, fields: FieldModel[] = []): string =>
  Object.entries(bounds)
    .map(
      ([name, b]) =>
        `${name} ${'expr' in b ? '' : '= '}${boundText(
          model,
          b,
          fields.find((f) => f.name === name),
        )}`,
    )
    .join(', ')

const SAID_BY: Record<'action' | 'call' | 'view' | 'group', string> = {
  action: 'fixed by the button',
  call: 'fixed by the call',
  view: 'fixed by the rows shown',
  group: 'fixed by the menu group',
}

/** The source of an input, as a sentence. */
export function fillText(model: Model, fill: FillSource, input: FieldModel, call: CallModel): string {
  switch (fill.by) {
    case 'with':
      return `${SAID_BY[fill.source]}: ${boundText(model, fill.bound, input)}`
    case 'rowId':
      return 'the row it stands on'
    case 'rowIds':
      return 'the rows chosen (or the one it stands on)'
    case 'row':
      return `the row's ${fill.path}`
    case 'rowKind':
      return `the kind of the row: ${kindText(model, call, input, fill.value)}`
    case 'param':
      return `the page: parameter or filter "${fill.name}"`
    case 'load':
      return `what ${call.load!.call} answers before the dialog opens`
    case 'asked':
      return `asked in the dialog${input.required ? ', required' : ''}`
    case 'default':
      return `its default: ${boundText(model, input.default!, input)}`
    case 'none':
      return 'nobody; it is left out'
  }
}

function kindText(model: Model, call: CallModel, input: FieldModel, value: string | number): string {
  const by = call.input.find((f) => f.name === input.name)
  const name = dictionaryOf(model.dictionaries, by)?.values.find((v) => v.value === value)?.name
  return name ? `'${name}'` : String(value)
}

/** How a filter finds rows. */
export function matchText(filter: FilterModel): string {
  const { match } = filter
  switch (match.kind) {
    case 'contains':
      return `text in ${match.paths.join(', ')}`
    case 'is':
      return `${filter.many ? 'any of' : 'equals'} ${match.path}`
    case 'range':
      return `from – to over ${match.path}`
    case 'has':
      return `some of ${match.rows} has ${match.field}`
    case 'opens':
      return 'people who may open a screen of the resource'
    case 'where':
      return `where ${match.expr.src}`
  }
}

export const wireText = (filter: FilterModel): string =>
  (filter.wire as (string | null)[]).map((name) => name ?? '–').join(' … ')

export function openText(model: Model, open: OpenModel | undefined): string {
  if (!open) return 'nothing'
  if (open.kind === 'drawer') return 'the record in a side sheet'
  const bounds = boundsText(model, open.with)
  return bounds ? `${open.to} with ${bounds}` : open.to
}

export const conditionText = (one: Condition): string => `${one.expr.src}   “${one.why.en}”`

/** The call of a button, and the target of a preset. */
export function callText(model: Model, action: ActionModel): string {
  const call = callOf(model, action.call!)!
  const fixed = boundsText(model, call.with, [
    ...callOf(model, call.path)!.input,
    ...Object.values(model.resources[call.resource]!.fields),
  ])
  return call.preset ? `${call.path} as preset ${call.id}${fixed ? ` with ${fixed}` : ''}` : call.path
}
