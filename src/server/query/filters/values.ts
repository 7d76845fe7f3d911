/** Equal to a value, or any of several: of a field of the record, of one it points at, or of some child row. */
import { asType, isMany, isWritten, oneOf } from '../../../model/fields.ts'
import { VALUES_MAX } from '../../../model/listViews.ts'
import { type FieldModel, type FilterModel } from '../../../model/model.ts'
import { checkValue, isEmpty } from '../../../model/validate/index.ts'
import { Refusal } from '../../errors.ts'
import { codecOf } from '../../fields/index.ts'
import { existsAlong, fieldsAlong, fieldsOf, pathOf, stepsOf, type Along } from '../paths.ts'
import { sql, type Sql } from '../sql.ts'
import type { Catalogue } from '../table.ts'
import { fieldSql } from '../titles.ts'
import {
  compare,
  isVeiled,
  malformed,
  slotName,
  type Made,
  type Making,
  type Parsed,
  type Place,
  type Used,
} from './plan.ts'

/** Longest text of a value (check 22). */
const TEXT_MAX = 100

export function is({ catalogue, table, model, match }: Making<'is'>): Made {
  const path = pathOf(catalogue, table, match.path)
  return {
    reads: fieldsAlong(path),
    parse(payload, _around, sight) {
      const value = payload[model.wire[0] as string]
      // Many guesses at once would find out what the mask hides.
      if (Array.isArray(value) && value.length > 1 && isVeiled(path, sight)) malformed(model)
      compare(catalogue, path, [value].flat()[0], sight)
      return parseValues(catalogue, model, path.field, value)
    },
    build: (used, place) =>
      existsAlong(path.steps, place.alias, along(place), (at) => equals(path.field, at, place, used)),
  }
}

export function has({ catalogue, table, model, match }: Making<'has'>): Made {
  const steps = stepsOf(catalogue, table, match.rows)
  const rows = steps.at(-1)?.to
  const field = rows?.fields.get(match.field)
  if (!rows || !field) throw new Error(`filter "${model.name}" of ${table.name}: no field "${match.field}"`)
  return {
    reads: [...fieldsOf(steps), { of: rows.name, field }],
    parse: (payload) => parseValues(catalogue, model, field, payload[model.wire[0] as string]),
    build: (used, place) => existsAlong(steps, place.alias, along(place), (at) => equals(field, at, place, used)),
  }
}

/** A path is asked for as its place says. */
export const along = ({ company, alone }: Place): Along => ({ company, alone })

function parseValues(catalogue: Catalogue, model: FilterModel, field: FieldModel, value: unknown): Parsed {
  if (isEmpty(value)) return undefined
  const list = Array.isArray(value) ? value : [value]
  if (list.length > VALUES_MAX) malformed(model)
  const inside = list.map((one) => parseOne(catalogue, model, one))
  const several = Array.isArray(value) || isMany(field.type)
  const { dictionaries } = catalogue.model
  const toDb = codecOf(oneOf(field)).toDb
  const values = inside.map((one) => toDb(one, field, dictionaries))
  return { shape: several ? '[]' : '=', values: { [slotName(model)]: several ? values : values[0] }, value }
}

/** One wire value of the filter, checked by its control, in inside form. */
export function parseOne(catalogue: Catalogue, model: FilterModel, value: unknown): unknown {
  if (Array.isArray(value)) malformed(model)
  const { control } = model
  // Texts are looked for as they are typed: half a telephone number is no telephone number, but may be asked for.
  const written = isWritten(control.type)
  const field: FieldModel = {
    ...(written ? asType(control, 'string') : oneOf(control)),
    required: false,
    min: undefined,
    max: written ? TEXT_MAX : undefined,
    negative: true,
    pattern: undefined,
  }
  const wrong = checkValue(field, value, catalogue.model.dictionaries, catalogue.model.app.timezone)
  if (wrong) throw new Refusal(400, wrong, { field: model.wire[0] ?? model.name })
  return codecOf(field).fromWire(value, field, catalogue.model.dictionaries)
}

function equals(field: FieldModel, at: string, place: Place, used: Used): Sql {
  const value = fieldSql(field, at, place.environment)
  const asked = place.parameter(slotName(used.filter.model))
  if (isMany(field.type)) return sql`${value} && ${asked}`
  return used.shape === '[]' ? sql`${value} = any(${asked})` : sql`${value} = ${asked}`
}
