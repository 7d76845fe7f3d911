/** The names of records, dictionaries and rights as they are offered: each with what is said of it. */
import { BASE_FIELDS, type FieldModel, type Model } from '../../src/model/model.ts'
import type { ExprType } from '../../src/model/expr/types.ts'
import type { Compilation } from '../base/context.ts'
import { inWords } from '../base/texts.ts'

/** A word that may stand there, and what is said of it. */
export interface Offer {
  name: string
  about: string
  kind: 'field' | 'function' | 'value' | 'root'
}

/** The resource behind the steps of a path that is being typed. */
export const reached = (c: Compilation, resource: string, path: string): string | undefined =>
  path
    .split('.')
    .slice(0, -1)
    .reduce<string | undefined>((at, step) => stepFrom(c, at, step), resource)

export const fieldsBehind = (c: Compilation, resource: string, path: string): FieldModel[] =>
  all(c, reached(c, resource, path))

/** The resource that a step through a ref leads to. */
function stepFrom(c: Compilation, resource: string | undefined, step: string): string | undefined {
  const field = all(c, resource).find(
    (one) => (one.type === 'ref' && one.as === step) || (one.name === step && one.type === 'own'),
  )
  return field?.of
}

/** Fields of a record, those of the record it extends too. */
export function all(c: Compilation, resource: string | undefined): FieldModel[] {
  const r = c.resources.get(resource ?? '')
  return r ? [...r.fields.values(), ...all(c, r.base?.resource)] : []
}

export function fieldsOf(c: Compilation, resource: string): Offer[] {
  const fields = all(c, resource)
  return [
    ...fields.map(offerOf),
    ...fields.flatMap((field): Offer[] =>
      field.type === 'ref' && field.as
        ? [{ name: field.as, about: `the record that ${field.name} names`, kind: 'field' }]
        : [],
    ),
    ...BASE_FIELDS.map((name): Offer => ({ name, about: 'every record has it', kind: 'field' })),
  ]
}

export const offerOf = (field: FieldModel): Offer => ({ name: field.name, about: aboutField(field), kind: 'field' })

/** A field in one line. */
export const aboutField = ({ type, of, label, required }: FieldModel): string =>
  `${inWords(label)}: ${type}${of ? ` of ${of}` : ''}${required ? ', required' : ''}`

/** Values of a dictionary, for something of its type or a list of such. */
export function valuesOf(model: Model, type: ExprType | undefined): Offer[] {
  const one = type?.t === 'list' ? type.of : type
  const values = one?.t === 'enum' ? (model.dictionaries[one.of]?.values ?? []) : []
  return values.map(({ name, label }) => ({ name, about: inWords(label), kind: 'value' }))
}

export const codes = (model: Model): Offer[] =>
  Object.values(model.permissions).flatMap(({ code, buttons }) =>
    buttons.map((button): Offer => ({
      name: `${code}.${button.code}`,
      about: inWords(button.label),
      kind: 'value',
    })),
  )
